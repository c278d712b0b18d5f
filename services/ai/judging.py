"""What a move of a game is worth, from what is known of the positions before and after it. Pure.

Scores are hundredths of a man in draughts and of a disc in Reversi, from the side to move.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import rulebook
from rulebook import Family, Position, Side

_WON = 30_000
"""As the engine scores a win at once."""
_UNIT = {Family.DRAUGHTS: 1, Family.REVERSI: 5}
"""A man is worth about five discs."""
_MOST = 1000
"""More than ten men ahead is as good as won: what is won or lost beyond is not counted."""
_SETTLED = 300
"""Who is three men ahead before and after has not gone wrong by much."""


class Mark(StrEnum):
    """How bad a move was."""

    NONE = "none"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_LEAST_LOSS = ((200, Mark.BLUNDER), (100, Mark.MISTAKE), (40, Mark.INACCURACY))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPly:
    """A move of the game; `by_lots` if lots decided what became of it."""

    side: Side
    move: str
    by_lots: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """`loss` is None where it is not known."""

    loss: int | None
    mark: Mark


def judge(family: Family, played: PlayedPly, best: str, before: int, after: int) -> Judgement:
    """The move, where `best` was the best and scored `before`; `after` is the next position's score, from this side."""
    if played.move == best:
        return Judgement(loss=0, mark=Mark.NONE)
    if played.by_lots:
        # How it went says nothing of how good it was.
        return Judgement(loss=None, mark=Mark.NONE)
    unit = _UNIT[family]
    loss = max(_bounded(before, unit) - _bounded(after, unit), 0)
    mark = next((mark for least, mark in _LEAST_LOSS if loss >= least * unit), Mark.NONE)
    settled = after >= _SETTLED * unit or before <= -_SETTLED * unit
    if mark is not Mark.NONE and settled:
        mark = Mark.INACCURACY
    return Judgement(loss=loss, mark=mark)


def _bounded(score: int, unit: int) -> int:
    return max(-_MOST * unit, min(score, _MOST * unit))


def end_score(position: Position) -> int | None:
    """The score of a game that is over, from the side that would move; None while it goes on."""
    result = rulebook.result(position)
    if result is None:
        return None
    if result.winner is None:
        return 0
    sign = 1 if result.winner is position.side else -1
    if position.ruleset.is_draughts:
        return sign * _WON
    white, black = position.white.bit_count(), position.black.bit_count()
    empty = position.ruleset.board.squares - white - black
    return sign * 100 * (abs(white - black) + empty)
