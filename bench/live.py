"""`make bench-live`: live games as thousands see them, beside what the same database and the same broker do alone.

The whole platform runs as `make run` starts it, with fsync on. Thousands of streams are open, both players' of each
game, and moves are sent at a steady pace; before that flags fall in games with nobody connected, once plainly and once
with games and clocks killed in between. The load comes from this process, on the same cores. All times are counted from
when a move was due to be sent, so that a slow answer makes those behind it late as well.

In the same rounds: a request that does nothing (`GET /healthz` of the gateway), and a row committed in the same
Postgres with a wake-up through the same Valkey, which is the least that telling of a move can take.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from bench import live_flags, live_load
from bench.live_flags import Fallen
from bench.live_load import Lines, Table
from bench.move_platform import Platform as Processes
from tests.e2e.whole import Platform, Victim

_LINES = 32
"""Connections for requests. None has to wait for one at the pace that is meant."""
_OPENING = 50
"""Streams that are opened at the same time."""
_FIRST_STREAMS = 100
"""What their opening makes the process load is not counted."""
_WARM_UP_S = 5.0
_DELIVERED_S = 15.0
_BESIDE_RATE = 10.0
"""Of the empty requests, and of the rows with a wake-up; each second."""
_KILLED = ("games", "clocks")
_GRACE_MS = 100
"""A flag falls so much after its deadline, by design (games.alarms)."""
_TARGETS = {"acknowledged": 150, "delivered": 250, "flags": 250, "stream_kb": 30}


@dataclass(slots=True, kw_only=True)
class Measured:
    """All that is told in the end. Latencies in milliseconds, in no order."""

    streams: int = 0
    rate: float = 0.0
    seconds: float = 0.0
    acknowledged: list[float] = field(default_factory=list)
    delivered: list[float] = field(default_factory=list)
    delivered_after: list[float] = field(default_factory=list)
    """From the acknowledgement; less than 0 where the other side knew first."""
    undelivered: int = 0
    unavailable: int = 0
    """Moves that were answered so, and sent again."""
    empty: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    stream_kb: float = 0.0
    """Of memory for each stream, once it is open …"""
    stream_kb_later: float = 0.0
    """… and after the load."""
    processor_s: Mapping[str, float] = field(default_factory=dict)
    flags: list[float] = field(default_factory=list)
    """How late they fell."""
    flags_killed: list[float] = field(default_factory=list)
    """The same of those that were due when the house was whole, though something was killed before."""
    flags_away: list[float] = field(default_factory=list)
    """Of those that were due while games or clocks were away."""
    away_s: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--streams", type=int, default=2000, help="open at the same time (default: 2000)")
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second (default: 100)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of moves (default: 30)")
    parser.add_argument("--flags", type=int, default=2000, help="games whose flags fall (default: 2000)")
    parser.add_argument("--spread", type=float, default=20.0, help="seconds in which they fall (default: 20)")
    wishes = parser.parse_args(arguments)
    _allow_files(wishes.streams + 200)
    # All guests come from one address here.
    os.environ["BRETTWERK_GATEWAY_GUEST_BURST"] = "1000000"
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as data, Platform(Path(data)) as platform:
        measured = asyncio.run(_Bench(platform, wishes).run())
    show(
        measured, f"{os.cpu_count()} cores, load {load_before:.1f} before and {os.getloadavg()[0]:.1f} after"
    )
    return 0


class _Bench:
    def __init__(self, platform: Platform, wishes: argparse.Namespace) -> None:
        self._platform = platform
        self._wishes = wishes
        self._processes = Processes(platform.url, Path(), platform.launcher_pid)
        self._measured = Measured(streams=wishes.streams, rate=wishes.rate, seconds=wishes.seconds)

    async def run(self) -> Measured:
        lines = Lines(self._platform.url, _LINES)
        try:
            # Flags first: games whose players have just hung up keep the house busy for a minute.
            if self._wishes.flags:
                await self._flags(lines)
            if self._wishes.streams:
                await self._live(lines)
        finally:
            lines.close()
        return self._measured

    async def _live(self, lines: Lines) -> None:
        tables = [Table() for _ in range(max(1, self._wishes.streams // 2))]
        with _progress("games", len(tables)) as done:
            await live_load.seat(lines, tables, done)
        url = (await lines.ask("GET", "/v1/meta"))["stream_url"]
        whose = [(table, side) for table in tables for side in live_load.SIDES]
        first, others = whose[:_FIRST_STREAMS], whose[_FIRST_STREAMS:]
        stream_pid = self._platform.leader("stream")
        with _progress("streams", len(whose)) as done:
            readers = await live_load.open_streams(url, first, _OPENING, done)
            before_kb = _resident_kb(stream_pid)
            readers += await live_load.open_streams(url, others, _OPENING, done)
        opened_kb = _resident_kb(stream_pid)
        # What is garbage here already must not be looked through again and again while it is measured.
        gc.collect()
        gc.freeze()
        await self._load(lines, tables)
        if others:
            self._measured.stream_kb = (opened_kb - before_kb) / len(others)
            self._measured.stream_kb_later = (_resident_kb(stream_pid) - before_kb) / len(others)
        for reader in readers:
            assert reader.transport is not None
            assert not reader.transport.is_closing(), "a stream was closed"
            reader.transport.close()

    async def _load(self, lines: Lines, tables: Sequence[Table]) -> None:
        wishes = self._wishes
        valkey_url = self._platform.variable("BRETTWERK_VALKEY")
        async with live_load.floor(self._platform.conninfo(), valkey_url) as floor:
            with _progress("moves", round(wishes.rate * (_WARM_UP_S + wishes.seconds))) as done:
                move = live_load.mover(lines, tables, done)
                await live_load.paced(wishes.rate, min(_WARM_UP_S, wishes.seconds), move)
                for table in tables:
                    for noted in (table.due_s, table.acknowledged_s, table.delivered_s):
                        noted.clear()
                before = self._processes.processor_s()
                async with asyncio.TaskGroup() as loads:
                    loads.create_task(live_load.paced(wishes.rate, wishes.seconds, move))
                    loads.create_task(live_load.paced(_BESIDE_RATE, wishes.seconds, self._empty(lines)))
                    loads.create_task(live_load.paced(_BESIDE_RATE, wishes.seconds, floor.call))
                used = self._processes.processor_s()
            await _delivered(tables)
            self._measured.floor = floor.latencies_ms
        self._measured.processor_s = {name: used_s - before.get(name, 0.0) for name, used_s in used.items()}
        self._note(tables)

    def _empty(self, lines: Lines) -> Callable[[float], Awaitable[None]]:
        loop = asyncio.get_running_loop()

        async def ask(due_s: float) -> None:
            await lines.ask("GET", "/healthz")
            self._measured.empty.append((loop.time() - due_s) * 1000)

        return ask

    def _note(self, tables: Sequence[Table]) -> None:
        for table in tables:
            self._measured.unavailable += table.unavailable
            for turn, acknowledged_s in table.acknowledged_s.items():
                due_s = table.due_s.get(turn)
                if due_s is None:
                    continue
                self._measured.acknowledged.append((acknowledged_s - due_s) * 1000)
                delivered_s = table.delivered_s.get(turn)
                if delivered_s is None:
                    self._measured.undelivered += 1
                else:
                    self._measured.delivered.append((delivered_s - due_s) * 1000)
                    self._measured.delivered_after.append((delivered_s - acknowledged_s) * 1000)

    async def _flags(self, lines: Lines) -> None:
        self._measured.flags = [flag.late_ms for flag in await self._fall(lines, ())]
        killed: list[float] = []
        falling = await self._fall(lines, killed)
        began_s, back_s = killed
        self._measured.away_s = back_s - began_s
        for flag in falling:
            # What was due a little before may have been in the hands of those who were killed.
            was_away = (began_s - 0.2) * 1000 <= flag.due_ms + _GRACE_MS <= back_s * 1000
            (self._measured.flags_away if was_away else self._measured.flags_killed).append(flag.late_ms)

    async def _fall(self, lines: Lines, killed: list[float] | tuple[()]) -> list[Fallen]:
        """Where `killed` is a list, games and clocks are killed in between; from when until when they were away."""
        wishes = self._wishes
        with _progress("games whose time runs", wishes.flags) as done:
            games = await live_flags.make_games(lines, wishes.flags, wishes.spread, done)
        killing = None
        if isinstance(killed, list):
            dues = sorted(due_ms for _, due_ms in games.values())
            killing = asyncio.create_task(self._kill(dues[len(dues) // 3] / 1000, killed))
        with tqdm(total=wishes.flags, desc="flags", unit="", disable=None) as progress:

            def told(count: int) -> None:
                progress.update(count - progress.n)

            found = await live_flags.fallen(self._platform.conninfo(), games, told)
        if killing is not None:
            await killing
        return found

    async def _kill(self, at_s: float, killed: list[float]) -> None:
        await asyncio.sleep(max(0.0, at_s - time.time()))
        killed.append(time.time())
        for name in _KILLED:
            await asyncio.to_thread(self._platform.kill, self._platform.pid(Victim(name=name)))
        for name in _KILLED:
            await asyncio.to_thread(self._platform.wait_open, name)
        killed.append(time.time())


async def _delivered(tables: Sequence[Table]) -> None:
    """Until every move was delivered, or never will be."""
    loop = asyncio.get_running_loop()
    gives_up_s = loop.time() + _DELIVERED_S
    while loop.time() < gives_up_s:
        if all(table.acknowledged_s.keys() <= table.delivered_s.keys() for table in tables):
            return
        await asyncio.sleep(0.1)


def show(measured: Measured, circumstances: str) -> None:
    """Print the figures, each beside what it is to be."""
    print(f"\n{circumstances}")
    if measured.streams:
        _show_live(measured)
    if measured.flags:
        print(f"\n{'flags: late by':34}{'count':>8}{'p50 ms':>9}{'p99 ms':>9}{'most ms':>9}{'to be':>8}")
        _row("nobody connected", measured.flags, _TARGETS["flags"], last=100)
        _row("games and clocks were killed", measured.flags_killed, _TARGETS["flags"], last=100)
        _row(f"due while they were away ({measured.away_s:.1f} s)", measured.flags_away, None, last=100)


def _show_live(measured: Measured) -> None:
    print(
        f"{measured.streams} streams, {measured.rate:g} moves a second for {measured.seconds:g} s, "
        f"{len(measured.acknowledged)} measured, {measured.undelivered} not delivered, {measured.unavailable} sent again"
    )
    print(f"\n{'':34}{'count':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'to be':>8}")
    _row("acknowledged", measured.acknowledged, _TARGETS["acknowledged"])
    _row("delivered to the opponent", measured.delivered, _TARGETS["delivered"])
    _row("  from the acknowledgement", measured.delivered_after, None)
    _row("empty request", measured.empty, None)
    _row("a row and a wake-up alone", measured.floor, None)
    if measured.empty and measured.floor and measured.acknowledged:
        empty_ms, floor_ms = (percentile(each, 50) for each in (measured.empty, measured.floor))
        print(f"\n{'ratio of medians':34}{'p50':>8}")
        print(f"{'acknowledged / empty request':34}{percentile(measured.acknowledged, 50) / empty_ms:8.1f}")
        print(f"{'delivered / a row and a wake-up':34}{percentile(measured.delivered, 50) / floor_ms:8.1f}")
    print(
        f"\nmemory of a stream: {measured.stream_kb:.1f} kB once open, {measured.stream_kb_later:.1f} kB after the "
        f"load (to be {_TARGETS['stream_kb']})"
    )
    print(f"\n{'processor':34}{'ms a second':>12}{'ms a move':>11}")
    moves = measured.rate * measured.seconds
    for name, used_s in sorted(measured.processor_s.items(), key=lambda each: -each[1]):
        print(f"{name:34}{used_s * 1000 / measured.seconds:12.1f}{used_s * 1000 / moves:11.2f}")


def _row(name: str, latencies_ms: Sequence[float], target_ms: int | None, last: int = 99) -> None:
    """Count and percentiles; `last` is the last of them, 100 for the most."""
    if not latencies_ms:
        print(f"{name:34}{0:8}")
        return
    percents = (50, 95, 99) if last == 99 else (50, 99, 100)
    figures = "".join(f"{percentile(latencies_ms, percent):9.1f}" for percent in percents)
    print(f"{name:34}{len(latencies_ms):8}{figures}{'' if target_ms is None else target_ms:>8}")


def percentile(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    with tqdm(total=total, desc=what, unit="", disable=None) as progress:
        yield lambda: _done(progress.update())


def _done(_drawn: object) -> None:
    """Whether it was drawn does not matter."""


def _resident_kb(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return float(next(line for line in text.splitlines() if line.startswith("VmRSS:")).split()[1])


def _allow_files(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


if __name__ == "__main__":
    sys.exit(main())
