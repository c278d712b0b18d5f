"""Workers that are killed or told to stop in the middle of a turn: nothing is lost, nothing applied twice.

The same tests hold for Valkey and, where BRETTWERK_TEST_RABBITMQ names one, for RabbitMQ.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from tests.ai.house import Games, House, Played, Worker, await_state, closed_gate, request, state_of
from tests.patience import wait_for
from tests.servers import Postgres


@pytest.fixture
def worker(house: House, ai: AiServiceStub) -> Iterator[Worker]:
    with house.worker() as worker:
        yield worker


def test_a_killed_process_of_the_pool_costs_a_retry(
    ai: AiServiceStub, games: Games, worker: Worker, table: psycopg.Connection
) -> None:
    with closed_gate(games):
        ai.RequestMove(request("child"))
        games.next()
        worker.kill_children()

    await_state(table, "child", "answered")
    assert list(games.applied) == [("child", 0)]


def test_a_process_killed_in_the_middle_of_a_search_costs_a_retry(
    ai: AiServiceStub, games: Games, worker: Worker, table: psycopg.Connection
) -> None:
    ai.RequestMove(request("search", persona="stark"))
    await_state(table, "search", "claimed")
    worker.kill_children()

    await_state(table, "search", "answered")
    assert list(games.applied) == [("search", 0)]
    assert state_of(table, "search")[2] == 2


def test_another_worker_takes_over_from_a_killed_one(
    house: House, ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    with house.worker() as killed, closed_gate(games):
        ai.RequestMove(request("machine"))
        games.next()
        pool = killed.children
        killed.kill()
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pool))
    with house.worker():
        await_state(table, "machine", "answered")

    assert list(games.applied) == [("machine", 0)]


def test_many_games_lose_nothing_and_double_nothing_while_workers_are_killed(
    house: House, ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    names = [f"many-{number}" for number in range(60)]
    with house.worker(processes=2) as first:
        for name in names[:30]:
            ai.RequestMove(request(name))
        first.kill_children()
        for name in names[30:]:
            ai.RequestMove(request(name))
        games.next()
        first.kill()
    with house.worker(processes=2):
        wait_for(lambda: unanswered(table) == 0)

    assert {(name, 0) for name in names} == set(games.applied)
    assert {"played"} == {state_of(table, name)[1] for name in names}


def unanswered(table: psycopg.Connection) -> int:
    (count,) = table.execute("SELECT count(*) FROM engine_turns WHERE ready_time IS NOT NULL").fetchone() or (
        0,
    )
    return int(count)


def test_a_turn_that_has_killed_three_workers_is_set_aside(
    ai: AiServiceStub, games: Games, worker: Worker, table: psycopg.Connection
) -> None:
    def kill(call: Played) -> None:
        if call.game_id == "deadly":
            worker.kill_children()

    games.before = kill
    ai.RequestMove(request("deadly"))

    await_state(table, "deadly", "set_aside")
    assert state_of(table, "deadly") == ("set_aside", "worker_lost", 3)
    ai.RequestMove(request("harmless"))
    await_state(table, "harmless", "answered")


def test_the_first_signal_lets_a_worker_finish(
    house: House, ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    with house.worker() as worker:
        with closed_gate(games):
            ai.RequestMove(request("begun"))
            games.next()
            worker.signal(signal.SIGTERM)
            wait_for(lambda: "stopping" in worker.log())
            ai.RequestMove(request("later"))

        assert worker.wait() == 0
        assert state_of(table, "begun") == ("answered", "played", 1)
        assert state_of(table, "later")[0] == "waiting"


def test_the_second_signal_hands_the_work_back(
    house: House, ai: AiServiceStub, games: Games, table: psycopg.Connection
) -> None:
    with closed_gate(games):
        with house.worker() as worker:
            ai.RequestMove(request("handed"))
            games.next()
            worker.signal(signal.SIGTERM)
            wait_for(lambda: "stopping" in worker.log())
            worker.signal(signal.SIGTERM)
            worker.wait()
        assert state_of(table, "handed")[0] != "answered"
        assert house.has_a_message_that_came_back()
    with house.worker():
        await_state(table, "handed", "answered")

    assert list(games.applied) == [("handed", 0)]


def test_a_database_that_is_away_when_the_move_is_played_costs_a_second_offer(
    house: House,
    worker: Worker,
    ai: AiServiceStub,
    games: Games,
    table: psycopg.Connection,
    postgres: Postgres,
) -> None:
    with closed_gate(games):
        ai.RequestMove(request("unsaved"))
        games.next()
        # The test's server writes its log later than it commits.
        table.execute("SET synchronous_commit = on")
        table.execute("UPDATE engine_turns SET sends = sends")
        postgres.kill()
    try:
        wait_for(lambda: games.applied)
        wait_for(lambda: "turn left to the sweep" in worker.log())
    finally:
        postgres.revive()
    with psycopg.connect(house.database, autocommit=True) as again:
        await_state(again, "unsaved", "answered")

    assert list(games.applied) == [("unsaved", 0)]
    assert games.replayed == [("unsaved", 0)]
