"""A stream on one game that is opened again whenever it breaks, and remembers what it was told."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import aiohttp

from tests.chaos.faults import Fault, require
from tests.chaos.visitors import LOST, PATIENCE_S, Json, Visitor

OVER = ("game_ended", "game_aborted")
_STATUS_OVER = ("finished", "aborted")
_SILENCE_S = 25.0
"""Longer than two heartbeats."""
_KEEPS_S = 15.0
"""On average; then the reader hangs up himself."""
_AGAIN_S = (0.05, 1.0)


@dataclass(frozen=True, slots=True)
class Heard:
    """An event, as far as it must be the same for all who read."""

    sequence: int
    type: str
    time: str
    turn: int
    is_resumed: bool
    """Whether it was the first one after the stream was opened again."""


class Reader:
    """Reads one game from where it stands to its end. Half of them read server-sent events, half NDJSON."""

    def __init__(self, visitor: Visitor, game_id: str) -> None:
        self.heard: list[Heard] = []
        self.openings = 0
        self.news = asyncio.Event()
        """Set at each event."""
        self.heard_s = asyncio.get_running_loop().time()
        """When the last one came."""
        self._visitor = visitor
        self._address = f"{visitor.door.stream_url}/v1/stream?topics=game:{game_id}"
        self._is_ndjson = visitor.door.chance.random() < 0.5
        self._cursor = ""
        self._is_over = False

    @property
    def is_over(self) -> bool:
        return self._is_over

    async def read(self) -> None:
        """To the end of the game. Raises Fault."""
        loop, door = asyncio.get_running_loop(), self._visitor.door
        told_s = loop.time()
        while not self.is_over:
            with contextlib.suppress(*LOST):
                if await self._read_once():
                    told_s = loop.time()
            require(loop.time() < told_s + PATIENCE_S, f"no stream for {PATIENCE_S:.0f} s")
            if not self.is_over:
                door.counts["streams broken"] += 1
                await asyncio.sleep(door.chance.uniform(*_AGAIN_S))

    async def _read_once(self) -> bool:
        """Whether there was a stream. Raises Fault, and one of LOST where it breaks."""
        headers = {
            **self._visitor.header,
            "Accept": "application/x-ndjson" if self._is_ndjson else "text/event-stream",
            **({"Last-Event-ID": self._cursor} if self._cursor else {}),
        }
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=_SILENCE_S, sock_read=_SILENCE_S)
        hang_up = self._visitor.door.chance.expovariate(1 / _KEEPS_S)
        async with self._visitor.door.session.get(
            self._address, headers=headers, timeout=timeout
        ) as response:
            if response.status == 503:
                return False
            if response.status != 200:
                raise Fault(f"no stream: {response.status} {await response.text()}")
            self.openings += 1
            is_resumed = True
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(hang_up):
                    async for cursor, event in _events(response.content, is_ndjson=self._is_ndjson):
                        self._hear(event, is_resumed=is_resumed)
                        self._cursor = cursor
                        is_resumed = False
                        if self.is_over:
                            break
        return True

    def _hear(self, event: Json, *, is_resumed: bool) -> None:
        self.heard.append(
            Heard(event["sequence"], event["type"], event["event_time"], event["turn"], is_resumed)
        )
        self._is_over = event["type"] in OVER or event["data"].get("status") in _STATUS_OVER
        self.heard_s = asyncio.get_running_loop().time()
        self.news.set()


async def _events(content: aiohttp.StreamReader, *, is_ndjson: bool) -> AsyncIterator[tuple[str, Json]]:
    """Cursor and event; what was cut off in the middle is none."""
    fields: dict[str, str] = {}
    async for line in content:
        text = line.decode()
        if not text.endswith("\n"):
            return
        if is_ndjson:
            event = json.loads(text)
            if "cursor" in event:
                yield event["cursor"], event
            continue
        name, _, value = text.rstrip("\n").partition(":")
        if name:
            fields[name] = value.strip()
        elif not value:
            if "id" in fields:
                yield fields["id"], json.loads(fields["data"])
            fields = {}


def check(heard: Sequence[Heard], events: Sequence[Json]) -> None:
    """One look at how things stood, then every event once and in order, as they stand in the game. Raises Fault."""
    require(heard, "a stream that has told nothing")
    require(heard[0].type == "game_snapshot", f"begins with {heard[0]}")
    first = heard[0].sequence
    for number, told in enumerate(heard[1:], first + 1):
        gap = f"after event {number - 1} comes {told}; {len(events)} in all"
        require(told.sequence == number, gap)
        require(number <= len(events), f"the stream has told {told}, which the game does not know")
        known = events[number - 1]
        require(
            (told.type, told.time) == (known["type"], known["event_time"]),
            f"the stream has told {told}, and the game knows {known}",
        )
    require(heard[-1].sequence == len(events), f"{len(events)} events, and the stream ends with {heard[-1]}")
