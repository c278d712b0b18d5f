"""How little a Reversi position leaves to the side to move."""

from __future__ import annotations

from rulebook import Position, legal_moves

_CORNERS = frozenset({1, 8, 57, 64})
_CORNER, _MOVE, _FRONTIER = 40.0, 6.0, 1.0


def control(position: Position) -> float:
    """The greater, the fewer moves and corners the side to move has and the more hidden our discs lie."""
    moves = legal_moves(position)
    corners = sum(move.target in _CORNERS for move in moves)
    choices = 0 if moves and moves[0].is_pass else len(moves)
    ours = position.black if position.white_to_move else position.white
    return -(_CORNER * corners + _MOVE * choices + _FRONTIER * _frontier(position, ours).bit_count())


def _frontier(position: Position, discs: int) -> int:
    """The discs that stand beside an empty square."""
    empty = ~(position.white | position.black) & _BOARD
    beside = 0
    inner = empty & _NOT_LEFT
    outer = empty & _NOT_RIGHT
    for columns in (empty, inner >> 1, (outer << 1) & _BOARD):
        beside |= columns | columns >> 8 | (columns << 8) & _BOARD
    return discs & beside


_BOARD = (1 << 64) - 1
_NOT_LEFT = _BOARD ^ 0x0101010101010101
_NOT_RIGHT = _BOARD ^ 0x8080808080808080
