"""A game's history, lists, fairness and snapshot at REST."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

import pytest
from apiflask import APIFlask

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from chassis.channels import connect
from gateway.shapes_events import live_event
from tests.games.house import House
from tests.gateway.asking import BEFORE_THE_START, Guest, answered, guest, problem
from tests.gateway.seated import BLACK_STONES, MEDIEVAL, WHITE_STONES, act, choose, look, medieval
from tests.gateway.test_contract import answer_schema, require_shape


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
