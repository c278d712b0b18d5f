"""The rooms of games: their players write, whoever may see a game reads, as the games service says."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.matchmaking.v1 import chat_service_pb2 as pb
from local.ports import free_port
from tests.games.house import House, open_house
from tests.games.refusals import refusal
from tests.identity import Identity
from tests.matchmaking.club import At, Club, open_club
from tests.matchmaking.refusals import refused
from tests.patience import wait_for
from tests.servers import Database

UNKNOWN = (grpc.StatusCode.NOT_FOUND, "UNKNOWN_ROOM")
NO_TOPIC = (grpc.StatusCode.NOT_FOUND, "UNKNOWN_TOPIC")


@pytest.fixture(scope="module")
def house(identity: Identity, database: Database) -> Iterator[House]:
    with open_house(identity, database) as house:
        yield house


@pytest.fixture(scope="module")
def club(house: House, valkey: str) -> Iterator[Club]:
    with open_club(house.identity, house.database, valkey, house.games.address) as club:
        yield club


@pytest.fixture(scope="module")
def anna(club: Club) -> At:
    return club.player("anna")


@pytest.fixture(scope="module")
def bert(club: Club) -> At:
    return club.player("bert")


@pytest.fixture(scope="module")
def carla(club: Club) -> At:
    return club.player("carla")


def running(house: House) -> str:
    """The room of a game that anna plays against bert."""
    game = house.player("anna").create(base_ms=None)
    return f"game:{house.player('bert').join(game).game_id}"


def test_the_players_write_and_everybody_else_reads(house: House, anna: At, bert: At, carla: At) -> None:
    room_id = running(house)
    anna.say("Viel Glück!", room_id)
    bert.say("Danke, gleichfalls.", room_id)

    assert refused(lambda: carla.say("Ich auch!", room_id)) == (
        grpc.StatusCode.PERMISSION_DENIED,
        "NOT_A_PLAYER",
    )
    assert carla.heard(room_id) == ["Viel Glück!", "Danke, gleichfalls."]
    assert [event.type for event in carla.events(f"chat:{room_id}")] == ["chat_message"] * 2
    assert carla.snapshot(f"chat:{room_id}").sequence == 2
    assert carla.room(room_id) == pb.Room(room_id=room_id, kind=pb.ROOM_KIND_GAME, writable=False)
    assert anna.room(room_id).writable
    assert not carla.heard()


def test_a_player_who_only_looks_on_does_not_write(club: Club, house: House) -> None:
    room_id = running(house)
    watching = club.player("anna", scopes=())

    assert not watching.room(room_id).writable
    assert watching.heard(room_id) == []


def test_the_room_of_a_game_that_waits_is_its_makers_alone(house: House, anna: At, bert: At) -> None:
    room_id = f"game:{house.player('anna').create().game_id}"
    anna.say("Ist da jemand?", room_id)

    for call in (lambda: bert.room(room_id), lambda: bert.heard(room_id), lambda: bert.say("Ja.", room_id)):
        assert refused(call) == UNKNOWN
    assert refused(lambda: bert.page(f"chat:{room_id}")) == NO_TOPIC
    assert anna.heard(room_id) == ["Ist da jemand?"]


def test_another_tenant_knows_nothing_of_it(club: Club, house: House, anna: At) -> None:
    room_id = running(house)
    anna.say("hello", room_id)

    for name in ("anna", "carla"):
        stranger = club.player(name, "elsewhere")
        for call in (
            lambda at=stranger: at.room(room_id),
            lambda at=stranger: at.heard(room_id),
            lambda at=stranger: at.say("hello", room_id),
        ):
            assert refused(call) == UNKNOWN
        for call in (
            lambda at=stranger: at.page(f"chat:{room_id}"),
            lambda at=stranger: at.snapshot(f"chat:{room_id}"),
        ):
            assert refused(call) == NO_TOPIC


def test_only_the_author_hides_what_was_said_at_a_game(house: House, anna: At, bert: At) -> None:
    room_id = running(house)
    message = anna.say("Das war ein Versehen.", room_id)

    assert refused(lambda: bert.hide(message)) == (grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN")
    anna.hide(message)
    assert bert.heard(room_id) == [""]


def test_a_game_comes_to_the_lobby_and_to_its_players_when_it_starts_and_when_it_ends(
    club: Club, house: House
) -> None:
    dora, emil, looking_on = (club.player(name) for name in ("dora", "emil", "fritz"))
    game = house.player("emil").join(house.player("dora").create(options={"capture": "maximum"}, rated=True))
    wait_for(lambda: dora.snapshot("me").data["game_count"] == 1)
    (shown,) = emil.snapshot("me").data["games"]
    house.player("emil").resign(game)
    wait_for(lambda: dora.snapshot("me").data["game_count"] == 0)

    assert (shown["game_id"], shown["white"], shown["black"], shown["rated"]) == (
        game.game_id,
        {"player_id": "dora"},
        {"player_id": "emil"},
        True,
    )
    assert shown["options"]["capture"] == "maximum"
    assert shown["time_control"] == {"kind": "fischer", "base_ms": 180_000, "increment_ms": 2_000}
    events = [
        event for event in looking_on.events("lobby", limit=500) if event.data["game_id"] == game.game_id
    ]
    assert [event.type for event in events] == ["game_started", "game_ended"]
    assert events == [event for event in events if event.data["white"] == {"player_id": "dora"}]
    assert events[1].data["result"] == {"winner": "white", "termination": "resignation"}
    assert [event.type for event in emil.events("me")] == ["game_started", "game_ended"]


def test_the_players_still_talk_when_the_game_is_over(house: House, anna: At) -> None:
    room_id = running(house)
    game_id = room_id.removeprefix("game:")
    house.player("bert").games.ResignGame(games_pb.ResignGameRequest(game_id=game_id))

    anna.say("Schade!", room_id)


def test_while_the_games_service_is_away_only_the_rooms_of_games_are(house: House, anna: At) -> None:
    nowhere = f"127.0.0.1:{free_port(24700, ())}"
    room_id = running(house)
    with open_club(house.identity, house.database, games_address=nowhere) as lonely:
        there = lonely.player("dora")
        there.say("hello")
        assert refusal(lambda: there.heard(room_id)).status is grpc.StatusCode.UNAVAILABLE
        assert refusal(lambda: there.page(f"chat:{room_id}")).status is grpc.StatusCode.UNAVAILABLE
