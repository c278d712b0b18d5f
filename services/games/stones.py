"""Pieces marked in secret (seed 001, A-26 to A-35): each side's choice, and the marks in a FEN.

A mark is an "M" before a piece's square, and before the "K" of a king. Squares are numbers from 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from games.sides import Side

_MARK = "M"
_LETTERS = {"W": Side.WHITE, "B": Side.BLACK}


@dataclass(frozen=True, slots=True, kw_only=True)
class Marking:
    """How a rule set has pieces marked; `per_side` is 0 where it does not."""

    per_side: int = 0
    choice_ms: int = 0
    success_percent: int = 100
    """Of captures whose victim is marked."""
    at_first_duel: bool = False
    """Whether marks are seen only from the first duel on; else from the start of the game."""


NO_MARKING = Marking()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stones:
    """A side's marked pieces, by the squares on which they began, in ascending order."""

    salt: bytes = field(repr=False)
    """Secret until the game is over."""
    chosen: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    """What the server has drawn for a side that had not chosen enough, in the order of the draws."""

    @property
    def squares(self) -> tuple[int, ...]:
        return tuple(sorted((*self.chosen, *self.drawn)))

    def choosing(self, squares: Iterable[int]) -> Stones:
        return replace(self, chosen=tuple(sorted(squares)))

    def commitment(self, game_id: str, side: Side) -> str:
        """As the contract's Stones.commitment."""
        listed = ",".join(map(str, self.squares))
        return hashlib.sha256(f"{self.salt.hex()}:{game_id}:{side}:{listed}".encode()).hexdigest()


def squares_of(fen: str, side: Side) -> tuple[int, ...]:
    """The squares of a side's pieces in ascending order."""
    return tuple(sorted(square for owner, _, square in _pieces(fen) if owner is side))


def marked_squares(fen: str, side: Side) -> frozenset[int]:
    return frozenset(square for owner, is_marked, square in _pieces(fen) if owner is side and is_marked)


def with_marks(fen: str, squares: Mapping[Side, Iterable[int]]) -> str:
    """The FEN with each side's pieces on these squares marked."""
    wanted = {side: frozenset(marked) for side, marked in squares.items()}

    def marked(side: Side, piece: str) -> str:
        return _MARK + piece if _square(piece) in wanted.get(side, ()) else piece

    return _mapped(fen, marked)


def without_marks(fen: str, sides: Iterable[Side]) -> str:
    """The FEN as somebody sees it from whom the marks of these sides are hidden."""
    hidden = frozenset(sides)
    return _mapped(fen, lambda side, piece: piece.removeprefix(_MARK) if side in hidden else piece)


def shown_duels(fen: str, side: Side, origin: int, captured: Iterable[int]) -> int:
    """How many of a side's captures from this position are shown as duels: attacker or victim is marked (A-47)."""
    squares = tuple(captured)
    if origin in marked_squares(fen, side):
        return len(squares)
    return len(marked_squares(fen, side.opponent).intersection(squares))


def _pieces(fen: str) -> Iterator[tuple[Side, bool, int]]:
    for part in fen.split(":")[1:]:
        side = _LETTERS.get(part[:1])
        if side is None:
            continue
        for piece in filter(None, part[1:].split(",")):
            yield side, piece.startswith(_MARK), _square(piece)


def _square(piece: str) -> int:
    return int(piece.removeprefix(_MARK).removeprefix("K"))


def _mapped(fen: str, change: Callable[[Side, str], str]) -> str:
    head, *parts = fen.split(":")
    return ":".join([head, *(_part(part, change) for part in parts)])


def _part(part: str, change: Callable[[Side, str], str]) -> str:
    side = _LETTERS.get(part[:1])
    if side is None:
        return part
    return part[:1] + ",".join(change(side, piece) for piece in part[1:].split(",") if piece)
