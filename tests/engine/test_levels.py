"""Levels are ordered: each beats the one two below it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine import LEVELS, PERSONAS, Level, TranspositionTable
from engine.levels import Weakness
from rulebook import ruleset
from tests.engine.games import at_level, at_random, points

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
    assert 10 == len(LEVELS)


@pytest.mark.parametrize("key", ["russian", "english", "international", "othello"])
def test_a_higher_level_looks_farther_or_overlooks_less(key: str) -> None:
    rules = ruleset(key)
    for lower, higher in pairwise(LEVELS.values()):
        near, far = (level.limits(rules).depth or 99 for level in (lower, higher))
        assert near <= far
        if near == far:
            less, more = (level.reading(rules, 1) for level in (higher, lower))
            assert less.overlooked_per_mille < more.overlooked_per_mille


def test_only_the_two_lowest_levels_may_miss_a_recapture() -> None:
    assert [1, 2] == [n for n, level in LEVELS.items() if not level.sees_recaptures]


def test_a_weakness_of_its_own_takes_the_place_of_the_common_one() -> None:
    level = Level(
        nodes=1,
        depth=7,
        overlooked_per_mille=1,
        noise=2,
        on_big_boards=Weakness(overlooked_per_mille=3, noise=4),
        in_reversi=Weakness(overlooked_per_mille=5, noise=6, depth=8),
    )

    assert {"russian": 7, "international": 7, "othello": 8} == {
        key: level.limits(ruleset(key)).depth for key in ("russian", "international", "othello")
    }
    read = {key: level.reading(ruleset(key), 9) for key in ("russian", "turkish", "international", "othello")}

    assert {key: one.overlooked_per_mille for key, one in read.items()} == {
        "russian": 1, "turkish": 1, "international": 3, "othello": 5,
    }  # fmt: skip
    # A man is worth five discs.
    assert {"russian": 2, "turkish": 2, "international": 4, "othello": 30} == {
        key: one.noise for key, one in read.items()
    }


@pytest.mark.parametrize("key", ["international", "battledame", "othello"])
def test_weak_levels_still_play_sensibly(key: str) -> None:
    """Far better than chance: even the first level gives a random mover next to nothing."""
    scored = points(ruleset(key), at_level(LEVELS[1], TABLE), at_random, pairs=8, plies=4)

    assert scored > 14


def test_strong_personas_rank_as_their_names_say() -> None:
    easy, medium = (at_level(PERSONAS[name].level, TABLE) for name in ("leicht", "mittel"))

    assert points(ruleset("battledame"), medium, easy, pairs=8, plies=6) > 12
