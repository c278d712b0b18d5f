"""`python -m ai.worker`: a Celery worker that plays the engines' turns and analyses, with one process for each core.

The first SIGTERM or SIGINT takes nothing new and finishes what is begun; the second hands the work back to the
broker. Nothing that a fork would break is made before it: connections, channels, threads and tables are made in
each process of the pool.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import structlog
from celery import signals
from celery.exceptions import SecurityWarning

from ai import clients, tasks
from ai.analysing import SHORT_SLICE_MS, SLICE_MS, Analyst, Tables
from ai.analysis_service import CANCELLED
from ai.consuming import Attentive, SettledRequest
from ai.keeper import RENEW_S, Keeper
from ai.playing import Hand
from ai.position_store import PositionRows
from ai.settings import WorkerSettings
from ai.store import Store
from ai.turns import Key
from ai.versions import engine_version
from chassis import Unavailable, logs, read
from chassis.channels import connect
from chassis.database import Database
from chassis.leash import die_with_parent
from chassis.tokens import TokenSource
from chassis.wake import Wake
from engine import TranspositionTable

log = structlog.get_logger()

_LOOK_S = 0.05
"""How often it is asked whether an analysis is still wanted, where nobody tells."""


class Child:
    """What a process of the pool is made of. Nothing, until it has been forked."""

    def __init__(self, settings: WorkerSettings) -> None:
        self._settings = settings
        self._parent = os.getpid()
        self._hand: Hand | None = None
        self._analyst: Analyst | None = None

    def begin(self, **_: Any) -> None:
        """After the fork."""
        die_with_parent(self._parent)
        settings = self._settings
        tokens = TokenSource("ai", settings.key)
        channel = connect(settings.games_address, deadline_ms=clients.DEADLINE_MS)
        games = clients.Games(
            channel, lambda tenant_id: tokens.token("games", tenant_id=tenant_id, scopes=("engine",))
        )
        database = Database(settings.database, name="ai", connections=1)
        store = Store(database)
        table = TranspositionTable()
        table.clear()
        self._hand = Hand(store=store, play=games.play, keeper=Keeper(store.renew), table=table)
        self._analyst = self._make_analyst(database)
        # Out of a search, too: it looks for signals. The work is handed back on the way.
        signal.signal(signal.SIGTERM, _end)

    def _make_analyst(self, database: Database) -> Analyst:
        settings = self._settings
        wake = Wake(settings.valkey)
        positions = PositionRows(database, engine_version(), wake.publish)
        keeper = Keeper(positions.renew, every_s=RENEW_S if settings.valkey else _LOOK_S)
        wake.subscribe(CANCELLED, keeper.look)
        return Analyst(
            store=positions,
            keeper=keeper,
            tables=Tables(),
            send=tasks.Sender(settings.broker).analyse,
            slice_ms=SHORT_SLICE_MS if tasks.MOVE in settings.queues else SLICE_MS,
        )

    def play_turn(self, key: Key, holder: str) -> None:
        assert self._hand is not None, "the task runs in a process of the pool"
        try:
            self._hand.play_turn(key, holder)
        except Unavailable as error:
            # The row says what is left to do, and the sweep reads it.
            log.warning("turn left to the sweep", game_id=key.game_id, turn=key.turn, detail=str(error))

    def analyse(self, analysis_id: str, holder: str) -> None:
        assert self._analyst is not None, "the task runs in a process of the pool"
        try:
            self._analyst.work(analysis_id, holder)
        except Unavailable as error:
            log.warning("analysis left to the sweep", analysis_id=analysis_id, detail=str(error))


def _end(*_: Any) -> None:
    raise SystemExit(0)


def run(settings: WorkerSettings) -> int:
    """Work until told to stop; the process's exit code."""
    logs.configure("ai-worker", settings.log_level)
    for chatty in ("celery.worker.strategy", "celery.app.trace"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # It accepts JSON alone, and runs as whoever starts it.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    app = tasks.make_app(settings.broker)
    child = Child(settings)
    tasks.register(app, child.play_turn, child.analyse, SettledRequest)
    app.steps["consumer"].add(Attentive)
    ready = Readiness(settings.address)
    signals.setup_logging.connect(_keep_our_logs, weak=False)
    signals.worker_process_init.connect(ready.leave, weak=False)
    signals.worker_process_init.connect(child.begin, weak=False)
    signals.worker_ready.connect(ready.begin, weak=False)
    signals.worker_shutting_down.connect(ready.end, weak=False)
    signals.worker_shutting_down.connect(_second_signal_hands_back, weak=False)
    worker = app.Worker(
        hostname=f"{settings.queues.replace(',', '-')}@{os.uname().nodename}-{os.getpid()}",
        pool_cls="prefork",
        concurrency=settings.processes or _cores(),
        queues=settings.queues.split(","),
        optimization="fair",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    return int(worker.exitcode or 0)


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _keep_our_logs(**_: Any) -> None:
    """Being connected keeps Celery from setting up logs of its own."""


def _second_signal_hands_back(**said: Any) -> None:
    """Celery lets a second SIGINT do so, and takes no notice of a second SIGTERM."""
    log.info("stopping", how=said.get("how"))
    if said.get("how") == "Warm":
        signal.signal(signal.SIGTERM, lambda *_: os.kill(os.getpid(), signal.SIGQUIT))


class Readiness:
    """`GET /readyz`: 200 while turns are taken, 503 while the last are finished, and nobody there before.

    Raises OSError if the address cannot be had.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._is_ready = False
        self._server: ThreadingHTTPServer | None = None
        if address:
            host, port = address.rsplit(":", 1)
            self._server = ThreadingHTTPServer(
                (host.strip("[]"), int(port)), self._handler(), bind_and_activate=False
            )
            self._server.server_bind()

    def begin(self, **_: Any) -> None:
        self._is_ready = True
        log.info("ready", address=self._address)
        if self._server is None:
            return
        try:
            self._server.server_activate()
        except OSError as error:
            # Celery would swallow the error, and nobody would ever find this worker ready.
            log.exception("not ready", address=self._address)
            raise SystemExit(1) from error
        threading.Thread(target=self._server.serve_forever, name="readiness", daemon=True).start()

    def end(self, **_: Any) -> None:
        self._is_ready = False

    def leave(self, **_: Any) -> None:
        """In a forked process: the address is the worker's, and has to be free once that has gone."""
        if self._server is not None:
            self._server.socket.close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        readiness = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200 if readiness._is_ready else 503)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """A probe every second is nothing to log."""

        return Handler


if __name__ == "__main__":
    sys.exit(run(read(WorkerSettings, "worker")))
