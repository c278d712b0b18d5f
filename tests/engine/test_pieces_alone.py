"""Who counts pieces alone does not look where they stand."""

from __future__ import annotations

import pytest

from engine import Limits, TranspositionTable
from engine.limits import Reading
from engine.searching import Memory, run
from rulebook import Position, initial_position, ruleset
from tests.rulebook.playing import DRAUGHTS, at

TABLE = TranspositionTable()


def counted(position: Position, depth: int) -> int:
    """The score for the side to move."""
    memory = Memory.of(TABLE, 4096, forget=True)
    return run(position, Limits(depth=depth), Reading(pieces_alone=True), memory).score


@pytest.mark.parametrize("key", DRAUGHTS)
def test_no_game_begins_with_an_advantage(key: str) -> None:
    assert 0 == counted(initial_position(ruleset(key)), 2)


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("W:W46,47,48:B5,10,15", 0),
        ("W:W31,32,33:B3,4,5", 0),
        ("W:W46,47,48:B5,10", 100),
        ("B:W46,47,48:B5,10", -100),
        ("W:W46,47,48:B5,K10,K15", -300),
    ],
)
def test_a_man_is_a_hundred_and_a_king_two_and_a_half_men(fen: str, score: int) -> None:
    assert score == counted(at("international", fen), 1)
