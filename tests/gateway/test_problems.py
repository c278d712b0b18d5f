"""Bad input: each gets its problem, with a code and a pointer, and never a 5xx."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import grpc
import pytest
from flask.testing import FlaskClient

from ai import rpc as ai_rpc
from brettwerk.rules.v1 import rules_service_pb2 as pb
from chassis import interceptor
from games import rpc as games_rpc
from gateway.bind import bind
from gateway.bodies import (
    MAX_FEN_CHARS,
    MAX_ITEMS,
    MAX_KEY_CHARS,
    MAX_MOVE_CHARS,
    MAX_OPTIONS,
    MAX_PLIES,
)
from gateway.kinds import KINDS, REFUSALS
from gateway.problems import flat_pointer
from gateway.settings import GatewaySettings
from matchmaking import rpc as matchmaking_rpc
from rules import limits
from rules import rpc as rules_rpc
from tests.gateway import asking
from tests.gateway.asking import BODIES, GAME, QUESTION, Guest
from tests.identity import Identity

VALIDATE, BATCH, LIST = "/v1/moves:validate", "/v1/moves:batchValidate", "/v1/moves:list"
LOTS, REPLAY = "/v1/moves:applyLots", "/v1/games:replay"
PARSE, FORMAT = "/v1/notation:parse", "/v1/notation:format"
ID = "019aca00-0000-7000-8000-000000000001"
ITEM = {"fen": "W:W21:B10,17", "move": "21x7"}

FIELDS: list[tuple[str, dict[str, Any], str, str]] = [
    # The rule set and its options.
    (VALIDATE, {"ruleset": "dame"}, "unknown_ruleset", "/ruleset"),
    (VALIDATE, {"ruleset": ""}, "unknown_ruleset", "/ruleset"),
    (VALIDATE, {"ruleset": "x" * 65}, "invalid_field", "/ruleset"),
    (VALIDATE, {"ruleset": 7}, "invalid_field", "/ruleset"),
    (VALIDATE, {"ruleset": None}, "invalid_field", "/ruleset"),
    (VALIDATE, {"options": {"capture": "often"}}, "unknown_option", "/options/capture"),
    (VALIDATE, {"options": {"a/b~": "c"}}, "unknown_option", "/options/a~1b~0"),
    (VALIDATE, {"options": {"capture": 1}}, "invalid_field", "/options/capture"),
    (VALIDATE, {"options": []}, "invalid_field", "/options"),
    (VALIDATE, {"options": {str(n): "" for n in range(17)}}, "invalid_field", "/options"),
    # The position.
    (VALIDATE, {"fen": ""}, "invalid_fen", "/fen"),
    (VALIDATE, {"fen": "W:W55:B4"}, "invalid_fen", "/fen"),
    (VALIDATE, {"fen": "W:W21,K21:B4"}, "invalid_fen", "/fen"),
    (VALIDATE, {"fen": "W:W2:B4"}, "invalid_fen", "/fen"),
    (VALIDATE, {"fen": "W:B:W21:B4"}, "invalid_fen", "/fen"),
    (VALIDATE, {"fen": "W:W21:B10\0"}, "invalid_fen", "/fen"),
    (VALIDATE, {"fen": "💥" * 500}, "invalid_fen", "/fen"),
    (VALIDATE, {"fen": "x" * 501}, "invalid_field", "/fen"),
    (VALIDATE, {"fen": 21}, "invalid_field", "/fen"),
    (VALIDATE, {"fen": ["W:W21:B10"]}, "invalid_field", "/fen"),
    (VALIDATE, {"rule_state": "abc"}, "invalid_field", "/rule_state"),
    (VALIDATE, {"rule_state": "ä"}, "invalid_field", "/rule_state"),
    (VALIDATE, {"rule_state": 5}, "invalid_field", "/rule_state"),
    (VALIDATE, {"rule_state": "QUJD"}, "invalid_rule_state", "/rule_state"),
    (VALIDATE, {"rule_state": "QUJD" * 30_000}, "invalid_field", "/rule_state"),
    # The history.
    (VALIDATE, {"history": ["22-18"]}, "history_mismatch", "/history"),
    (VALIDATE, {"history": ["22-18", "1-2"]}, "history_mismatch", "/history/1"),
    (VALIDATE, {"history": "22-18"}, "invalid_field", "/history"),
    (VALIDATE, {"history": [22]}, "invalid_field", "/history/0"),
    (VALIDATE, {"history": [{"move": 22}]}, "invalid_field", "/history/0/move"),
    (VALIDATE, {"history": ["22-18"] * 2001}, "invalid_field", "/history"),
    (VALIDATE, {"history": [], "start_fen": "W:W99:B1"}, "invalid_fen", "/start_fen"),
    (VALIDATE, {"start_fen": "W:W21:B1"}, "invalid_field", "/start_fen"),
    # The move: only its type and its length can be wrong.
    (VALIDATE, {"move": "x" * 201}, "invalid_field", "/move"),
    (VALIDATE, {"move": 21}, "invalid_field", "/move"),
    (VALIDATE, {"move": None}, "invalid_field", "/move"),
    (VALIDATE, {"move": True}, "invalid_field", "/move"),
    (VALIDATE, {"move": ["21", "14"]}, "invalid_field", "/move"),
    (VALIDATE, {"zug": "21x14x7"}, "invalid_field", "/zug"),
    # Batches.
    (BATCH, {"items": []}, "invalid_field", "/items"),
    (BATCH, {"items": [ITEM] * 257}, "invalid_field", "/items"),
    (BATCH, {"items": [ITEM, {**ITEM, "fen": "W:W99:B1"}]}, "invalid_fen", "/items/1/fen"),
    (BATCH, {"items": [ITEM, {**ITEM, "move": 1}]}, "invalid_field", "/items/1/move"),
    (BATCH, {"items": [ITEM, {"fen": "W:W21:B10,17"}]}, "invalid_field", "/items/1/move"),
    (BATCH, {"items": [{**ITEM, "history": ["1-2"]}]}, "history_mismatch", "/items/0/history/0"),
    (BATCH, {"items": [{**ITEM, "start_fen": "W:W21:B1"}]}, "invalid_field", "/items/0/start_fen"),
    (BATCH, {"items": [{**ITEM, "ruleset": "pool"}]}, "invalid_field", "/items/0/ruleset"),
    # The others.
    (LIST, {"tree": "true"}, "invalid_field", "/tree"),
    (LIST, {"tree": 1}, "invalid_field", "/tree"),
    (LOTS, {"lots": [1]}, "invalid_field", "/lots/0"),
    (LOTS, {"lots": [True]}, "invalid_lots", "/lots"),
    (LOTS, {"lots": []}, "lots_needed", "/lots"),
    (REPLAY, {"moves": None}, "invalid_field", "/moves"),
    (REPLAY, {"start_fen": "W"}, "invalid_fen", "/start_fen"),
    (
        REPLAY,
        {"ruleset": "club-medieval", "start_fen": "W:W21,32:BM10,17", "moves": ["21x7"]},
        "lots_needed",
        "/moves/0",
    ),
    (PARSE, {"format": "pgn"}, "invalid_field", "/format"),
    (PARSE, {"format": "transcript"}, "invalid_field", "/ruleset"),
    (PARSE, {"ruleset": "dame"}, "unknown_ruleset", "/ruleset"),
    (PARSE, {"options": {"goal": "anti"}}, "invalid_field", "/options"),
    (PARSE, {"text": "1. 32-28 *\n" * 257}, "invalid_field", "/text"),
    (FORMAT, {"moves": ["1-2"]}, "invalid_field", "/moves/0"),
    (FORMAT, {"start_fen": "W:W99:B1"}, "invalid_fen", "/start_fen"),
    (FORMAT, {"tags": {"a b": "c"}}, "invalid_field", "/tags"),
    (FORMAT, {"format": "transcript"}, "invalid_field", "/format"),
    (FORMAT, {"moves": [{"move": "22-18", "strength": "} {"}]}, "invalid_field", "/moves/0/strength"),
    (FORMAT, {"moves": [{"move": "22-18", "nags": [-1]}]}, "invalid_field", "/moves/0/nags/0"),
    (FORMAT, {"captures": "long"}, "invalid_field", "/captures"),
]

WIRE: list[tuple[str, bytes, str, str]] = [
    ("nothing", b"", "malformed_request", ""),
    ("text", b"hello", "malformed_request", ""),
    ("half", b'{"ruleset":', "malformed_request", ""),
    ("two", b"{}{}", "malformed_request", ""),
    ("byte order mark", b"\xef\xbb\xbf{}", "malformed_request", ""),
    ("utf-16", '{"a":1}'.encode("utf-16"), "malformed_request", ""),
    ("invalid utf-8", b'{"fen":"\xff"}', "malformed_request", ""),
    ("control character", b'{"fen":"\x00"}', "malformed_request", ""),
    ("NaN", b'{"fen":NaN}', "malformed_request", ""),
    ("Infinity", b'{"fen":-Infinity}', "malformed_request", ""),
    ("long number", b'{"fen":' + b"9" * 5000 + b"}", "malformed_request", ""),
    ("huge number", b'{"fen":1e999}', "invalid_field", "/fen"),
    ("comment", b'{"fen":"x"/**/}', "malformed_request", ""),
    ("deep lists", b"[" * 100_000, "malformed_request", ""),
    ("deep objects", b'{"a":' * 100_000, "malformed_request", ""),
    ("deep and whole", b'{"fen":' + b"[" * 500 + b"]" * 500 + b"}", "invalid_field", "/fen"),
    ("key twice", b'{"fen":"a","fen":"b"}', "malformed_request", "/fen"),
    ("inner key twice", b'{"options":{"a/":"b","a/":"c"}}', "malformed_request", "/options/a~1"),
    ("lone surrogate", rb'{"move":"\ud800"}', "malformed_request", "/move"),
    ("lone surrogate in a key", rb'{"\udfff":1}', "malformed_request", ""),
    ("list", b"[]", "invalid_field", ""),
    ("null", b"null", "invalid_field", ""),
    ("number", b"1", "invalid_field", ""),
]


def ids(cases: list[tuple[Any, ...]]) -> list[str]:
    return [f"{number}-{case[0].rpartition('/')[2]}-{case[3][:40]}" for number, case in enumerate(cases)]


@pytest.mark.parametrize(("path", "changes", "code", "pointer"), FIELDS, ids=ids(list(FIELDS)))
def test_a_faulty_field_has_its_code_and_a_pointer(
    client: FlaskClient, path: str, changes: dict[str, Any], code: str, pointer: str
) -> None:
    response = client.post(path, json={**BODIES[path], **changes})

    problem = response.get_json()
    assert response.status_code == problem["status"] == KINDS[code].status
    assert response.mimetype == "application/problem+json"
    assert (problem["code"], problem["errors"][0]["pointer"]) == (code, pointer)


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize(("name", "body", "code", "pointer"), WIRE, ids=[case[0] for case in WIRE])
def test_a_broken_body_is_a_problem_at_every_address(
    client: FlaskClient, path: str, name: str, body: bytes, code: str, pointer: str
) -> None:
    response = client.post(path, data=body, content_type="application/json")

    problem = response.get_json()
    assert response.status_code == 400
    assert problem["code"] == code, name
    assert pointer in [place["pointer"] for place in problem["errors"]] or path != VALIDATE


@pytest.mark.parametrize("path", BODIES)
def test_every_missing_field_is_named_at_once(client: FlaskClient, path: str) -> None:
    required = {"/v1/notation:parse": {"/text", "/format"}}.get(path, {"/ruleset"})

    problem = client.post(path, json={}).get_json()

    assert required <= {place["pointer"] for place in problem["errors"]}


def test_a_piece_of_a_fen_at_fault_is_found_by_its_offset(client: FlaskClient) -> None:
    problem = client.post(VALIDATE, json={**QUESTION, "fen": "W:W21,99:B4"}).get_json()

    assert problem["facts"] == {"reason": "square_out_of_range", "at": "6"}


def test_a_body_of_ten_megabytes_is_too_large(client: FlaskClient) -> None:
    response = client.post(PARSE, json={"format": "pdn", "text": "x" * 10_000_000})

    assert (response.status_code, response.get_json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/xml"]
)
def test_a_body_of_another_type_is_refused(client: FlaskClient, content_type: str) -> None:
    response = client.post(VALIDATE, data=json.dumps(QUESTION), content_type=content_type)

    assert (response.status_code, response.get_json()["code"]) == (415, "unsupported_media_type")


def test_the_type_may_name_its_charset(client: FlaskClient) -> None:
    response = client.post(
        VALIDATE, data=json.dumps(QUESTION), content_type="application/json; charset=utf-8"
    )

    assert response.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/moves:validate", 405, "method_not_allowed"),
        ("DELETE", "/v1/rulesets", 405, "method_not_allowed"),
        ("GET", "/v1/nothing", 404, "not_found"),
        ("GET", "/v1/rulesets/", 404, "not_found"),
        ("GET", "/v1/rulesets/%ff%00", 404, "ruleset_not_found"),
        ("GET", "/v1/rulesets/dame", 404, "ruleset_not_found"),
        ("GET", f"/v1/rulesets/{'x' * 1000}/initial", 404, "ruleset_not_found"),
        ("GET", "/v1/rulesets/battledame/initial?capture=often", 400, "unknown_option"),
        ("GET", "/v1/rulesets/battledame?capture=maximum&capture=maximum", 400, "invalid_field"),
        ("GET", f"/v1/rulesets/battledame?{'x' * 100}=1", 400, "invalid_field"),
        ("GET", "/docs?lang=fr", 400, "invalid_field"),
    ],
)
def test_a_wrong_address_is_a_problem(
    client: FlaskClient, method: str, path: str, status: int, code: str
) -> None:
    response = client.open(path, method=method)

    assert (response.status_code, response.get_json()["code"]) == (status, code)


def test_an_option_at_fault_in_the_address_is_named(client: FlaskClient) -> None:
    problem = client.get("/v1/rulesets/battledame?capture=often").get_json()

    assert problem["errors"][0]["parameter"] == "capture"


def test_a_wrong_method_is_told_the_right_ones(client: FlaskClient) -> None:
    assert client.get("/v1/moves:validate").headers["Allow"] == "OPTIONS, POST"


@pytest.fixture(scope="module")
def alone(settings: GatewaySettings) -> Iterator[FlaskClient]:
    """A gateway whose services are all down: nobody can listen on port 0."""
    nobody = "127.0.0.1:0"
    gateway = bind(
        replace(
            settings,
            rules_address=nobody,
            games_address=nobody,
            ai_address=nobody,
            matchmaking_address=nobody,
            rules_deadline_ms=500,
            games_deadline_ms=500,
        )
    )
    yield gateway.app.test_client()
    gateway.close()


def test_a_service_that_is_down_is_unavailable(alone: FlaskClient, anna: Guest) -> None:
    game = f"/v1/games/{ID}"
    answers = [alone.post(path, json=body) for path, body in BODIES.items()]
    answers += [alone.get(path) for path in ("/readyz", "/v1/rulesets", "/v1/rulesets/pool", "/v1/personas")]
    answers += [
        alone.get(path, headers=anna.headers)
        for path in (
            game,
            f"{game}/events",
            f"{game}/events?wait_ms=1000",
            f"{game}/pdn",
            f"{game}/history",
            f"{game}/plies/0",
            f"{game}/fairness",
            "/v1/games",
            "/v1/players/me/record",
        )
    ]
    answers += [alone.post("/v1/games", json=GAME, headers=anna.headers)]

    assert {asking.problem(answer) for answer in answers} == {(503, "unavailable")}
    assert all(answer.headers["Retry-After"] == "1" for answer in answers)
    assert alone.get("/healthz").status_code == 200


def test_it_says_which_parts_are_missing(alone: FlaskClient) -> None:
    detail = alone.get("/readyz").get_json()["detail"]

    assert detail == "no answer from rules, games, ai, matchmaking"


def test_a_database_that_is_down_is_unavailable(settings: GatewaySettings) -> None:
    gateway = bind(
        replace(settings, database="host=127.0.0.1 port=1 user=gateway dbname=x connect_timeout=1")
    )

    assert asking.problem(gateway.app.test_client().post("/v1/guests")) == (503, "unavailable")
    gateway.close()


def test_a_token_of_our_own_that_is_refused_is_our_fault(
    settings: GatewaySettings, identity: Identity
) -> None:
    gateway = bind(replace(settings, key=identity.key("clocks")))
    client = gateway.app.test_client()

    assert asking.problem(client.get("/v1/rulesets")) == (500, "internal")
    gateway.close()


STATUSES = {
    grpc.StatusCode.INVALID_ARGUMENT: {400},
    grpc.StatusCode.NOT_FOUND: {404},
    grpc.StatusCode.UNAUTHENTICATED: {401},
    grpc.StatusCode.PERMISSION_DENIED: {403},
    grpc.StatusCode.FAILED_PRECONDITION: {409},
    grpc.StatusCode.ABORTED: {409},
    grpc.StatusCode.RESOURCE_EXHAUSTED: {429},
}
"""What a reason's code has for a status, by the status that it comes with."""


REASONS = {
    answer.reason: answer.status
    for table in (
        rules_rpc.ERRORS,
        games_rpc.ERRORS,
        matchmaking_rpc.ERRORS,
        ai_rpc.ERRORS,
        interceptor._COMMON,
    )
    for answer in table.values()
    if answer.status is not grpc.StatusCode.UNAVAILABLE  # a call that failed: 503, whatever the reason
    # Never seen outside: the rule's own name is, and a game by another name.
    and answer.reason not in {"MOVE_REFUSED", "UNKNOWN_TOPIC"}
}


@pytest.mark.parametrize(("reason", "status"), REASONS.items(), ids=REASONS)
def test_every_reason_of_a_service_is_a_code_with_the_status_that_belongs_to_it(
    reason: str, status: grpc.StatusCode
) -> None:
    expected = {422} if reason == "REQUEST_ID_REUSED" else STATUSES[status]

    assert KINDS[reason.lower()].status in expected


def test_the_bounds_are_those_of_the_rules_service() -> None:
    ours = (MAX_FEN_CHARS, MAX_ITEMS, MAX_KEY_CHARS, MAX_MOVE_CHARS, MAX_OPTIONS, MAX_PLIES)

    assert ours == (
        limits.MAX_FEN_CHARS,
        limits.MAX_ITEMS,
        limits.MAX_KEY_CHARS,
        limits.MAX_MOVE_CHARS,
        limits.MAX_OPTIONS,
        limits.MAX_PLIES,
    )


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("", ""),
        ("/position/fen", "/fen"),
        ("/ruleset/key", "/ruleset"),
        ("/ruleset/options/capture", "/options/capture"),
        ("/history/moves/3", "/history/3"),
        ("/history/moves/3/lots", "/history/3/lots"),
        ("/history/start_fen", "/start_fen"),
        ("/items/7/position/rule_state", "/items/7/rule_state"),
        ("/game/ruleset/options/goal", "/options/goal"),
        ("/time_control/fischer/base_ms", "/time_control/base_ms"),
        ("/time_control/per_move/move_ms", "/time_control/move_ms"),
        ("/black/persona", "/black/persona"),
        ("/game/moves/1/variations/0/moves/2", "/moves/1/variations/0/moves/2"),
    ],
)
def test_a_pointer_into_a_message_becomes_one_into_the_flat_body(theirs: str, ours: str) -> None:
    assert flat_pointer(theirs) == ours


def test_every_word_of_the_contract_is_one_of_the_messages() -> None:
    from gateway import answers, shapes

    assert set(answers.Reason.__args__) == set(shapes.REASONS.values()) - {None}  # type: ignore[attr-defined]
    assert set(answers.Termination.__args__) == set(shapes.TERMINATIONS.values()) - {None}  # type: ignore[attr-defined]
    assert len(shapes.REASONS) == len(pb.Reason.values())
    assert set(REFUSALS) == set(shapes.REASONS.values()) - {None}
