"""What a rule set says about the customs of its table."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

FISCHER = [
    {"kind": "fischer", "base_ms": base, "increment_ms": increment}
    for base, increment in [(180_000, 2_000), (300_000, 3_000), (600_000, 5_000), (900_000, 10_000)]
]
A_MINUTE_A_MOVE = {"kind": "per_move", "move_ms": 60_000, "on_expiry": "auto_move", "max_strikes": 3}


@pytest.mark.parametrize(
    ("key", "controls"),
    [
        ("battledame", FISCHER),
        ("club-brazilian", [A_MINUTE_A_MOVE]),
        ("club-medieval", [A_MINUTE_A_MOVE]),
        ("beatem-reversi", [{"kind": "unlimited"}, *FISCHER]),
    ],
)
def test_a_rule_set_names_its_usual_time_controls_the_most_usual_first(
    client: FlaskClient, key: str, controls: list[dict[str, Any]]
) -> None:
    assert client.get(f"/v1/rulesets/{key}").get_json()["usual_time_controls"] == controls


@pytest.mark.parametrize("reveal", ["at_start", "on_first_duel"])
def test_a_rule_set_says_how_pieces_are_marked(client: FlaskClient, reveal: str) -> None:
    found = client.get(f"/v1/rulesets/club-medieval?reveal={reveal}").get_json()

    assert found["marks"] == {
        "per_side": 3,
        "choice_ms": 20_000,
        "success_percent": 50,
        "reveal": reveal,
    }


def test_where_nothing_is_marked_there_is_nothing_to_say(client: FlaskClient) -> None:
    rulesets = client.get("/v1/rulesets").get_json()["rulesets"]

    assert [each["key"] for each in rulesets if each["marks"] is not None] == ["club-medieval"]
