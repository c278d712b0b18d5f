"""What stands around the clocks service in its tests: a games service that notes what it is told, and replicas."""

from __future__ import annotations  # grpc's context is typed for checkers only

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue

import grpc

from brettwerk.clocks.v1 import clocks_service_pb2 as pb
from brettwerk.games.v1 import games_service_pb2 as games_pb
from chassis import Access, Bound, Running, ServerSettings, start
from clocks.bind import bind
from clocks.clients import KINDS
from clocks.settings import ClocksSettings
from tests.identity import Identity

PATIENCE_S = 20.0
"""For what has to happen on the slowest machine."""

_GAMES = games_pb.DESCRIPTOR.services_by_name["GameService"]


@dataclass(frozen=True, slots=True)
class Told:
    """One call of Expire."""

    game_id: str
    kind: str
    version: int
    at_ms: float


class Games:
    """A games service as far as the clocks service knows one: Expire over a real connection, for clocks alone."""

    def __init__(self) -> None:
        self.told: SimpleQueue[Told] = SimpleQueue()
        self.answer: Callable[[games_pb.ExpireRequest, grpc.ServicerContext], None] = _agree

    def expire(
        self, request: games_pb.ExpireRequest, context: grpc.ServicerContext
    ) -> games_pb.ExpireResponse:
        kind = next(word for word, number in KINDS.items() if number == request.kind)
        self.told.put(Told(request.game_id, kind, request.clock_version, time.time() * 1000))
        self.answer(request, context)
        return games_pb.ExpireResponse(applied=True)

    def next(self) -> Told:
        """The next call, waiting for it. Raises queue.Empty if none comes."""
        return self.told.get(timeout=PATIENCE_S)

    def next_games(self, count: int) -> list[str]:
        return [self.next().game_id for _ in range(count)]

    def start(self, identity: Identity, *, address: str = "127.0.0.1:0", threads: int = 80) -> Running:
        settings = ServerSettings(
            address=address, public_keys=identity.public_keys, threads=threads, stop_ms=0
        )
        return start("games", self._bind, settings)

    def _bind(self, server: grpc.Server) -> Bound:
        expire = grpc.unary_unary_rpc_method_handler(
            self.expire, games_pb.ExpireRequest.FromString, games_pb.ExpireResponse.SerializeToString
        )
        handlers = {"Expire": expire}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_GAMES.full_name, handlers),))
        access = {method.name: Access() for method in _GAMES.methods}
        return Bound(services=(_GAMES.full_name,), access={**access, "Expire": Access(services=("clocks",))})


def _agree(request: games_pb.ExpireRequest, context: grpc.ServicerContext) -> None:
    """It has expired."""


@contextmanager
def holding(games: Games, count: int = 1) -> Iterator[threading.Event]:
    """Answers are kept back until so many calls have come, or the event is set; it is set at the end."""
    enough = threading.Event()
    coming = threading.Semaphore(count - 1)

    def hold(request: games_pb.ExpireRequest, context: grpc.ServicerContext) -> None:
        if count > 1 and not coming.acquire(blocking=False):
            enough.set()
        enough.wait(PATIENCE_S)

    games.answer = hold
    try:
        yield enough
    finally:
        games.answer = _agree
        enough.set()


def settings_for(identity: Identity, database: str, games_address: str) -> ClocksSettings:
    return ClocksSettings(
        address="127.0.0.1:0",
        public_keys=identity.public_keys,
        key=identity.key("clocks"),
        database=database,
        games_address=games_address,
        stop_ms=200,
    )


def replica(identity: Identity, database: str, games_address: str) -> Running:
    """A clocks service in this process."""
    settings = settings_for(identity, database, games_address)
    return start("clocks", partial(bind, settings=settings), settings)


@contextmanager
def process(identity: Identity, database: str, games_address: str) -> Iterator[subprocess.Popen[bytes]]:
    """A clocks service in a process of its own, which may be killed."""
    environment: Mapping[str, str] = {
        "BRETTWERK_CLOCKS_ADDRESS": "127.0.0.1:0",
        "BRETTWERK_PUBLIC_KEYS": str(identity.public_keys),
        "BRETTWERK_CLOCKS_KEY": str(identity.key("clocks")),
        "BRETTWERK_CLOCKS_DATABASE": database,
        "BRETTWERK_GAMES_ADDRESS": games_address,
    }
    child = subprocess.Popen((sys.executable, "-m", "clocks"), env={**os.environ, **environment})
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def alarm(game_id: str, due_in_ms: float | None, *, version: int = 1, kind: str = "flag") -> pb.Alarm:
    """An alarm that is due so soon; None cancels. Tests and database run on one machine, by one clock."""
    message = pb.Alarm(game_id=game_id, kind=kind, clock_version=version)
    if due_in_ms is not None:
        message.due_time.FromMicroseconds(int((time.time() * 1000 + due_in_ms) * 1000))
    return message


def alarms(*messages: pb.Alarm) -> pb.ScheduleAlarmsRequest:
    return pb.ScheduleAlarmsRequest(alarms=messages)
