"""Analyses and hints through REST, with a worker where one is needed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from apiflask import APIFlask
from jsonschema import Draft202012Validator

import rulebook
from tests.ai.analysing import played_at_random
from tests.ai.house import Worker
from tests.games.house import House
from tests.gateway.asking import OF_ANALYSES, Guest, answered, guest, problem
from tests.identity import Identity
from tests.patience import wait_for

GAME = OF_ANALYSES["/v1/analyses"]
POSITION = {"ruleset": "battledame", "fen": "W:W21,22,26:B9,10,17", "nodes": 10_000}
ENDLESS = {"ruleset": "international", "fen": "W:W31-50:B1-20", "nodes": 20_000_000}
SHOT = {"ruleset": "battledame", "fen": "W:W21:B10,17"}


@pytest.fixture
def anna(app: APIFlask) -> Guest:
    """One who has nothing under way."""
    return guest(app, "Anna")


@pytest.fixture(scope="module")
def worker(
    identity: Identity, house: House, valkey: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Worker]:
    environment = {
        "BRETTWERK_AI_KEY": str(identity.key("ai")),
        "BRETTWERK_AI_DATABASE": house.database.conninfo("ai"),
        "BRETTWERK_BROKER": valkey,
        "BRETTWERK_VALKEY": valkey,
        "BRETTWERK_GAMES_ADDRESS": house.games.address,
        "BRETTWERK_WORKER_PROCESSES": "1",
        "BRETTWERK_WORKER_QUEUES": "analysis",
    }
    log: Path = tmp_path_factory.mktemp("worker") / f"{os.getpid()}.log"
    with Worker(environment, log) as worker:
        yield worker


def start(player: Guest, body: dict[str, Any], **headers: str) -> dict[str, Any]:
    return answered(player.post("/v1/analyses", body, **headers), 201)


def await_end(player: Guest, analysis: dict[str, Any]) -> dict[str, Any]:
    """As a client waits for it."""
    found = analysis

    def has_ended() -> bool:
        nonlocal found
        path = f"/v1/analyses/{analysis['id']}?after_revision={found['revision']}&wait_ms=1000"
        found = answered(player.get(path))
        return found["end_time"] is not None

    wait_for(has_ended)
    return found


def test_a_new_analysis_has_an_address_and_waits_for_a_worker(anna: Guest) -> None:
    response = anna.post("/v1/analyses", GAME)

    started = answered(response, 201)
    assert (started["kind"], started["state"], started["positions"]) == ("game", "queued", 3)
    assert [ply["move"] for ply in started["plies"]] == GAME["moves"]
    assert [ply["before"] for ply in started["plies"]] == [None, None]
    assert answered(anna.get(response.headers["Location"])) == started


@pytest.mark.usefixtures("worker")
def test_a_game_is_judged_move_by_move(anna: Guest) -> None:
    moves = [move for move, _ in played_at_random("battledame", plies=4, seed=2)]
    ended = await_end(anna, start(anna, {**GAME, "moves": moves}))

    assert (ended["state"], ended["positions_done"]) == ("done", ended["positions"])
    assert {ply["mark"] for ply in ended["plies"]} <= {"none", "inaccuracy", "mistake", "blunder"}
    assert all(ply["done"] and ply["loss"] >= 0 for ply in ended["plies"])
    assert [ply["side"] for ply in ended["plies"]] == ["white", "black"] * 2


@pytest.mark.usefixtures("worker")
def test_a_position_has_an_insight_and_a_hint_uses_it(anna: Guest) -> None:
    ended = await_end(anna, start(anna, {**POSITION, "nodes": 100_000}))
    hint = answered(anna.post("/v1/moves:suggest", {key: POSITION[key] for key in ("ruleset", "fen")}))

    assert ended["plies"] == []
    assert hint["insight"] == ended["insight"]
    assert hint["move"]["notation"] == ended["insight"]["line"][0]


@pytest.mark.usefixtures("worker")
def test_what_is_asked_again_is_known_at_once(anna: Guest, app: APIFlask) -> None:
    first = await_end(anna, start(anna, GAME))

    again = start(guest(app), GAME)

    assert again["id"] != first["id"]
    assert (again["state"], again["plies"]) == ("done", first["plies"])


@pytest.mark.usefixtures("worker")
def test_news_wake_whoever_waits_for_them(anna: Guest) -> None:
    started = start(anna, ENDLESS)
    path = f"/v1/analyses/{started['id']}"
    seen: list[int] = []

    def follow() -> None:
        revision = started["revision"]
        while len(seen) < 3:
            news = answered(anna.get(f"{path}?after_revision={revision}&wait_ms=10000"))
            if news["revision"] > revision:
                seen.append(revision := news["revision"])

    reader = threading.Thread(target=follow)
    reader.start()
    reader.join(30)

    cancelled = answered(anna.post(f"{path}:cancel"))
    assert len(seen) == 3
    assert (cancelled["state"], cancelled["insight"] is None) == ("cancelled", False)
    assert answered(anna.post(f"{path}:cancel"))["revision"] == cancelled["revision"]


def test_a_key_starts_one_analysis_however_often_it_is_sent(anna: Guest, app: APIFlask) -> None:
    key = str(uuid4())
    first = anna.post("/v1/analyses", POSITION, Idempotency_Key=key)
    again = anna.post("/v1/analyses", POSITION, Idempotency_Key=key)
    other_body = anna.post("/v1/analyses", {**POSITION, "nodes": 20_000}, Idempotency_Key=key)
    other_player = guest(app).post("/v1/analyses", POSITION, Idempotency_Key=key)

    assert "Idempotency-Replayed" not in first.headers
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert answered(again, 201)["id"] == answered(first, 201)["id"] != answered(other_player, 201)["id"]
    assert problem(other_body) == (422, "request_id_reused")


def test_an_analysis_is_its_players_alone(anna: Guest, app: APIFlask) -> None:
    path = f"/v1/analyses/{start(anna, ENDLESS)['id']}"
    carla = guest(app)

    assert problem(carla.get(path)) == (404, "unknown_analysis")
    assert problem(carla.post(f"{path}:cancel")) == (404, "unknown_analysis")
    assert problem(carla.get(f"{path}?wait_ms=20000")) == (404, "unknown_analysis")
    assert answered(anna.post(f"{path}:cancel"))["state"] == "cancelled"


def test_a_player_has_three_under_way_at_most(app: APIFlask) -> None:
    dora = guest(app)
    bodies = [{**ENDLESS, "nodes": nodes} for nodes in range(19_000_000, 19_000_003)]
    started = [start(dora, body) for body in bodies]

    refused = dora.post("/v1/analyses", ENDLESS)
    answered(dora.post(f"/v1/analyses/{started[0]['id']}:cancel"))

    assert problem(refused) == (429, "too_many_analyses")
    assert int(refused.headers["Retry-After"]) > 0
    assert start(dora, ENDLESS)["state"] != "cancelled"


def test_a_hint_is_a_legal_move_with_its_score(anna: Guest) -> None:
    hint = answered(anna.post("/v1/moves:suggest", SHOT))

    start_of = rulebook.parse_fen(rulebook.ruleset("battledame"), str(SHOT["fen"]))
    assert hint["move"]["notation"] in [move.notation for move in rulebook.legal_moves(start_of)]
    assert hint["insight"]["line"][0] == hint["move"]["notation"]
    assert hint["insight"]["score"] > 0


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"ruleset": "dame", "fen": "W:W21:B10"}, "unknown_ruleset", "/ruleset"),
    ({"ruleset": "battledame", "options": {"capture": "often"}, "fen": "x"}, "unknown_option", "/options"),
    ({"ruleset": "battledame", "fen": "W:W99:B1"}, "invalid_fen", "/fen"),
    ({"ruleset": "battledame", "fen": "W:W21:B10\0"}, "invalid_fen", "/fen"),
    ({**SHOT, "rule_state": "QUJD"}, "invalid_rule_state", "/rule_state"),
    ({"ruleset": "battledame"}, "invalid_field", ""),
    ({**SHOT, "moves": ["22-18"]}, "invalid_field", ""),
    ({**SHOT, "start_fen": "W:W21:B10"}, "invalid_field", "/start_fen"),
    ({**SHOT, "nodes": 9_999}, "invalid_field", "/nodes"),
    ({**SHOT, "nodes": 20_000_001}, "invalid_field", "/nodes"),
    ({**SHOT, "nodes": "many"}, "invalid_field", "/nodes"),
    ({"ruleset": "battledame", "moves": []}, "invalid_field", "/moves"),
    ({"ruleset": "battledame", "moves": ["22-18"], "rule_state": "QUJD"}, "invalid_field", "/rule_state"),
    ({"ruleset": "battledame", "moves": ["22-18", "1-2"]}, "invalid_field", "/moves/1"),
    ({"ruleset": "battledame", "moves": ["x" * 201]}, "invalid_field", "/moves/0"),
    ({"ruleset": "battledame", "moves": ["22-18"], "start_fen": "W:W99:B1"}, "invalid_fen", "/start_fen"),
    (
        {"ruleset": "club-medieval", "start_fen": "W:W21,32:BM10,17", "moves": ["21x14x7"]},
        "lots_needed",
        "/moves/0",
    ),
    (
        {
            "ruleset": "club-medieval",
            "start_fen": "W:W21,32:BM10,17",
            "moves": [{"move": "21x14x7", "lots": [True]}],
        },
        "invalid_lots",
        "/moves/0",
    ),
]


@pytest.mark.parametrize(("body", "code", "pointer"), FAULTS)
def test_a_faulty_wish_has_its_code_and_a_pointer(
    anna: Guest, body: dict[str, Any], code: str, pointer: str
) -> None:
    response = anna.post("/v1/analyses", body)

    assert problem(response) == (400, code)
    assert response.get_json()["errors"][0]["pointer"].startswith(pointer)


def test_a_game_of_too_many_positions_in_all_is_refused(anna: Guest) -> None:
    moves = [move for move, _ in played_at_random("battledame", plies=20, seed=1)]

    response = anna.post("/v1/analyses", {"ruleset": "battledame", "moves": moves, "nodes": 10_000_000})

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["pointer"] == "/nodes"


def test_where_the_game_is_over_there_is_nothing_to_find(anna: Guest) -> None:
    over = {"ruleset": "battledame", "fen": "W:WK5:B"}

    assert problem(anna.post("/v1/analyses", over)) == (409, "game_finished")
    assert problem(anna.post("/v1/moves:suggest", over)) == (409, "game_finished")


@pytest.mark.parametrize("analysis_id", [str(uuid4()), "x", "%00", "%ff", "x" * 3000, "a:b", "💥"])
@pytest.mark.parametrize(("method", "rest"), [("GET", ""), ("POST", ":cancel")])
def test_an_analysis_that_is_not_there_is_unknown(
    anna: Guest, method: str, rest: str, analysis_id: str
) -> None:
    path = f"/v1/analyses/{analysis_id}{rest}"

    response = anna.get(path) if method == "GET" else anna.post(path)

    assert problem(response) == (404, "unknown_analysis")


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("wait_ms=25001", "wait_ms"),
        ("wait_ms=-1", "wait_ms"),
        ("after_revision=x", "after_revision"),
        ("after=1", "after"),
    ],
)
def test_a_faulty_parameter_is_named(anna: Guest, query: str, parameter: str) -> None:
    response = anna.get(f"/v1/analyses/{uuid4()}?{query}")

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["parameter"] == parameter


@pytest.mark.parametrize("path", OF_ANALYSES)
def test_a_body_and_its_answer_have_the_shape_that_the_document_says(
    anna: Guest, contract: dict[str, Any], path: str
) -> None:
    operation = contract["paths"][path]["post"]
    content = operation["requestBody"]["content"]["application/json"]

    def require_shape(schema: dict[str, Any], value: Any) -> None:
        Draft202012Validator({**schema, "components": contract["components"]}).validate(value)

    for body in (OF_ANALYSES[path], *(example["value"] for example in content["examples"].values())):
        require_shape(content["schema"], body)
        response = anna.post(path, body)
        assert response.status_code < 300, response.text
        (described,) = operation["responses"][str(response.status_code)]["content"].values()
        require_shape(described["schema"], response.get_json())
