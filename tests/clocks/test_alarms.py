"""Alarms that are set, moved and cancelled, and the calls that come of them."""

from __future__ import annotations  # grpc's context is typed for checkers only

import itertools
import threading
import time

import grpc
import psycopg
import pytest

from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from brettwerk.games.v1 import games_service_pb2 as games_pb
from chassis import Answer, Problem, Refused, Running, database
from chassis.channels import connect
from clocks.alarms import Alarm
from clocks.ringer import LEASE_MS, MOST_IN_HAND
from clocks.store import Store
from tests.clocks.house import PATIENCE_S, Games, alarm, alarms, holding, process, replica
from tests.identity import Identity
from tests.patience import wait_for

HOUR_MS = 3_600_000


def rows(table: psycopg.Connection) -> list[tuple[str, str, int]]:
    query = "SELECT game_id, kind, clock_version FROM alarms WHERE due_time IS NOT NULL ORDER BY 1, 2"
    return [(game_id, kind, version) for game_id, kind, version in table.execute(query)]


def wait_until_empty(table: psycopg.Connection) -> None:
    """An answer reaches the table a moment after it was given."""
    until = time.monotonic() + PATIENCE_S
    while rows(table):
        assert time.monotonic() < until, rows(table)


def test_an_alarm_goes_off_at_its_time_once(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    message = alarm("g", 150, version=7)
    clocks.ScheduleAlarms(alarms(message))

    told = games.next()

    assert ("g", "flag", 7) == (told.game_id, told.kind, told.version)
    assert message.due_time.ToMicroseconds() / 1000 <= told.at_ms
    wait_until_empty(table)
    assert games.told.empty()


def test_an_alarm_of_the_past_goes_off_at_once(clocks: ClockServiceStub, games: Games) -> None:
    clocks.ScheduleAlarms(alarms(alarm("g", -HOUR_MS)))

    assert "g" == games.next().game_id


def test_each_kind_of_a_game_has_an_alarm_of_its_own(clocks: ClockServiceStub, games: Games) -> None:
    clocks.ScheduleAlarms(alarms(alarm("g", 0, kind="engine_fallback", version=9), alarm("g", 0, version=4)))

    told = {(call.kind, call.version) for call in (games.next(), games.next())}

    assert {("engine_fallback", 9), ("flag", 4)} == told


def test_every_kind_of_the_games_contract_is_kept_and_told_by_its_name(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    kinds = [name.removeprefix("ALARM_KIND_").lower() for name in games_pb.AlarmKind.keys()[1:]]

    clocks.ScheduleAlarms(alarms(*(alarm("g", 0, kind=kind) for kind in kinds)))

    assert sorted(kinds) == sorted(games.next().kind for _ in kinds)
    wait_until_empty(table)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_the_highest_version_wins_in_whatever_order_they_come(
    order: tuple[int, ...], clocks: ClockServiceStub, table: psycopg.Connection
) -> None:
    messages = [alarm("g", HOUR_MS, version=3), alarm("g", None, version=4), alarm("g", HOUR_MS, version=5)]
    for index in order:
        clocks.ScheduleAlarms(alarms(messages[index]))

    assert [("g", "flag", 5)] == rows(table)


def test_a_batch_may_hold_several_versions_of_one_alarm(
    clocks: ClockServiceStub, table: psycopg.Connection
) -> None:
    clocks.ScheduleAlarms(
        alarms(alarm("g", 0, version=3), alarm("g", HOUR_MS, version=5), alarm("g", None, version=4))
    )

    assert [("g", "flag", 5)] == rows(table)


def test_a_cancelled_alarm_is_not_revived_by_an_older_one(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    clocks.ScheduleAlarms(alarms(alarm("g", HOUR_MS, version=3)))
    clocks.ScheduleAlarms(alarms(alarm("g", None, version=4)))
    clocks.ScheduleAlarms(alarms(alarm("g", 0, version=3)))
    clocks.ScheduleAlarms(alarms(alarm("last", 0)))

    assert "last" == games.next().game_id
    wait_until_empty(table)


def test_an_alarm_that_was_moved_goes_off_only_for_its_new_version(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    clocks.ScheduleAlarms(alarms(alarm("g", HOUR_MS, version=1)))
    clocks.ScheduleAlarms(alarms(alarm("g", 50, version=2)))

    assert 2 == games.next().version
    wait_until_empty(table)
    assert games.told.empty()


def test_a_version_that_comes_while_the_old_one_is_told_stays(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    with holding(games) as answer:
        clocks.ScheduleAlarms(alarms(alarm("g", 0, version=1)))
        first = games.next()
        clocks.ScheduleAlarms(alarms(alarm("g", 0, version=2)))
        second = games.next()
        clocks.ScheduleAlarms(alarms(alarm("g", HOUR_MS, version=3), alarm("last", 0)))
        assert "last" == games.next().game_id
        answer.set()

    assert (1, 2) == (first.version, second.version)
    until = time.monotonic() + PATIENCE_S
    while [("g", "flag", 3)] != rows(table):
        assert time.monotonic() < until, rows(table)


def test_what_is_sent_again_does_not_take_an_alarm_out_of_the_hands_that_hold_it(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    with holding(games):
        clocks.ScheduleAlarms(alarms(alarm("g", 0)))
        games.next()
        clocks.ScheduleAlarms(alarms(alarm("g", 0), alarm("last", 0)))
        assert "last" == games.next().game_id

    wait_until_empty(table)
    assert games.told.empty()


@pytest.mark.parametrize(
    "refusal",
    [
        Answer(status=grpc.StatusCode.INTERNAL, reason="INTERNAL"),
        Answer(status=grpc.StatusCode.ABORTED, reason="RACE_LOST"),
        Answer(status=grpc.StatusCode.UNAVAILABLE, reason="PART_DOWN"),
        Answer(status=grpc.StatusCode.UNAVAILABLE, reason="UNAVAILABLE"),
    ],
    ids=lambda answer: answer.reason,
)
def test_what_the_games_service_fails_at_is_told_again_and_holds_up_nothing_else(
    refusal: Answer, clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    failures = iter(range(2))

    def fail_twice(request: games_pb.ExpireRequest, context: grpc.ServicerContext) -> None:
        if request.game_id == "g" and next(failures, None) is not None:
            raise Refused(Problem(status=refusal.status, reason=refusal.reason, message="not now"))

    games.answer = fail_twice
    clocks.ScheduleAlarms(alarms(alarm("g", -1), alarm("other", 0)))

    told = sorted(games.next_games(4))

    assert ["g", "g", "g", "other"] == told
    wait_until_empty(table)


def test_a_call_that_gets_no_answer_in_time_is_repeated(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    with holding(games) as answer:
        clocks.ScheduleAlarms(alarms(alarm("g", 0)))
        told = games.next_games(2)
        answer.set()

    assert ["g", "g"] == told
    wait_until_empty(table)


def test_a_game_that_is_not_there_is_told_of_once(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    def know_nothing(request: games_pb.ExpireRequest, context: grpc.ServicerContext) -> None:
        raise Refused(
            Problem(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_GAME", message="no such game")
        )

    games.answer = know_nothing
    clocks.ScheduleAlarms(alarms(alarm("g", 0)))

    games.next()
    wait_until_empty(table)
    assert games.told.empty()


def assert_in_order(told: list[str]) -> None:
    """Those in hand at one time may overtake each other, and no others."""
    assert {f"{number}" for number in range(200)} == set(told)
    assert max(abs(place - int(name)) for place, name in enumerate(told)) < 2 * MOST_IN_HAND


def test_a_backlog_is_worked_off_in_order_when_the_games_service_is_back(
    clocks: ClockServiceStub,
    games: Games,
    games_server: Running,
    table: psycopg.Connection,
    identity: Identity,
) -> None:
    games_server.begin_stop().wait()
    backlog = [alarm(f"{number}", number - 1000) for number in range(200)]
    clocks.ScheduleAlarms(alarms(*reversed(backlog)))
    with games.start(identity, address=games_server.address, threads=1):
        told = games.next_games(200)
        wait_until_empty(table)

    assert_in_order(told)


def test_a_backlog_of_the_clocks_service_itself_is_worked_off_in_order(
    clocks_database: str, games: Games, table: psycopg.Connection, identity: Identity
) -> None:
    table.execute(
        "INSERT INTO alarms (game_id, kind, clock_version, due_time, ready_time)"
        " SELECT n, 'flag', 1, at, at FROM generate_series(0, 199) AS n,"
        " LATERAL (SELECT now() - interval '1 minute' + n * interval '1 ms' AS at)"
    )
    with (
        games.start(identity, threads=1) as games_server,
        replica(identity, clocks_database, games_server.address),
    ):
        told = games.next_games(200)
        wait_until_empty(table)

    assert_in_order(told)


@pytest.mark.parametrize("longest_due_first", [False, True])
def test_what_is_due_just_now_goes_before_a_backlog_but_for_every_fourth_time(
    clocks_database: str, table: psycopg.Connection, longest_due_first: bool
) -> None:
    pool = database.Database(clocks_database, name="test")
    store = Store(pool)

    def claimed() -> list[str]:
        table.execute("DELETE FROM alarms")
        table.execute(
            "INSERT INTO alarms (game_id, kind, clock_version, due_time, ready_time)"
            " SELECT name, 'flag', 1, at, at FROM (VALUES ('late', interval '9 s'), ('later', '8 s'), ('now', '0 s')) AS due (name, ago),"
            " LATERAL (SELECT clock_timestamp() - ago AS at)"
        )
        return [claim.game_id for claim in store.claim(2, LEASE_MS, longest_due_first=longest_due_first)]

    if longest_due_first:
        assert claimed() == ["late", "later"]
    else:
        # A machine may take longer than "just now" from the one statement to the other.
        wait_for(lambda: claimed() == ["late", "now"])
    pool.close()


def test_two_replicas_share_the_alarms_and_tell_of_each_once(
    clocks: ClockServiceStub,
    clocks_database: str,
    games: Games,
    games_server: Running,
    table: psycopg.Connection,
    identity: Identity,
) -> None:
    # More calls wait for their answers than one replica may have in hand.
    with (
        replica(identity, clocks_database, games_server.address),
        holding(games, MOST_IN_HAND + 10) as both_are_at_it,
    ):
        clocks.ScheduleAlarms(alarms(*(alarm(f"g{number:03}", 0) for number in range(300))))
        told = games.next_games(300)
        assert both_are_at_it.is_set()
        wait_until_empty(table)

    assert [f"g{number:03}" for number in range(300)] == sorted(told)
    assert games.told.empty()


def test_what_a_killed_replica_had_in_hand_comes_back_after_its_lease(
    clocks_database: str, games: Games, games_server: Running, table: psycopg.Connection, identity: Identity
) -> None:
    table.execute(
        "INSERT INTO alarms (game_id, kind, clock_version, due_time, ready_time)"
        " SELECT 'g' || n, 'flag', 1, now(), now() FROM generate_series(0, 9) AS n"
    )
    with holding(games) as answer:
        with process(identity, clocks_database, games_server.address) as first:
            in_hand = [games.next() for _ in range(10)]
            first.kill()
            first.wait()
        assert 10 == len(rows(table))
        answer.set()
        with replica(identity, clocks_database, games_server.address):
            again = [games.next() for _ in range(10)]
            wait_until_empty(table)

    assert sorted(call.game_id for call in in_hand) == sorted(call.game_id for call in again)
    assert (
        min(call.at_ms for call in again) - min(call.at_ms for call in in_hand) < LEASE_MS + PATIENCE_S * 1000
    )
    assert games.told.empty()


def test_the_loop_outlives_the_loss_of_its_connections(
    clocks: ClockServiceStub, games: Games, table: psycopg.Connection
) -> None:
    clocks.ScheduleAlarms(alarms(alarm("before", 0)))
    assert "before" == games.next().game_id

    table.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE usename = current_user AND datname = current_database() AND pid <> pg_backend_pid()"
    )
    table.execute(
        "INSERT INTO alarms (game_id, kind, clock_version, due_time, ready_time)"
        " VALUES ('after', 'flag', 1, now(), now())"
    )

    while (told := games.next()).game_id != "after":
        assert "before" == told.game_id  # its answer was perhaps lost with the connection


def test_a_stop_waits_for_the_answers_to_what_is_in_hand(
    clocks_database: str, games: Games, games_server: Running, table: psycopg.Connection, identity: Identity
) -> None:
    with holding(games) as answer:
        running = replica(identity, clocks_database, games_server.address)
        with connect(running.address, bearer=identity.service("games", "clocks")) as channel:
            ClockServiceStub(channel).ScheduleAlarms(alarms(alarm("g", 0), alarm("later", HOUR_MS)))
        games.next()
        running.begin_stop().wait()
        stopping = threading.Thread(target=running.close)
        stopping.start()
        answer.set()
        stopping.join()

    assert [("later", "flag", 1)] == rows(table)


def test_alarms_that_were_cancelled_an_hour_ago_are_forgotten(
    table: psycopg.Connection, clocks_database: str
) -> None:
    pool = database.Database(clocks_database, name="test")
    store = Store(pool)
    store.schedule([Alarm(game_id=f"g{n}", kind="flag", version=1, due_ms=None) for n in range(3)])
    table.execute("UPDATE alarms SET set_time = now() - interval '61 minutes' WHERE game_id <> 'g0'")

    assert 2 == store.forget(10)
    assert [("g0",)] == table.execute("SELECT game_id FROM alarms").fetchall()
    pool.close()


def test_a_thousand_alarms_are_set_in_one_call(clocks: ClockServiceStub, table: psycopg.Connection) -> None:
    clocks.ScheduleAlarms(alarms(*(alarm(f"g{number}", HOUR_MS) for number in range(1000))))

    assert 1000 == len(rows(table))
