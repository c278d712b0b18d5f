"""Levels are ordered: each beats the one two below it."""

from __future__ import annotations

import pytest

from engine import LEVELS, TranspositionTable
from rulebook import ruleset
from tests.engine.games import at_level, points

TABLE = TranspositionTable()
PAIRS = 12

# The higher ones take seconds a game and are for the bench.
MATCHES = [
    *[("russian", level) for level in range(1, 6)],
    *[("international", level) for level in (1, 3)],
    *[("othello", level) for level in range(1, 6)],
]


@pytest.mark.parametrize(("key", "level"), MATCHES)
def test_a_level_beats_the_one_two_below_it(key: str, level: int) -> None:
    weaker, stronger = (at_level(LEVELS[n], TABLE) for n in (level, level + 2))

    scored = points(ruleset(key), stronger, weaker, pairs=PAIRS, plies=6)

    assert scored > PAIRS


def test_ten_levels_grow() -> None:
    levels = [LEVELS[n] for n in range(1, 11)]

    assert sorted(level.nodes for level in levels) == [level.nodes for level in levels]
    assert sorted(level.depth or 99 for level in levels) == [level.depth or 99 for level in levels]
    assert sorted((level.noise for level in levels), reverse=True) == [level.noise for level in levels]
