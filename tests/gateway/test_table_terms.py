"""The terms of a game at REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gateway.asking import FISCHER, GAME, Guest, answered, problem
from tests.gateway.test_contract import require_shape

CONTROLS: list[dict[str, Any]] = [
    FISCHER,
    {"kind": "delay", "base_ms": 60_000, "delay_ms": 2_000},
    {"kind": "per_move", "move_ms": 30_000, "on_expiry": "lose", "max_strikes": 0},
    {"kind": "per_move", "move_ms": 30_000, "on_expiry": "auto_move", "max_strikes": 3},
    {"kind": "correspondence", "days": 3},
    {"kind": "unlimited"},
]


@pytest.mark.parametrize("control", CONTROLS, ids=str)
def test_every_way_to_keep_time_comes_out_as_it_went_in(
    anna: Guest, bert: Guest, contract: dict[str, Any], control: dict[str, Any]
) -> None:
    game = bert.join(anna.create(time_control=control))

    assert game["time_control"] == control
    assert (game["clock"] is None) is (control["kind"] == "unlimited")
    require_shape(contract, {"$ref": "#/components/schemas/Game"}, game)


def test_without_a_time_control_the_rule_sets_usual_one_is_taken(anna: Guest) -> None:
    usual = answered(anna.get("/v1/rulesets/battledame"))["usual_time_controls"][0]
    body = {name: value for name, value in GAME.items() if name != "time_control"}

    made = answered(anna.post("/v1/games", body), 201)

    assert made["time_control"] == usual


def test_the_terms_of_a_game_come_out_as_they_went_in(anna: Guest) -> None:
    terms = {"flags": ["private", "no_abort"], "first_move_ms": 0, "spectator_delay_ms": 5_000}

    made = anna.create(**terms)

    assert {name: made[name] for name in terms} == {**terms, "flags": ["no_abort", "private"]}
    assert anna.create()["first_move_ms"] == 30_000


WISHES: list[tuple[dict[str, Any], str]] = [
    ({"time_control": {"kind": "delay", "base_ms": 1000}}, "/time_control/delay_ms"),
    ({"time_control": {"kind": "correspondence", "days": 15}}, "/time_control/days"),
    (
        {"time_control": {"kind": "per_move", "move_ms": 999, "on_expiry": "lose"}},
        "/time_control/move_ms",
    ),
    (
        {"time_control": {"kind": "per_move", "move_ms": 30_000, "on_expiry": "forget"}},
        "/time_control/on_expiry",
    ),
    (
        {"time_control": {"kind": "per_move", "move_ms": 30_000, "on_expiry": "lose", "max_strikes": 1}},
        "/time_control",
    ),
    ({"flags": ["no_draws"]}, "/flags/0"),
    ({"flags": "private"}, "/flags"),
    ({"flags": ["private"] * 8}, "/flags"),
    ({"first_move_ms": -1}, "/first_move_ms"),
    ({"first_move_ms": 86_400_001}, "/first_move_ms"),
    ({"first_move_ms": 1000, "time_control": {"kind": "unlimited"}}, "/first_move_ms"),
    ({"spectator_delay_ms": 600_001}, "/spectator_delay_ms"),
    ({"seed": "a:b"}, "/seed"),
    ({"seed": ""}, "/seed"),
    ({"seed": "ä"}, "/seed"),
    ({"seed": "x\n"}, "/seed"),
    ({"white": "me", "black": "me", "rated": True}, "/rated"),
]


@pytest.mark.parametrize(("changes", "pointer"), WISHES)
def test_a_faulty_term_has_a_pointer(anna: Guest, changes: dict[str, Any], pointer: str) -> None:
    response = anna.post("/v1/games", {**GAME, **changes})

    assert problem(response) == (400, "invalid_field")
    assert pointer in [place["pointer"] for place in response.get_json()["errors"]]
