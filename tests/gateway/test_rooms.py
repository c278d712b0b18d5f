"""Rooms and chat through REST."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from apiflask import APIFlask
from jsonschema import Draft202012Validator

from gateway.bind import bind
from gateway.bodies_rooms import MAX_TEXT_CHARS
from gateway.settings import GatewaySettings
from matchmaking import room as rules
from tests.games.house import House
from tests.gateway.asking import IN_ROOMS, Guest, answered, guest, problem
from tests.matchmaking.club import open_club

NOWHERE = "019aca00-0000-7000-8000-000000000001"


@pytest.fixture(scope="module")
def rooms_app(house: House, settings: GatewaySettings) -> Iterator[APIFlask]:
    """A gateway whose rooms know of the house's games."""
    with open_club(house.identity, house.database, games_address=house.games.address) as club:
        gateway = bind(replace(settings, matchmaking_address=club.server.address))
        yield gateway.app
        gateway.close()


# Each test has players of its own: a player writes only so much in ten seconds.
@pytest.fixture
def anna(rooms_app: APIFlask) -> Guest:
    return guest(rooms_app, "Anna")


@pytest.fixture
def bert(rooms_app: APIFlask) -> Guest:
    return guest(rooms_app, "Bert")


@pytest.fixture
def judge(rooms_app: APIFlask, house: House) -> Guest:
    token = house.identity.player("judge", scopes=("play", "moderate"))()
    return Guest(app=rooms_app, player_id="judge", token=token)


def make_room(who: Guest) -> dict[str, Any]:
    return answered(who.post("/v1/rooms"), 201)


def join(who: Guest, room: dict[str, Any]) -> dict[str, Any]:
    return answered(who.post(f"/v1/rooms/{room['id']}:join", {"invitation": room["invitation"]}))


def say(who: Guest, text: str, room_id: str = "lobby") -> dict[str, Any]:
    return answered(who.post(f"/v1/rooms/{room_id}/messages", {"text": text}), 201)


def heard(who: Guest, room_id: str = "lobby", query: str = "") -> list[str | None]:
    page = answered(who.get(f"/v1/rooms/{room_id}/messages?{query}"))
    return [message["text"] for message in page["messages"]]


def test_what_is_said_in_the_lobby_is_heard_there(anna: Guest, bert: Guest) -> None:
    message = say(anna, "  Guten Abend!  ")

    assert message["text"] == "Guten Abend!"
    assert (message["player_id"], message["room_id"], message["hidden"]) == (anna.player_id, "lobby", False)
    assert (
        answered(bert.get(f"/v1/rooms/lobby/messages?after={message['message_id'] - 1}"))["messages"][0]
        == message
    )
    assert heard(bert, query="limit=1") == ["Guten Abend!"]
    assert heard(bert, query=f"after={message['message_id']}") == []


def test_the_lobby_needs_no_making(anna: Guest) -> None:
    assert answered(anna.get("/v1/rooms/lobby")) == {
        "id": "lobby",
        "kind": "lobby",
        "writable": True,
        "maker_player_id": None,
        "member_player_ids": None,
        "invitation": None,
        "create_time": None,
    }


def test_a_private_room_is_for_its_members(rooms_app: APIFlask, anna: Guest, bert: Guest) -> None:
    response = anna.post("/v1/rooms")
    room = answered(response, 201)
    assert response.headers["Location"] == f"/v1/rooms/{room['id']}"
    assert answered(anna.get(response.headers["Location"])) == room

    joined = join(bert, room)
    say(bert, "Da bin ich.", room["id"])

    assert joined["member_player_ids"] == [anna.player_id, bert.player_id]
    assert (joined["kind"], joined["maker_player_id"]) == ("private", anna.player_id)
    assert heard(anna, room["id"]) == ["Da bin ich."]
    stranger = guest(rooms_app)
    for response in (
        stranger.get(f"/v1/rooms/{room['id']}"),
        stranger.get(f"/v1/rooms/{room['id']}/messages"),
        stranger.post(f"/v1/rooms/{room['id']}/messages", {"text": "hello"}),
        stranger.post(f"/v1/rooms/{room['id']}:join", {"invitation": "guessed"}),
        stranger.post(f"/v1/rooms/{room['id']}:leave"),
        stranger.post(f"/v1/rooms/{room['id']}/messages/1:hide"),
    ):
        assert problem(response) == (404, "unknown_room")
    assert answered(bert.post(f"/v1/rooms/{room['id']}:leave")) == {"id": room["id"]}
    assert problem(bert.get(f"/v1/rooms/{room['id']}")) == (404, "unknown_room")


def test_the_room_of_a_game_has_its_colon_in_the_address(
    rooms_app: APIFlask, anna: Guest, bert: Guest
) -> None:
    room_id = f"game:{bert.join(anna.create())['id']}"
    message = say(anna, "Viel Glück!", room_id)
    carla = guest(rooms_app)

    assert answered(carla.get(f"/v1/rooms/{room_id}"))["kind"] == "game"
    assert heard(carla, room_id) == ["Viel Glück!"]
    assert heard(carla, room_id.replace(":", "%3A")) == ["Viel Glück!"]
    assert problem(carla.post(f"/v1/rooms/{room_id}/messages", {"text": "Und ich?"})) == (403, "not_a_player")
    hide = f"/v1/rooms/{room_id}/messages/{message['message_id']}:hide"
    assert problem(bert.post(hide)) == (403, "forbidden")
    assert answered(anna.post(hide))["text"] is None
    assert heard(carla, room_id) == [None]
    for verb in ("join", "leave"):
        body = {"invitation": "x"} if verb == "join" else None
        assert problem(anna.post(f"/v1/rooms/{room_id}:{verb}", body)) == (404, "unknown_room")


def test_who_writes_too_much_is_told_how_long_to_wait(anna: Guest) -> None:
    for n in range(5):
        say(anna, f"{n}")

    response = anna.post("/v1/rooms/lobby/messages", {"text": "5"})

    assert problem(response) == (429, "too_many_messages")
    assert 1 <= int(response.headers["Retry-After"]) <= 10


def test_who_makes_too_many_rooms_is_told_how_long_to_wait(anna: Guest) -> None:
    for _ in range(rules.PACE_ROOMS):
        make_room(anna)

    response = anna.post("/v1/rooms")

    assert problem(response) == (429, "too_many_rooms")
    assert int(response.headers["Retry-After"]) > 86_000


def test_a_key_makes_one_room_and_one_message_however_often_it_is_sent(anna: Guest) -> None:
    key, other = str(uuid4()), str(uuid4())

    rooms = [anna.post("/v1/rooms", Idempotency_Key=key) for _ in range(2)]
    address = f"/v1/rooms/{rooms[0].get_json()['id']}/messages"
    messages = [anna.post(address, {"text": "once"}, Idempotency_Key=other) for _ in range(2)]

    for first, second in (rooms, messages):
        assert (first.status_code, second.status_code) == (201, 201)
        assert first.get_json() == second.get_json()
        assert "Idempotency-Replayed" not in first.headers
        assert second.headers["Idempotency-Replayed"] == "true"
    assert heard(anna, rooms[0].get_json()["id"]) == ["once"]
    assert problem(anna.post(address, {"text": "twice"}, Idempotency_Key=other)) == (422, "request_id_reused")
    for headers in ({"Idempotency_Key": ""}, {"Idempotency_Key": "a b"}, {"Idempotency_Key": "x" * 65}):
        response = anna.post("/v1/rooms", **headers)
        assert problem(response) == (400, "invalid_field")
        assert response.get_json()["errors"][0]["parameter"] == "Idempotency-Key"


def test_only_a_moderator_mutes_and_hides_what_others_say(anna: Guest, bert: Guest, judge: Guest) -> None:
    message = say(anna, "Das geht zu weit.")
    mute = f"/v1/players/{anna.player_id}:mute"
    hide = f"/v1/rooms/lobby/messages/{message['message_id']}:hide"

    assert problem(bert.post(mute, {"for_ms": 60_000})) == (403, "forbidden")
    assert problem(bert.post(hide)) == (403, "forbidden")
    muted = answered(judge.post(mute, {"for_ms": 60_000}))
    assert answered(judge.post(hide))["hidden"] is True
    refused = anna.post("/v1/rooms/lobby/messages", {"text": "Wieso?"})
    assert problem(refused) == (403, "muted")
    assert refused.get_json()["facts"]["muted_until_time"] == muted["muted_until_time"]
    assert answered(judge.post(mute, {"for_ms": 0}))["muted_until_time"] is None
    say(anna, "Verzeihung.")


def test_whom_one_has_blocked_one_does_not_read(anna: Guest, bert: Guest) -> None:
    last = say(bert, "Hallo!")["message_id"]
    query = f"after={last - 1}"

    assert answered(anna.post(f"/v1/players/{bert.player_id}:block"))["player_ids"] == [bert.player_id]
    assert heard(anna, query=query) == []
    assert answered(anna.get("/v1/players/me/blocked"))["player_ids"] == [bert.player_id]
    assert answered(anna.post(f"/v1/players/{bert.player_id}:unblock"))["player_ids"] == []
    assert heard(anna, query=query) == ["Hallo!"]
    assert problem(anna.post(f"/v1/players/{anna.player_id}:block")) == (400, "invalid_field")


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("/v1/rooms/lobby/messages", {}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": ""}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": "   "}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": "x" * (MAX_TEXT_CHARS + 1)}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": "x" * 5000}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": "a\nb"}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": "a\0b"}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": 7}, "/text"),
    ("/v1/rooms/lobby/messages", {"text": "a", "player_id": "bert"}, "/player_id"),
    (f"/v1/rooms/{NOWHERE}:join", {}, "/invitation"),
    (f"/v1/rooms/{NOWHERE}:join", {"invitation": "x" * 65}, "/invitation"),
    ("/v1/players/bert:mute", {"for_ms": -1}, "/for_ms"),
    ("/v1/players/bert:mute", {"for_ms": 1 << 60}, "/for_ms"),
    ("/v1/players/bert:mute", {"for_ms": "long"}, "/for_ms"),
]


@pytest.mark.parametrize(
    ("path", "body", "pointer"), FAULTS, ids=[f"{n} {path}" for n, (path, *_) in enumerate(FAULTS)]
)
def test_a_body_at_fault_is_told_where(judge: Guest, path: str, body: dict[str, Any], pointer: str) -> None:
    response = judge.post(path, body)

    assert problem(response) == (400, "invalid_field")
    assert pointer in [error["pointer"] for error in response.get_json()["errors"]]


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "limit=0", "limit=201", "limit=1&limit=2", "till=3"]
)
def test_a_question_at_fault_is_told_where(anna: Guest, query: str) -> None:
    response = anna.get(f"/v1/rooms/lobby/messages?{query}")

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["parameter"] == query.partition("=")[0]


@pytest.mark.parametrize(
    "room_id", [NOWHERE, "x", "game:", "game:x", f"game:{NOWHERE}", "%00", "%F0%9F%92%A5", "y" * 3000]
)
def test_a_room_that_is_not_there_is_unknown(anna: Guest, room_id: str) -> None:
    for response in (
        anna.get(f"/v1/rooms/{room_id}"),
        anna.get(f"/v1/rooms/{room_id}/messages"),
        anna.post(f"/v1/rooms/{room_id}/messages", {"text": "hello"}),
        anna.post(f"/v1/rooms/{room_id}:join", {"invitation": "x"}),
        anna.post(f"/v1/rooms/{room_id}:leave"),
        anna.post(f"/v1/rooms/{room_id}/messages/1:hide"),
    ):
        assert problem(response) == (404, "unknown_room")


@pytest.mark.parametrize("message_id", ["0", "-1", "x", "01", "9007199254740991", "9" * 40, "1.0"])
def test_a_message_that_is_not_there_is_unknown(anna: Guest, message_id: str) -> None:
    response = anna.post(f"/v1/rooms/lobby/messages/{message_id}:hide")

    assert problem(response) == (404, "unknown_message")


def test_answers_have_the_shape_that_the_document_says(
    anna: Guest, bert: Guest, judge: Guest, contract: dict[str, Any]
) -> None:
    def require(path: str, method: str, value: Any) -> None:
        responses = contract["paths"][path][method]["responses"]
        (content,) = (each["content"] for status, each in responses.items() if status.startswith("2"))
        schema = {**content["application/json"]["schema"], "components": contract["components"]}
        Draft202012Validator(schema).validate(value)

    room = make_room(anna)
    require("/v1/rooms", "post", room)
    require("/v1/rooms/{room_id}", "get", answered(anna.get("/v1/rooms/lobby")))
    require("/v1/rooms/{room_id}:join", "post", join(bert, room))
    message = say(anna, "hello", room["id"])
    require("/v1/rooms/{room_id}/messages", "post", message)
    require("/v1/rooms/{room_id}/messages", "get", answered(anna.get("/v1/rooms/lobby/messages")))
    hide = f"/v1/rooms/{room['id']}/messages/{message['message_id']}:hide"
    require("/v1/rooms/{room_id}/messages/{message_id}:hide", "post", answered(anna.post(hide)))
    require("/v1/rooms/{room_id}:leave", "post", answered(bert.post(f"/v1/rooms/{room['id']}:leave")))
    for for_ms in (1, 0):
        muted = answered(judge.post("/v1/players/nobody:mute", {"for_ms": for_ms}))
        require("/v1/players/{player_id}:mute", "post", muted)
    for verb in ("block", "unblock"):
        answer = answered(anna.post(f"/v1/players/nobody:{verb}"))
        require(f"/v1/players/{{player_id}}:{verb}", "post", answer)
    require("/v1/players/me/blocked", "get", answered(anna.get("/v1/players/me/blocked")))


@pytest.mark.parametrize("path", IN_ROOMS)
def test_the_examples_of_the_document_are_bodies_as_it_says(contract: dict[str, Any], path: str) -> None:
    content = contract["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    schema = {**content["schema"], "components": contract["components"]}

    for body in (IN_ROOMS[path], *(example["value"] for example in content["examples"].values())):
        Draft202012Validator(schema).validate(body)
