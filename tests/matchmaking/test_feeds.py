"""The lobby's feed and each player's: what becomes of games, in order, without gaps, once each."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
import redis

from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from matchmaking.feed import KEPT_EVENTS
from tests.games.refusals import refusal
from tests.matchmaking.club import Club, new_tenant, news
from tests.patience import wait_for

STARTED, ENDED = pb.GAME_NEWS_STARTED, pb.GAME_NEWS_ENDED
ABORTED, REMATCH = pb.GAME_NEWS_ABORTED, pb.GAME_NEWS_REMATCH

INVALID = grpc.StatusCode.INVALID_ARGUMENT


def tell(club: Club, *requests: pb.TellOfGameRequest) -> None:
    for request in requests:
        club.games.matchmaking.TellOfGame(request)


def types(club: Club, tenant_id: str, topic: str, name: str = "anna") -> list[str]:
    return [event.type for event in club.player(name, tenant_id).events(topic)]


def test_a_game_is_told_in_the_lobby_and_to_its_players(club: Club, tenant_id: str) -> None:
    tell(club, news(STARTED, tenant_id), news(ENDED, tenant_id))

    assert types(club, tenant_id, "lobby", "carla") == ["game_started", "game_ended"]
    assert types(club, tenant_id, "me") == ["game_started", "game_ended"]
    assert types(club, tenant_id, "me", "bert") == ["game_started", "game_ended"]
    assert types(club, tenant_id, "me", "carla") == []


def test_an_event_has_the_facts_in_the_words_of_the_rest_api(club: Club, tenant_id: str) -> None:
    tell(club, news(STARTED, tenant_id, black_player_id="", black_persona="mittel"), news(ENDED, tenant_id))
    started, ended = club.player("carla", tenant_id).events("lobby")

    facts = {
        "game_id": f"{tenant_id}-g1",
        "ruleset": "battledame",
        "options": {"capture": "maximum"},
        "white": {"player_id": "anna"},
        "black": {"persona": "mittel"},
        "rated": True,
        "time_control": {"kind": "fischer", "base_ms": 180_000, "increment_ms": 2_000},
    }
    assert started.data == facts
    assert ended.data == {
        **facts,
        "black": {"player_id": "bert"},
        "result": {"winner": "white", "termination": "no_moves"},
    }


@pytest.mark.parametrize(
    ("control", "facts"),
    [
        (types_pb2.TimeControl(unlimited=types_pb2.Unlimited()), {"kind": "unlimited"}),
        (
            types_pb2.TimeControl(delay=types_pb2.Delay(base_ms=1000, delay_ms=5)),
            {"kind": "delay", "base_ms": 1000, "delay_ms": 5},
        ),
        (
            types_pb2.TimeControl(
                per_move=types_pb2.PerMove(
                    move_ms=60_000, on_expiry=types_pb2.EXPIRY_AUTO_MOVE, max_strikes=3
                )
            ),
            {"kind": "per_move", "move_ms": 60_000, "on_expiry": "auto_move", "max_strikes": 3},
        ),
        (
            types_pb2.TimeControl(correspondence=types_pb2.Correspondence(days=3)),
            {"kind": "correspondence", "days": 3},
        ),
    ],
    ids=["unlimited", "delay", "per_move", "correspondence"],
)
def test_every_kind_of_time_control_is_told(
    club: Club, tenant_id: str, control: types_pb2.TimeControl, facts: dict[str, Any]
) -> None:
    tell(club, news(STARTED, tenant_id, time_control=control))

    (started,) = club.player("anna", tenant_id).events("me")
    assert started.data["time_control"] == facts


def test_a_private_game_is_told_to_its_players_alone(club: Club, tenant_id: str) -> None:
    tell(club, news(STARTED, tenant_id, private=True))

    assert types(club, tenant_id, "lobby") == []
    assert types(club, tenant_id, "me") == ["game_started"]
    assert club.player("carla", tenant_id).snapshot("lobby").data == {"game_count": 0, "games": []}
    assert club.player("anna", tenant_id).snapshot("me").data["game_count"] == 1


def test_a_rematch_is_told_to_its_players_with_the_new_game(club: Club, tenant_id: str) -> None:
    tell(club, news(REMATCH, tenant_id, rematch_game_id="g2"))

    (event,) = club.player("bert", tenant_id).events("me")
    assert event.type == "rematch_started"
    assert event.data == {"game_id": f"{tenant_id}-g1", "rematch_game_id": "g2"}
    assert types(club, tenant_id, "lobby") == []


def test_a_game_against_oneself_is_told_once(club: Club, tenant_id: str) -> None:
    tell(club, news(STARTED, tenant_id, black_player_id="anna"))

    assert types(club, tenant_id, "me") == ["game_started"]


def test_another_tenant_hears_nothing(club: Club, tenant_id: str) -> None:
    tell(club, news(STARTED, tenant_id))
    elsewhere = club.player("anna", new_tenant())

    for topic in ("lobby", "me"):
        assert elsewhere.events(topic) == []
        assert elsewhere.snapshot(topic).data["games"] == []


def test_an_event_told_again_changes_nothing(club: Club, tenant_id: str) -> None:
    started = news(STARTED, tenant_id)
    tell(club, started, started, news(ENDED, tenant_id), started)

    assert types(club, tenant_id, "lobby") == ["game_started", "game_ended"]


def test_a_game_starts_once_and_ends_once(club: Club, tenant_id: str) -> None:
    tell(
        club,
        news(STARTED, tenant_id),
        news(STARTED, tenant_id),
        news(ENDED, tenant_id),
        news(ABORTED, tenant_id),
        news(STARTED, tenant_id),
    )

    assert types(club, tenant_id, "lobby") == ["game_started", "game_ended"]
    assert club.player("anna", tenant_id).snapshot("lobby").data["game_count"] == 0


def test_a_game_that_never_started_can_be_aborted(club: Club, tenant_id: str) -> None:
    tell(club, news(ABORTED, tenant_id, black_player_id=""), news(STARTED, tenant_id))

    assert types(club, tenant_id, "me") == ["game_aborted"]
    assert club.player("anna", tenant_id).snapshot("me").data["game_count"] == 0


def test_a_game_that_ended_a_day_ago_is_forgotten(club: Club, tenant_id: str) -> None:
    tell(club, news(STARTED, tenant_id), news(STARTED, tenant_id, "g2"), news(ENDED, tenant_id))
    club.let_pass(tenant_id, 86_401)

    tell(club, news(STARTED, tenant_id, "g3", event_id=1_000_100))

    kept = club.execute("SELECT game_id FROM games WHERE tenant_id = %s ORDER BY game_id", tenant_id)
    assert kept == [(f"{tenant_id}-g2",), (f"{tenant_id}-g3",)]


def test_a_snapshot_has_the_latest_running_games_and_the_number_of_the_last_event(
    club: Club, tenant_id: str
) -> None:
    tell(club, *(news(STARTED, tenant_id, f"g{n}", white_player_id=f"w{n}") for n in range(103)))
    tell(club, news(ENDED, tenant_id, "g102", white_player_id="w102"))

    snapshot = club.player("carla", tenant_id).snapshot("lobby")
    mine = club.player("w7", tenant_id).snapshot("me")

    assert (snapshot.type, snapshot.sequence, snapshot.data["game_count"]) == ("lobby_snapshot", 104, 102)
    assert [game["game_id"] for game in snapshot.data["games"]] == [
        f"{tenant_id}-g{n}" for n in range(101, 1, -1)
    ]
    assert (mine.type, mine.sequence) == ("me_snapshot", 1)
    assert [game["game_id"] for game in mine.data["games"]] == [f"{tenant_id}-g7"]
    assert {"start_time", "white", "black", "ruleset", "options", "rated", "time_control", "game_id"} == set(
        mine.data["games"][0]
    )


def test_a_topic_without_events_has_an_empty_page_and_a_snapshot_of_nothing(
    club: Club, tenant_id: str
) -> None:
    anna = club.player("anna", tenant_id)

    assert (list(anna.page("lobby").events), anna.page("lobby").last_sequence) == ([], 0)
    assert anna.snapshot("lobby").sequence == 0


def test_pages_follow_each_other(club: Club, tenant_id: str) -> None:
    tell(club, *(news(STARTED, tenant_id, f"g{n}") for n in range(7)))
    anna = club.player("anna", tenant_id)

    pages = [anna.page("lobby", after, 3) for after in (0, 3, 6, 7)]

    assert [[event.sequence for event in page.events] for page in pages] == [[1, 2, 3], [4, 5, 6], [7], []]
    assert {page.last_sequence for page in pages} == {7}


def test_a_page_says_whose_eyes_it_is_for(club: Club, tenant_id: str) -> None:
    anna, bert = club.player("anna", tenant_id), club.player("bert", tenant_id)

    assert anna.page("lobby").view == bert.page("chat:lobby").view == tenant_id
    assert anna.page("me").view == f"{tenant_id}:anna"
    assert bert.page("me").view == f"{tenant_id}:bert"


@pytest.mark.parametrize("after", [-1, 4, 1 << 62])
def test_a_cursor_that_no_event_gave_is_refused(club: Club, tenant_id: str, after: int) -> None:
    tell(club, *(news(STARTED, tenant_id, f"g{n}") for n in range(3)))

    problem = refusal(lambda: club.player("anna", tenant_id).page("lobby", after))

    assert (problem.status, problem.reason) == (INVALID, "INVALID_CURSOR")


def test_the_latest_events_are_kept_and_an_older_cursor_has_expired(club: Club, tenant_id: str) -> None:
    last = KEPT_EVENTS + 99
    club.execute(
        "INSERT INTO topics (tenant_id, topic, last_sequence) VALUES (%s, 'lobby', %s)", tenant_id, last
    )
    club.execute(
        "INSERT INTO events (tenant_id, topic, sequence, type, event_time, data)"
        " SELECT %s, 'lobby', n, 'game_started', now(), '{}' FROM generate_series(1, %s) AS n",
        tenant_id,
        last,
    )
    anna = club.player("anna", tenant_id)
    assert len(anna.events("lobby", 0, 1)) == 1

    tell(club, news(STARTED, tenant_id))

    assert anna.events("lobby", 100, 1)[0].sequence == 101
    for after in (0, 99):
        problem = refusal(lambda after=after: anna.page("lobby", after))  # type: ignore[misc]
        assert (problem.status, problem.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "CURSOR_EXPIRED")
    assert anna.snapshot("lobby").sequence == last + 1


@pytest.mark.parametrize(
    "topic", ["", "lobbies", "me:anna", "game:x", "chat", "chat:", "chat:nowhere", "you"]
)
def test_an_unknown_topic_is_refused(club: Club, topic: str) -> None:
    anna = club.player("anna")

    for call in (lambda: anna.page(topic), lambda: anna.snapshot(topic)):
        problem = refusal(call)
        assert (problem.status, problem.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_TOPIC")


def test_games_told_at_once_leave_no_gap_and_no_double(club: Club, tenant_id: str) -> None:
    requests = [
        news(kind, tenant_id, f"g{n}", white_player_id=white, black_player_id=black)
        for n, (white, black) in enumerate((("anna", "bert"), ("bert", "anna"), ("carla", "anna")) * 12)
        for kind in (STARTED, ENDED)
    ]
    games = club.games.matchmaking
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(games.TellOfGame, requests * 2))

    carla = club.player("carla", tenant_id)
    events = carla.events("lobby", limit=500)
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    # An end that overtakes its start ends the game before it is seen.
    ends = [event.data["game_id"] for event in events if event.type == "game_ended"]
    assert sorted(ends) == sorted({request.game_id for request in requests})
    assert carla.snapshot("lobby").data["game_count"] == 0


def test_times_are_in_the_order_of_the_numbers(club: Club, tenant_id: str) -> None:
    requests = [news(STARTED, tenant_id, f"g{n}") for n in range(40)]
    games = club.games.matchmaking
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(games.TellOfGame, requests))

    times = [event.event_time.ToNanoseconds() for event in club.player("c", tenant_id).page("lobby").events]
    assert len(times) == 40
    assert times == sorted(times)


def test_whoever_follows_is_woken_by_the_names_that_the_contract_says(
    club: Club, tenant_id: str, valkey: str
) -> None:
    heard: set[str] = set()

    def look(pubsub: Any) -> Callable[[], bool]:
        def look() -> bool:
            message = pubsub.get_message(timeout=0.1)
            if message:
                heard.add(message["channel"].decode())
            return wanted <= heard

        return look

    wanted = {
        f"brettwerk:lobby:{tenant_id}",
        f"brettwerk:me:{tenant_id}:anna",
        f"brettwerk:me:{tenant_id}:bert",
        f"brettwerk:chat:lobby:{tenant_id}",
    }
    with redis.Redis.from_url(valkey) as client, client.pubsub(ignore_subscribe_messages=True) as pubsub:
        pubsub.psubscribe("brettwerk:*")
        pubsub.get_message(timeout=5)
        tell(club, news(STARTED, tenant_id))
        club.player("anna", tenant_id).say("hello")
        wait_for(look(pubsub))


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"event_id": 0}, "/event_id"),
    ({"event_id": -5}, "/event_id"),
    ({"tenant_id": ""}, "/tenant_id"),
    ({"tenant_id": "x" * 65}, "/tenant_id"),
    ({"game_id": ""}, "/game_id"),
    ({"game_id": "a\0"}, "/game_id"),
    ({"kind": 0}, "/kind"),
    ({"kind": 77}, "/kind"),
    ({"ruleset_key": ""}, "/ruleset_key"),
    ({"options": {str(n): "" for n in range(65)}}, "/options"),
    ({"options": {"a": "x" * 65}}, "/options/a"),
    ({"options": {"x" * 65: "a"}}, "/options"),
    ({"white_player_id": "x" * 65}, "/white_player_id"),
    ({"black_player_id": "a\0"}, "/black_player_id"),
    ({"white_persona": "mittel"}, "/white_persona"),
    ({"time_control": types_pb2.TimeControl()}, "/time_control"),
    (
        {"time_control": types_pb2.TimeControl(per_move=types_pb2.PerMove(move_ms=1))},
        "/time_control/per_move/on_expiry",
    ),
    ({"kind": ENDED, "result": types_pb2.Result()}, "/result/termination"),
    ({"kind": REMATCH}, "/rematch_game_id"),
]


@pytest.mark.parametrize(("fields", "pointer"), FAULTS, ids=[f"{n} {p}" for n, (_, p) in enumerate(FAULTS)])
def test_news_at_fault_are_told_where(
    club: Club, tenant_id: str, fields: dict[str, Any], pointer: str
) -> None:
    request = news(fields.pop("kind", STARTED), tenant_id, **fields)

    problem = refusal(lambda: club.games.matchmaking.TellOfGame(request))

    assert (problem.status, problem.reason) == (INVALID, "INVALID_FIELD")
    assert [violation.pointer for violation in problem.violations] == [pointer]
    assert types(club, tenant_id, "lobby") == []


@pytest.mark.parametrize("limit", [-1, 501])
def test_a_limit_out_of_bounds_is_refused(club: Club, limit: int) -> None:
    assert refusal(lambda: club.player("anna").page("lobby", limit=limit)).reason == "INVALID_FIELD"
