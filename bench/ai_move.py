"""`python -m bench.ai_move`: how long an engine's turn takes, from RequestMove to the PlayMove that plays it.

The real path on embedded Postgres and Valkey (or `--broker amqp://…`): the ai service, a worker, and a games service
that only notes when a move arrives. Three figures in one run: turns one at a time, turns of many games under way, and
beside them the search alone in this process and an empty RPC of the same service.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, PriorityQueue, SimpleQueue

import grpc
import psycopg
from tqdm import tqdm

import engine
import rulebook
from ai.bind import bind
from ai.settings import AiSettings
from ai.tasks import make_app
from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.types.v1 import types_pb2
from chassis import Access, Bound, ServerSettings, start
from chassis.channels import connect
from local.ports import free_port
from local.processes import serves_http
from tests.identity import Identity
from tests.servers import embedded_postgres, embedded_valkey, services_with_schemas

RULESETS = ("international", "battledame", "othello")
_GAMES = games_pb.DESCRIPTOR.services_by_name["GameService"]


@dataclass(frozen=True, slots=True)
class Arrival:
    game_id: str
    turn: int
    at_s: float


class Games:
    """Notes when a move arrives."""

    def __init__(self) -> None:
        self.arrivals: SimpleQueue[Arrival] = SimpleQueue()

    def play_move(
        self, request: games_pb.PlayMoveRequest, _: grpc.ServicerContext
    ) -> games_pb.PlayMoveResponse:
        self.arrivals.put(Arrival(request.game_id, request.expected_turn, time.perf_counter()))
        return games_pb.PlayMoveResponse()

    def bind(self, server: grpc.Server) -> Bound:
        handler = grpc.unary_unary_rpc_method_handler(
            self.play_move,
            games_pb.PlayMoveRequest.FromString,
            games_pb.PlayMoveResponse.SerializeToString,
        )
        handlers = (grpc.method_handlers_generic_handler(_GAMES.full_name, {"PlayMove": handler}),)
        server.add_generic_rpc_handlers(handlers)
        access = {method.name: Access(services=("ai",)) for method in _GAMES.methods}
        return Bound(services=(_GAMES.full_name,), access=access)


def positions(count: int) -> list[rulebook.Position]:
    """From random games, in turn of each rule set."""
    chance = random.Random(1)
    found: list[rulebook.Position] = []
    rulesets = [rulebook.ruleset(key) for key in RULESETS]
    while len(found) < count:
        position = rulebook.initial_position(rulesets[len(found) % len(rulesets)])
        for _ in range(chance.randrange(6, 40)):
            after = rulebook.play(position, chance.choice(rulebook.legal_moves(position)))
            if rulebook.result(after) is not None:
                break
            position = after
        found.append(position)
    return found


def request_of(
    game_id: str, turn: int, position: rulebook.Position, persona: str
) -> ai_pb.RequestMoveRequest:
    return ai_pb.RequestMoveRequest(
        game_id=game_id,
        turn=turn,
        ruleset=types_pb2.RulesetRef(key=position.ruleset.key, options=position.ruleset.options),
        position=types_pb2.Position(fen=rulebook.format_fen(position), rule_state=position.rule_state),
        persona=persona,
        tenant_id="local",
    )


def one_at_a_time(
    ai: AiServiceStub, games: Games, asked: Sequence[rulebook.Position], persona: str
) -> tuple[list[float], list[float]]:
    """Milliseconds of each RequestMove, and from its beginning to the move's arrival."""
    calls, turns = [], []
    for number, position in enumerate(tqdm(asked, desc="one at a time", leave=False)):
        request = request_of(f"one-{number}", 0, position, persona)
        began = time.perf_counter()
        ai.RequestMove(request)
        called = time.perf_counter()
        arrival = games.arrivals.get(timeout=30)
        calls.append((called - began) * 1000)
        turns.append((arrival.at_s - began) * 1000)
    return calls, turns


def many_games(
    ai: AiServiceStub,
    games: Games,
    asked: Sequence[rulebook.Position],
    persona: str,
    count: int,
    pause_s: float,
) -> list[float]:
    """The same with so many games under way, in each of which somebody thinks for `pause_s` on average."""
    chance = random.Random(2)
    began: dict[tuple[str, int], float] = {}
    took: list[float] = []
    due: PriorityQueue[tuple[float, int, int]] = PriorityQueue()
    for game in range(count):
        due.put((time.perf_counter() + chance.uniform(0, 2 * pause_s), game, 0))
    left, number = len(asked), 0
    with tqdm(total=left, desc=f"{count} games", leave=False) as progress:
        while left:
            at_s, game, turn = due.queue[0] if due.queue else (float("inf"), 0, 0)
            wait_s = min(at_s - time.perf_counter(), 30)
            if wait_s <= 0 and number < len(asked):
                due.get()
                request = request_of(f"many-{game}", turn, asked[number], persona)
                number += 1
                began[request.game_id, turn] = time.perf_counter()
                ai.RequestMove(request)
                continue
            try:
                arrival = games.arrivals.get(timeout=max(wait_s, 0.001))
            except Empty:
                continue
            took.append((arrival.at_s - began.pop((arrival.game_id, arrival.turn))) * 1000)
            left -= 1
            progress.update()
            game = int(arrival.game_id.rpartition("-")[2])
            due.put((time.perf_counter() + chance.uniform(0, 2 * pause_s), game, arrival.turn + 1))
    return took


def searches(asked: Sequence[rulebook.Position], persona: str) -> list[float]:
    """Milliseconds of each search alone, in this process."""
    table = engine.TranspositionTable()
    took = []
    for number, position in enumerate(asked):
        began = time.perf_counter()
        engine.choose(position, engine.PERSONAS[persona].level, number, table)
        took.append((time.perf_counter() - began) * 1000)
    return took


def timed(call: Callable[[], object], count: int) -> list[float]:
    took = []
    for _ in range(count):
        began = time.perf_counter()
        call()
        took.append((time.perf_counter() - began) * 1000)
    return took


@contextmanager
def worker(environment: dict[str, str]) -> Iterator[None]:
    address = f"127.0.0.1:{free_port(24700, ())}"
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            (sys.executable, "-m", "ai.worker"),
            env={**os.environ, **environment, "BRETTWERK_WORKER_ADDRESS": address},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            while not serves_http(address):
                if process.poll() is not None:
                    log.seek(0)
                    raise SystemExit(log.read().decode())
                time.sleep(0.05)
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def show(name: str, took: Sequence[float]) -> None:
    cuts = statistics.quantiles(took, n=100, method="inclusive")
    print(f"{name:34} {cuts[49]:9.2f} {cuts[94]:9.2f} {cuts[98]:9.2f} {max(took):9.2f} {len(took):7}")


def measure(arguments: argparse.Namespace, folder: Path, stack: ExitStack) -> None:
    identity = Identity(folder)
    postgres = stack.enter_context(embedded_postgres(folder))
    postgres.make_template(services_with_schemas())
    database = postgres.make_database().conninfo("ai")
    with psycopg.connect(database) as connection:
        connection.execute("SELECT 1 FROM engine_turns")
    broker = arguments.broker or stack.enter_context(embedded_valkey(folder)).url
    with make_app(broker) as app, app.connection_for_write() as connection_:
        queue = app.amqp.queues["move"](connection_.default_channel)
        queue.declare()
        queue.purge()
    games = Games()
    peer = stack.enter_context(
        start(
            "games",
            games.bind,
            ServerSettings(address="127.0.0.1:0", public_keys=identity.public_keys, stop_ms=0),
        )
    )
    settings = AiSettings(
        address="127.0.0.1:0",
        public_keys=identity.public_keys,
        key=identity.key("ai"),
        database=database,
        broker=broker,
        stop_ms=200,
        log_level="warning",
    )
    server = stack.enter_context(start("ai", partial(bind, settings=settings), settings))
    channel = stack.enter_context(
        connect(server.address, deadline_ms=10_000, bearer=identity.service("games", "ai"))
    )
    ai = AiServiceStub(channel)
    stack.enter_context(
        worker(
            {
                "BRETTWERK_AI_KEY": str(identity.key("ai")),
                "BRETTWERK_AI_DATABASE": database,
                "BRETTWERK_BROKER": broker,
                "BRETTWERK_GAMES_ADDRESS": peer.address,
                "BRETTWERK_WORKER_PROCESSES": str(arguments.processes),
                "BRETTWERK_WORKER_LOG_LEVEL": "warning",
            }
        )
    )
    asked = positions(arguments.turns)
    one_at_a_time(ai, games, asked[:20], arguments.persona)
    with psycopg.connect(database) as connection:
        connection.execute("DELETE FROM engine_turns")
    print(f"persona {arguments.persona}, {arguments.processes} processes, broker {broker.partition(':')[0]}")
    print(f"{'milliseconds':34} {'p50':>9} {'p95':>9} {'p99':>9} {'most':>9} {'n':>7}")
    show("empty RPC", timed(lambda: ai.ListPersonas(ai_pb.ListPersonasRequest()), len(asked)))
    show("search alone, in one process", searches(asked, arguments.persona))
    calls, turns = one_at_a_time(ai, games, asked, arguments.persona)
    show("RequestMove", calls)
    show("RequestMove to PlayMove, one by one", turns)
    busy = many_games(ai, games, asked * 3, arguments.persona, arguments.games, arguments.pause_s)
    show(f"the same, {arguments.games} games under way", busy)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("--persona", default="mittel", choices=sorted(engine.PERSONAS))
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pause-s", type=float, default=2.0, help="how long people think in the many games")
    parser.add_argument("--processes", type=int, default=2, help="of the worker's pool")
    parser.add_argument("--broker", default="", help="amqp://… instead of an embedded Valkey")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        measure(arguments, Path(folder), stack)


if __name__ == "__main__":
    main()
