"""How a move is written in a file: short where that is clear, else with the squares PDN asks for.

PDN 3.0, Restrictions 8 and 9: a capture has its first and last square, unless another capture has the
same; then all squares between are written: where the capture turns, the square of the turn, and where
it goes straight on, the square directly behind the captured piece.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from rulebook import Move, Position
from rulebook.board import Board
from rulebook.moves import find_moves
from rulebook.pdn.numbering import FileNumbers
from rulebook.ruleset import Family

Captures = Literal["short", "full"]


def spelled(before: Position, move: Move, numbers: FileNumbers, captures: Captures) -> str:
    """A move of the position `before` as the file writes it."""
    ruleset = before.ruleset
    if ruleset.family is Family.REVERSI:
        return "--" if move.is_pass else move.notation
    if not move.captured:
        return "-".join(numbers.text_of[square] for square in move.path)
    squares: tuple[int, ...] = (move.path[0], move.path[-1])
    if captures == "full" or _needs_path(before, move):
        squares = _path_of_file(ruleset.board, move)
    return ruleset.notation.separator.join([numbers.text_of[square] for square in squares])


def _needs_path(before: Position, move: Move) -> bool:
    if before.ruleset.draughts.capture_order_counts:
        return True  # the path is the order of the risks
    if len(move.captured) == 1 and not before.kings:
        return False  # a man that returns to where one jump leads has jumped at least three times
    assert move.origin is not None
    assert move.target is not None
    found, _, _ = find_moves(before, move.origin, move.target)
    return len(found) > 1


def _path_of_file(board: Board, move: Move) -> tuple[int, ...]:
    points = [(board.row_of(square), board.column(square)) for square in move.path]
    steps = [(_sign(b[0] - a[0]), _sign(b[1] - a[1])) for a, b in pairwise(points)]
    squares = list(move.path)
    for at in range(1, len(squares) - 1):
        if steps[at - 1] == steps[at]:
            squares[at] = _behind(board, move.captured[at - 1], steps[at])
    return tuple(squares)


def _behind(board: Board, square: int, step: tuple[int, int]) -> int:
    """The next square in the direction of `step`; on a dark board a straight line has every second."""
    length = 2 if board.dark_only and 0 in step else 1
    row = board.row_of(square) + length * step[0]
    column = board.column(square) + length * step[1]
    place = column if not board.dark_only else (column + 1) // 2
    return (row - 1) * board.squares_per_row + place


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
