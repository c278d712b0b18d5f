"""How time is kept at the table, and clocks as the clocks service last said they stand.

Values without arithmetic of their own: what a clock shows after something happened is that service's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from games.sides import Side

_FAST_MS = 8 * 60_000
_USUAL_MOVES = 40
"""A game is reckoned to have so many moves of each side."""


class Expiry(StrEnum):
    """What becomes of a side whose time for a move is over."""

    LOSE = "lose"
    AUTO_MOVE = "auto_move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fischer:
    base_ms: int
    increment_ms: int


@dataclass(frozen=True, slots=True)
class Unlimited:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    base_ms: int
    delay_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PerMove:
    move_ms: int
    on_expiry: Expiry = Expiry.LOSE
    max_strikes: int = 0
    """The strike in a row that loses; 0 for none. Only where the server moves for a side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correspondence:
    days: int


TimeControl: TypeAlias = Fischer | Unlimited | Delay | PerMove | Correspondence


def is_live(control: TimeControl) -> bool:
    """Whether both players are meant to be there while the game lasts."""
    return not isinstance(control, Unlimited | Correspondence)


def moves_by_itself(control: TimeControl) -> bool:
    """Whether the server moves for a side whose time is over; then the strikes decide who has left."""
    return isinstance(control, PerMove) and control.on_expiry is Expiry.AUTO_MOVE


def is_fast(control: TimeControl) -> bool:
    """Whether each side has less than eight minutes for a game of the usual length."""
    match control:
        case Fischer(base_ms=base_ms, increment_ms=each_ms) | Delay(base_ms=base_ms, delay_ms=each_ms):
            return base_ms + _USUAL_MOVES * each_ms < _FAST_MS
        case PerMove(move_ms=move_ms):
            return _USUAL_MOVES * move_ms < _FAST_MS
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Both clocks as of `since`. `running` and `since` are None together."""

    white_remaining_ms: int
    black_remaining_ms: int
    running: Side | None
    since: datetime | None
    """In the future while a duel is shown."""
    deadline: datetime | None
    """When the running side has nothing left; None where time is unlimited."""
    version: int
    """Counts the changes of the deadline."""
    used_ms: int = 0
    """What the side to move used of its turn before the last pause in it."""
    white_strikes: int = 0
    black_strikes: int = 0

    def remaining_ms(self, side: Side) -> int:
        return self.white_remaining_ms if side is Side.WHITE else self.black_remaining_ms


class Verdict(StrEnum):
    """What has to become of a side whose time is over."""

    LOST = "lost"
    AUTO_MOVE = "auto_move"
    STRUCK_OUT = "struck_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange:
    """What something that happened did to a clock."""

    clock: Clock
    charged_ms: int = 0
    verdict: Verdict | None = None
    """None unless the side's time was over."""

    @property
    def flag_fallen(self) -> bool:
        return self.verdict is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """A stretch of time that is the house's fault and charged to nobody."""

    start: datetime
    end: datetime
