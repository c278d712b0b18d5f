"""How blocks of a board are filled, square by square: the slow way, for the tests."""

from __future__ import annotations

from engine.formations import blocks_across
from rulebook import Position


def filling_of(position: Position, block: int) -> int:
    board = position.ruleset.draughts.board
    down, right = divmod(block, blocks_across(board))
    filling = 0
    for digit in range(8):
        square = (2 * down + digit // 2) * board.squares_per_row + right + digit % 2 + 1
        bit = 1 << board.bit_of[square]
        if not position.kings & bit:
            filling += 3**digit * (1 if position.white & bit else 2 if position.black & bit else 0)
    return filling
