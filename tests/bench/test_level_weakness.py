"""What weakness puts a level as far below the next one as is wished."""

from __future__ import annotations

from random import Random

import pytest

from bench import level_weakness
from bench.elo import rate_of
from bench.level_weakness import Distance, scaled
from engine.levels import Weakness


@pytest.mark.parametrize(
    ("distance_elo", "slope_elo"), [(30, 180), (150, 180), (300, 180), (230, 90), (60, 300)], ids=str
)
def test_pairs_between_players_of_known_strength_find_the_distance_that_is_aimed_at(
    distance_elo: float, slope_elo: float
) -> None:
    chance = Random(f"{distance_elo} {slope_elo}")
    found = Distance()
    for _ in range(200):
        change = found.change(150)
        rate = rate_of(distance_elo + slope_elo * change)
        found.add(change, sum(chance.random() < rate for _ in range(2)))
    change = found.change(150)
    assert distance_elo + slope_elo * change == pytest.approx(150, abs=50)
    told, deviation = found.at(change)
    assert told == pytest.approx(150, abs=5)
    assert 10 < deviation < 35


def test_a_level_that_loses_every_game_is_made_stronger_and_never_by_more_than_thrice() -> None:
    found = Distance()
    changes = []
    for _ in range(60):
        changes.append(found.change(150))
        found.add(changes[-1], 2.0)
    assert changes == sorted(changes, reverse=True)
    assert scaled(Weakness(overlooked_per_mille=90, noise=30), changes[-1]) == Weakness(
        overlooked_per_mille=30, noise=10
    )


def test_the_command_prints_what_goes_into_the_table_of_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert level_weakness.main(["russian", "--levels", "1", "--pairs", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("russian           1 overlooked_per_mille=")
    assert said.endswith(" Elo below 2\n")
