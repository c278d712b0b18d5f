"""Lists of games: who sees which, in what order, page by page."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from games import errors, listing
from tests.games.house import At, House
from tests.games.medieval import LATE_REVEAL, choosing, play_all, started
from tests.games.refusals import refusal

WAITING, RUNNING = pb.GAME_STATUS_WAITING, pb.GAME_STATUS_RUNNING
FINISHED, ABORTED, CHOOSING = pb.GAME_STATUS_FINISHED, pb.GAME_STATUS_ABORTED, pb.GAME_STATUS_CHOOSING


def listed(at: At, **fields: Any) -> list[str]:
    return [game.game_id for game in at.games.ListGames(pb.ListGamesRequest(**fields)).games]


def pages(at: At, **fields: Any) -> Iterator[list[str]]:
    token = ""
    while True:
        page = at.games.ListGames(pb.ListGamesRequest(**fields, page_token=token))
        yield [game.game_id for game in page.games]
        token = page.next_page_token
        if not token:
            return


@pytest.fixture(scope="module")
def dora(house: House) -> At:
    return house.player("dora")


@pytest.fixture(scope="module")
def emil(house: House) -> At:
    return house.player("emil")


@pytest.fixture(scope="module")
def games(dora: At, emil: At) -> dict[str, pb.Game]:
    """One of each kind, in the order in which they were made."""
    made = {
        "waiting": dora.create(),
        "private": emil.join(dora.create(flags=[pb.GAME_FLAG_PRIVATE])),
        "choosing": choosing(dora, emil),
        "aborted": dora.act(dora.create("turkish"), "abort"),
        "finished": emil.join(dora.create("turkish")),
        "running": emil.join(dora.create()),
        "engine": dora.create(black="mittel"),
        "one device": dora.create(black="me", base_ms=None),
    }
    made["finished"] = emil.resign(made["finished"])
    return made


def named(games: dict[str, pb.Game], ids: list[str]) -> list[str]:
    names = {game.game_id: name for name, game in games.items()}
    return [names[game_id] for game_id in ids if game_id in names]


ALL = ["one device", "engine", "running", "finished", "aborted", "choosing", "private", "waiting"]
PUBLIC = ["one device", "engine", "running", "finished", "aborted"]


def test_the_newest_come_first(games: dict[str, pb.Game], dora: At) -> None:
    assert named(games, listed(dora, player_id="me")) == ALL
    assert named(games, listed(dora)) == ALL
    assert named(games, listed(dora, player_id="dora")) == ALL


def test_each_sees_what_he_may_see(games: dict[str, pb.Game], emil: At, carla: At) -> None:
    both = ["running", "finished", "choosing", "private"]

    assert named(games, listed(emil, player_id="me")) == both
    assert named(games, listed(emil, player_id="dora")) == [
        name for name in ALL if name in PUBLIC or name in both
    ]
    assert named(games, listed(carla, player_id="dora")) == PUBLIC
    assert named(games, listed(carla)) == PUBLIC
    assert listed(carla, player_id="me") == []


def test_another_tenant_sees_nothing(games: dict[str, pb.Game], house: House) -> None:
    for name in ("dora", "carla"):
        assert listed(house.player(name, "elsewhere")) == []
        assert listed(house.player(name, "elsewhere"), player_id="dora") == []


def test_whoever_made_a_game_in_which_he_does_not_play_sees_it_too(emil: At, dora: At, carla: At) -> None:
    game = emil.create(white="leicht", flags=[pb.GAME_FLAG_PRIVATE])
    dora.join(game)

    assert listed(emil, player_id="dora", page_size=1) == [game.game_id]
    assert game.game_id not in listed(carla)


@pytest.mark.parametrize(
    ("statuses", "names"),
    [
        ([WAITING], ["waiting"]),
        ([RUNNING], ["one device", "engine", "running", "private"]),
        ([FINISHED, ABORTED], ["finished", "aborted"]),
        ([CHOOSING], ["choosing"]),
    ],
)
def test_lists_are_of_the_statuses_asked_for(
    games: dict[str, pb.Game], dora: At, statuses: list[pb.GameStatus.ValueType], names: list[str]
) -> None:
    assert named(games, listed(dora, player_id="me", statuses=statuses)) == names


def test_lists_are_of_the_rule_set_asked_for(games: dict[str, pb.Game], carla: At) -> None:
    assert named(games, listed(carla, ruleset_key="turkish")) == ["finished", "aborted"]
    assert named(games, listed(carla, ruleset_key="turkish", statuses=[FINISHED])) == ["finished"]
    assert listed(carla, ruleset_key="no such") == []


@pytest.mark.parametrize("size", [1, 2, 3, 8, 200])
def test_pages_follow_one_another_without_gap_or_overlap(
    games: dict[str, pb.Game], dora: At, size: int
) -> None:
    whole = listed(dora, player_id="me", page_size=200)

    found = list(pages(dora, player_id="me", page_size=size))

    assert [game_id for page in found for game_id in page] == whole
    assert all(len(page) == size for page in found[:-1])
    assert len(found[-1]) <= size


def test_a_game_made_meanwhile_moves_no_page(games: dict[str, pb.Game], dora: At) -> None:
    first = dora.games.ListGames(pb.ListGamesRequest(player_id="me", page_size=2))
    dora.act(dora.create(), "abort")

    second = listed(dora, player_id="me", page_size=2, page_token=first.next_page_token)

    assert first.games[1].game_id not in second
    assert second == listed(dora, player_id="me", page_size=5)[3:]


def test_games_come_as_the_caller_sees_them_and_without_their_moves(anna: At, bert: At, carla: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    play_all(game, (anna, bert), ("22-18", "12-16"))

    def first(at: At) -> pb.Game:
        return at.games.ListGames(pb.ListGamesRequest(player_id="anna", page_size=1)).games[0]

    for at, view, marks in ((anna, "white", 3), (bert, "black", 3), (carla, "spectator", 0)):
        seen = first(at)
        assert (seen.game_id, seen.view, seen.ply, list(seen.moves)) == (game.game_id, view, 2, [])
        assert seen.position.fen.count("M") == marks
        whole = at.get(game)
        del whole.moves[:]
        seen.now_time.CopyFrom(whole.now_time)
        assert seen == whole


def test_a_delayed_game_is_listed_as_it_was(house: House, dora: At, emil: At, carla: At) -> None:
    game = emil.join(dora.create(spectator_delay_ms=60_000))
    emil.resign(game)

    assert game.game_id in listed(dora, statuses=[FINISHED])
    assert game.game_id not in listed(carla, statuses=[FINISHED])
    assert game.game_id in listed(carla, statuses=[RUNNING])
    assert game.game_id in listed(carla, statuses=[RUNNING], player_id="dora")
    house.execute(
        "UPDATE events SET event_time = event_time - interval '2 minutes' WHERE game_id = %s", game.game_id
    )
    assert game.game_id in listed(carla, statuses=[FINISHED])
    assert game.game_id not in listed(carla, statuses=[RUNNING])


@pytest.mark.parametrize(
    "token",
    ["x", "=", "AAAA", "ä" * 22, "A" * 21, "A" * 23, "A" * 22 + "==", "!" * 22, "0" * 20_000, "\0"],
)
def test_a_token_that_no_page_told_is_refused(anna: At, token: str) -> None:
    problem = refusal(lambda: listed(anna, page_token=token))

    assert problem.reason == "INVALID_PAGE_TOKEN"
    assert [violation.pointer for violation in problem.violations] == ["/page_token"]


@pytest.mark.parametrize(
    "fields",
    [
        {"page_size": -1},
        {"page_size": 201},
        {"statuses": [0]},
        {"statuses": [99]},
        {"player_id": "a\0b"},
        {"player_id": "a" * 201},
        {"ruleset_key": "a\0b"},
        {"ruleset_key": "a" * 201},
    ],
)
def test_what_cannot_be_asked_for_is_an_invalid_field(anna: At, fields: dict[str, Any]) -> None:
    problem = refusal(lambda: listed(anna, **fields))

    assert problem.reason == "INVALID_FIELD"
    assert [violation.pointer for violation in problem.violations] == ["/" + next(iter(fields))]


def test_a_token_names_the_last_game_and_nothing_else() -> None:
    game_id = "019aca00-0000-7000-8000-000000000001"

    token = listing.token_after(game_id)

    assert base64.urlsafe_b64decode(token + "==") == UUID(game_id).bytes
    assert listing.read_token(token) == game_id
    assert listing.read_token("") is None
    with pytest.raises(errors.InvalidPageToken):
        listing.read_token(token[:-1] + "B" if token[-1] != "B" else token[:-1] + "C")
