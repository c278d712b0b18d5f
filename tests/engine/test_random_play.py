"""Whoever plays at random loses, under every kind of rules."""

from __future__ import annotations

import pytest

from engine import Level, TranspositionTable
from rulebook import ruleset
from tests.engine.games import at_level, at_random, points

QUICK = Level(nodes=1500)
GAMES = {
    "flying kings on 8x8": ("beatem-dame", {}),
    "captures may be declined": ("battledame", {"capture": "voluntary"}),
    "short kings": ("table-english", {}),
    "flying kings on 10x10": ("table-international", {}),
    "straight lines": ("table-turkish", {}),
    "captures can fail": ("club-medieval", {}),
    "who loses all wins": ("russian", {"goal": "anti"}),
    "the first king wins": ("italian", {"goal": "breakthrough"}),
    "discs": ("othello", {}),
}


@pytest.mark.parametrize(("key", "options"), GAMES.values(), ids=GAMES)
def test_random_play_is_always_beaten(key: str, options: dict[str, str]) -> None:
    table = TranspositionTable()

    scored = points(ruleset(key, options), at_level(QUICK, table), at_random, pairs=10, plies=0)

    assert scored == 20
