"""The hand-made evaluation: what pieces and squares are worth under a rule set.

Plausible numbers from play, not measured ones; a learned evaluation will take their place. Draughts
counts in hundredths of a man, Reversi in hundredths of a disc. A square's worth is written for White
and turned for Black.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rulebook.board import Board
from rulebook.ruleset import DraughtsRules, Goal, Lines, Ruleset

_PLANES = 7  # as in kernel/line.pxd: a square is worth 0 to 127 for a man, 0 to 31 for a king
_KING_PLANES = 5


@cache
def weights(ruleset: Ruleset) -> tuple[object, ...]:
    """The numbers in the order of the kernel's set_weights."""
    rules = ruleset.draughts
    board = rules.board
    man, king, first_king, mobility = _worths(rules)
    return (
        man,
        king,
        first_king,
        3,  # the right to move
        mobility,
        _full_board(board),
        rules.flying_king and rules.lines is Lines.DIAGONAL and rules.goal is Goal.NORMAL,
        _planes(board, _PLANES, lambda square: _man_square(rules, square)),
        _planes(board, _KING_PLANES, lambda square: _king_square(rules, square)),
    )


def _full_board(board: Board) -> int:
    """How many pieces a game begins with."""
    return 2 * board.squares_per_row * (2 if not board.dark_only else board.size // 2 - 1)


def _worths(rules: DraughtsRules) -> tuple[int, int, int, int]:
    """Man, king, what the only side with a king has besides, and a possible step."""
    if rules.goal is Goal.ANTI:
        return -100, -60, 0, 6
    if rules.goal is Goal.BREAKTHROUGH:
        return 100, 0, 0, 2
    if not rules.flying_king:
        return 100, 140, 10, 2
    if rules.lines is Lines.ORTHOGONAL:
        return 100, 400, 50, 1
    return 100, 270, 60, 2


# What each row is worth where the first king wins.
_WAY_TO_A_KING = {8: (4, 4, 8, 14, 22, 34, 54, 0), 10: (4, 4, 6, 10, 15, 22, 32, 48, 80, 0)}


def _man_square(rules: DraughtsRules, square: int) -> int:
    """A white man's square: how far it has come, the centre, the guard of the back row."""
    board = rules.board
    come = board.size - board.row_of(square)
    if rules.goal is Goal.ANTI:
        return 0
    if rules.goal is Goal.BREAKTHROUGH:
        return _WAY_TO_A_KING[board.size][come]
    column = board.column(square)
    from_edge = min(column - 1, board.size - column)
    worth = 3 * come + 2 * min(from_edge, 3)
    if come == 0 and rules.lines is not Lines.ORTHOGONAL:
        worth += 10
    if come == board.size - 2:
        worth += 12
    return worth


def _king_square(rules: DraughtsRules, square: int) -> int:
    """A king's square: the centre, and the main road where kings fly."""
    board = rules.board
    if rules.goal is not Goal.NORMAL:
        return 0
    row, column = board.row_of(square), board.column(square)
    from_edge = min(column - 1, board.size - column, row - 1, board.size - row)
    worth = 4 * min(from_edge, 3)
    if (
        rules.flying_king
        and rules.lines is not Lines.ORTHOGONAL
        and board.long_diagonal >> board.bit_of[square] & 1
    ):
        worth += 12
    return worth


def _planes(board: Board, planes: int, worth: Callable[[int], int]) -> tuple[int, ...]:
    """Bitboards of the binary digits of each square's worth: White's, then Black's with the board turned."""
    white = [0] * _PLANES
    black = [0] * _PLANES
    for square in range(1, board.squares + 1):
        value = worth(square)
        assert 0 <= value < 1 << planes, (square, value)
        for digit in range(planes):
            if value >> digit & 1:
                white[digit] |= 1 << board.bit_of[square]
                black[digit] |= 1 << board.bit_of[board.squares + 1 - square]
    return (*white, *black)


# --- Reversi ----------------------------------------------------------------------------------

# A quarter of the board, from the corner: the order in which places are tried.
_PLACING = (
    (400, -60, 60, 40),
    (-60, -160, -10, -4),
    (60, -10, 10, 4),
    (40, -4, 4, 2),
)

DISC_WEIGHTS = (
    45,  # a possible move
    700,  # a corner
    250,  # a corner that can be taken
    18,  # an opposing disc beside an empty square
    -320,  # a disc diagonally beside an empty corner
    -110,  # a disc on the edge beside an empty corner
    110,  # an edge disc that cannot be flipped any more
    60,  # the last move, if all go on placing
    3,  # a disc, times the squares filled of the last twenty
    tuple(_PLACING[min(row, 7 - row)][min(column, 7 - column)] for row in range(8) for column in range(8)),
)
