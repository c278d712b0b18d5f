"""What the matchmaking service does: keeps records of finished games, tells what becomes of games, and serves feeds."""

from __future__ import annotations

from collections.abc import Mapping

from matchmaking import feed
from matchmaking.chat import Doors
from matchmaking.errors import CursorExpired, InvalidCursor, UnknownRoom, UnknownTopic
from matchmaking.feed import Event, Page, Topic
from matchmaking.news import ToldGame, told_to
from matchmaking.ports import FeedStore, NewsStore, RecordStore
from matchmaking.record import FinishedGame, Tally, tallies
from matchmaking.room import Visitor

_CHAT = "chat:"


class Records:
    """The record of each player."""

    def __init__(self, store: RecordStore) -> None:
        self._store = store

    def note(self, event_id: int, game: FinishedGame) -> bool:
        """Counts a game once, however often it is told. Whether it was new."""
        return self._store.add(event_id, game, list(tallies(game)))

    def of(self, tenant_id: str, player_id: str) -> Mapping[str, Tally]:
        """By rule set, in the order of their keys."""
        return self._store.record(tenant_id, player_id)


class Tidings:
    """What becomes of games."""

    def __init__(self, store: NewsStore) -> None:
        self._store = store

    def tell(self, event_id: int, game: ToldGame) -> bool:
        """Tells it once, however often it is heard. Whether it was new."""
        return self._store.tell(event_id, game, list(told_to(game)))


class Feeds:
    """The topics "lobby", "me" and "chat:<room id>", each for whom it is meant."""

    def __init__(self, store: FeedStore, doors: Doors) -> None:
        self._store = store
        self._doors = doors

    def page(self, visitor: Visitor, name: str, after: int, limit: int) -> tuple[Page, str]:
        """Events after that number, and whose eyes they are for.

        Raises UnknownTopic, InvalidCursor or CursorExpired.
        """
        topic, _ = self._topic(visitor, name)
        page = self._store.page(topic, after, limit)
        if not 0 <= after <= page.last_sequence:
            raise InvalidCursor(after, page.last_sequence)
        if after < page.last_sequence and (not page.events or page.events[0].sequence != after + 1):
            raise CursorExpired(after)
        return page, topic.view

    def snapshot(self, visitor: Visitor, name: str) -> tuple[Event, str]:
        """How things stand, and whose eyes it is for. Raises UnknownTopic."""
        topic, room_id = self._topic(visitor, name)
        if room_id is not None:
            return self._store.chat_snapshot(topic, room_id), topic.view
        if name == "me":
            return self._store.me_snapshot(topic, visitor.player_id), topic.view
        return self._store.lobby_snapshot(topic), topic.view

    def _topic(self, visitor: Visitor, name: str) -> tuple[Topic, str | None]:
        """The topic that the visitor means, and its room if it is one's. Raises UnknownTopic."""
        if name == "lobby":
            return feed.lobby(visitor.tenant_id), None
        if name == "me":
            return feed.me(visitor.tenant_id, visitor.player_id), None
        if name.startswith(_CHAT):
            room_id = name.removeprefix(_CHAT)
            try:
                self._doors.enter(visitor, room_id)
            except UnknownRoom:
                raise UnknownTopic(name) from None
            return feed.chat(visitor.tenant_id, room_id), room_id
        raise UnknownTopic(name)
