"""What pieces and squares are worth under a rule set.

Numbers fitted to our own games; in draughts that is played differently, plausible ones. Most draughts has learned formations
of men besides (engine.formations), which take the place of its squares. Draughts counts in hundredths of a man, Reversi in
hundredths of a disc. A square's worth is written for White and turned for Black.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine.formations import formations, name_of
from rulebook.board import Board
from rulebook.ruleset import DraughtsRules, Goal, Lines, Ruleset

_PLANES = 7  # as in kernel/line.pxd: a square is worth 0 to 127 for a man, 0 to 31 for a king
_KING_PLANES = 5


@cache
def weights(ruleset: Ruleset) -> tuple[object, ...]:
    """The numbers in the order of the kernel's set_weights."""
    rules = ruleset.draughts
    board = rules.board
    return _numbers(
        board,
        _worths(rules),
        _planes(board, _PLANES, lambda square: _man_square(rules, square)),
        _planes(board, _KING_PLANES, lambda square: _king_square(rules, square)),
        *formations(rules),
    )


@cache
def pieces_alone(ruleset: Ruleset) -> tuple[object, ...]:
    """The same, of who counts men and kings and does not look where they stand."""
    rules = ruleset.draughts
    man, king = _PIECES_ALONE[rules.goal]
    counted = Worths(
        man=man, man_growth=0, king=king, king_growth=0, tempo=0, step=0, drawish=_worths(rules).drawish
    )
    nowhere = (0,) * (2 * _PLANES)
    return _numbers(rules.board, counted, nowhere, nowhere, b"", b"")


# A man and a king, to who counts nothing else.
_PIECES_ALONE = {Goal.NORMAL: (100, 250), Goal.ANTI: (-100, -60), Goal.BREAKTHROUGH: (100, 0)}


def _numbers(board: Board, worths: Worths, *places: object) -> tuple[object, ...]:
    """`places`: the planes for men and for kings, and both tables of formations."""
    return (
        worths.man,
        worths.man_growth,
        worths.king,
        worths.king_growth,
        worths.first_king,
        worths.kings_on_both,
        worths.tempo,
        worths.step,
        _full_board(board),
        worths.drawish,
        *places,
    )


def _full_board(board: Board) -> int:
    """How many pieces a game begins with."""
    return 2 * board.squares_per_row * (2 if not board.dark_only else board.size // 2 - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worths:
    """What pieces are worth with a full board; each piece that is gone adds a 64th of the growth."""

    man: int
    man_growth: int
    king: int
    king_growth: int
    first_king: int = 0
    """What the only side with a king has besides."""
    kings_on_both: int = 0
    """What each piece more adds once both sides have kings."""
    tempo: int = 3
    """The right to move."""
    step: int
    """A possible step."""
    drawish: int = 0
    """So few pieces hardly catch a flying king, if they are not three more than those of its side."""


# Beside the formations of men, learned with them (`python -m bench.formation_worths`).
_BESIDE_FORMATIONS: dict[str, Worths] = {
    "10x10_flying": Worths(
        man=128,
        man_growth=-67,
        king=210,
        king_growth=-67,
        first_king=96,
        kings_on_both=-30,
        tempo=6,
        step=0,
        drawish=4,
    ),
    "8x8_flying": Worths(
        man=159,
        man_growth=-208,
        king=220,
        king_growth=-208,
        first_king=87,
        kings_on_both=-59,
        tempo=7,
        step=7,
        drawish=3,
    ),
    "8x8_short": Worths(
        man=158, man_growth=40, king=196, king_growth=40, first_king=16, kings_on_both=-17, step=7
    ),
}

# Fitted to 200,000 positions of our own games each (`python -m bench.man_worths`): in hundredths of a man at the middle of the
# game. By board and flying kings: the pieces, and a white man's squares row by row from the top. The growths are a quarter of
# the fitted ones, which played no better.
_FITTED: dict[tuple[int, bool], tuple[Worths, tuple[int, ...]]] = {
    (8, True): (
        Worths(
            man=120,
            man_growth=-100,
            king=130,
            king_growth=-100,
            first_king=87,
            kings_on_both=-39,
            step=2,
            drawish=3,
        ),
        (
            *(11, 11, 11, 11),
            *(28, 45, 43, 51),
            *(21, 14, 21, 16),
            *(13, 14, 0, 3),
            *(3, 18, 12, 13),
            *(5, 7, 13, 7),
            *(6, 12, 9, 13),
            *(5, 19, 25, 33),
        ),
    ),
    (8, False): (
        Worths(man=115, man_growth=-80, king=150, king_growth=-80, first_king=35, step=2),
        (
            *(8, 8, 8, 8),
            *(0, 21, 25, 23),
            *(8, 9, 17, 5),
            *(9, 3, 8, 10),
            *(5, 12, 8, 15),
            *(5, 9, 13, 7),
            *(9, 13, 11, 15),
            *(5, 27, 30, 34),
        ),
    ),
}


def _fitted(rules: DraughtsRules) -> tuple[Worths, tuple[int, ...]] | None:
    if rules.goal is not Goal.NORMAL or rules.lines is not Lines.DIAGONAL:
        return None
    return _FITTED.get((rules.board.size, rules.flying_king))


def _worths(rules: DraughtsRules) -> Worths:
    if (name := name_of(rules)) is not None:
        return _BESIDE_FORMATIONS[name]
    if (fitted := _fitted(rules)) is not None:
        return fitted[0]
    if rules.goal is Goal.ANTI:
        return Worths(man=-100, man_growth=-100, king=-60, king_growth=-60, step=6)
    if rules.goal is Goal.BREAKTHROUGH:
        return Worths(man=100, man_growth=100, king=0, king_growth=0, step=2)
    if rules.lines is Lines.ORTHOGONAL:
        return Worths(man=100, man_growth=100, king=400, king_growth=400, first_king=50, step=1)
    return Worths(man=100, man_growth=100, king=270, king_growth=270, first_king=60, step=2)


# What each row is worth where the first king wins.
_WAY_TO_A_KING = {8: (4, 4, 8, 14, 22, 34, 54, 0), 10: (4, 4, 6, 10, 15, 22, 32, 48, 80, 0)}


def _man_square(rules: DraughtsRules, square: int) -> int:
    """A white man's square: how far it has come, the centre, the guard of the back row."""
    if (fitted := _fitted(rules)) is not None:
        return fitted[1][square - 1]
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

# What one has more of than the opponent, in hundredths of a disc of the final result: a row
# for each four empty squares, fitted to 130,000 positions of our own games (`python -m bench.disc_worths`).
_DISC_WORTHS = (
    # moves, corners, corners to take, opponent's corners to take, opposing discs beside empty squares, empty squares
    # beside own discs, X-squares, C-squares (beside empty corners), safe edge discs, discs, to move, odd empty squares
    (338, 86, 227, 128, 159, 190, -40, -117, 68, 69, -259, 291),
    (324, 115, 201, 113, 154, 171, -69, -120, 73, 64, -278, 328),
    (280, 203, 202, 155, 141, 129, -108, -117, 90, 47, -342, 432),
    (220, 336, 286, 250, 130, 79, -121, -98, 108, 31, -418, 477),
    (160, 499, 396, 320, 132, 38, -140, -72, 124, 22, -447, 469),
    (122, 657, 460, 343, 134, 12, -216, -61, 144, 15, -449, 444),
    (103, 798, 514, 336, 134, -5, -289, -65, 170, 9, -443, 410),
    (83, 903, 490, 278, 135, -16, -464, -85, 216, 2, -448, 389),
    (77, 975, 422, 221, 138, -21, -669, -148, 272, 3, -452, 387),
    (79, 1078, 302, 146, 146, -31, -835, -190, 311, 16, -428, 358),
    (52, 1101, 288, 101, 146, -49, -1006, -169, 375, 24, -426, 317),
    (34, 906, 216, 154, 117, -46, -1186, -166, 518, 0, -438, 321),
    (44, 620, 59, 111, 81, -33, -1266, -143, 815, -22, -385, 307),
    (39, 758, 111, 89, 103, -37, -1268, -175, 662, -8, -413, 314),
    (39, 758, 111, 89, 103, -37, -1268, -175, 662, -8, -413, 314),
    (39, 758, 111, 89, 103, -37, -1268, -175, 662, -8, -413, 314),
)

# How far a shallow search stands from one two plies deeper, for each eight empty squares (standard deviation in
# hundredths of a disc, `python -m bench.probcut`); each further ply apart adds an eighth. So far a shallow search must
# be from the bound to answer for the deep one: 46 of 80 points against the same search without, at 10,000 nodes a move.
_APART = (600, 600, 450, 340, 250, 230, 240, 240)

DISC_WEIGHTS = (
    _DISC_WORTHS,
    tuple(_PLACING[min(row, 7 - row)][min(column, 7 - column)] for row in range(8) for column in range(8)),
    _APART,
)
