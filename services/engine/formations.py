"""What formations of men are worth: tables learned from our own games, as the kernels read them.

The board is covered by blocks of four rows and four columns, eight squares each, that overlap by half. A block is filled in
3^8 ways; the number of a filling has a digit for each square, row by row from the top, that of the first the lowest: 0 for
an empty square or a king, 1 for a man of White's, 2 for one of Black's. Each filling has two worths in hundredths of a man,
White's advantage on a full board and on an empty one. Turned by half and with its colours changed a formation is worth as
much to the other side, so a file holds the blocks to the middle of the board and no more.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from rulebook.board import Board
from rulebook.ruleset import DraughtsRules, Goal, Lines

DIGITS, FILLINGS = 8, 3**8
_LEARNED = {(10, True): "10x10_flying", (8, True): "8x8_flying", (8, False): "8x8_short"}
"""The files, by board and flying kings."""


def name_of(rules: DraughtsRules) -> str | None:
    """Of the file that is for these rules; None if nothing was learned for them."""
    board = rules.board
    # On a mirrored board rows do not lie in pairs as they do here.
    if rules.goal is not Goal.NORMAL or rules.lines is not Lines.DIAGONAL or board.mirrored:
        return None
    return _LEARNED.get((board.size, rules.flying_king))


def formations(rules: DraughtsRules) -> tuple[bytes, bytes]:
    """Words of 32 bits: the fillings of half blocks by what stands on two rows, and the worths by block and filling.

    Both empty if nothing was learned. The low half of a worth is for a full board, the high half for an empty one.
    """
    name = name_of(rules)
    return (b"", b"") if name is None else _tables(name, rules.board)


@cache
def _tables(name: str, board: Board) -> tuple[bytes, bytes]:
    """Once for all rule sets that share them: it takes some 20 ms."""
    return _words(half_fillings(board)), _words(_worths(board, array("b", _file(name))))


def learned_of(rules: DraughtsRules) -> bytes:
    """What was learned for these rules: a byte for each worth, by block, filling, and full or empty board."""
    name = name_of(rules)
    assert name is not None, rules
    return _file(name)


def _file(name: str) -> bytes:
    return (files("engine") / "learned" / f"{name}.bin").read_bytes()


def half_fillings(board: Board) -> list[int]:
    """By the bits of two rows' squares: a byte for each block across, the digits of its upper or lower half."""
    return [
        sum(
            3**digit << 8 * block
            for block in range(blocks_across(board))
            for digit, square in enumerate(_half(board, block))
            if filled >> square & 1
        )
        for filled in range(1 << 2 * board.squares_per_row)
    ]


def blocks_across(board: Board) -> int:
    """As many as there are from top to bottom."""
    return board.squares_per_row - 1


def turned(filling: int) -> int:
    """The filling of the opposite block with the board turned and the colours changed."""
    there = 0
    for _ in range(DIGITS):
        filling, digit = divmod(filling, 3)
        there = 3 * there + (-digit) % 3
    return there


def _half(board: Board, block: int) -> tuple[int, ...]:
    """The squares of two rows that a block takes, counted from the first of them."""
    row = board.squares_per_row
    return block, block + 1, row + block, row + block + 1


def _worths(board: Board, learned: Sequence[int]) -> list[int]:
    """A word for each filling of each block."""
    held = [full + (empty << 16) for full, empty in zip(learned[::2], learned[1::2], strict=True)]
    change = [turned(filling) for filling in range(FILLINGS)]
    words = []
    for block in range(blocks_across(board) ** 2):
        first = block * FILLINGS
        if first < len(held):
            words += held[first : first + FILLINGS]
        else:
            # Behind the middle stands what the opposite block is worth to the other side.
            opposite = (blocks_across(board) ** 2 - 1 - block) * FILLINGS
            words += [-held[opposite + filling] for filling in change]
    return words


def _words(numbers: Sequence[int]) -> bytes:
    words = array("i", numbers)
    assert words.itemsize == 4, sys.platform
    return words.tobytes()
