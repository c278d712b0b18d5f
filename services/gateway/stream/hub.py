"""Everybody who reads along, and everything that is read for them. All of it happens in one loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import grpc

from gateway.stream import feed
from gateway.stream.feed import Feeds, Page
from gateway.stream.lines import Key, Line, key_of
from gateway.stream.told import Told
from gateway.stream.watchers import Place, Watcher

POLL_S = 1.0
POLL_WHILE_HEARING_S = 3.0
"""Wake-ups can be lost even then: a publisher that finds Valkey away says nothing for two seconds."""
_POLLS_PER_S = 200
_POLLS_PER_S_WHILE_HEARING = 50
"""Where more is watched than may be looked at so often, all of it waits longer: looking in vain must not cost what
reading costs."""
_LOOK_S = 0.25
"""How often it is seen to who and what is due."""
_KEPT_S = 2.0
"""So long the events that were read are kept for who has not fetched them yet."""
_LATEST_S = 600.0
"""Spectators see things so much later at most."""
MAX_GAP = 500
"""Whoever lags behind by more events is told how things stand instead."""


@dataclass(slots=True)
class Bell:
    """What is to be done when a wake-up of some name is heard."""

    lines: set[Line] = field(default_factory=set)
    rings: int = 0
    listeners: int = 0
    """Who reads at the moment, and then asks whether it has rung meanwhile."""


class Hub:
    """Who watches what."""

    def __init__(self, feeds: Feeds, is_hearing: Callable[[], bool], write_s: float) -> None:
        """`write_s`: a reader who takes nothing for so long is cut."""
        self._feeds = feeds
        self._is_hearing = is_hearing
        self._write_s = write_s
        self._watchers: set[Watcher] = set()
        self._lines: OrderedDict[Key, Line] = OrderedDict()
        """The one that was read longest ago first."""
        self._bells: dict[str, Bell] = {}
        self._restless: dict[Line, float] = {}
        """What is looked at soon and again, until then."""
        self._keeping: dict[Line, float] = {}
        """What keeps events, until then."""

    @property
    def watcher_count(self) -> int:
        return len(self._watchers)

    @property
    def line_count(self) -> int:
        return len(self._lines)

    def present(self) -> set[tuple[str, str, str]]:
        """Game, player and tenant of everybody who has a stream open on a game of his own."""
        return {
            (line.topic.name, place.watcher.player.id, place.watcher.player.tenant_id)
            for line in self._lines.values()
            if line.is_players
            for place in line.places
            if place.watcher.is_present
        }

    @contextlib.contextmanager
    def watching(self, watcher: Watcher) -> Iterator[None]:
        """Until the end of the block it is woken by whatever happens, and when it is due."""
        self._watchers.add(watcher)
        try:
            yield
        finally:
            self._watchers.discard(watcher)
            for place in watcher.places:
                self._leave(place)

    async def look(self, place: Place, limit: int | None = None) -> Sequence[Told]:
        """What is new at the place, read with the watcher's own token; from then on he reads with the others.

        At most `limit` events, else a page of them. The place itself does not move. Raises grpc.RpcError.
        """
        name = place.topic.wake_up(place.watcher.player)
        bell = self._bells.setdefault(name, Bell())
        bell.listeners += 1
        rings = bell.rings
        try:
            page = await self._page(place, limit or feed.PAGE_EVENTS)
            line = self._join(place, page, bell)
            if bell.rings != rings or line.head < page.last_sequence:
                self._wake(line, is_rung=True)
        finally:
            bell.listeners -= 1
            self._drop_bell(name)
        return page.events

    def ring(self, heard: str | None) -> None:
        """Something happened that has this name; None: perhaps anything."""
        for name in list(self._bells) if heard is None else [heard]:
            if (bell := self._bells.get(name)) is not None:
                bell.rings += 1
                for line in bell.lines:
                    if heard is None:
                        self._restless[line] = 0.0  # thousands, perhaps: one after the other
                    else:
                        self._wake(line, is_rung=True)

    def wake_everybody(self) -> None:
        for watcher in self._watchers:
            watcher.wake()

    async def run(self, look_s: float = _LOOK_S) -> None:
        """See to who and what is due, for ever."""
        look_s = min(look_s, _LOOK_S)
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(look_s)
            now_s = loop.time()
            self._poll(now_s, look_s)
            for line, until_s in list(self._keeping.items()):
                if until_s <= now_s:
                    line.forget()
                    del self._keeping[line]
            for watcher in self._watchers:
                watcher.prod(now_s, self._write_s)

    def close(self) -> None:
        for line in self._lines.values():
            line.close()

    async def _page(self, place: Place, limit: int) -> Page:
        after = place.sequence
        if after is None:
            return await self._feeds.snapshot(place.topic, place.token)
        try:
            page = await self._feeds.events(place.topic, place.token, after, limit)
        except grpc.RpcError as error:
            if not (feed.is_lost(error) and place.watcher.takes_snapshots):
                raise
        else:
            if page.last_sequence - after <= MAX_GAP or not place.watcher.takes_snapshots:
                return page
        return await self._feeds.snapshot(place.topic, place.token)

    def _join(self, place: Place, page: Page, bell: Bell) -> Line:
        self._leave(place)
        player = place.watcher.player
        key = key_of(place.topic, page.view, f"{player.tenant_id}:{player.id}")
        line = self._lines.get(key)
        if line is None:
            head = page.events[-1].sequence if page.events else place.sequence or 0
            name = place.topic.wake_up(player)
            line = self._lines[key] = Line(place.topic, page.view, key, name, head, self._feeds)
            line.read_s = asyncio.get_running_loop().time()
            bell.lines.add(line)
        line.places[place] = None
        place.line = line
        return line

    def _leave(self, place: Place) -> None:
        line = place.line
        place.leave()
        if line is not None and not line.places:
            self._drop(line)

    def _drop(self, line: Line) -> None:
        """Nobody reads along any more."""
        if self._lines.get(line.key) is line:
            del self._lines[line.key]
        self._restless.pop(line, None)
        self._keeping.pop(line, None)
        line.close()
        if (bell := self._bells.get(line.bell_name)) is not None:
            bell.lines.discard(line)
            self._drop_bell(line.bell_name)

    def _drop_bell(self, name: str) -> None:
        bell = self._bells.get(name)
        if bell is not None and not bell.lines and not bell.listeners:
            del self._bells[name]

    def _wake(self, line: Line, *, is_rung: bool) -> None:
        line.read_s = asyncio.get_running_loop().time()
        self._lines.move_to_end(line.key)
        line.wake(self._settle, is_rung=is_rung)

    def _settle(self, line: Line) -> None:
        """After a reading."""
        if not line.places:
            self._drop(line)
            return
        now_s = asyncio.get_running_loop().time()
        self._keeping[line] = now_s + _KEPT_S
        if line.is_owed:
            self._restless.setdefault(line, 0.0)
        elif line.was_rung_in_vain:
            line.was_rung_in_vain = False
            self._restless[line] = now_s + _LATEST_S
        elif self._restless.get(line, now_s) < now_s:
            del self._restless[line]

    def _poll(self, now_s: float, passed_s: float) -> None:
        """Look at what has not been looked at for long; first at what has a reason."""
        hearing = self._is_hearing()
        left = max(1, int((_POLLS_PER_S_WHILE_HEARING if hearing else _POLLS_PER_S) * passed_s))
        every_s = POLL_WHILE_HEARING_S if hearing else POLL_S
        soon_s = min(POLL_S, every_s)
        for line in [*self._restless]:
            if left == 0:
                return
            if line.read_s + soon_s <= now_s and not line.is_reading:
                self._wake(line, is_rung=False)
                left -= 1
        for line in list(islice(self._lines.values(), left)):
            if line.read_s + every_s > now_s:
                return
            if not line.is_reading:
                self._wake(line, is_rung=False)
