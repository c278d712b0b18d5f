"""The thread that wakes the workers: at once for a new turn, and by a sweep for every turn left unanswered.

A request never waits for the broker. What cannot be sent is left to the sweep, which finds it in the table.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, Full, Queue
from time import monotonic

import structlog

from ai import metrics
from ai.turns import Key, Send, TurnStore
from chassis import Unavailable

log = structlog.get_logger()

SWEEP_S = 2.0
_MOST_IN_LINE = 1000
_MOST_AT_ONCE = 200
_FORGET_EVERY_S = 60.0
_FORGET_LIMIT = 1000
_STOP_S = 5.0


class Dispatcher:
    """Runs from `start` to `stop`, whatever database and broker do."""

    def __init__(self, store: TurnStore, send: Send, disconnect: Callable[[], None]) -> None:
        self._store = store
        self._send = send
        self._disconnect = disconnect
        self._line: Queue[Key | None] = Queue(_MOST_IN_LINE)
        self._broker_answers = True
        self._stopping = False
        self._forget_at = monotonic() + _FORGET_EVERY_S
        self._thread = threading.Thread(target=self._run, name="dispatch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Send what stands in line, and no more."""
        self._stopping = True
        self._put(None)
        self._thread.join(_STOP_S)

    def wake(self, key: Key) -> None:
        """Have a worker woken for this turn, which is in the table. Does not wait, and never fails."""
        self._put(key)

    def _put(self, key: Key | None) -> None:
        try:
            self._line.put_nowait(key)
        except Full:
            log.warning("line of turns is full, left to the sweep")

    def _run(self) -> None:
        sweep_at = monotonic()  # what was left when the last process ended is sent at once
        while not (self._stopping and self._line.empty()):
            try:
                if monotonic() >= sweep_at:
                    sweep_at = monotonic() + SWEEP_S
                    self._sweep()
                key = self._line.get(timeout=max(sweep_at - monotonic(), 0.001))
                if key is not None and self._broker_answers:
                    self._send(key)
                    metrics.SENT.labels("request").inc()
            except Empty:
                continue
            except Unavailable as error:
                self._broker_answers = False
                log.warning("workers not woken", detail=str(error))
            except Exception:  # if this loop ended, no turn would be found again
                log.exception("workers not woken")
        self._disconnect()

    def _sweep(self) -> None:
        if monotonic() >= self._forget_at:
            self._store.forget(_FORGET_LIMIT)
            self._forget_at = monotonic() + _FORGET_EVERY_S
        count, age_s = self._store.backlog()
        metrics.UNANSWERED.set(count)
        metrics.OLDEST_SECONDS.set(age_s)
        keys = self._store.due(_MOST_AT_ONCE)
        self._broker_answers = True
        for number, key in enumerate(keys):
            try:
                self._send(key)
            except Exception:
                self._store.unsent(keys[number:])
                raise
            metrics.SENT.labels("sweep").inc()
        if keys:
            log.info("turns sent again", count=len(keys))
