"""Whatever is sent, the answer is an answer or a problem that says whose fault it is: never a 5xx."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from apiflask import APIFlask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gateway.kinds import KINDS, REFUSALS
from tests.gateway.asking import BODIES, CHANGES, Guest

FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

texts = st.text() | st.sampled_from(
    [
        "W:W21:B10,17",
        "21x14x7",
        "battledame",
        "othello",
        "maximum",
        "pdn",
        "transcript",
        "f5d6",
        "W:WK1-32:B",
        "1. 22-18 *",
    ]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
NAMES = sorted(
    {name for body in BODIES.values() for name in body}
    | {"history", "start_fen", "rule_state", "tree", "tags"}
)
WISHED = sorted({name for body in CHANGES.values() for name in body} | {"kind", "persona"})


@pytest.fixture(scope="module")
def game_id(anna: Guest, bert: Guest) -> str:
    """A game that waits for its first move."""
    found: str = bert.join(anna.create(time_control={"kind": "unlimited"}))["id"]
    return found


def require_answer(response: Any) -> None:
    assert response.status_code in {200, 201, 400, 413, 415, 422}, response.text
    if response.status_code >= 400:
        problem = response.get_json()
        assert (REFUSALS if "candidates" in problem else KINDS)[
            problem["code"]
        ].status == response.status_code
        assert problem["errors"] or response.status_code != 400


@pytest.mark.parametrize("path", BODIES)
@FEW
@given(body=st.binary() | values.map(lambda value: repr(value).encode("utf-8", "replace")))
def test_any_bytes_get_an_answer_or_a_problem(app: APIFlask, path: str, body: bytes) -> None:
    require_answer(app.test_client().post(path, data=body, content_type="application/json"))


@pytest.mark.parametrize("path", BODIES)
@FEW
@given(changes=st.dictionaries(st.sampled_from(NAMES), values, max_size=4))
def test_a_body_with_strange_values_gets_an_answer_or_a_problem(
    app: APIFlask, path: str, changes: dict[str, Any]
) -> None:
    require_answer(app.test_client().post(path, json={**BODIES[path], **changes}))


@pytest.mark.parametrize("path", CHANGES)
@FEW
@given(body=st.binary() | values.map(lambda value: repr(value).encode("utf-8", "replace")))
def test_any_bytes_change_nothing_and_get_a_problem(
    anna: Guest, game_id: str, path: str, body: bytes
) -> None:
    address = path.format(game_id=game_id)
    headers = {**anna.headers, "Content-Type": "application/json"}
    require_answer(anna.app.test_client().post(address, data=body, headers=headers))


@pytest.mark.parametrize("path", CHANGES)
@FEW
@given(changes=st.dictionaries(st.sampled_from(WISHED), values, max_size=3))
def test_a_wish_with_strange_values_gets_an_answer_or_a_problem(
    anna: Guest, game_id: str, path: str, changes: dict[str, Any]
) -> None:
    require_answer(anna.post(path.format(game_id=game_id), {**CHANGES[path], **changes}))


@FEW
@given(
    game_id=st.text(max_size=40),
    rest=st.sampled_from(["", "/events", "/pdn", "/legal_moves"]),
    query=texts,
)
def test_an_address_of_any_form_gets_an_answer_or_a_problem(
    anna: Guest, game_id: str, rest: str, query: str
) -> None:
    path = f"/v1/games/{quote(game_id, safe='')}{rest}?{quote(query, safe='=&')}"

    assert anna.get(path).status_code in {200, 400, 404, 405}


@FEW
@given(moves=st.lists(st.text(alphabet="0123456789x-:abcdefgh pasK", max_size=12), max_size=6), fen=texts)
def test_moves_and_positions_of_any_form_get_an_answer_or_a_problem(
    app: APIFlask, moves: list[str], fen: str
) -> None:
    client = app.test_client()
    for ruleset in ("battledame", "table-turkish", "frisian", "othello"):
        require_answer(client.post("/v1/games:replay", json={"ruleset": ruleset, "moves": moves}))
        for move in moves:
            body = {"ruleset": ruleset, "fen": fen, "move": move}
            require_answer(client.post("/v1/moves:validate", json=body))
