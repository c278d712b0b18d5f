"""`python -m bench.workers`: what workers make of their processors, how long moves wait, how soon an abort arrives.

On embedded Postgres and Valkey (or `--broker amqp://…`), everything in one run:

* nodes of two worker processes at analyses, beside two bare processes that search games of the same kind in the same
  way: a second, which says something on an idle machine alone, and a second of processor time of everything that takes
  part, database and broker and service included; windows take turns, and the ratios are of neighbours;
* from RequestMove to PlayMove with many games under way, alone and while all analysts are at work;
* from CancelAnalysis until the position is out of its worker's hands, which is after the kernel has stopped.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psycopg
from tqdm import tqdm

import rulebook
from ai.bind import bind
from ai.settings import AiSettings
from ai.tasks import QUEUES, make_app
from bench.ai_move import Games, many_games, positions, show, worker
from bench.workers_bare import RULESETS, game, searching
from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from chassis import ServerSettings, start
from chassis.channels import connect
from tests.identity import Identity
from tests.servers import embedded_postgres, embedded_valkey, services_with_schemas

TARGET_RATIO, TARGET_P95_MS, TARGET_ABORT_MS = 0.95, 150, 50
_PLIES = 30
_LONG_NODES = 20_000_000
_POLL_S = 0.002


@dataclass(slots=True)
class World:
    """A service with its parts, and who asks it."""

    identity: Identity
    address: str
    database: psycopg.Connection
    environment: dict[str, str]
    stack: ExitStack
    games: Games
    asked: int = field(default=0)

    def player(self) -> AnalysisServiceStub:
        """Another one each time: each may have only a few analyses under way."""
        self.asked += 1
        bearer = self.identity.player(f"player-{self.asked}")
        return AnalysisServiceStub(
            self.stack.enter_context(connect(self.address, deadline_ms=10_000, bearer=bearer))
        )

    @contextmanager
    def workers(self, queues: str, processes: int) -> Iterator[None]:
        with worker(
            {
                **self.environment,
                "BRETTWERK_WORKER_QUEUES": queues,
                "BRETTWERK_WORKER_PROCESSES": str(processes),
            }
        ):
            yield

    def nodes(self) -> int:
        """Looked at in the positions that are done."""
        (count,) = self.database.execute(
            "SELECT coalesce(sum(CASE WHEN exact THEN nodes ELSE budget END), 0)::bigint FROM analysis_positions"
            " WHERE budget > 0"
        ).fetchone() or (0,)
        return int(count)

    def ask(self, numbers: Sequence[int], nodes: int) -> None:
        """Have these games analysed."""
        for number in numbers:
            ruleset, moves, _ = game(number, _PLIES)
            played = [rules_pb.PlayedMove(notation=move) for move in moves]
            self.player().StartAnalysis(
                pb.StartAnalysisRequest(
                    ruleset=types_pb2.RulesetRef(key=ruleset),
                    game=rules_pb.History(moves=played),
                    nodes=nodes,
                )
            )

    def leave_all(self) -> None:
        """Nothing is wanted any more."""
        self.database.execute(
            "UPDATE analyses SET state = 'cancelled', ready_time = NULL WHERE ready_time IS NOT NULL"
        )
        await_that(lambda: not self.held())

    def held(self) -> bool:
        """A worker has a position in hand."""
        row = self.database.execute("SELECT FROM analysis_positions WHERE holder IS NOT NULL").fetchone()
        return row is not None


def await_that(claim: Callable[[], object]) -> None:
    gives_up = time.monotonic() + 60
    while not claim():
        if time.monotonic() > gives_up:
            raise SystemExit("it never became true")
        time.sleep(_POLL_S)


@dataclass(frozen=True, slots=True)
class Window:
    """Nodes looked at in a while, by the wall's clock and by the processors'."""

    nodes: int
    wall_s: float
    processor_s: float

    @property
    def a_second(self) -> float:
        return self.nodes / self.wall_s

    @property
    def a_processor_second(self) -> float:
        return self.nodes / self.processor_s


def window(read: Callable[[], int], arguments: argparse.Namespace) -> Window:
    """Once everybody is at work."""
    before = read()
    await_that(lambda: read() > before)
    time.sleep(arguments.settle_s)
    nodes, began_s, used_s = read(), time.perf_counter(), processor_s()
    time.sleep(arguments.window_s)
    return Window(read() - nodes, time.perf_counter() - began_s, processor_s() - used_s)


def processor_s() -> float:
    """Used so far by this process and all that it has started."""
    parents, used = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            values = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(values[1])
            used[int(path.parent.name)] = int(values[11]) + int(values[12])
    ours, grown = {os.getpid()}, True
    while grown:
        found = {pid for pid, parent in parents.items() if parent in ours} | ours
        grown, ours = found != ours, found
    return sum(used[pid] for pid in ours if pid in used) / os.sysconf("SC_CLK_TCK")


def ratios(world: World, arguments: argparse.Namespace) -> list[tuple[Window, Window]]:
    """Bare processes and workers, in windows that take turns; each round under one rule set, for they differ in speed."""
    windows, kinds = [], len(RULESETS)
    with world.workers("analysis", arguments.processes):
        for index in tqdm(range(arguments.rounds), desc="windows", leave=False):
            numbers = range(index % kinds + 1000 * kinds * index, 1000 * kinds * (index + 1), kinds)
            with searching(arguments.processes, numbers[:500], _PLIES, arguments.nodes) as searched:
                bare = window(partial(getattr, searched, "value"), arguments)
            world.ask(numbers[500 : 500 + arguments.games_asked], arguments.nodes)
            windows.append((bare, window(world.nodes, arguments)))
            world.leave_all()
    return windows


def moves(world: World, ai: AiServiceStub, arguments: argparse.Namespace) -> None:
    asked = positions(arguments.turns)
    many = partial(many_games, ai, world.games, persona="mittel", pause_s=arguments.pause_s)
    with world.workers("move", arguments.processes):
        many(asked=asked[:50], count=10)
        world.database.execute("DELETE FROM engine_turns")
        alone = many(asked=asked, count=arguments.games)
        show(f"RequestMove to PlayMove, {arguments.games} games", alone)
        world.database.execute("DELETE FROM engine_turns")
        with world.workers("analysis", arguments.processes):
            world.ask(range(900_000, 900_000 + arguments.games_asked), arguments.nodes)
            await_that(world.held)
            beside = many(asked=asked, count=arguments.games)
            world.leave_all()
        show("the same beside analyses", beside)
    verdict("p95 below", statistics.quantiles(alone, n=100)[94], TARGET_P95_MS, "ms", at_most=True)


def aborts(world: World, arguments: argparse.Namespace) -> None:
    start_of = rulebook.initial_position(rulebook.ruleset("international"))
    asked = pb.StartAnalysisRequest(
        ruleset=types_pb2.RulesetRef(key="international"),
        position=types_pb2.Position(fen=start_of.fen),
        nodes=_LONG_NODES,
    )
    calls, took = [], []
    with world.workers("analysis", 1):
        for _ in tqdm(range(arguments.aborts), desc="aborts", leave=False):
            world.database.execute("DELETE FROM analysis_positions")
            player = world.player()
            analysis = player.StartAnalysis(asked).analysis
            await_that(world.held)
            time.sleep(0.3)
            began_s = time.perf_counter()
            player.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=analysis.analysis_id))
            calls.append((time.perf_counter() - began_s) * 1000)
            await_that(lambda: not world.held())
            took.append((time.perf_counter() - began_s) * 1000)
    show("CancelAnalysis", calls)
    show("to the position given back", took)
    verdict("p50 below", statistics.median(took), TARGET_ABORT_MS, "ms", at_most=True)


def verdict(name: str, value: float, target: float, unit: str, *, at_most: bool = False) -> None:
    holds = value <= target if at_most else value >= target
    print(f"  {name} {target:g} {unit}: {value:.3f}, {'reached' if holds else 'MISSED'}")


def build(arguments: argparse.Namespace, folder: Path, stack: ExitStack) -> tuple[World, AiServiceStub]:
    identity, games = Identity(folder), Games()
    postgres = stack.enter_context(embedded_postgres(folder))
    postgres.make_template(services_with_schemas())
    database = postgres.make_database().conninfo("ai")
    valkey = stack.enter_context(embedded_valkey(folder)).url
    broker = arguments.broker or valkey
    with make_app(broker) as app, app.connection_for_write() as connection:
        for name in QUEUES:
            queue = app.amqp.queues[name](connection.default_channel)
            queue.declare()
            queue.purge()
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
        valkey=valkey,
        stop_ms=200,
        log_level="warning",
    )
    server = stack.enter_context(start("ai", partial(bind, settings=settings), settings))
    channel = stack.enter_context(
        connect(server.address, deadline_ms=10_000, bearer=identity.service("games", "ai"))
    )
    world = World(
        identity=identity,
        address=server.address,
        database=stack.enter_context(psycopg.connect(database, autocommit=True)),
        environment={
            "BRETTWERK_AI_KEY": str(identity.key("ai")),
            "BRETTWERK_AI_DATABASE": database,
            "BRETTWERK_BROKER": broker,
            "BRETTWERK_VALKEY": valkey,
            "BRETTWERK_GAMES_ADDRESS": peer.address,
            "BRETTWERK_WORKER_LOG_LEVEL": "warning",
        },
        stack=stack,
        games=games,
    )
    return world, AiServiceStub(channel)


def measure(arguments: argparse.Namespace, folder: Path, stack: ExitStack) -> None:
    world, ai = build(arguments, folder, stack)
    print(f"{arguments.processes} processes, {arguments.nodes} nodes a position")
    if "ratio" in arguments.only:
        show_ratios(ratios(world, arguments))
    print(f"{'milliseconds':34} {'p50':>9} {'p95':>9} {'p99':>9} {'most':>9} {'n':>7}")
    if "moves" in arguments.only:
        moves(world, ai, arguments)
    if "aborts" in arguments.only:
        aborts(world, arguments)


def show_ratios(windows: Sequence[tuple[Window, Window]]) -> None:
    for name, figure in (("a second", "a_second"), ("a processor second", "a_processor_second")):
        print(f"{'nodes ' + name:34} {'bare':>12} {'workers':>12} {'ratio':>7}")
        found = []
        for bare, at_work in windows:
            one, other = getattr(bare, figure), getattr(at_work, figure)
            found.append(other / one)
            print(f"{'':34} {one:12,.0f} {other:12,.0f} {other / one:7.3f}")
        verdict("median ratio of at least", statistics.median(found), TARGET_RATIO, "")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("--processes", type=int, default=2, help="of the worker's pool, and bare ones")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="a position")
    parser.add_argument("--rounds", type=int, default=6, help="windows of each")
    parser.add_argument("--window-s", type=float, default=10.0)
    parser.add_argument("--settle-s", type=float, default=1.0, help="before each window")
    parser.add_argument("--games-asked", type=int, default=12, help="analyses that wait in each window")
    parser.add_argument("--turns", type=int, default=600)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pause-s", type=float, default=2.0, help="how long people think in the many games")
    parser.add_argument("--aborts", type=int, default=30)
    stages = ("ratio", "moves", "aborts")
    parser.add_argument("--only", nargs="+", default=stages, choices=stages)
    parser.add_argument("--broker", default="", help="amqp://… instead of the embedded Valkey")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        measure(arguments, Path(folder), stack)


if __name__ == "__main__":
    main()
