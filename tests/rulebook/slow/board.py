"""A board as anyone would write it down: a dictionary from (row, column) to what stands there.

Rows and columns count from 1 at the top left corner as White sees it; White moves towards row 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.rulebook.slow.answers import Answers

Square = tuple[int, int]


class Piece(NamedTuple):
    """A man or a king of "white" or "black"; marked = medieval."""

    side: str
    king: bool
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Pieces and the side to move; `plies_without_progress` is what a FEN's H field says."""

    pieces: dict[Square, Piece]
    side: str
    plies_without_progress: int = field(default=0, compare=False)


def other(side: str) -> str:
    """The opponent of a side."""
    return "black" if side == "white" else "white"


def forward(side: str) -> int:
    """The change of row of a man that advances."""
    return -1 if side == "white" else 1


def last_row(side: str, size: int) -> int:
    """The row where the men of this side become kings."""
    return 1 if side == "white" else size


def squares(rules: Answers) -> list[Square]:
    """The playing squares in the order of their numbers, which start at 1."""
    everywhere = [(row, column) for row in range(1, rules.size + 1) for column in range(1, rules.size + 1)]
    if rules.every_square:
        return everywhere
    odd = 0 if rules.mirrored else 1
    return [(row, column) for row, column in everywhere if (row + column) % 2 == odd]


def number(rules: Answers, square: Square) -> int:
    """The number of a square, row by row from the top left."""
    row, column = square
    if rules.every_square:
        return rules.size * (row - 1) + column
    return (rules.size // 2) * (row - 1) + (column + 1) // 2


def inside(rules: Answers, square: Square) -> bool:
    """Whether a square is on the board."""
    return 1 <= square[0] <= rules.size and 1 <= square[1] <= rules.size


def is_on_long_diagonal(rules: Answers, square: Square) -> bool:
    """Whether a square lies on the diagonal that joins the two playing corners."""
    row, column = square
    return row == column if rules.mirrored else row + column == rules.size + 1


def read_fen(rules: Answers, fen: str) -> Setting:
    """The setting a draughts FEN describes, in numbers or in algebraic squares."""
    turn, *lists = fen.strip().rstrip(".").split(":")
    pieces: dict[Square, Piece] = {}
    plies = 0
    for part in lists:
        if part[:1] == "H":
            plies = int(part[1:])
        elif part[:1] in ("W", "B"):
            side = "white" if part[0] == "W" else "black"
            for square, king, marked in _listed(rules, part[1:]):
                assert square not in pieces, fen
                pieces[square] = Piece(side, king, marked)
    return Setting(pieces=pieces, side="white" if turn == "W" else "black", plies_without_progress=plies)


def _listed(rules: Answers, text: str) -> Iterator[tuple[Square, bool, bool]]:
    numbered = squares(rules)
    for word in filter(None, text.split(",")):
        match = re.fullmatch(r"(M?)(K?)(?:([a-j])(\d+)|(\d+)(?:-(\d+))?)", word)
        assert match, word
        marked, king, letter, rank, first, last = match.groups()
        if letter:
            yield (rules.size + 1 - int(rank), ord(letter) - ord("a") + 1), bool(king), bool(marked)
        else:
            for n in range(int(first), int(last or first) + 1):
                yield numbered[n - 1], bool(king), bool(marked)


def write_fen(rules: Answers, setting: Setting) -> str:
    """A FEN of this setting, every square written out."""
    lists = [
        ",".join(
            _word(rules, square, setting.pieces[square])
            for square in sorted(setting.pieces)
            if setting.pieces[square].side == side
        )
        for side in ("white", "black")
    ]
    return f"{'W' if setting.side == 'white' else 'B'}:W{lists[0]}:B{lists[1]}"


def _word(rules: Answers, square: Square, piece: Piece) -> str:
    row, column = square
    name = (
        f"{chr(ord('a') + column - 1)}{rules.size + 1 - row}"
        if rules.every_square
        else str(number(rules, square))
    )
    return ("M" if piece.marked else "") + ("K" if piece.king else "") + name
