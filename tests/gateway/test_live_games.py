"""Live streams of real games and rooms: what players and those who look on are told while they play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import pytest
import pytest_asyncio
from jsonschema import Draft202012Validator

import rulebook
from gateway.stream.settings import StreamSettings
from tests.games.house import House
from tests.games.medieval import BLACK_STONES, LATE_REVEAL, WHITE_STONES, choosing, play_all
from tests.gateway.asking import Guest, answered
from tests.gateway.telling import Reader, Visit, visiting
from tests.identity import Identity
from tests.patience import until

pytestmark = pytest.mark.asyncio

_Value = TypeVar("_Value")


@pytest.fixture
def settings_of_stream(house: House, identity: Identity) -> StreamSettings:
    return StreamSettings(
        address="127.0.0.1:0",
        games_address=house.games.address,
        matchmaking_address=house.addresses["matchmaking"],
        ai_address=house.addresses["ai"],
        key=identity.key("stream"),
        public_keys=identity.public_keys,
        games_deadline_ms=20_000,
        stop_ms=500,
    )


@pytest_asyncio.fixture
async def visit(settings_of_stream: StreamSettings, identity: Identity) -> AsyncIterator[Visit]:
    async with visiting(settings_of_stream, identity) as visit:
        yield visit


async def meanwhile(call: Callable[[], _Value]) -> _Value:
    """What a blocking call gives; the stream goes on."""
    return await asyncio.to_thread(call)


async def open_as(visit: Visit, guest: Guest, topics: str, query: str = "", **headers: str) -> Reader:
    return await visit.open(topics, "", query, **guest.headers, **headers)


async def next_of(reader: Reader, kind: str) -> dict[str, Any]:
    while True:
        (event,) = await reader.events(1)
        if event["type"] == kind:
            return event


async def test_a_game_is_followed_from_its_snapshot_to_its_end(
    visit: Visit, anna: Guest, bert: Guest, contract: dict[str, Any]
) -> None:
    game = await meanwhile(lambda: bert.join(anna.create()))
    readers = [await open_as(visit, guest, f"game:{game['id']}") for guest in (anna, bert)]
    readers.append(await visit.open(f"game:{game['id']}", "somebody"))
    snapshots = [(await reader.events(1))[0] for reader in readers]

    played = await meanwhile(lambda: anna.play(game, "22-18"))
    moves = [await next_of(reader, "move_played") for reader in readers]
    await meanwhile(lambda: bert.post(f"/v1/games/{game['id']}:resign"))
    ends = [await next_of(reader, "game_ended") for reader in readers]

    shape = {"$ref": "#/components/schemas/LiveEvent", "components": contract["components"]}
    for event in [*snapshots, *moves, *ends]:
        Draft202012Validator(shape).validate(event)
    assert [snapshot["data"]["view"] for snapshot in snapshots] == ["white", "black", "spectator"]
    for snapshot, move in zip(snapshots, moves, strict=True):
        assert (snapshot["type"], snapshot["sequence"]) == ("game_snapshot", game["sequence"])
        assert snapshot["data"]["fen"] == game["fen"]
        assert move["data"]["move"] == played["move"]
        assert (move["turn"], move["ply"]) == (1, 1)
        assert move["position_hash"] == played["game"]["position_hash"]
        assert move["clock"]["running_side"] == "black"
    assert {end["data"]["result"]["termination"] for end in ends} == {"resignation"}
    # Whoever holds what he has counted against what he is told misses nothing.
    assert [event["sequence"] for event in (moves[0], ends[0])] == [
        game["sequence"] + 1,
        game["sequence"] + 2,
    ]


async def test_who_comes_again_to_a_game_has_each_event_once(visit: Visit, anna: Guest, bert: Guest) -> None:
    game = await meanwhile(lambda: bert.join(anna.create()))
    reader = await open_as(visit, bert, f"game:{game['id']}")
    await reader.events(1)
    read: list[int] = []
    moves = ["22-18", "9-14", "18x9", "5x14", "25-22", "11-15"]

    for turn, move in enumerate(moves):
        await meanwhile(lambda at=turn, text=move: (anna, bert)[at % 2].play(game, text, at))  # type: ignore[misc]
        if turn % 2:
            read += [event["sequence"] for event in await reader.events(2)]
            reader.response.close()
            reader = await open_as(visit, bert, f"game:{game['id']}", **{"Last-Event-ID": reader.cursor})

    assert read == list(range(game["sequence"] + 1, game["sequence"] + 1 + len(moves)))


async def test_what_is_told_of_a_game_agrees_with_its_pages(visit: Visit, anna: Guest, bert: Guest) -> None:
    game = await meanwhile(lambda: bert.join(anna.create()))
    reader = await open_as(visit, anna, f"game:{game['id']}")
    await reader.events(1)

    await meanwhile(lambda: anna.play(game, "22-18"))
    (event,) = await reader.events(1)

    (fact,) = await meanwhile(lambda: anna.events(game, f"after={game['sequence']}"))
    assert {name: event[name] for name in ("sequence", "type", "event_time", "data")} == {
        name: fact[name] for name in ("sequence", "type", "event_time", "data")
    }


async def test_one_stream_has_a_players_whole_evening(visit: Visit, anna: Guest, bert: Guest) -> None:
    reader = await open_as(visit, bert, "me,lobby,chat:lobby")
    kinds = [event["type"] for event in await reader.events(3)]

    game = await meanwhile(lambda: bert.join(anna.create()))
    started = await next_of(reader, "game_started")
    again = await open_as(visit, bert, f"me,chat:lobby,game:{game['id']}", f"&after={reader.cursor}")
    answered(await meanwhile(lambda: anna.post("/v1/rooms/lobby/messages", {"text": "Guten Abend!"})), 201)

    assert kinds == ["me_snapshot", "lobby_snapshot", "chat_snapshot"]
    assert started["topic"] in {"me", "lobby"}
    said = await next_of(again, "chat_message")
    assert (said["topic"], said["data"]["text"]) == ("chat:lobby", "Guten Abend!")


async def test_a_private_game_is_for_its_players_alone(
    visit: Visit, house: House, anna: Guest, bert: Guest
) -> None:
    private = await meanwhile(lambda: bert.join(anna.create(flags=["private"])))
    waiting = await meanwhile(anna.create)

    for game in (private, waiting):
        for path in (
            f"/v1/stream?topics=game:{game['id']}",
            f"/v1/stream?topics=lobby,chat:game:{game['id']}",
        ):
            status, code = await visit.problem("GET", path, "carla")
            assert (status, code) in {(404, "unknown_game"), (404, "unknown_topic")}
    assert (await open_as(visit, bert, f"game:{private['id']}")).response.status == 200


async def test_nobody_is_shown_marks_that_are_hidden_from_him(visit: Visit, house: House) -> None:
    white, black = house.player("weiss"), house.player("schwarz")
    game = await meanwhile(lambda: choosing(white, black, options=LATE_REVEAL))
    readers = {name: await visit.open(f"game:{game.game_id}", name) for name in ("weiss", "schwarz")}

    await meanwhile(lambda: white.choose(game, *WHITE_STONES))
    begun = await meanwhile(lambda: black.choose(game, *BLACK_STONES))
    readers["zuschauer"] = await visit.open(f"game:{game.game_id}", "zuschauer")
    told: dict[str, list[dict[str, Any]]] = {name: [] for name in readers}
    await meanwhile(lambda: play_all(begun, (white, black), ("21-17", "9-13")))
    for name, reader in readers.items():
        while not told[name] or told[name][-1]["turn"] < 2:
            told[name] += await reader.events(1)

    shown: dict[str, dict[str, tuple[int, ...]]] = {
        "weiss": {"white": WHITE_STONES, "black": ()},
        "schwarz": {"white": (), "black": BLACK_STONES},
        "zuschauer": {"white": (), "black": ()},
    }
    for name, events in told.items():
        fens = [event["data"]["fen"] for event in events if event["data"].get("fen")]
        assert fens, name
        for fen in fens:
            found = marked(fen)
            for side, squares in shown[name].items():
                # Black's stone on 9 has moved to 13.
                assert set(found[side]) <= {*squares, 13 if squares == BLACK_STONES else 0}, (name, fen)
        assert any(marked(fen)[side] for fen in fens for side in shown[name]) is (name != "zuschauer")
    hashes = {name: events[-1]["position_hash"] for name, events in told.items()}
    assert len(set(hashes.values())) == 3


def marked(fen: str) -> dict[str, list[int]]:
    pieces = rulebook.parse_fen(rulebook.ruleset("club-medieval"), fen).pieces()
    return {
        side.value: sorted(square for square, piece in pieces.items() if piece.marked and piece.side is side)
        for side in rulebook.Side
    }


async def test_the_games_service_knows_who_has_his_game_open(
    visit: Visit, house: House, anna: Guest, bert: Guest
) -> None:
    game = await meanwhile(lambda: bert.join(anna.create()))
    for turn, move in enumerate(["22-18", "9-14"]):
        await meanwhile(lambda at=turn, text=move: (anna, bert)[at % 2].play(game, text, at))  # type: ignore[misc]
    reader = await open_as(visit, anna, f"game:{game['id']}")
    other = await open_as(visit, bert, f"game:{game['id']}")
    for each in (reader, other):
        await each.events(1)

    await until(lambda: len(seen_there(house, game)) == 2)
    other.response.close()
    gone = await next_of(reader, "player_gone")
    await open_as(visit, bert, f"game:{game['id']}")
    back = await next_of(reader, "player_back")

    assert (gone["data"]["side"], back["data"]["side"]) == ("black", "black")


def seen_there(house: House, game: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Who has it open by what was reported."""
    return house.execute("SELECT player_id FROM presences WHERE game_id = %s AND connected", game["id"])
