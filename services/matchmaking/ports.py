"""What the use cases need from outside."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from matchmaking.feed import Event, Page, Topic
from matchmaking.news import ToldGame
from matchmaking.record import FinishedGame, Tally
from matchmaking.room import Message, PrivateRoom


class RecordStore(Protocol):
    """Finished games and what they add up to. Every method is a transaction of its own."""

    def add(self, event_id: int, game: FinishedGame, tallies: Sequence[tuple[str, Tally]]) -> bool:
        """Keeps the game and adds the tallies to the records, all or nothing.

        False, and nothing is changed, if this event or this game has been added before.
        """

    def record(self, tenant_id: str, player_id: str) -> Mapping[str, Tally]:
        """By rule set, in the order of their keys; empty for a player without finished games."""


class NewsStore(Protocol):
    """Which games run, and the feeds that tell of them. Every method is a transaction of its own."""

    def tell(self, event_id: int, game: ToldGame, topics: Collection[Topic]) -> bool:
        """Notes what has become of the game and tells it in the topics.

        False, and nothing is changed, if this event was told before, a game that is known starts, or one that is over
        ends.
        """


class FeedStore(Protocol):
    """Feeds as they are kept. Every method is a transaction of its own."""

    def page(self, topic: Topic, after: int, limit: int) -> Page:
        """The events kept after that number, oldest first; not all that there were, if they are not kept any more."""

    def lobby_snapshot(self, topic: Topic) -> Event: ...

    def me_snapshot(self, topic: Topic, player_id: str) -> Event: ...

    def chat_snapshot(self, topic: Topic, room_id: str) -> Event: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestKey:
    """The name that a player has given to a wish, and the wish."""

    tenant_id: str
    player_id: str
    request_id: str
    wish_hash: bytes


class RoomStore(Protocol):
    """Private rooms and their members. Every method is a transaction of its own."""

    def create(
        self, tenant_id: str, player_id: str, room_id: str, invitation: str, request: RequestKey | None
    ) -> tuple[PrivateRoom, bool]:
        """The room with its maker in it, and whether the request has made it before.

        Raises TooManyRooms or RequestIdReused.
        """

    def find(self, tenant_id: str, room_id: str) -> PrivateRoom | None: ...

    def join(self, room: PrivateRoom, player_id: str) -> PrivateRoom:
        """The room with the player in it; nothing changes where he is.

        Raises RoomFull, or UnknownRoom if it has just been removed.
        """

    def leave(self, room: PrivateRoom, player_id: str) -> bool:
        """Whether the player is or once was a member. He is none from now on."""


class MessageStore(Protocol):
    """What is said in rooms. Every method is a transaction of its own."""

    def post(
        self, topic: Topic, room_id: str, player_id: str, text: str, request: RequestKey | None
    ) -> tuple[Message, bool]:
        """The message as it is kept, and whether the request has posted it before.

        Raises Muted, TooManyMessages or RequestIdReused.
        """

    def messages(self, topic: Topic, reader_id: str, after: int | None, limit: int) -> list[Message]:
        """Those after that number, or else the latest, oldest first; without those of whom the reader has blocked."""

    def hide(self, topic: Topic, message_id: int, may_hide: Callable[[str], bool]) -> Message:
        """Takes the text away if `may_hide` says yes to the author's id.

        Raises UnknownMessage or NotYourMessage.
        """

    def mute(self, tenant_id: str, player_id: str, for_ms: int) -> datetime | None:
        """Until when he is muted; None for 0 ms."""

    def block(self, tenant_id: str, player_id: str, blocked_id: str) -> None:
        """Raises TooManyBlocked."""

    def unblock(self, tenant_id: str, player_id: str, blocked_id: str) -> None: ...

    def blocked(self, tenant_id: str, player_id: str) -> list[str]: ...


class Table(Protocol):
    """Games at the table, as one visitor may see them."""

    def players(self, game_id: str, token: str) -> Collection[str] | None:
        """Whose game it is, as far as it is players'; None where the bearer of the token may not see it."""
