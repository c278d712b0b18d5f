"""Kills a random process of the house again and again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.chaos.faults import Fault
from tests.e2e.whole import VICTIMS, Platform, Victim

_BETWEEN_S = (0.5, 1.5)
_MOST_AWAY = 2
"""No more processes are killed while so many have not come back yet: games are to go on, not to wait for the end."""
_COMES_BACK_S = 120.0
_CONNECT_S = 1.0
_REMEMBERED = 12


@dataclass(frozen=True, slots=True)
class Kill:
    at_s: float
    """By the clock of the day."""
    victim: Victim

    def __str__(self) -> str:
        return f"{clock_time(self.at_s)} {self.victim}"


class Shaker:
    """Make it once the house is ready."""

    def __init__(self, platform: Platform, chance: random.Random) -> None:
        self.kills: list[Kill] = []
        self._platform = platform
        self._chance = chance
        self._latest: deque[Kill] = deque(maxlen=_REMEMBERED)
        names = {victim.name for victim in VICTIMS}
        self._doors = [_door(platform.address(name)) for name in sorted(names)]

    def lately(self) -> str:
        """What was killed last, and when."""
        return ", ".join(map(str, self._latest)) or "nothing"

    async def shake(self, kills: int, heard: Callable[[Victim], None]) -> None:
        """Kill so many processes, and tell of each. Raises Fault if the house does not come back."""
        while len(self.kills) < kills:
            await asyncio.sleep(self._chance.uniform(*_BETWEEN_S))
            await self.come_back(_MOST_AWAY)
            victim = self._chance.choice(VICTIMS)
            if await asyncio.to_thread(self._kill, victim):
                heard(victim)

    async def come_back(self, most_away: int = 0) -> None:
        """Until no more than so many processes are away. Raises Fault."""
        gives_up_s = time.monotonic() + _COMES_BACK_S
        while True:
            away = [door for door in self._doors if not await asyncio.to_thread(_is_open, door)]
            if len(away) <= most_away:
                return
            if time.monotonic() > gives_up_s:
                raise Fault(f"does not come back: {away}; {self.lately()}")
            await asyncio.sleep(0.1)

    def _kill(self, victim: Victim) -> bool:
        pid = self._platform.living(victim)
        if pid is None:
            return False
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        kill = Kill(time.time(), victim)
        self.kills.append(kill)
        self._latest.append(kill)
        return True


def clock_time(at_s: float) -> str:
    return datetime.fromtimestamp(at_s, UTC).strftime("%H:%M:%S.%f")[:-3]


def _door(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host, int(port)


def _is_open(door: tuple[str, int]) -> bool:
    try:
        with socket.create_connection(door, timeout=_CONNECT_S):
            return True
    except OSError:
        return False
