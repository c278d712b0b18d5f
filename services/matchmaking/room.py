"""Rooms and what may be said in them. Pure: the time comes in as an argument."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from matchmaking.errors import InvalidField, UnknownRoom

MAX_TEXT_CHARS = 500
MAX_MEMBERS = 50
MAX_BLOCKED = 1000
PACE_MESSAGES = 5
"""So many messages of one player …"""
PACE = timedelta(seconds=10)
"""… in this time, in all rooms together."""
PACE_ROOMS = 20
"""So many rooms of one player …"""
PACE_OF_ROOMS = timedelta(days=1)
"""… in this time."""

LOBBY = "lobby"
_GAME = "game:"


class RoomKind(StrEnum):
    LOBBY = "lobby"
    GAME = "game"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A player who comes to a room, and what his token allows."""

    tenant_id: str
    player_id: str
    token: str
    """To be handed on to whoever has to be asked for him."""
    plays: bool
    moderates: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateRoom:
    """A room that its members have for themselves."""

    room_id: str
    tenant_id: str
    maker_id: str
    member_ids: tuple[str, ...]
    """In the order in which they came."""
    invitation: str
    create_time: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room as one visitor finds it."""

    room_id: str
    kind: RoomKind
    writable: bool
    """Whether he may write there, muted or not."""
    private: PrivateRoom | None = None
    """What is more to say of a private one."""

    def is_made_by(self, player_id: str) -> bool:
        return self.private is not None and self.private.maker_id == player_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something that was said."""

    message_id: int
    """The sequence of the event that told it."""
    room_id: str
    player_id: str
    text: str
    """Empty once it is hidden."""
    time: datetime
    hidden: bool = False


def kind_of(room_id: str) -> RoomKind:
    """What kind of room has such an id. Raises UnknownRoom where none has."""
    if room_id == LOBBY:
        return RoomKind.LOBBY
    if room_id.startswith(_GAME):
        if _is_id(game_of(room_id)):
            return RoomKind.GAME
    elif _is_id(room_id):
        return RoomKind.PRIVATE
    raise UnknownRoom(room_id)


def game_of(room_id: str) -> str:
    """The game that the room of a game belongs to."""
    return room_id.removeprefix(_GAME)


def _is_id(text: str) -> bool:
    """Only in the spelling that ids are given out in: one room has one name."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def clean_text(text: str) -> str:
    """The text as it is said, without space around it. Raises InvalidField at /text."""
    cleaned = text.strip()
    if not 0 < len(cleaned) <= MAX_TEXT_CHARS:
        raise InvalidField(f"1 to {MAX_TEXT_CHARS} characters, not counting space around them", "text")
    if any(unicodedata.category(sign) in _REFUSED or sign in _TURNING for sign in cleaned):
        raise InvalidField("no line breaks, and no other characters that only control others", "text")
    if not any(unicodedata.category(sign)[0] in _SHOWN for sign in cleaned):
        raise InvalidField("something to be seen", "text")
    return cleaned


_REFUSED = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
# They would turn around the line in which others read the message. Joiners stay: many signs are made with them.
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SHOWN = "LNPS"


def wait_s(past: Sequence[datetime], now: datetime, *, most: int, within: timedelta) -> int:
    """How long to wait until no more than `most` lie within that time, one now included; 0 for not at all.

    `past` is in order, the latest last. Whole seconds, rounded up.
    """
    if len(past) < most:
        return 0
    left = past[-most] + within - now
    return max(0, math.ceil(left.total_seconds()))
