"""Who reads along: one open stream, or one request that waits."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import grpc

from gateway.callers import Visitor
from gateway.stream import cursor
from gateway.stream.topics import Topic

if TYPE_CHECKING:
    from gateway.stream.lines import Line


class Watcher:
    """Somebody who reads along, and is woken when there is something for him."""

    __slots__ = (
        "_bearer",
        "_is_woken",
        "_waiting",
        "due_s",
        "is_present",
        "places",
        "player",
        "takes_snapshots",
        "token",
        "transport",
        "writing_s",
    )

    def __init__(
        self, visitor: Visitor, topics: Sequence[Topic], *, is_present: bool, takes_snapshots: bool
    ) -> None:
        """`is_present`: it is a stream, which shows that the player is there. `takes_snapshots`: where he has read
        nothing yet, or lags far behind, he is told how things stand.
        """
        self.player = visitor.player
        self.token = visitor.token
        self.is_present = is_present
        self.takes_snapshots = takes_snapshots
        self.places = [Place(self, topic) for topic in topics]
        self.due_s = math.inf
        """When it wants to be woken in any case, by the loop's clock."""
        self.transport: asyncio.Transport | None = None
        self.writing_s = math.inf
        """Since when it has been waiting for its reader to take something."""
        self._bearer = cursor.bearer_mark(visitor.player)
        self._is_woken = False
        self._waiting: asyncio.Future[None] | None = None

    @property
    def cursor(self) -> bytes:
        """Where it stands in all its topics."""
        read = [(place.mark, place.sequence) for place in self.places if place.sequence is not None]
        return cursor.written(self._bearer, read)

    def wake(self) -> None:
        self._is_woken = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def woken(self) -> None:
        """Wait until it is woken, if it has not been since it last was here."""
        if not self._is_woken:
            # An asyncio.Event would take a kilobyte more, and there are thousands.
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        self._is_woken = False

    def prod(self, now_s: float, write_s: float) -> None:
        """Wake it if it is due, and cut it if its reader has taken nothing for so long."""
        if self.due_s <= now_s:
            self.due_s = math.inf
            self.wake()
        if self.writing_s + write_s <= now_s and self.transport is not None:
            # Whatever waits for this connection is cancelled by it.
            self.transport.abort()


class Place:
    """Where a watcher stands in one topic."""

    __slots__ = ("fault", "line", "mark", "sequence", "topic", "watcher")

    def __init__(self, watcher: Watcher, topic: Topic) -> None:
        self.watcher = watcher
        self.topic = topic
        self.mark = cursor.topic_mark(topic)
        self.sequence: int | None = None
        """Of the last event that he has; None before any."""
        self.line: Line | None = None
        """With whom he reads; None where he has to look by himself."""
        self.fault: grpc.RpcError | None = None
        """Why he may not read on."""

    @property
    def token(self) -> str:
        return self.watcher.token

    @property
    def is_behind(self) -> bool:
        """The others have read on already, or he does not know."""
        return self.line is None or self.sequence is None or self.sequence < self.line.head

    def leave(self) -> None:
        """Read with nobody any more."""
        if self.line is not None:
            self.line.places.pop(self, None)
            self.line = None

    def fail(self, error: grpc.RpcError) -> None:
        """He may not read on."""
        self.leave()
        self.fault = error
        self.watcher.wake()
