"""What a move is worth."""

from __future__ import annotations

import pytest

import rulebook
from ai.judging import Judgement, Mark, PlayedPly, end_score, judge
from rulebook import Family, Side

PLAYED = PlayedPly(side=Side.WHITE, move="a")


@pytest.mark.parametrize(
    ("before", "after", "loss", "mark"),
    [
        pytest.param(10, 10, 0, Mark.NONE, id="nothing lost"),
        pytest.param(10, 30, 0, Mark.NONE, id="better than the search thought"),
        pytest.param(10, -29, 39, Mark.NONE, id="hardly anything"),
        pytest.param(10, -30, 40, Mark.INACCURACY, id="a little"),
        pytest.param(50, -49, 99, Mark.INACCURACY, id="not quite a man"),
        pytest.param(50, -50, 100, Mark.MISTAKE, id="a man"),
        pytest.param(50, -149, 199, Mark.MISTAKE, id="not quite two"),
        pytest.param(50, -150, 200, Mark.BLUNDER, id="two men"),
        pytest.param(29_990, 0, 1000, Mark.BLUNDER, id="a win for a draw"),
        pytest.param(0, -29_990, 1000, Mark.BLUNDER, id="a draw for a loss"),
        pytest.param(29_990, 29_900, 0, Mark.NONE, id="a slower win"),
        pytest.param(29_990, 700, 300, Mark.INACCURACY, id="still won"),
        pytest.param(-400, -800, 400, Mark.INACCURACY, id="lost before"),
        pytest.param(-400, -420, 20, Mark.NONE, id="lost before and no worse"),
        pytest.param(-29_990, -29_996, 0, Mark.NONE, id="a quicker loss"),
    ],
)
def test_a_move_is_marked_by_what_it_costs(before: int, after: int, loss: int, mark: Mark) -> None:
    assert judge(Family.DRAUGHTS, PLAYED, "b", before, after) == Judgement(loss=loss, mark=mark)


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (0, -199, Mark.NONE),
        (0, -200, Mark.INACCURACY),
        (0, -500, Mark.MISTAKE),
        (0, -1000, Mark.BLUNDER),
        (3000, 1600, Mark.INACCURACY),
    ],
)
def test_in_reversi_five_discs_are_a_man(before: int, after: int, mark: Mark) -> None:
    assert judge(Family.REVERSI, PLAYED, "b", before, after).mark is mark


def test_the_best_move_costs_nothing_whatever_the_search_says_of_the_next_position() -> None:
    assert judge(Family.DRAUGHTS, PLAYED, "a", 300, -300) == Judgement(loss=0, mark=Mark.NONE)


def test_what_lots_decided_is_nobodys_mistake() -> None:
    unlucky = PlayedPly(side=Side.WHITE, move="a", by_lots=True)

    assert judge(Family.DRAUGHTS, unlucky, "b", 300, -300) == Judgement(loss=None, mark=Mark.NONE)


@pytest.mark.parametrize(
    ("ruleset", "options", "fen", "score"),
    [
        ("international", {}, "W:W31:B20", None),
        ("international", {}, "B:W31:B", -30_000),
        ("international", {}, "W:WK5:B", 30_000),
        ("battledame", {"goal": "anti"}, "B:W21:B", 30_000),
        ("othello", {}, "X" * 63 + "- X", 6400),
        ("othello", {}, "X" * 40 + "O" * 24 + " O", -1600),
        ("othello", {}, "X" * 32 + "O" * 32 + " X", 0),
    ],
)
def test_a_game_that_is_over_has_the_score_of_its_result(
    ruleset: str, options: dict[str, str], fen: str, score: int | None
) -> None:
    assert end_score(rulebook.parse_fen(rulebook.ruleset(ruleset, options), fen)) == score
