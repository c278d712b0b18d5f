"""Formations of men: what the kernel counts is what was learned, block by block."""

from __future__ import annotations

from array import array
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from engine.formations import FILLINGS, blocks_across, formations, name_of, turned
from engine.kernel import uncompiled
from engine.weights import weights
from rulebook import Position, ruleset
from rulebook.kernel.shape import shape_of
from tests.engine.fillings import filling_of
from tests.engine.games import opening

LEARNED = ("international", "russian", "battledame", "english", "thai")


def counted(position: Position) -> int:
    """By the kernel's source, for the side to move."""
    rules = position.ruleset.draughts
    kernel: Any = uncompiled(shape_of(rules))
    search = kernel.new_search(1, 0)
    kernel.set_weights(search, weights(position.ruleset))
    ply = search.at[0]
    own, opponents = position.white, position.black
    ply.own, ply.opponents = (own, opponents) if position.white_to_move else (opponents, own)
    ply.kings, ply.white = position.kings, position.white_to_move
    found: int = kernel.formations(search, ply, gone(position))
    return found


def gone(position: Position) -> int:
    """A full board has all but two rows full, also where a game begins with less."""
    board = position.ruleset.draughts.board
    return board.squares - 2 * board.squares_per_row - (position.white | position.black).bit_count()


def defined(position: Position) -> int:
    """The same from the definition: square by square, for White, then by who is to move."""
    rules = position.ruleset.draughts
    board = rules.board
    learned = array("b", (files("engine") / "learned" / f"{name_of(rules)}.bin").read_bytes())
    across = blocks_across(board)
    full = empty = 0
    for block in range(across * across):
        filling = filling_of(position, block)
        opposite = across * across - 1 - block
        held, sign = (block, 1) if block <= opposite else (opposite, -1)
        at = 2 * (held * FILLINGS + (filling if sign > 0 else turned(filling)))
        full += sign * learned[at]
        empty += sign * learned[at + 1]
    if not position.white_to_move:
        full, empty = -full, -empty
    pieces = board.squares - 2 * board.squares_per_row
    return full + ((empty - full) * gone(position) * (4096 // pieces) >> 12)


@pytest.mark.parametrize("key", LEARNED)
def test_the_kernel_counts_what_was_learned_for_each_block(key: str) -> None:
    for plies in (0, 9, 20, 31, 44):
        position = opening(ruleset(key), plies, plies)

        assert defined(position) == counted(position)


@pytest.mark.parametrize("key", LEARNED)
def test_a_formation_is_worth_as_much_to_either_side(key: str) -> None:
    rules = ruleset(key)
    board = rules.board
    position = opening(rules, 24, 2)

    def turn(bits: int) -> int:
        squares = (square for square in range(1, board.squares + 1) if bits >> board.bit_of[square] & 1)
        return board.mask(tuple(board.squares + 1 - square for square in squares))

    other = position._replace(
        white_to_move=not position.white_to_move,
        white=turn(position.black),
        black=turn(position.white),
        kings=turn(position.kings),
    )

    assert counted(position) == counted(other)


def test_a_filling_turned_twice_is_itself() -> None:
    for filling in Random(1).sample(range(FILLINGS), 200):
        assert filling == turned(turned(filling))


@pytest.mark.parametrize("key", ["frisian", "turkish", "italian"])
def test_where_nothing_was_learned_squares_count(key: str) -> None:
    assert formations(ruleset(key).draughts) == (b"", b"")
