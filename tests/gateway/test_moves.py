"""The questions about one position."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.gateway.asking import MEDIEVAL, post

VALIDATE = "/v1/moves:validate"


def test_a_legal_move_is_answered_with_what_follows(client: FlaskClient) -> None:
    answer = post(client, VALIDATE, fen="W:W21,32:B10,17,1")

    rule_state = answer.pop("rule_state")
    assert answer == {
        "legal": True,
        "move": {
            "notation": "21x14x7",
            "from": 21,
            "to": 7,
            "path": [21, 14, 7],
            "captured": [17, 10],
            "promotes": False,
            "is_pass": False,
            "auto": False,
            "lots": [],
            "duels": [],
        },
        "fen": "B:W7,32:B1",
        "result": None,
    }
    assert isinstance(rule_state, str)


def test_a_refused_move_is_answered_with_the_rule_and_what_is_legal(client: FlaskClient) -> None:
    answer = post(client, VALIDATE, move="21x14")

    assert answer["legal"] is False
    assert answer["reason"] == "capture_incomplete"
    assert [candidate["notation"] for candidate in answer["candidates"]] == ["21x14x7"]


@pytest.mark.parametrize("move", ["", " ", "\0", "x" * 200, "21", "99-98", "¹-²", "21×14", "💥", "null"])
def test_anything_wrong_inside_the_move_is_an_answer(client: FlaskClient, move: str) -> None:
    assert post(client, VALIDATE, move=move)["legal"] is False


def test_a_result_has_a_winner_and_a_termination(client: FlaskClient) -> None:
    assert post(client, VALIDATE)["result"] == {"winner": "white", "termination": "no_pieces"}


def test_a_draw_has_no_winner(client: FlaskClient) -> None:
    answer = post(client, VALIDATE, fen="W:WK29:BK2,18", move="29x15", options={})

    assert answer["result"] == {"winner": None, "termination": "king_against_king"}


def test_the_rule_state_of_an_answer_goes_into_the_next_question(client: FlaskClient) -> None:
    fen, rule_state, answer = "W:WK9,K23:BK7,K13", None, {}
    for move in ["9-5", "13-17", "5-9", "17-13"] * 2:
        answer = post(client, VALIDATE, fen=fen, rule_state=rule_state, move=move)
        fen, rule_state = answer["fen"], answer["rule_state"]

    assert answer["result"] == {"winner": None, "termination": "repetition"}


def test_a_history_counts_too(client: FlaskClient) -> None:
    *before, last = ["9-5", "13-17", "5-9", "17-13"] * 2

    answer = post(
        client,
        VALIDATE,
        fen="B:WK9,K23:BK7,K17",
        move=last,
        start_fen="W:WK9,K23:BK7,K13",
        history=[*before[:-1], {"move": before[-1]}],
    )

    assert answer["result"] == {"winner": None, "termination": "repetition"}


def test_a_reversi_disc_comes_from_nowhere_and_flips(client: FlaskClient) -> None:
    start = f"{'-' * 27}OX------XO{'-' * 27} X"

    answer = post(client, VALIDATE, ruleset="othello", options={}, fen=start, move="f5")

    assert (answer["move"]["from"], answer["move"]["to"], answer["move"]["captured"]) == (None, 38, [37])


def test_a_pass_has_neither_origin_nor_target(client: FlaskClient) -> None:
    moves = [
        "e6",
        "f6",
        "c4",
        "c5",
        "c6",
        "d6",
        "g7",
        "f4",
        "g4",
        "g6",
        "e7",
        "h8",
        "h6",
        "g5",
        "g8",
        "f8",
    ]  # conformance O02
    stuck = post(client, "/v1/games:replay", ruleset="beatem-reversi", moves=moves)

    answer = post(client, VALIDATE, ruleset="beatem-reversi", options={}, fen=stuck["fen"], move="pass")

    assert (answer["move"]["from"], answer["move"]["to"], answer["move"]["is_pass"]) == (None, None, True)


def test_a_batch_keeps_the_order_of_its_questions(client: FlaskClient) -> None:
    items = [{"fen": "W:W21:B10,17", "move": move} for move in ["21x7", "21x14", "?"]]

    verdicts = post(client, "/v1/moves:batchValidate", items=items)["verdicts"]

    assert [verdict.get("reason") for verdict in verdicts] == [None, "capture_incomplete", "syntax"]


def test_the_tree_of_hops_points_into_the_moves(client: FlaskClient) -> None:
    answer = post(client, "/v1/moves:list", tree=True)

    assert answer["tree"] == [
        {
            "square": 21,
            "captured": [],
            "move": None,
            "next": [
                {
                    "square": 14,
                    "captured": [17],
                    "move": None,
                    "next": [{"square": 7, "captured": [10], "move": 0, "next": []}],
                }
            ],
        }
    ]
    assert answer["side"] == "white"


def test_without_a_wish_there_is_no_tree(client: FlaskClient) -> None:
    assert post(client, "/v1/moves:list")["tree"] is None


def test_a_duel_has_no_next_position_before_its_lots(client: FlaskClient) -> None:
    answer = post(client, VALIDATE, options={}, **MEDIEVAL)

    assert answer["move"]["duels"] == [10]
    assert (answer["fen"], answer["rule_state"], answer["result"]) == (None, None, None)


@pytest.mark.parametrize(("lots", "fen"), [([True, True], "B:W7,32:B"), ([True, False], "B:W32:BM10")])
def test_the_lots_decide_a_duel(client: FlaskClient, lots: list[bool], fen: str) -> None:
    answer: dict[str, Any] = post(client, "/v1/moves:applyLots", lots=lots)

    assert (answer["fen"], answer["move"]["lots"]) == (fen, lots)
