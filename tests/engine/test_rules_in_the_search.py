"""The search knows how games end: it agrees with a plain look ahead that asks the rulebook at every step."""

from __future__ import annotations

from random import Random

import pytest

from engine import GameOver, Limits, TranspositionTable, search
from engine.limits import Reading
from engine.searching import Memory, run
from rulebook import Position, Side, legal_moves, parse_fen, play, result, ruleset
from tests.engine.looking_ahead import bounds, few_pieces
from tests.rulebook.playing import DRAUGHTS, GOALS, at, play_path, with_plies

TABLE = TranspositionTable()


def exactly(position: Position, depth: int) -> int:
    """The score at a depth without reductions."""
    memory = Memory.of(TABLE, 4096, forget=True)
    return run(position, Limits(depth=depth), Reading(full_width=True), memory).score


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("key", [key for key in DRAUGHTS if key != "club-medieval"])
def test_the_score_lies_where_the_end_of_every_line_puts_it(key: str, goal: str) -> None:
    chance = Random(f"{key} {goal}")
    rules = ruleset(key, {"goal": goal})
    for _ in range(8):
        position = few_pieces(rules, chance)
        low, high = bounds(position, 3)

        score = exactly(position, 3)

        assert low <= score <= high, position.fen


SHUFFLE = ((31, 27), (4, 8), (27, 31), (8, 4))


def shuffled(plies: int) -> Position:
    """Two kings that chase one, who have gone to and fro: at 8 plies this would be the third time."""
    position = at("table-english", "W:WK31,K22:BK4")
    for ply in range(plies):
        position = play_path(position, *SHUFFLE[ply % 4])
    return position


def test_a_third_occurrence_in_the_game_draws() -> None:
    """Black, about to lose, goes back to where it was twice before."""
    found = search(shuffled(7), Limits(depth=6))

    assert (0, "8-4") == (found.score, found.move.notation)


def test_the_stronger_side_avoids_the_third_occurrence() -> None:
    position = shuffled(6)

    found = search(position, Limits(depth=6))

    assert found.score > 50
    assert "27-31" != found.move.notation


def test_without_the_game_before_it_the_position_is_lost() -> None:
    position = parse_fen(ruleset("table-english"), shuffled(7).fen)

    assert search(position, Limits(depth=6)).score < -50


def test_a_second_occurrence_in_the_game_is_no_draw() -> None:
    assert search(shuffled(3), Limits(depth=6)).score < -50


@pytest.mark.parametrize(
    ("key", "fen", "depth"),
    [
        ("club-brazilian", with_plies("W:WK2,K3,K16:BK18,K21,K32", 39), 4),
        ("russian", "W:WK1:BK32", 12),
        ("frisian", "W:WK46:BK4", 6),
    ],
    ids=["no progress", "endgame count", "two kings"],
)
def test_a_count_that_runs_out_draws(key: str, fen: str, depth: int) -> None:
    assert 0 == exactly(at(key, fen), depth)


def test_the_last_king_each_draws_at_once_in_battledame() -> None:
    """White is a man behind and gives it for the draw."""
    low, high = bounds(at("battledame", "W:WK1,28:BK19,K8"), 3)

    assert low <= exactly(at("battledame", "W:WK1,28:BK19,K8"), 3) <= high


def test_a_finished_game_has_no_move() -> None:
    with pytest.raises(GameOver):
        search(at("russian", "W:W:B1"), Limits(depth=1))


def test_a_reversi_pass_is_played_when_it_is_forced() -> None:
    rules = ruleset("othello")
    chance = Random(4)
    passed = 0
    for _ in range(40):
        position = parse_fen(rules, rules.rules.start)
        while result(position) is None:
            moves = legal_moves(position)
            if moves[0].is_pass:
                found = search(position, Limits(depth=2))
                assert found.move.is_pass
                assert found.score == -search(play(position, found.move), Limits(depth=2)).score
                passed += 1
            position = play(position, chance.choice(moves))
    assert passed > 10
    assert Side.BLACK is rules.first
