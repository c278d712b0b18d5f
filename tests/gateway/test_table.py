"""Games at the table, through REST: made, joined, played, given up, written down."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from apiflask import APIFlask

from tests.gateway.asking import FISCHER, GAME, Guest, answered, guest, problem

FIELDS = {
    "id",
    "ruleset",
    "options",
    "white",
    "black",
    "time_control",
    "rated",
    "status",
    "turn",
    "ply",
    "to_move",
    "fen",
    "rule_state",
    "clock",
    "moves",
    "result",
    "create_time",
    "now_time",
    "sequence",
    "seed_hash",
    "flags",
    "first_move_ms",
    "spectator_delay_ms",
    "position_hash",
    "abort_reason",
    "offers",
    "pause",
    "absences",
    "choice",
    "rematch_of_id",
    "rematch_id",
    "view",
}


def test_a_game_waits_for_the_open_seat_and_starts_when_it_is_taken(anna: Guest, bert: Guest) -> None:
    waiting = anna.create()
    running = bert.join(waiting)

    assert set(waiting) == FIELDS
    assert (waiting["status"], waiting["black"], waiting["clock"]) == ("waiting", None, None)
    assert (running["status"], running["turn"], running["to_move"]) == ("running", 0, "white")
    assert running["white"] == {"player_id": anna.player_id}
    assert running["black"] == {"player_id": bert.player_id}
    assert running["clock"]["running_side"] == "white"
    assert running["clock"]["white_remaining_ms"] == FISCHER["base_ms"]
    assert running["time_control"] == FISCHER


def test_joining_again_is_harmless_and_a_third_finds_no_seat(anna: Guest, bert: Guest, app: APIFlask) -> None:
    game = bert.join(anna.create())

    again = bert.join(game)
    late = guest(app).post(f"/v1/games/{game['id']}:join")

    assert again["sequence"] == game["sequence"]
    assert problem(late) == (409, "no_open_seat")


def test_a_new_game_has_an_address(anna: Guest) -> None:
    response = anna.post("/v1/games", GAME)

    assert response.status_code == 201
    assert response.headers["Location"] == f"/v1/games/{response.get_json()['id']}"
    assert anna.get(response.headers["Location"]).status_code == 200


def test_an_engine_takes_its_seat_at_once(anna: Guest) -> None:
    game = anna.create(black={"persona": "mittel"}, time_control={"kind": "unlimited"})

    assert (game["status"], game["black"]) == ("running", {"persona": "mittel"})
    assert game["clock"] is None
    assert game["time_control"] == {"kind": "unlimited"}


def test_a_key_makes_one_game_however_often_it_is_sent(anna: Guest, bert: Guest) -> None:
    key = str(uuid4())

    first = anna.post("/v1/games", GAME, Idempotency_Key=key)
    again = anna.post("/v1/games", GAME, Idempotency_Key=key)
    other_body = anna.post("/v1/games", {**GAME, "ruleset": "othello"}, Idempotency_Key=key)
    other_player = bert.post("/v1/games", GAME, Idempotency_Key=key)

    assert "Idempotency-Replayed" not in first.headers
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.get_json()["id"] == first.get_json()["id"]
    assert problem(other_body) == (422, "request_id_reused")
    assert other_player.get_json()["id"] != first.get_json()["id"]


def test_without_a_key_two_requests_make_two_games(anna: Guest) -> None:
    assert anna.create()["id"] != anna.create()["id"]


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "ä"])
def test_a_key_has_a_form(anna: Guest, key: str) -> None:
    response = anna.post("/v1/games", GAME, Idempotency_Key=key)

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["parameter"] == "Idempotency-Key"


WISHES: list[tuple[dict[str, Any], str, str]] = [
    ({"ruleset": "dame"}, "unknown_ruleset", "/ruleset"),
    ({"options": {"capture": "often"}}, "unknown_option", "/options/capture"),
    ({"white": "you"}, "invalid_field", "/white"),
    ({"white": None}, "invalid_field", "/white"),
    ({"black": {"persona": 1}}, "invalid_field", "/black/persona"),
    ({"black": {"persona": "niemand"}}, "unknown_persona", "/black/persona"),
    ({"black": {"player_id": "x"}}, "invalid_field", "/black/player_id"),
    ({"time_control": {"kind": "blitz"}}, "invalid_field", "/time_control"),
    ({"time_control": {}}, "invalid_field", "/time_control"),
    ({"time_control": {"kind": "fischer", "base_ms": 1000}}, "invalid_field", "/time_control/increment_ms"),
    ({"time_control": {**FISCHER, "base_ms": 0}}, "invalid_field", "/time_control/base_ms"),
    ({"time_control": {**FISCHER, "base_ms": 86_400_001}}, "invalid_field", "/time_control/base_ms"),
    ({"time_control": {**FISCHER, "base_ms": 1.5}}, "invalid_field", "/time_control/base_ms"),
    ({"time_control": {**FISCHER, "increment_ms": -1}}, "invalid_field", "/time_control/increment_ms"),
    ({"time_control": {"kind": "unlimited", "base_ms": 1}}, "invalid_field", "/time_control/base_ms"),
    ({"rated": "yes"}, "invalid_field", "/rated"),
    ({"start_fen": "W:W1:B2"}, "invalid_field", "/start_fen"),
]


@pytest.mark.parametrize(("changes", "code", "pointer"), WISHES)
def test_a_faulty_wish_has_its_code_and_a_pointer(
    anna: Guest, changes: dict[str, Any], code: str, pointer: str
) -> None:
    response = anna.post("/v1/games", {**GAME, **changes})

    assert problem(response) == (400, code)
    assert pointer in [place["pointer"] for place in response.get_json()["errors"]]


def test_a_move_is_played_for_its_turn(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())

    played = anna.play(game, "22-18")

    assert set(played) == {"game", "move", "turn", "charged_ms", "taken_back"}
    assert (played["turn"], played["move"]["notation"]) == (0, "22-18")
    assert (played["game"]["turn"], played["game"]["to_move"], played["game"]["moves"]) == (
        1,
        "black",
        ["22-18"],
    )
    assert bert.play(played["game"], "9-13")["game"]["moves"] == ["22-18", "9-13"]


def test_a_move_sent_again_for_its_turn_is_played_once(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    path, body = f"/v1/games/{game['id']}/moves", {"move": "22-18", "expected_turn": 0}

    first, again = anna.post(path, body), anna.post(path, body)

    assert "Idempotency-Replayed" not in first.headers
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert again.get_json()["move"] == first.get_json()["move"]
    assert len(anna.events(game)) == answered(anna.get(f"/v1/games/{game['id']}"))["sequence"]


def test_what_keeps_a_move_from_being_played_has_its_code(anna: Guest, bert: Guest) -> None:
    waiting = anna.create()
    path = f"/v1/games/{waiting['id']}/moves"
    not_started = anna.post(path, {"move": "22-18", "expected_turn": 0})
    game = bert.join(waiting)
    not_yours = bert.post(path, {"move": "9-13", "expected_turn": 0})
    ahead = anna.post(path, {"move": "22-18", "expected_turn": 1})
    anna.play(game, "22-18")
    other = anna.post(path, {"move": "22-17", "expected_turn": 0})
    answered(bert.post(f"/v1/games/{game['id']}:resign"))
    over = bert.post(path, {"move": "9-13", "expected_turn": 1})

    assert [problem(each) for each in (not_started, not_yours, ahead, other, over)] == [
        (409, "game_not_started"),
        (409, "not_your_turn"),
        (409, "turn_not_reached"),
        (409, "turn_played"),
        (409, "game_finished"),
    ]
    assert other.get_json()["facts"]["turn"] == "1"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("22-19", "direction"),
        ("9-13", "not_your_turn"),
        ("18-14", "no_piece"),
        ("hello", "syntax"),
        ("", "syntax"),
        ("\0", "syntax"),
    ],
)
def test_a_refused_move_names_the_rule_as_a_question_about_it_does(
    anna: Guest, bert: Guest, move: str, code: str
) -> None:
    game = bert.join(anna.create())
    question = {key: game[key] for key in ("ruleset", "options", "fen", "rule_state")}

    response = anna.post(f"/v1/games/{game['id']}/moves", {"move": move, "expected_turn": 0})
    verdict = answered(anna.post("/v1/moves:validate", {**question, "move": move}))

    refused = response.get_json()
    if code == "direction":
        code = verdict["reason"]
    assert problem(response) == (422, code)
    assert (refused["errors"][0]["pointer"], refused["type"]) == ("/move", f"/docs#refused-{code}")
    assert code == verdict["reason"]
    candidates = [{"notation": move["notation"]} for move in verdict["candidates"]]
    assert refused["candidates"] == candidates


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"move": "22-18"}, "/expected_turn"),
        ({"expected_turn": 0}, "/move"),
        ({"move": "22-18", "expected_turn": -1}, "/expected_turn"),
        ({"move": "22-18", "expected_turn": 1 << 31}, "/expected_turn"),
        ({"move": "22-18", "expected_turn": "0"}, "/expected_turn"),
        ({"move": "x" * 201, "expected_turn": 0}, "/move"),
        ({"move": 22, "expected_turn": 0}, "/move"),
    ],
)
def test_a_faulty_move_is_refused_before_the_game_is_looked_at(
    anna: Guest, body: dict[str, Any], pointer: str
) -> None:
    response = anna.post(f"/v1/games/{uuid4()}/moves", body)

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["pointer"] == pointer


def test_legal_moves_come_with_their_turn_and_on_request_as_a_tree(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    path = f"/v1/games/{game['id']}/legal_moves"

    plain, with_tree = answered(anna.get(path)), answered(bert.get(f"{path}?tree=true"))

    assert (plain["turn"], plain["side"], plain["tree"]) == (0, "white", None)
    assert plain["moves"] == with_tree["moves"]
    assert len(with_tree["tree"]) == len({move["from"] for move in plain["moves"]})


def test_who_gives_up_has_lost(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())

    over = answered(anna.post(f"/v1/games/{game['id']}:resign"))
    again = answered(anna.post(f"/v1/games/{game['id']}:resign"))

    assert (over["status"], over["result"]) == ("finished", {"winner": "black", "termination": "resignation"})
    assert over["clock"]["running_side"] is None
    assert again["result"] == over["result"]
    listed = answered(anna.get(f"/v1/games/{game['id']}/legal_moves"))
    assert (listed["moves"], listed["result"]) == ([], over["result"])


def test_the_game_is_written_as_pdn_that_can_be_read_again(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    anna.play(game, "22-18")

    response = bert.get(f"/v1/games/{game['id']}/pdn?captures=full")

    assert response.content_type == "text/plain; charset=utf-8"
    body = {"format": "pdn", "ruleset": "battledame", "text": response.text}
    (read,) = answered(anna.post("/v1/notation:parse", body))["games"]
    assert read["fen"] == answered(anna.get(f"/v1/games/{game['id']}"))["fen"]


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("legal_moves?tree=perhaps", "tree"),
        ("legal_moves?forest=true", "forest"),
        ("events?after=-1", "after"),
        ("events?after=x", "after"),
        ("events?after=", "after"),
        ("events?after=1&after=2", "after"),
        (f"events?after={1 << 60}", "after"),
        ("events?wait_ms=10001", "wait_ms"),
        ("events?wait_ms=1.5", "wait_ms"),
        ("events?limit=0", "limit"),
        ("events?limit=501", "limit"),
        ("pdn?captures=long", "captures"),
    ],
)
def test_a_faulty_parameter_is_named(anna: Guest, path: str, parameter: str) -> None:
    response = anna.get(f"/v1/games/{uuid4()}/{path}")

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["parameter"] == parameter


@pytest.mark.parametrize("game_id", [str(uuid4()), "x", "%00", "%ff", "x" * 3000, "a:b", "💥"])
@pytest.mark.parametrize(
    ("method", "rest"),
    [
        ("GET", ""),
        ("GET", "/legal_moves"),
        ("GET", "/events"),
        ("GET", "/pdn"),
        ("GET", "/history"),
        ("GET", "/plies/0"),
        ("GET", "/fairness"),
        ("POST", ":join"),
        ("POST", ":resign"),
    ],
)
def test_a_game_that_is_not_there_is_unknown(anna: Guest, method: str, rest: str, game_id: str) -> None:
    path = f"/v1/games/{game_id}{rest}"

    response = anna.get(path) if method == "GET" else anna.post(path)

    assert problem(response) == (404, "unknown_game")


def test_a_waiting_game_is_seen_by_its_maker_alone_and_a_running_one_by_all(
    anna: Guest, bert: Guest, app: APIFlask
) -> None:
    carla = guest(app)
    game = anna.create()
    path = f"/v1/games/{game['id']}"
    before = carla.get(path)

    bert.join(game)

    assert problem(before) == (404, "unknown_game")
    assert answered(carla.get(path))["status"] == "running"
    assert problem(carla.post(f"{path}:resign")) == (403, "not_a_player")
    assert problem(carla.post(f"{path}/moves", {"move": "22-18", "expected_turn": 0})) == (
        403,
        "not_a_player",
    )


def test_a_pass_in_reversi_is_played_by_the_server(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create(ruleset="othello", white="open", black="me"))
    players = {"black": anna, "white": bert}

    while game["status"] == "running":
        listed = answered(anna.get(f"/v1/games/{game['id']}/legal_moves"))
        move = listed["moves"][0]["notation"]
        assert move != "pass"
        game = players[listed["side"]].play(game, move)["game"]

    assert game["result"]["termination"] == "disc_count"
    moves = [
        event["data"]["move"] for event in anna.events(game, "limit=500") if event["type"] == "move_played"
    ]
    assert [move["notation"] for move in moves] == game["moves"]
    assert all(move["is_pass"] == (move["notation"] == "pass") for move in moves)
