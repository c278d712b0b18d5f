"""What is done in rooms: made, entered, left, written in, and kept in order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from hmac import compare_digest

from matchmaking import feed
from matchmaking.errors import NotAPlayer, UnknownRoom
from matchmaking.ports import MessageStore, RequestKey, RoomStore, Table
from matchmaking.room import Message, PrivateRoom, Room, RoomKind, Visitor, clean_text, game_of, kind_of


class Doors:
    """Who may enter which room."""

    def __init__(self, rooms: RoomStore, table: Table) -> None:
        self._rooms = rooms
        self._table = table

    def enter(self, visitor: Visitor, room_id: str) -> Room:
        """The room as the visitor finds it. Raises UnknownRoom where he may not even read."""
        kind = kind_of(room_id)
        writable, private = visitor.plays, None
        if kind is RoomKind.GAME:
            players = self._table.players(game_of(room_id), visitor.token)
            if players is None:
                raise UnknownRoom(room_id)
            writable = writable and visitor.player_id in players
        elif kind is RoomKind.PRIVATE:
            private = self._rooms.find(visitor.tenant_id, room_id)
            if private is None or visitor.player_id not in private.member_ids:
                raise UnknownRoom(room_id)
        return Room(room_id=room_id, kind=kind, writable=writable, private=private)


class Chat:
    """Rooms and messages."""

    def __init__(
        self,
        *,
        doors: Doors,
        rooms: RoomStore,
        messages: MessageStore,
        new_id: Callable[[], str],
        new_invitation: Callable[[], str],
    ) -> None:
        self._doors = doors
        self._rooms = rooms
        self._messages = messages
        self._new_id = new_id
        self._new_invitation = new_invitation

    def create(self, visitor: Visitor, request_id: str) -> tuple[Room, bool]:
        """A private room, and whether the request has made it before. Raises TooManyRooms or RequestIdReused."""
        made, replayed = self._rooms.create(
            visitor.tenant_id,
            visitor.player_id,
            self._new_id(),
            self._new_invitation(),
            _key(visitor, request_id, "room"),
        )
        return _found(visitor, made), replayed

    def join(self, visitor: Visitor, room_id: str, invitation: str) -> Room:
        """Raises UnknownRoom, for a wrong invitation too, or RoomFull."""
        room = self._private(visitor, room_id)
        if visitor.player_id not in room.member_ids:
            if not compare_digest(room.invitation.encode(), invitation.encode()):
                raise UnknownRoom(room_id)
            room = self._rooms.join(room, visitor.player_id)
        return _found(visitor, room)

    def leave(self, visitor: Visitor, room_id: str) -> None:
        """Raises UnknownRoom, for who never was a member too."""
        if not self._rooms.leave(self._private(visitor, room_id), visitor.player_id):
            raise UnknownRoom(room_id)

    def get(self, visitor: Visitor, room_id: str) -> Room:
        """Raises UnknownRoom."""
        return self._doors.enter(visitor, room_id)

    def post(self, visitor: Visitor, room_id: str, text: str, request_id: str) -> tuple[Message, bool]:
        """The message, and whether the request has posted it before.

        Raises InvalidField, UnknownRoom, NotAPlayer, Muted, TooManyMessages or RequestIdReused.
        """
        cleaned = clean_text(text)
        if not self._doors.enter(visitor, room_id).writable:
            raise NotAPlayer(room_id)
        return self._messages.post(
            feed.chat(visitor.tenant_id, room_id),
            room_id,
            visitor.player_id,
            cleaned,
            _key(visitor, request_id, "message", room_id, cleaned),
        )

    def messages(self, visitor: Visitor, room_id: str, after: int | None, limit: int) -> list[Message]:
        """Oldest first; without `after` the latest. Raises UnknownRoom."""
        self._doors.enter(visitor, room_id)
        topic = feed.chat(visitor.tenant_id, room_id)
        return self._messages.messages(topic, visitor.player_id, after, limit)

    def hide(self, visitor: Visitor, room_id: str, message_id: int) -> Message:
        """Raises UnknownRoom, UnknownMessage or NotYourMessage."""
        if visitor.moderates:
            # A message that was reported to him may stand in a room that he does not read.
            kind_of(room_id)
            may_hide_all = True
        else:
            room = self._doors.enter(visitor, room_id)
            may_hide_all = visitor.plays and room.is_made_by(visitor.player_id)
        return self._messages.hide(
            feed.chat(visitor.tenant_id, room_id),
            message_id,
            lambda author_id: may_hide_all or (visitor.plays and author_id == visitor.player_id),
        )

    def mute(self, visitor: Visitor, player_id: str, for_ms: int) -> datetime | None:
        """Until when the player is muted from now on; None for not at all."""
        return self._messages.mute(visitor.tenant_id, player_id, for_ms)

    def block(self, visitor: Visitor, player_id: str) -> None:
        """Raises TooManyBlocked."""
        self._messages.block(visitor.tenant_id, visitor.player_id, player_id)

    def unblock(self, visitor: Visitor, player_id: str) -> None:
        self._messages.unblock(visitor.tenant_id, visitor.player_id, player_id)

    def blocked(self, visitor: Visitor) -> list[str]:
        """Whom the visitor has blocked, ordered by id."""
        return self._messages.blocked(visitor.tenant_id, visitor.player_id)

    def _private(self, visitor: Visitor, room_id: str) -> PrivateRoom:
        if kind_of(room_id) is RoomKind.PRIVATE:
            room = self._rooms.find(visitor.tenant_id, room_id)
            if room is not None:
                return room
        raise UnknownRoom(room_id)


def _found(visitor: Visitor, room: PrivateRoom) -> Room:
    return Room(room_id=room.room_id, kind=RoomKind.PRIVATE, writable=visitor.plays, private=room)


def _key(visitor: Visitor, request_id: str, *wish: str) -> RequestKey | None:
    if not request_id:
        return None
    return RequestKey(
        tenant_id=visitor.tenant_id,
        player_id=visitor.player_id,
        request_id=request_id,
        wish_hash=hashlib.sha256(json.dumps(wish).encode()).digest(),
    )
