"""Turns from RequestMove to PlayMove, through a real broker and a real worker.

The same tests hold for Valkey and, where BRETTWERK_TEST_RABBITMQ names one, for RabbitMQ.
"""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import psycopg
import pytest

import engine
import rulebook
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from chassis import CallerKind
from tests.ai.house import Games, House, Played, Worker, await_state, refusal, request, state_of


@pytest.fixture(scope="module", autouse=True)
def worker(house: House) -> Iterator[Worker]:
    with house.worker() as worker:
        yield worker


def test_a_requested_move_is_played_with_the_services_token(
    ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    ai.RequestMove(request("g1", 4, tenant_id="club"))

    played = games.next()
    assert (played.game_id, played.turn) == ("g1", 4)
    assert (played.caller.kind, played.caller.id) == (CallerKind.SERVICE, "ai")
    assert (played.caller.tenant_id, played.caller.scopes) == ("club", frozenset(("engine",)))
    await_state(table, "g1", "answered", 4)
    assert state_of(table, "g1", 4) == ("answered", "played", 1)


def test_the_move_is_the_one_that_game_and_turn_decide(ai: AiServiceStub, games: Games) -> None:
    for ruleset in ("battledame", "othello"):
        position = rulebook.initial_position(rulebook.ruleset(ruleset))
        level = engine.PERSONAS["leicht"].level
        expected = engine.choose(position, level, engine.seed_of(ruleset, 3)).move.notation

        ai.RequestMove(request(ruleset, 3, ruleset=ruleset, persona="leicht"))

        assert games.next().move == expected


def test_a_request_that_is_repeated_is_played_once(
    ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    for _ in range(5):
        ai.RequestMove(request("twice"))
    await_state(table, "twice", "answered")
    ai.RequestMove(request("twice"))
    ai.RequestMove(request("after"))
    await_state(table, "after", "answered")

    assert [games.next().game_id, games.next().game_id] == ["twice", "after"]
    assert games.calls.empty()


@pytest.mark.parametrize("reason", ["TURN_PLAYED", "GAME_FINISHED", "NOT_YOUR_TURN", "FLAG_FALLEN"])
def test_a_move_that_is_not_wanted_any_more_is_dropped(
    games: Games, ai: AiServiceStub, table: psycopg.Connection, reason: str
) -> None:
    def refuse(_: Played) -> None:
        raise refusal(grpc.StatusCode.FAILED_PRECONDITION, reason)

    games.before = refuse
    ai.RequestMove(request("gone"))

    await_state(table, "gone", "answered")
    assert state_of(table, "gone")[1] == reason
    assert games.calls.qsize() == 1


def test_a_refused_move_is_set_aside_with_the_reason(
    ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    def refuse(_: Played) -> None:
        raise refusal(grpc.StatusCode.FAILED_PRECONDITION, "CAPTURE_MANDATORY")

    games.before = refuse
    ai.RequestMove(request("wrong"))

    await_state(table, "wrong", "set_aside")
    assert state_of(table, "wrong")[1] == "CAPTURE_MANDATORY"


def test_a_games_service_that_is_away_gets_the_move_when_it_is_back(
    ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    left = iter(range(6))  # for longer than a claim holds by itself

    def away(_: Played) -> None:
        if next(left, None) is not None:
            raise refusal(grpc.StatusCode.UNAVAILABLE, "PART_DOWN")

    games.before = away
    ai.RequestMove(request("patient"))

    await_state(table, "patient", "answered")
    assert state_of(table, "patient")[1:] == ("played", 1)
    assert games.calls.qsize() == 7
