"""Who watches which game, and what is read for all of them together.

Every watcher first reads with his own token: that is also how the games service says whether he may. After
that, whoever stands at the same place of the same game shares one reading with the others. All see the same as
yet; once events are hidden from some, the place has to say for whose eyes it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import grpc

from gateway.clients_games import topic
from gateway.shapes import Json
from gateway.stream.feed import Feed

POLL_S = 1.0
POLL_WHILE_HEARING_S = 3.0
"""Wake-ups can be lost even then: a publisher that finds Valkey away says nothing for two seconds."""


class Hub:
    """The games that are watched. Everything here happens in one loop."""

    def __init__(self, feed: Feed, is_hearing: Callable[[], bool]) -> None:
        self._feed = feed
        self._is_hearing = is_hearing
        self._topics: dict[str, Topic] = {}
        self._count = 0

    @property
    def watcher_count(self) -> int:
        return self._count

    @contextlib.asynccontextmanager
    async def watching(self, game_id: str) -> AsyncIterator[Topic]:
        """The game's topic, which is polled and woken from now on until the end of the block."""
        found = self._topics.get(game_id)
        if found is None:
            found = self._topics[game_id] = Topic(self._feed, game_id, self._is_hearing)
        found.watchers += 1
        self._count += 1
        try:
            yield found
        finally:
            self._count -= 1
            found.watchers -= 1
            if found.watchers == 0:
                del self._topics[game_id]
                found.close()

    def ring(self, heard: str | None) -> None:
        """Something happened in the game of this topic; None: perhaps in any."""
        if heard is None:
            for watched in list(self._topics.values()):
                watched.turn()
        elif (found := self._topics.get(heard.removeprefix(topic("")))) is not None:
            found.turn()


class Topic:
    """One game that is watched: its rounds of reading."""

    def __init__(self, feed: Feed, game_id: str, is_hearing: Callable[[], bool]) -> None:
        self.watchers = 0
        self._feed = feed
        self._game_id = game_id
        self._is_hearing = is_hearing
        self._turned = asyncio.Event()
        self._readings: dict[tuple[int, int], asyncio.Task[Json]] = {}
        """Of this round, by where they start and how long they may be."""
        self._ticking = asyncio.create_task(self._tick())

    def turn(self) -> None:
        """Begin a new round: what was read before may be old."""
        self._readings.clear()
        self._turned.set()
        self._turned = asyncio.Event()

    def round(self) -> asyncio.Event:
        """Set when the present round is over. Take it before reading, wait for it afterwards."""
        return self._turned

    async def read_alone(self, token: str, after: int, limit: int) -> Json:
        """Read with one's own token. Raises grpc.RpcError."""
        return await self._feed.events(token, self._game_id, after, limit)

    async def read(self, token: str, after: int, limit: int) -> Json:
        """The same, for all who ask for it in this round. For those only who have read alone before."""
        place = (after, limit)
        reading = self._readings.get(place)
        is_first = reading is None
        if reading is None:
            reading = self._readings[place] = asyncio.create_task(self.read_alone(token, after, limit))
            reading.add_done_callback(_retrieve)
        try:
            # The first one may leave while the others still wait for what he has asked.
            return await asyncio.shield(reading)
        except grpc.RpcError:
            if is_first:
                raise
            return await self.read_alone(token, after, limit)

    def close(self) -> None:
        self._ticking.cancel()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(POLL_WHILE_HEARING_S if self._is_hearing() else POLL_S)
            self.turn()


def _retrieve(reading: asyncio.Task[Json]) -> None:
    """A fault that nobody waits for any more is nobody's."""
    if not reading.cancelled():
        reading.exception()
