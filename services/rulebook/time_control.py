"""How time is kept at the table. The rulebook only says what is usual; clocks are the clocks service's."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Expiry(StrEnum):
    """What becomes of a side whose time for a move is over."""

    LOSE = "lose"
    AUTO_MOVE = "auto_move"  # the server moves for it, which is a strike


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlimited:
    """No clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fischer:
    """A budget for each side, and some time back for each move."""

    base_ms: int
    increment_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PerMove:
    """The same time for each move."""

    move_ms: int
    on_expiry: Expiry
    max_strikes: int = 0  # in a row; the last of them loses the game, 0 for none


TimeControl: TypeAlias = Unlimited | Fischer | PerMove

FISCHER_PRESETS: tuple[TimeControl, ...] = tuple(
    Fischer(base_ms=minutes * 60_000, increment_ms=seconds * 1_000)
    for minutes, seconds in ((3, 2), (5, 3), (10, 5), (15, 10))  # seed 003
)
UNTIMED_OR_FISCHER: tuple[TimeControl, ...] = (Unlimited(), *FISCHER_PRESETS)
CLUB_TIME: tuple[TimeControl, ...] = (
    # "Jeder Zug hat 60 Sekunden", "drei Zeitüberschreitungen in Folge verlieren", seed 001
    PerMove(move_ms=60_000, on_expiry=Expiry.AUTO_MOVE, max_strikes=3),
)
