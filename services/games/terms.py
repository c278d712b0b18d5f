"""What both sides agree upon before a game: what it does without, and what is waited for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.timing import TimeControl, is_fast, is_live, moves_by_itself

_FIRST_MOVE_MS = 60_000
_FAST_FIRST_MOVE_MS = 30_000


class Flag(StrEnum):
    """Something that a game does without."""

    NO_ABORT = "no_abort"
    NO_DRAW_OFFER = "no_draw_offer"
    NO_TAKEBACK = "no_takeback"
    NO_REMATCH = "no_rematch"
    NO_ABANDON = "no_abandon"
    NO_PAUSE = "no_pause"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Fixed for the life of a game."""

    flags: frozenset[Flag] = frozenset()
    first_move_ms: int = 0
    """How long each side's first move is waited for; 0 where only the clock decides."""
    spectator_delay_ms: int = 0


NO_TERMS = Terms()


def first_move_ms(control: TimeControl, flags: frozenset[Flag]) -> int:
    """How long a first move is waited for between two players who have said nothing of it.

    Not where the server moves for whoever is late: there the strikes decide.
    """
    if not is_live(control) or moves_by_itself(control) or Flag.NO_ABORT in flags:
        return 0
    return _FAST_FIRST_MOVE_MS if is_fast(control) else _FIRST_MOVE_MS
