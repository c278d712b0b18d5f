"""The whole of it: a house, its tables, and somebody who shakes it; what was counted, and every fault."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.faults import Fault, Found
from tests.chaos.ledger import Ledger
from tests.chaos.shaking import Kill, Shaker, clock_time
from tests.chaos.tables import KINDS, Table
from tests.chaos.visitors import Door
from tests.e2e.whole import Platform, Victim

_MOST_FAULTS = 10
"""Then it is known well enough that something is wrong."""


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What a run has come to."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[Found] = field(default_factory=list)
    kills: list[Kill] = field(default_factory=list)
    longest_pause_s: float = 0.0
    away_s: float = 0.0
    """All outages that were noted."""
    seconds: float = 0.0


def run(
    data: Path, kills: int, games: int, seed: int, heard: Callable[[Victim], None] = lambda _: None
) -> Outcome:
    """Shake a house with so many games under way by so many kills; `data` is for the house, and stays."""
    outcome = Outcome()
    began_s = time.monotonic()
    with Platform(data, "tests.chaos.launcher") as platform:
        asyncio.run(_Chaos(platform, outcome, random.Random(seed)).run(kills, games, heard))
    outcome.seconds = time.monotonic() - began_s
    return outcome


class _Chaos:
    def __init__(self, platform: Platform, outcome: Outcome, chance: random.Random) -> None:
        self._platform = platform
        self._outcome = outcome
        self._chance = chance
        self._shaker = Shaker(platform, random.Random(chance.random()))
        outcome.kills = self._shaker.kills
        self._ledger = Ledger(platform.conninfo())
        self._is_closing = False
        self._unfinished: list[str] = []
        self._enough = asyncio.Event()

    async def run(self, kills: int, games: int, heard: Callable[[Victim], None]) -> None:
        async with Door(self._platform.url, self._chance) as door:
            visitors = [await door.guest() for _ in range(2 * games)]
            tables = [
                Table(
                    KINDS[number % len(KINDS)],
                    visitors[2 * number : 2 * number + 2],
                    self._ledger.outages,
                    lambda: self._is_closing,
                )
                for number in range(games)
            ]
            noting = asyncio.create_task(self._ledger.look_after_outages())
            playing = [asyncio.create_task(self._play(table)) for table in tables]
            await self._shake(kills, heard)
            self._is_closing = True
            await asyncio.gather(*playing)
            noting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await noting
            await self._settle(tables)
            self._outcome.counts.update(door.counts)
        self._outcome.longest_pause_s = max(table.longest_pause_s for table in tables)
        self._outcome.away_s = sum(end - start for start, end in self._ledger.outages()) / 1000

    async def _shake(self, kills: int, heard: Callable[[Victim], None]) -> None:
        """Until all kills are done, enough is known to be wrong, or somebody has had enough: what was is checked then."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._enough.set)
        enough = asyncio.create_task(self._enough.wait())
        shaking = asyncio.create_task(self._shaker.shake(kills, heard))
        await asyncio.wait({enough, shaking}, return_when=asyncio.FIRST_COMPLETED)
        enough.cancel()
        if not shaking.done():
            shaking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            try:
                await shaking
                await self._shaker.come_back()
            except Fault as fault:
                self._find(fault, "", "the house")

    async def _play(self, table: Table) -> None:
        """One game after another. After a fault the next one begins."""
        while not self._is_closing:
            try:
                await table.play_one(self._outcome.counts)
            except Fault as fault:
                self._find(fault, table.game_id, str(table.kind))
                self._unfinished.append(table.game_id)

    async def _settle(self, tables: list[Table]) -> None:
        played = [each for table in tables for each in table.played]
        visitors = {visitor for each in played for visitor in each.players.values()}
        for wrong in await self._ledger.settle(played, visitors, self._unfinished):
            self._find(Fault(wrong), "", "in the end")

    def _find(self, fault: Fault, game_id: str, kind: str) -> None:
        found = Found(
            at=clock_time(time.time()),
            game_id=game_id,
            kind=kind,
            what=str(fault),
            killed=self._shaker.lately(),
        )
        self._outcome.faults.append(found)
        print(found, file=sys.stderr, flush=True)  # a thousand kills take a while
        if len(self._outcome.faults) >= _MOST_FAULTS:
            self._enough.set()
