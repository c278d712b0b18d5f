"""What `make bench-move` makes of its measurements, without a platform."""

from __future__ import annotations

import pytest

from bench.move import Target, main, show
from bench.move_load import random_games
from rulebook import initial_position, result, ruleset, validate


def measured(name: str, *rounds_ms: list[float], **used_s: float) -> Target:
    target = Target(name=name, callers=[lambda: None])
    target.latencies_ms += rounds_ms
    target.wall_s = 2.0
    target.processor_s.update(used_s)
    return target


def test_percentiles_are_over_all_rounds() -> None:
    target = measured("a move", [float(ms) for ms in range(1, 51)], [float(ms) for ms in range(51, 101)])

    assert [51, 100] == [target.percentile_ms(50), target.percentile_ms(99)]


def test_ratios_are_of_neighbouring_rounds_and_processor_time_is_told_by_process(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show(
        [
            measured("empty RPC", [1.0] * 4, [2.0] * 4, games=0.02),
            measured("bare insert", [2.0] * 4, [4.0] * 4),
            measured("a move", [10.0] * 4, [20.0] * 4, games=0.04, rules=0.08),
        ],
        "2 cores",
    )

    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line]
    assert ["a", "move", "/", "empty", "RPC", "1", "10.0"] in lines
    assert ["a", "move", "/", "bare", "insert", "1", "5.0"] in lines
    assert ["rules", "10.00", "0.0"] in lines
    assert ["games", "5.00", "10.0"] in lines
    assert ["all", "15.00", "10.0"] in lines


def test_the_games_that_are_played_are_whole_and_the_same_each_time() -> None:
    games = random_games(3)

    assert games == random_games(3)
    for moves in games:
        position = initial_position(ruleset("battledame"))
        for number, move in enumerate(moves):
            assert position.side == ("white", "black")[number % 2]
            following = validate(position, move).next
            assert following is not None
            position = following
        assert result(position) is not None


def test_its_help_says_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])

    assert "bare insert" in capsys.readouterr().out
