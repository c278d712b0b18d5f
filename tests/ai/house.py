"""What stands around the ai service in its tests: a games service that takes moves, workers, and replicas."""

from __future__ import annotations  # grpc's context is typed for checkers only

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Self

import grpc
import psycopg

import rulebook
from ai.bind import bind
from ai.settings import AiSettings
from ai.tasks import make_app
from brettwerk.ai.v1 import ai_service_pb2 as pb
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.types.v1 import types_pb2
from chassis import Access, Answer, Bound, Caller, Problem, Refused, Running, ServerSettings, current, start
from local.ports import free_port
from local.processes import serves_http
from tests.identity import Identity
from tests.patience import PATIENCE_S, wait_for

_GAMES = games_pb.DESCRIPTOR.services_by_name["GameService"]


@dataclass(frozen=True, slots=True)
class Played:
    """One call of PlayMove."""

    game_id: str
    move: str
    turn: int
    caller: Caller
    at_s: float


class TurnPlayed(Exception):
    """As games answers another move for a turn that is over."""


class Games:
    """A games service as far as a worker knows one: PlayMove over a real connection, for the ai service alone.

    A turn is played once. The same move for it again is replayed, another is TURN_PLAYED.
    """

    def __init__(self) -> None:
        self.calls: SimpleQueue[Played] = SimpleQueue()
        self.applied: dict[tuple[str, int], str] = {}
        self.replayed: list[tuple[str, int]] = []
        self.before: Callable[[Played], None] = _nothing
        """Called with each call before it is decided; what it raises is answered."""
        self._lock = threading.Lock()

    def play_move(
        self, request: games_pb.PlayMoveRequest, context: grpc.ServicerContext
    ) -> games_pb.PlayMoveResponse:
        key = (request.game_id, request.expected_turn)
        call = Played(request.game_id, request.move, request.expected_turn, current(), time.time())
        self.calls.put(call)
        self.before(call)
        with self._lock:
            replayed = key in self.applied
            if self.applied.setdefault(key, request.move) != request.move:
                raise TurnPlayed
            if replayed:
                self.replayed.append(key)
        return games_pb.PlayMoveResponse(turn=request.expected_turn, replayed=replayed)

    def forget(self) -> None:
        """As if nobody had ever called."""
        self.calls, self.applied, self.replayed, self.before = SimpleQueue(), {}, [], _nothing

    def next(self) -> Played:
        """The next call, waiting for it. Raises queue.Empty if none comes."""
        return self.calls.get(timeout=PATIENCE_S)

    def start(self, identity: Identity, address: str = "127.0.0.1:0") -> Running:
        settings = ServerSettings(address=address, public_keys=identity.public_keys, threads=32, stop_ms=0)
        return start("games", self._bind, settings)

    def _bind(self, server: grpc.Server) -> Bound:
        play_move = grpc.unary_unary_rpc_method_handler(
            self.play_move,
            games_pb.PlayMoveRequest.FromString,
            games_pb.PlayMoveResponse.SerializeToString,
        )
        handlers = {"PlayMove": play_move}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_GAMES.full_name, handlers),))
        access = {method.name: Access() for method in _GAMES.methods}
        for_ai = Access(services=("ai",), service_scope="engine")
        return Bound(
            services=(_GAMES.full_name,),
            errors={TurnPlayed: Answer(status=grpc.StatusCode.FAILED_PRECONDITION, reason="TURN_PLAYED")},
            access={**access, "PlayMove": for_ai},
        )


def _nothing(_: Played) -> None:
    """It is decided at once."""


def refusal(status: grpc.StatusCode, reason: str) -> Refused:
    return Refused(Problem(status=status, reason=reason, message=reason.lower()))


class Worker:
    """`python -m ai.worker` in a session of its own, ready inside `with`."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self._environment = environment
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def children(self) -> list[int]:
        """The processes of its pool."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def kill(self) -> None:
        """Worker and pool at one blow, as when a machine is lost."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def kill_children(self) -> None:
        for pid in self.children:
            os.kill(pid, signal.SIGKILL)

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def wait(self) -> int:
        assert self._process is not None
        return self._process.wait(PATIENCE_S)

    def log(self) -> str:
        return self._log.read_text()

    def __enter__(self) -> Self:
        # Another run may take a port between the look and the bind: then it is another port's turn.
        while not self._starts_at(f"127.0.0.1:{free_port(24500 + os.getpid() % 500, ())}"):
            assert "Address already in use" in self.log(), self.log()
        return self

    def _starts_at(self, address: str) -> bool:
        with self._log.open("wb") as output:
            process = self._process = subprocess.Popen(
                (sys.executable, "-m", "ai.worker"),
                env={**os.environ, **self._environment, "BRETTWERK_WORKER_ADDRESS": address},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            wait_for(lambda: serves_http(address) or process.poll() is not None)
        except AssertionError:
            self.kill()
        return process.poll() is None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Where everything is."""

    identity: Identity
    database: str
    broker: str
    valkey: str
    """For wake-ups, whatever the broker is."""
    games_address: str
    folder: Path

    def settings(self, broker: str | None = None) -> AiSettings:
        return AiSettings(
            address="127.0.0.1:0",
            public_keys=self.identity.public_keys,
            key=self.identity.key("ai"),
            database=self.database,
            broker=broker or self.broker,
            valkey=self.valkey,
            stop_ms=200,
        )

    def replica(self, broker: str | None = None) -> Running:
        """An ai service in this process."""
        settings = self.settings(broker)
        return start("ai", partial(bind, settings=settings), settings)

    def worker(
        self, processes: int = 1, queues: str = "move", environment: Mapping[str, str] | None = None
    ) -> Worker:
        return Worker(
            {
                "BRETTWERK_AI_KEY": str(self.identity.key("ai")),
                "BRETTWERK_AI_DATABASE": self.database,
                "BRETTWERK_BROKER": self.broker,
                "BRETTWERK_GAMES_ADDRESS": self.games_address,
                "BRETTWERK_VALKEY": self.valkey,
                "BRETTWERK_WORKER_PROCESSES": str(processes),
                "BRETTWERK_WORKER_QUEUES": queues,
                **(environment or {}),
            },
            self.folder / f"worker-{time.monotonic_ns()}.log",
        )

    def send(self, game_id: str, turn: int) -> str:
        """A message as the service sends it; its id."""
        with make_app(self.broker) as app:
            return str(app.send_task("ai.play_turn", (game_id, turn), queue="move", retry=False).id)

    def has_a_message_that_came_back(self, queue_name: str = "move") -> bool:
        """The broker has one that a worker had in hand. Leaves all where they are."""
        with make_app(self.broker) as app, app.connection_for_read() as connection:
            queue = app.amqp.queues[queue_name](connection.default_channel)
            messages = list(iter(queue.get, None))
            for message in messages:
                message.requeue()
            return any(
                message.headers.get("redelivered") or message.delivery_info.get("redelivered")
                for message in messages
            )

    def empty_broker(self) -> None:
        with make_app(self.broker) as app, app.connection_for_write() as connection:
            for queue in app.amqp.queues.values():
                queue(connection.default_channel).declare()
                queue(connection.default_channel).purge()


def state_of(table: psycopg.Connection, game_id: str, turn: int = 0) -> tuple[str, str | None, int]:
    """State, outcome and attempts of a row."""
    row = table.execute(
        "SELECT state, outcome, attempts FROM engine_turns WHERE game_id = %s AND turn = %s", (game_id, turn)
    ).fetchone()
    assert row is not None, game_id
    return row


def await_state(table: psycopg.Connection, game_id: str, state: str, turn: int = 0) -> None:
    wait_for(lambda: state_of(table, game_id, turn)[0] == state)


@contextmanager
def closed_gate(games: Games) -> Iterator[threading.Event]:
    """Calls of PlayMove wait before they are decided, until the event is set; it is set at the end."""
    gate = threading.Event()

    def wait(_: Played) -> None:
        gate.wait(PATIENCE_S)

    games.before = wait
    try:
        yield gate
    finally:
        games.before = _nothing
        gate.set()


def request(
    game_id: str,
    turn: int = 0,
    *,
    persona: str = "mittel",
    ruleset: str = "international",
    tenant_id: str = "local",
    remaining_ms: int | None = None,
    fen: str | None = None,
) -> pb.RequestMoveRequest:
    """A turn at the beginning of a game, as the games service asks for it."""
    position = rulebook.initial_position(rulebook.ruleset(ruleset))
    return pb.RequestMoveRequest(
        game_id=game_id,
        turn=turn,
        ruleset=types_pb2.RulesetRef(key=ruleset),
        position=types_pb2.Position(
            fen=fen or rulebook.format_fen(position), rule_state=b"" if fen else position.rule_state
        ),
        persona=persona,
        tenant_id=tenant_id,
        remaining_ms=remaining_ms,
    )
