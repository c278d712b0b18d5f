"""Results that are told, once or often, and the records that come of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import grpc
import psycopg
import pytest

from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as pb
from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from brettwerk.types.v1 import types_pb2
from chassis import problem_of
from matchmaking import shapes
from tests.identity import Identity
from tests.matchmaking.conftest import Calling

WHITE_WINS = types_pb2.Result(winner=types_pb2.SIDE_WHITE, termination=types_pb2.TERMINATION_NO_MOVES)
BLACK_WINS = types_pb2.Result(winner=types_pb2.SIDE_BLACK, termination=types_pb2.TERMINATION_TIMEOUT)
DRAW = types_pb2.Result(termination=types_pb2.TERMINATION_REPETITION)

events = count(1)


def finished(result: types_pb2.Result = WHITE_WINS, **fields: Any) -> pb.RecordResultRequest:
    """A new game that anna has played against ben."""
    number = next(events)
    given: dict[str, Any] = {
        "game_id": f"g{number}",
        "event_id": number,
        "tenant_id": "local",
        "ruleset_key": "battledame",
        "white_player_id": "anna",
        "black_player_id": "ben",
        "result": result,
        "ply": 40,
    }
    return pb.RecordResultRequest(**given | fields)


def lines(stub: MatchmakingServiceStub, player_id: str = "") -> list[tuple[str, int, int, int]]:
    record = stub.GetRecord(pb.GetRecordRequest(player_id=player_id))
    return [(line.ruleset_key, line.won, line.drawn, line.lost) for line in record.lines]


@pytest.mark.parametrize(
    ("result", "anna", "ben"),
    [
        pytest.param(WHITE_WINS, (1, 0, 0), (0, 0, 1), id="white wins"),
        pytest.param(BLACK_WINS, (0, 0, 1), (1, 0, 0), id="black wins"),
        pytest.param(DRAW, (0, 1, 0), (0, 1, 0), id="draw"),
    ],
)
def test_a_game_counts_for_both_players(
    result: types_pb2.Result,
    anna: tuple[int, int, int],
    ben: tuple[int, int, int],
    games: MatchmakingServiceStub,
) -> None:
    games.RecordResult(finished(result))

    assert [("battledame", *anna)] == lines(games, "anna")
    assert [("battledame", *ben)] == lines(games, "ben")


def test_a_record_adds_up_by_rule_set_in_the_order_of_their_keys(games: MatchmakingServiceStub) -> None:
    for result, key in (
        (WHITE_WINS, "othello"),
        (WHITE_WINS, "club-medieval"),
        (BLACK_WINS, "othello"),
        (DRAW, "othello"),
        (WHITE_WINS, "othello"),
        (DRAW, "club_other"),
    ):
        games.RecordResult(finished(result, ruleset_key=key))

    assert [("club-medieval", 1, 0, 0), ("club_other", 0, 1, 0), ("othello", 2, 1, 1)] == lines(games, "anna")


def test_a_game_against_an_engine_counts_for_the_player_alone(
    games: MatchmakingServiceStub, table: psycopg.Connection
) -> None:
    games.RecordResult(finished(BLACK_WINS, white_player_id=""))

    assert [("battledame", 1, 0, 0)] == lines(games, "ben")
    assert [("ben",)] == table.execute("SELECT player_id FROM records").fetchall()


@pytest.mark.parametrize("player_id", ["", "anna"])
def test_a_game_between_engines_or_against_oneself_is_kept_and_counts_for_nobody(
    player_id: str, games: MatchmakingServiceStub, table: psycopg.Connection
) -> None:
    games.RecordResult(finished(white_player_id=player_id, black_player_id=player_id))

    assert [(1,)] == table.execute("SELECT count(*) FROM results").fetchall()
    assert [] == table.execute("SELECT * FROM records").fetchall()


def test_a_game_counts_once_however_often_it_is_told(games: MatchmakingServiceStub) -> None:
    told = finished()
    for _ in range(3):
        games.RecordResult(told)
    games.RecordResult(finished(game_id=told.game_id))  # another event for the same game
    games.RecordResult(finished(event_id=told.event_id))  # another game for the same event

    assert [("battledame", 1, 0, 0)] == lines(games, "anna")


def test_games_that_are_told_at_the_same_time_and_twice_each_all_count_once(
    games: MatchmakingServiceStub,
) -> None:
    told = [
        finished(DRAW, white_player_id=white, black_player_id=black)
        for white, black in (("anna", "ben"), ("ben", "anna")) * 20
    ]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(games.RecordResult, told * 2))

    assert [("battledame", 0, 40, 0)] == lines(games, "anna")
    assert [("battledame", 0, 40, 0)] == lines(games, "ben")


def test_a_game_is_kept_as_it_ended(games: MatchmakingServiceStub, table: psycopg.Connection) -> None:
    games.RecordResult(finished(BLACK_WINS, game_id="kept", white_player_id="", rated=True))

    row = table.execute(
        "SELECT tenant_id, white_player_id, black_player_id, winner, termination, rated, ply FROM results"
    ).fetchone()
    assert ("local", None, "ben", "black", "timeout", True, 40) == row


def test_without_finished_games_a_record_is_empty(games: MatchmakingServiceStub) -> None:
    assert [] == lines(games, "nobody-yet")


def test_a_player_sees_his_own_record_and_that_of_others(
    games: MatchmakingServiceStub, calling: Calling, identity: Identity
) -> None:
    games.RecordResult(finished())
    anna = calling(identity.player("anna"))

    assert [("battledame", 1, 0, 0)] == lines(anna)
    assert [("battledame", 0, 0, 1)] == lines(anna, "ben")


def test_another_tenant_sees_nothing_of_it(
    games: MatchmakingServiceStub, calling: Calling, identity: Identity
) -> None:
    games.RecordResult(finished())
    games.RecordResult(finished(tenant_id="portal", white_player_id="ben", black_player_id="anna"))

    assert [("battledame", 0, 0, 1)] == lines(calling(identity.player("anna", tenant_id="portal")))
    assert [] == lines(calling(identity.player("anna", tenant_id="else")))
    of_portal = identity.source("gateway").bearer("matchmaking", tenant_id="portal")
    assert [("battledame", 0, 0, 1)] == lines(calling(of_portal), "anna")


LONG = "x" * 65
FAULTS: list[tuple[str, Any, str]] = [
    ("RecordResult", finished(event_id=0), "/event_id"),
    ("RecordResult", finished(event_id=-1), "/event_id"),
    ("RecordResult", finished(game_id=""), "/game_id"),
    ("RecordResult", finished(game_id=LONG), "/game_id"),
    ("RecordResult", finished(tenant_id=""), "/tenant_id"),
    ("RecordResult", finished(ruleset_key=""), "/ruleset_key"),
    ("RecordResult", finished(ruleset_key="a\0"), "/ruleset_key"),
    ("RecordResult", finished(white_player_id=LONG), "/white_player_id"),
    ("RecordResult", finished(black_player_id=LONG), "/black_player_id"),
    ("RecordResult", finished(types_pb2.Result()), "/result/termination"),
    ("RecordResult", finished(types_pb2.Result(termination=99999)), "/result/termination"),  # type: ignore[arg-type]
    ("RecordResult", finished(types_pb2.Result(winner=7, termination=1)), "/result/winner"),  # type: ignore[arg-type]
    ("RecordResult", finished(ply=-1), "/ply"),
    ("GetRecord", pb.GetRecordRequest(), "/player_id"),
    ("GetRecord", pb.GetRecordRequest(player_id=LONG), "/player_id"),
]


@pytest.mark.parametrize(
    ("method", "request_", "pointer"),
    FAULTS,
    ids=[f"{number} {method}{pointer}" for number, (method, _, pointer) in enumerate(FAULTS)],
)
def test_a_request_at_fault_is_told_where(
    method: str, request_: Any, pointer: str, games: MatchmakingServiceStub
) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        getattr(games, method)(request_)

    problem = problem_of(caught.value)
    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD") == (problem.status, problem.reason)
    assert [pointer] == [violation.pointer for violation in problem.violations]


def test_every_termination_of_the_contract_can_be_recorded() -> None:
    numbers = set(types_pb2.Termination.values()) - {types_pb2.TERMINATION_UNSPECIFIED}

    assert numbers == set(shapes._TERMINATIONS)
