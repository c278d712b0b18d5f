"""The search's own way to find moves and flips in Reversi agrees with the rulebook's."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import Limits, TranspositionTable, search
from engine.kernel import uncompiled_discs
from engine.limits import Reading
from engine.searching import Memory, run
from rulebook import legal_moves, play, result
from tests.engine.test_reversi import with_empties

KERNEL: Any = uncompiled_discs()
TABLE = TranspositionTable()
BOARD = (1 << 64) - 1


def scattered(chance: Random) -> tuple[int, int]:
    """Discs anywhere, of either colour or none."""
    discs = chance.getrandbits(64) | chance.getrandbits(64)
    own = chance.getrandbits(64)
    return discs & own, discs & ~own


def test_moves_and_flips_are_the_rulebooks() -> None:
    chance = Random(1)
    for _ in range(200):
        own, opponents = scattered(chance)

        assert KERNEL.mobility(own, opponents) == KERNEL.targets(own, opponents)
        for at in range(64):
            b = 1 << at
            if not (own | opponents) & b:
                assert KERNEL.flips(own, opponents, b) == KERNEL.flips_at(own, opponents, at)


def test_the_last_disc_flips_as_many() -> None:
    chance = Random(2)
    for at in range(64):
        for _ in range(8):
            own = chance.getrandbits(64) & ~(1 << at)
            opponents = BOARD & ~own & ~(1 << at)

            assert KERNEL.flips(own, opponents, 1 << at).bit_count() == KERNEL.last_flips(own, at)


@pytest.mark.parametrize("empties", [4, 12, 24])
def test_a_stable_disc_is_never_flipped(empties: int) -> None:
    chance = Random(empties)
    found = 0
    for seed in range(20):
        start = with_empties(empties, seed)
        stable = KERNEL.stable_discs(start.white, start.black)
        found += stable.bit_count()
        for _ in range(4):
            position = start
            while result(position) is None:
                position = play(position, chance.choice(legal_moves(position)))
            assert stable & position.white == stable
    assert found > 20


def test_shortcuts_leave_a_solved_ending_alone() -> None:
    """Multi-ProbCut and reductions belong to estimates: read to the end, all ways have one result."""
    for seed in range(6):
        position = with_empties(14, seed)
        memory = Memory.of(TABLE, 1024, forget=True)

        plain = run(position, Limits(depth=60), Reading(full_width=True), memory)

        assert plain.score == search(position, Limits(depth=60)).score
        assert plain.score % 200 == 0


def test_an_estimate_is_no_more_than_a_whole_board() -> None:
    for seed in range(40):
        assert -6400 <= search(with_empties(40, seed), Limits(depth=3)).score <= 6400
