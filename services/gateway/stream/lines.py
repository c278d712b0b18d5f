"""What is read once for all who read along with the same eyes.

A `Line` is a topic as one view sees it. When it is woken it reads on, with the token of anybody who reads along, and
keeps the newest events for a moment, until everybody has fetched them. Whoever lags behind what is kept reads by
himself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import grpc

from gateway.stream import feed
from gateway.stream.feed import Feeds
from gateway.stream.told import Told
from gateway.stream.topics import Topic
from gateway.stream.watchers import Place

_SPECTATOR = "spectator"
_SEATING = {"player_joined", "colours_swapped"}
"""After these, whoever looked on at a game may have a seat."""
_LEAVING = {"member_left"}
"""After these, whoever read along in a room may not be of it any more."""

Key: TypeAlias = tuple[str, str, str]
"""Topic, view, and whose it is alone (empty: anybody's with this view)."""


def key_of(topic: Topic, view: str, bearer: str) -> Key:
    """Who may share what is read.

    Players may change colours while they read. So what a player sees is shared by his own streams and by no other
    player's, and cannot come to somebody who no longer sits there.
    """
    return (topic.text, view, bearer if topic.is_game and view != _SPECTATOR else "")


class Line:
    """A topic as one view sees it."""

    __slots__ = (
        "_feeds",
        "_is_woken",
        "_reading",
        "_tail",
        "_view",
        "bell_name",
        "head",
        "is_owed",
        "key",
        "places",
        "read_s",
        "topic",
        "was_rung_in_vain",
    )

    def __init__(self, topic: Topic, view: str, key: Key, bell_name: str, head: int, feeds: Feeds) -> None:
        self.topic = topic
        self.key = key
        self.head = head
        """The last event that was read."""
        self.places: dict[Place, None] = {}
        """Who reads along; whose token was used longest ago first, so that each is asked for now and then."""
        self.read_s = 0.0
        """When it was last begun to be read, by the loop's clock."""
        self.bell_name = bell_name
        """Of the wake-ups for it."""
        self.is_owed = False
        """The last reading has failed, for a reason that passes."""
        self.was_rung_in_vain = False
        """A wake-up came and no event: spectators may see it later than players do."""
        self._view = view
        self._feeds = feeds
        self._tail: list[Told] = []
        self._is_woken = False
        self._reading: asyncio.Task[None] | None = None

    @property
    def is_players(self) -> bool:
        """Whoever reads along plays."""
        return bool(self.key[2])

    @property
    def is_reading(self) -> bool:
        return self._reading is not None

    def since(self, sequence: int) -> Sequence[Told] | None:
        """The events after this one, as far as they were read; None if they are not kept."""
        if sequence >= self.head:
            return ()
        if not self._tail or self._tail[0].sequence > sequence + 1:
            return None
        return [told for told in self._tail if told.sequence > sequence]

    def forget(self) -> None:
        """Keep no events."""
        self._tail = []

    def wake(self, then: Callable[[Line], None], *, is_rung: bool) -> None:
        """Read on, and call `then` afterwards. Woken while it reads, it reads once more.

        `is_rung`: somebody has said that there is something to read.
        """
        self._is_woken = True
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(then, is_rung))

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self, then: Callable[[Line], None], is_rung: bool) -> None:
        before = self.head
        try:
            while self._is_woken and self.places:
                self._is_woken = False
                self.is_owed = not await self._read_once()
        finally:
            self._reading = None
            if self._view == _SPECTATOR and is_rung:
                self.was_rung_in_vain = self.head == before
            then(self)

    async def _read_once(self) -> bool:
        """Whether there was an answer, or nobody is left to ask for one."""
        for place in list(self.places):
            if place.line is not self:
                continue  # it has left meanwhile
            try:
                page = await self._feeds.events(self.topic, place.token, self.head, feed.PAGE_EVENTS)
            except grpc.RpcError as error:
                if feed.is_passing(error):
                    return False
                if feed.is_lost(error):
                    # Everybody finds out for himself what there is instead.
                    self._dismiss(self.places)
                    return True
                place.fail(error)  # it is this one who may not read on
                continue
            if page.view != self._view:
                self._dismiss([place])
                continue
            if self.places.pop(place, self) is None:
                self.places[place] = None
            self._add(page.events)
            if page.events and self.head < page.last_sequence:
                self._is_woken = True
            return True
        return True

    def _add(self, events: Sequence[Told]) -> None:
        if not events:
            return
        # A new reading begins where the last one ended, so nothing can come twice or be left out.
        self._tail = [*self._tail, *events][-feed.PAGE_EVENTS :]
        self.head = events[-1].sequence
        if not self.is_players and any(told.type in (_SEATING | _LEAVING) for told in events):
            self._dismiss(self.places)
        for place in self.places:
            place.watcher.wake()

    def _dismiss(self, places: Iterable[Place]) -> None:
        """Have these look again with their own tokens, and find out what they see now."""
        for place in list(places):
            place.leave()
            place.watcher.wake()
