"""`make bench-move`: what a move costs, beside an empty RPC and a bare insert.

The whole platform runs as `make run` starts it, with fsync on, and games of two guests with a clock are played
over REST; a move is done when its answer has come, which is after its commit. The empty RPC is answered by a server
of the same kind as the services; the bare insert goes into the same Postgres. All are called in interleaved
rounds, so that a busy machine disturbs both sides of a ratio alike; the client takes part of the same cores.
The processor time of a move is that of the platform's processes in its rounds, with what follows from the
move when it is acknowledged (the alarm of the next deadline).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import grpc
from tqdm import tqdm

from bench import move_load
from bench.move_load import Call, Moves
from bench.move_platform import Platform, running
from chassis.channels import connect
from chassis.healthy import is_serving
from chassis.tokens import TokenSource, make_keys
from local.ports import free_port

_READY_S = 30.0
_MOVE, _RPC, _INSERT = "a move", "empty RPC", "bare insert"
_GAMES_IN_ADVANCE = 6
"""For each connection and round: making them is no part of a move."""


@dataclass(slots=True, kw_only=True)
class Target:
    """Something to call, by so many at once."""

    name: str
    callers: Sequence[Call]
    prepare: Callable[[], None] = lambda: None
    """Before a round, outside of the time."""
    latencies_ms: list[list[float]] = field(default_factory=list)
    """By round."""
    wall_s: float = 0.0
    processor_s: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Of the platform, by process."""

    @property
    def at_once(self) -> int:
        return len(self.callers)

    @property
    def calls(self) -> int:
        return sum(map(len, self.latencies_ms))

    def percentile_ms(self, percent: int) -> float:
        every = sorted(ms for round_ms in self.latencies_ms for ms in round_ms)
        return every[min(len(every) * percent // 100, len(every) - 1)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.move", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="rounds for each target (default: 10)")
    parser.add_argument("--round-s", type=float, default=0.5, help="seconds of a round (default: 0.5)")
    parser.add_argument("--at-once", type=int, default=8, help="games at once where many (default: 8)")
    wishes = parser.parse_args(arguments)
    load_before = os.getloadavg()[0]
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        platform = stack.enter_context(running(data / "platform"))
        empty = move_load.empty_rpcs(stack.enter_context(_empty_server(data / "empty")))
        moves = Moves(platform.url)
        insert = move_load.inserts(platform.conninfo())
        targets = []
        for at_once in sorted({1, wishes.at_once}):
            prepare = partial(moves.prepare, at_once * _GAMES_IN_ADVANCE)
            targets += [
                Target(name=_RPC, callers=[empty() for _ in range(at_once)]),
                Target(name=_INSERT, callers=[insert() for _ in range(at_once)]),
                Target(name=_MOVE, callers=[moves.caller() for _ in range(at_once)], prepare=prepare),
            ]
        _measure(platform, targets, wishes.rounds, wishes.round_s)
    load = f"load {load_before:.1f} before and {os.getloadavg()[0]:.1f} after"
    show(targets, f"{os.cpu_count()} cores, {load}; {wishes.rounds} rounds of {wishes.round_s:g} s each")
    return 0


def show(targets: Sequence[Target], circumstances: str) -> None:
    """Print the figures: latencies, their ratios, processor time by process."""
    found = {(target.name, target.at_once): target for target in targets}
    print(f"\n{circumstances}")
    print(f"{'':14}{'at once':>8}{'p50 ms':>9}{'p99 ms':>9}{'per second':>12}")
    for target in targets:
        print(
            f"{target.name:14}{target.at_once:8}{target.percentile_ms(50):9.2f}{target.percentile_ms(99):9.2f}"
            f"{target.calls / target.wall_s:12,.0f}"
        )
    print(f"\n{'ratio of medians, by round':34}{'at once':>8}{'p50':>8}")
    for at_once in sorted({target.at_once for target in targets}):
        for beside in (_RPC, _INSERT):
            ratio = _ratio(found[_MOVE, at_once], found[beside, at_once])
            print(f"{f'{_MOVE} / {beside}':34}{at_once:8}{ratio:8.1f}")
    _show_processor(found)


@contextmanager
def _empty_server(folder: Path) -> Iterator[grpc.Channel]:
    """The rules service with an empty RPC beside it; a channel to it."""
    address = f"127.0.0.1:{free_port(18101, ())}"
    make_keys(folder / "private", folder / "public", "gateway")
    environment = {
        **os.environ,
        "BRETTWERK_PUBLIC_KEYS": str(folder / "public"),
        "BRETTWERK_RULES_ADDRESS": address,
        "BRETTWERK_RULES_LOG_LEVEL": "error",
    }
    process = subprocess.Popen((sys.executable, "-m", "bench.api_servers"), env=environment)
    try:
        gives_up = time.monotonic() + _READY_S
        while not is_serving(address):
            if process.poll() is not None or time.monotonic() > gives_up:
                raise RuntimeError("the empty server did not start")
            time.sleep(0.05)
        bearer = TokenSource("gateway", folder / "private" / "gateway.pem").bearer("rules")
        with connect(address, bearer=bearer) as channel:
            yield channel
    finally:
        process.terminate()
        process.wait()


def _measure(platform: Platform, targets: Sequence[Target], rounds: int, round_s: float) -> None:
    for target in targets:  # warm up: caches, connections, threads
        _round(platform, target, round_s)
        target.latencies_ms.clear()
        target.processor_s.clear()
        target.wall_s = 0.0
    with tqdm(total=rounds * len(targets), unit="round", disable=None) as progress:
        for _ in range(rounds):
            for target in targets:
                progress.set_description(f"{target.name}, {target.at_once} at once")
                _round(platform, target, round_s)
                progress.update()


def _round(platform: Platform, target: Target, seconds: float) -> None:
    target.prepare()
    latencies_ms: list[float] = []
    faults: list[BaseException] = []
    before, began = platform.processor_s(), time.perf_counter()
    ends = began + seconds

    def load(call: Call) -> None:
        try:
            now = time.perf_counter()
            while now < ends:
                call()
                after = time.perf_counter()
                latencies_ms.append((after - now) * 1000)
                now = after
        except BaseException as fault:  # noqa: BLE001  shown by the main thread
            faults.append(fault)

    threads = [threading.Thread(target=load, args=(call,)) for call in target.callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    target.wall_s += time.perf_counter() - began
    target.latencies_ms.append(latencies_ms)
    for name, used_s in platform.processor_s().items():
        target.processor_s[name] += used_s - before.get(name, 0.0)


def _ratio(one: Target, other: Target) -> float:
    pairs = zip(one.latencies_ms, other.latencies_ms, strict=True)
    return statistics.median(statistics.median(ours) / statistics.median(theirs) for ours, theirs in pairs)


def _show_processor(found: Mapping[tuple[str, int], Target]) -> None:
    """By process: of a move, and what it uses anyway, seen while the empty RPC was called elsewhere."""
    moves = [target for (name, _), target in found.items() if name == _MOVE]
    idle = [target for (name, _), target in found.items() if name == _RPC]
    names = sorted(
        moves[0].processor_s, key=lambda name: sum(target.processor_s[name] for target in moves), reverse=True
    )
    heads = "".join(f"{f'{target.at_once} at once':>11}" for target in moves)
    print(f"\n{'processor ms of a move':26}{heads}{'idle, ms a second':>20}")
    idle_s = sum(target.wall_s for target in idle)
    for name in [*names, "all"]:
        shown = names if name == "all" else [name]
        each = "".join(
            f"{sum(target.processor_s[one] for one in shown) * 1000 / target.calls:11.2f}" for target in moves
        )
        used_s = sum(target.processor_s[one] for target in idle for one in shown)
        print(f"{name:26}{each}{used_s * 1000 / idle_s:20.1f}")


if __name__ == "__main__":
    sys.exit(main())
