"""What players do at the table besides moving, through REST: offers, pauses, seeds, marks, and what is told of a game."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from apiflask import APIFlask

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from chassis.channels import connect
from gateway.shapes_events import live_event
from tests.games.house import House
from tests.gateway.asking import BEFORE_THE_START, FISCHER, GAME, Guest, answered, guest, problem
from tests.gateway.test_contract import answer_schema, require_shape

MEDIEVAL = {"ruleset": "club-medieval", "time_control": None}
WHITE_STONES, BLACK_STONES = [21, 22, 23], [10, 11, 12]


def act(who: Guest, game: dict[str, Any], action: str, **more: str) -> dict[str, Any]:
    return answered(who.post(f"/v1/games/{game['id']}/actions", {"action": action, **more}))


def refused(who: Guest, game: dict[str, Any], action: str) -> tuple[int, str, str | None]:
    """Status, code and why."""
    response = who.post(f"/v1/games/{game['id']}/actions", {"action": action})
    return *problem(response), response.get_json()["facts"].get("why")


def look(who: Guest, game: dict[str, Any], rest: str = "") -> dict[str, Any]:
    return answered(who.get(f"/v1/games/{game['id']}{rest}"))


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


def test_a_draw_is_offered_declined_offered_again_and_accepted(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())

    offered = act(anna, game, "offer_draw")
    again = act(anna, game, "offer_draw")
    declined = act(bert, game, "decline_draw")
    nothing = refused(bert, game, "accept_draw")
    too_soon = refused(anna, game, "offer_draw")
    game = anna.play(game, "22-18")["game"]
    act(bert, game, "offer_draw")
    over = act(anna, game, "accept_draw")

    assert offered["offers"] == again["offers"] == [{"kind": "draw", "side": "white"}]
    assert again["sequence"] == offered["sequence"]
    assert declined["offers"] == []
    assert nothing == (409, "no_offer", None)
    assert too_soon == (409, "not_allowed", "refused_already")
    assert over["result"] == {"winner": None, "termination": "agreement"}
    assert refused(anna, game, "offer_draw") == (409, "game_finished", None)


def test_a_move_that_was_taken_back_is_said_to_be_when_it_is_sent_again(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    played = anna.play(game, "22-18")

    asked = act(anna, game, "ask_takeback")
    back = act(bert, game, "accept_takeback")
    again = anna.play(back, "22-18", turn=0)

    assert played["taken_back"] is False
    assert asked["offers"] == [{"kind": "takeback", "side": "white"}]
    assert (back["ply"], back["turn"], back["moves"]) == (0, 2, [])
    assert again["taken_back"] is True


def test_both_clocks_stand_in_a_pause_and_either_side_ends_it(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    assert refused(anna, game, "resume") == (409, "not_paused", None)

    act(anna, game, "ask_pause")
    paused = act(bert, game, "accept_pause")
    move = anna.post(f"/v1/games/{game['id']}/moves", {"move": "22-18", "expected_turn": 0})
    resumed = act(anna, game, "resume")

    assert (paused["pause"]["reason"], paused["clock"]["running_side"]) == ("agreed", None)
    assert problem(move) == (409, "game_paused")
    assert (resumed["pause"], resumed["clock"]["running_side"]) == (None, "white")


def test_what_a_game_does_without_is_not_allowed_and_says_why(anna: Guest, bert: Guest) -> None:
    flags = ["no_abort", "no_draw_offer", "no_takeback", "no_pause", "no_rematch"]
    game = bert.join(anna.create(flags=flags))
    actions = {
        "abort": "no_abort",
        "offer_draw": "no_draw_offer",
        "ask_takeback": "no_takeback",
        "ask_pause": "no_pause",
    }

    found = {action: refused(anna, game, action) for action in actions}
    act(bert, game, "leave")

    assert found == {action: (409, "not_allowed", why) for action, why in actions.items()}
    assert refused(anna, game, "offer_rematch") == (409, "not_allowed", "no_rematch")


def test_a_game_is_aborted_before_both_have_moved_and_not_after(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    aborted = act(anna, game, "abort")
    late = bert.join(anna.create())
    late = bert.play(anna.play(late, "22-18")["game"], "9-13")["game"]

    assert (aborted["status"], aborted["abort_reason"]) == ("aborted", "by_player")
    assert (aborted["result"], late["abort_reason"]) == (None, None)
    assert refused(anna, late, "abort") == (409, "game_under_way", None)


def test_who_leaves_loses_and_a_rematch_swaps_colours(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    assert refused(anna, game, "offer_rematch") == (409, "game_under_way", None)
    over = act(anna, game, "leave")

    act(bert, game, "offer_rematch")
    accepted = act(anna, game, "accept_rematch")
    rematch = look(anna, {"id": accepted["rematch_id"]})

    assert over["result"] == {"winner": "black", "termination": "left"}
    assert (rematch["rematch_of_id"], rematch["status"]) == (game["id"], "running")
    assert rematch["black"] == {"player_id": anna.player_id}


def test_two_play_on_one_device(anna: Guest, bert: Guest) -> None:
    game = anna.create(white="me", black="me", time_control=None)

    offered = answered(
        anna.post(f"/v1/games/{game['id']}/actions", {"action": "offer_draw", "side": "black"})
    )
    foreign = anna.create()
    other = anna.post(
        f"/v1/games/{bert.join(foreign)['id']}/actions", {"action": "offer_draw", "side": "black"}
    )

    assert (game["status"], game["view"]) == ("running", "both")
    assert offered["result"]["termination"] == "agreement"
    assert problem(other) == (400, "invalid_field")
    assert other.get_json()["errors"][0]["pointer"] == "/side"


def test_colours_are_swapped_while_a_seat_is_open(anna: Guest, bert: Guest) -> None:
    game = anna.create()

    swapped = act(anna, game, "swap_colours")

    assert (swapped["white"], swapped["black"]) == (None, {"player_id": anna.player_id})
    running = bert.join(game)
    assert refused(anna, running, "swap_colours") == (409, "game_under_way", None)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/action"),
        ({"action": "resign"}, "/action"),
        ({"action": "dance"}, "/action"),
        ({"action": 3}, "/action"),
        ({"action": "offer_draw", "side": "red"}, "/side"),
        ({"action": "offer_draw", "turn": 1}, "/turn"),
    ],
)
def test_a_faulty_action_is_refused_before_the_game_is_looked_at(
    anna: Guest, body: dict[str, Any], pointer: str
) -> None:
    response = anna.post(f"/v1/games/{uuid4()}/actions", body)

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["pointer"] == pointer


def medieval(anna: Guest, bert: Guest) -> dict[str, Any]:
    game = anna.create(**MEDIEVAL)
    joined = answered(bert.post(f"/v1/games/{game['id']}:join", {"seed": "berts"}))
    assert joined["status"] == "choosing"
    return joined


def choose(who: Guest, game: dict[str, Any], squares: list[int]) -> Any:
    return who.post(f"/v1/games/{game['id']}/stones", {"squares": squares})


def test_marks_are_chosen_in_secret_and_then_the_game_starts(anna: Guest, bert: Guest, app: APIFlask) -> None:
    game = medieval(anna, bert)
    part = answered(choose(anna, game, [21]))
    whole = answered(choose(anna, game, WHITE_STONES))
    seen_by_bert = look(bert, game)["choice"]
    final = choose(anna, game, [24, 25, 26])
    running = answered(choose(bert, game, BLACK_STONES))

    assert part["choice"]["white_count"] == 1
    assert (whole["choice"]["own_squares"], seen_by_bert["own_squares"]) == (WHITE_STONES, [])
    assert seen_by_bert["white_commitment"] == whole["choice"]["white_commitment"]
    assert problem(final) == (409, "choice_final")
    assert running["status"] == "running"
    assert answered(choose(anna, game, WHITE_STONES))["sequence"] == running["sequence"]
    assert problem(choose(anna, game, [24, 25, 26])) == (409, "not_choosing")


@pytest.mark.parametrize("squares", [[21, 21], [10], [0], [33], [21, 22, 23, 24]])
def test_marks_that_cannot_be_are_refused(anna: Guest, bert: Guest, squares: list[int]) -> None:
    response = choose(anna, medieval(anna, bert), squares)

    assert problem(response) == (400, "invalid_stones")
    assert response.get_json()["errors"][0]["pointer"] == "/squares"


@pytest.mark.parametrize("squares", [None, "21", [21.5], ["21"], [1] * 51])
def test_a_faulty_choice_is_refused_before_the_game_is_looked_at(anna: Guest, squares: Any) -> None:
    response = anna.post(f"/v1/games/{uuid4()}/stones", {"squares": squares})

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["pointer"].startswith("/squares")


def test_a_seed_is_given_once_and_before_the_start(anna: Guest, bert: Guest) -> None:
    game = medieval(anna, bert)
    path = f"/v1/games/{game['id']}/seed"

    given, again = anna.post(path, {"seed": "mine"}), anna.post(path, {"seed": "mine"})
    other, at_joining = anna.post(path, {"seed": "other"}), bert.post(path, {"seed": "other"})
    broken = anna.post(path, {"seed": "a:b"})
    answered(choose(anna, game, WHITE_STONES))
    answered(choose(bert, game, BLACK_STONES))

    assert answered(again)["sequence"] == answered(given)["sequence"]
    assert problem(other) == problem(at_joining) == (409, "seed_given")
    assert problem(broken) == (400, "invalid_field")
    assert problem(anna.post(path, {"seed": "late"})) == (409, "game_under_way")
    fairness = look(anna, game, "/fairness")
    assert (fairness["white_seed"], fairness["black_seed"]) == ("mine", "berts")


def test_what_chance_has_decided_can_be_checked_once_the_game_is_over(
    anna: Guest, bert: Guest, contract: dict[str, Any]
) -> None:
    game = medieval(anna, bert)
    answered(choose(anna, game, WHITE_STONES))
    answered(choose(bert, game, BLACK_STONES))
    before = look(bert, game, "/fairness")
    act(bert, game, "leave")
    after = look(bert, game, "/fairness")

    assert (before["complete"], before["server_seed"], before["game_id"]) == (False, None, game["id"])
    assert {stones["salt"] for stones in before["stones"]} == {None}
    assert before["seed_hash"] == game["seed_hash"]
    assert after["complete"] is True
    assert hashlib.sha256(bytes.fromhex(after["server_seed"])).hexdigest() == after["seed_hash"]
    for stones in after["stones"]:
        squares = ",".join(map(str, stones["squares"]))
        text = f"{stones['salt']}:{game['id']}:{stones['side']}:{squares}"
        assert hashlib.sha256(text.encode()).hexdigest() == stones["commitment"]
    for each in (before, after):
        require_shape(contract, {"$ref": "#/components/schemas/FairnessAnswer"}, each)


def test_where_chance_decides_nothing_nothing_is_told_of_it(anna: Guest, bert: Guest) -> None:
    fairness = look(anna, bert.join(anna.create()), "/fairness")

    assert (fairness["seed_hash"], fairness["draws"], fairness["stones"]) == (None, [], [])


def test_a_game_is_told_ply_by_ply_and_each_ply_has_an_address(
    anna: Guest, bert: Guest, contract: dict[str, Any]
) -> None:
    game = bert.join(anna.create())
    start_fen = game["fen"]
    first = anna.play(game, "22-18")["game"]
    second = bert.play(first, "9-13")["game"]

    history = look(anna, game, "/history")
    start, one, two = (look(bert, game, f"/plies/{number}") for number in range(3))

    assert (history["start_fen"], start["fen"], start["move"]) == (start_fen, start_fen, None)
    assert [ply["move"]["notation"] for ply in history["plies"]] == ["22-18", "9-13"]
    assert [one[name] for name in history["plies"][0]] == list(history["plies"][0].values())
    assert (one["fen"], one["position_hash"], one["side"]) == (first["fen"], first["position_hash"], "white")
    assert (two["clock"], two["last_ply"], two["game_id"]) == (second["clock"], 2, game["id"])
    assert history["game"]["sequence"] == second["sequence"]
    for each in (start, one, two):
        require_shape(contract, {"$ref": "#/components/schemas/PlyAnswer"}, each)
    require_shape(contract, {"$ref": "#/components/schemas/HistoryAnswer"}, history)


@pytest.mark.parametrize("number", ["1", "x", "-1", "01", "1.0", "9" * 5000, "%00"])
def test_a_ply_that_was_not_reached_is_unknown(anna: Guest, bert: Guest, number: str) -> None:
    game = bert.join(anna.create())

    assert problem(anna.get(f"/v1/games/{game['id']}/plies/{number}")) == (404, "unknown_ply")


def test_a_game_that_waits_has_no_ply_yet(anna: Guest) -> None:
    game = anna.create()

    assert problem(anna.get(f"/v1/games/{game['id']}/plies/0")) == (404, "unknown_ply")
    assert look(anna, game, "/history")["start_fen"] is None


def test_games_are_listed_by_player_status_and_rule_set(
    app: APIFlask, bert: Guest, contract: dict[str, Any]
) -> None:
    dora = guest(app, "Dora")
    waiting = dora.create()
    running = bert.join(dora.create(ruleset="othello"))
    over = bert.join(dora.create())
    act(dora, over, "leave")

    def ids(query: str) -> list[str]:
        return [game["id"] for game in answered(dora.get(f"/v1/games?{query}"))["games"]]

    assert ids("player=me") == [over["id"], running["id"], waiting["id"]]
    assert ids("player=me&status=running") == [running["id"]]
    assert ids("player=me&status=waiting,finished") == [over["id"], waiting["id"]]
    assert ids("player=me&ruleset=othello") == [running["id"]]
    assert ids(f"player={dora.player_id}&page_size=1") == [over["id"]]
    assert waiting["id"] in ids("page_size=200")
    listed = answered(bert.get(f"/v1/games?player={dora.player_id}"))
    assert [game["id"] for game in listed["games"]] == [over["id"], running["id"]]
    assert all(game["moves"] == [] for game in listed["games"])
    schema = answer_schema(contract["paths"]["/v1/games"]["get"])
    require_shape(contract, schema, listed)


def test_pages_follow_each_other_to_the_last_game(app: APIFlask) -> None:
    emil = guest(app, "Emil")
    made = [emil.create()["id"] for _ in range(5)]
    found: list[str] = []
    token, pages = "", 0

    while pages == 0 or token:
        query = f"page_token={token}&" if token else ""
        page = answered(emil.get(f"/v1/games?{query}player=me&page_size=2"))
        found += [game["id"] for game in page["games"]]
        token, pages = page["next_page_token"] or "", pages + 1

    assert found == made[::-1]
    assert pages == 3


@pytest.mark.parametrize(
    ("query", "code", "parameter"),
    [
        ("status=lost", "invalid_field", "status"),
        ("status=", "invalid_field", "status"),
        ("status=running,", "invalid_field", "status"),
        ("status=running&status=waiting", "invalid_field", "status"),
        ("page_size=0", "invalid_field", "page_size"),
        ("page_size=201", "invalid_field", "page_size"),
        ("page_token=nonsense", "invalid_page_token", "page_token"),
        (f"page_token={'x' * 201}", "invalid_field", "page_token"),
        ("player=", "invalid_field", "player"),
        ("player=%00", "invalid_field", "player"),
        (f"ruleset={'x' * 65}", "invalid_field", "ruleset"),
        ("ruleset=%00", "invalid_field", "ruleset"),
        ("order=oldest", "invalid_field", "order"),
    ],
)
def test_a_faulty_question_for_games_names_its_parameter(
    anna: Guest, query: str, code: str, parameter: str
) -> None:
    response = anna.get(f"/v1/games?{query}")

    assert problem(response) == (400, code)
    assert response.get_json()["errors"][0]["parameter"] == parameter


def test_a_private_game_is_nobody_elses_business(anna: Guest, bert: Guest, app: APIFlask) -> None:
    stranger = guest(app)
    game = bert.join(anna.create(flags=["private"]))

    for rest in ("", "/history", "/plies/0", "/fairness", "/events", "/pdn"):
        assert problem(stranger.get(f"/v1/games/{game['id']}{rest}")) == (404, "unknown_game")
    listed = answered(stranger.get("/v1/games?page_size=200"))["games"]
    assert game["id"] not in [each["id"] for each in listed]


@pytest.mark.parametrize("path", BEFORE_THE_START)
def test_what_is_done_before_the_start_has_the_shape_that_the_document_says(
    anna: Guest, bert: Guest, contract: dict[str, Any], path: str
) -> None:
    operation = contract["paths"][path]["post"]
    content = operation["requestBody"]["content"]["application/json"]
    shown = [example["value"] for example in content["examples"].values()]

    for body in [BEFORE_THE_START[path], *shown]:
        require_shape(contract, content["schema"], body)
        game = medieval(anna, bert)
        value = answered(anna.post(path.format(game_id=game["id"]), body))
        require_shape(contract, answer_schema(operation), value)


REST_ALONE = {"rule_state"}
"""What a snapshot has no use for."""


@pytest.mark.parametrize("wishes", [{}, MEDIEVAL, {"black": {"persona": "mittel"}}], ids=str)
def test_a_game_and_its_snapshot_are_the_same_field_by_field(
    anna: Guest, bert: Guest, house: House, wishes: dict[str, Any]
) -> None:
    game = anna.create(**wishes)
    if game["status"] == "waiting":
        game = bert.join(game)
    if game["status"] == "running":
        act(anna, game, "offer_draw") if game["black"] == {"player_id": bert.player_id} else None
    shown = look(anna, game)

    with connect(house.games.address, deadline_ms=15_000, bearer=lambda: anna.token) as channel:
        request = events_pb.SnapshotRequest(topic=f"game:{game['id']}")
        snapshot = EventFeedStub(channel).Snapshot(request).snapshot
    told = live_event(snapshot, f"game:{game['id']}", "", is_game=True)["data"]

    assert set(shown) - set(told) <= REST_ALONE
    assert set(told) <= set(shown)
    for name, value in told.items():
        if name != "now_time":
            assert plain(value) == plain(shown[name]), name


def plain(value: Any) -> Any:
    """Points in time without the zeros at their ends."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, str) and value.endswith("Z"):
        return datetime.fromisoformat(value)
    return value
