"""The outbox on a real Postgres: nothing lost, nothing skipped, in order, and over the death of relays."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from chassis import Unavailable, outbox, relay
from chassis.database import Database
from chassis.outbox import Handler, Row
from chassis.relay import Relay
from chassis.wake import Wake
from tests import servers
from tests.chassis.telling import Ear, counted, tell
from tests.patience import wait_for

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def conninfo(database: servers.Database) -> str:
    conninfo = database.make_service("teller")
    with psycopg.connect(database.owner("teller"), autocommit=True) as owner:
        owner.execute("CREATE TABLE heard (number integer PRIMARY KEY, times integer NOT NULL DEFAULT 0)")
        owner.execute("CREATE TABLE turns (key text PRIMARY KEY, number integer NOT NULL)")
    return conninfo


@pytest.fixture
def teller(conninfo: str, database: servers.Database) -> Iterator[Database]:
    teller = Database(conninfo, name="teller")
    yield teller
    with psycopg.connect(database.admin, autocommit=True) as admin:
        admin.execute("TRUNCATE teller.outbox, teller.inbox, teller.heard, teller.turns")
    teller.close()


@pytest.fixture
def relaying(conninfo: str) -> Iterator[Callable[..., Relay]]:
    """Starts a relay with a database of its own, as in another process; all are closed at the end."""
    with ExitStack() as stack:

        def start(handlers: dict[str, Handler], wake: Wake | None = None) -> Relay:
            database = Database(conninfo, name="teller")
            stack.callback(database.close)
            started = Relay(database, handlers, wake=wake)
            stack.callback(started.close)
            started.start()
            return started

        yield start


@pytest.fixture
def process(conninfo: str) -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """Starts a relay in a process that hangs or dies in its handler."""
    started = []

    def start(way: str) -> subprocess.Popen[str]:
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.chassis.telling", way, conninfo],
            cwd=ROOT,
            env={**os.environ},
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()


def left(database: Database) -> int:
    with database.transaction() as tx:
        row = tx.execute("SELECT count(*) FROM outbox").fetchone()
    assert row is not None
    return int(row[0])


def test_what_was_written_is_delivered_and_then_gone(
    teller: Database, relaying: Callable[..., Relay]
) -> None:
    ear = Ear()
    relaying({"number": ear})
    event_ids = [tell(teller, "a", number) for number in range(5)]

    wait_for(lambda: left(teller) == 0, "the outbox is empty")
    assert [0, 1, 2, 3, 4] == ear.numbers()
    assert event_ids == [row.event_id for row in ear.rows]


def test_what_was_rolled_back_is_not_delivered(teller: Database, relaying: Callable[..., Relay]) -> None:
    ear = Ear()
    relaying({"number": ear})
    with suppress(psycopg.errors.DivisionByZero), teller.transaction() as tx:
        outbox.put(tx, key="a", kind="number", payload={"number": 1})
        tx.execute("SELECT 1 / 0")
    tell(teller, "a", 2)

    wait_for(lambda: ear.numbers() == [2], "the second is heard")


def test_several_messages_are_one_statement_and_keep_their_order(teller: Database) -> None:
    messages = [
        outbox.Message(key=key, kind="number", payload={"number": number}, tenant_id="club")
        for number, key in enumerate("abacad")
    ]
    with teller.transaction() as tx:
        event_ids = outbox.put_all(tx, messages)
        rows = tx.execute(
            "SELECT event_id, key, tenant_id, partition FROM outbox ORDER BY event_id"
        ).fetchall()

    assert sorted(event_ids) == event_ids
    assert [
        (event_id, message.key, "club", outbox.partition_of(message.key))
        for event_id, message in zip(event_ids, messages, strict=True)
    ] == rows


def test_a_late_commit_is_not_skipped(teller: Database, relaying: Callable[..., Relay]) -> None:
    ear = Ear()
    relaying({"number": ear})
    with teller.transaction() as late:
        outbox.put(late, key="a", kind="number", payload={"number": 1})
        tell(teller, "a", 2)
        tell(teller, "b", 3)
        # A long transaction, even one with an older id, holds nothing up.
        wait_for(lambda: ear.numbers() == [2, 3], "the others do not wait")

    wait_for(lambda: ear.numbers() == [2, 3, 1], "the late one comes too")


def test_writers_who_take_turns_are_heard_in_order_whichever_relay_delivers(
    teller: Database, relaying: Callable[..., Relay]
) -> None:
    ear = Ear()
    first = relaying({"number": ear})
    keys = [f"game {number}" for number in range(12)]
    with teller.transaction() as tx:
        for key in keys:
            tx.execute("INSERT INTO turns VALUES (%s, 0)", (key,))

    def play() -> None:
        for _ in range(10):
            for key in keys:
                with teller.transaction() as tx:
                    row = tx.execute(
                        "UPDATE turns SET number = number + 1 WHERE key = %s RETURNING number", (key,)
                    ).fetchone()
                    assert row is not None
                    outbox.put(tx, key=key, kind="number", payload={"number": row[0]})

    players = [threading.Thread(target=play) for _ in range(3)]
    for player in players:
        player.start()
    second = relaying({"number": ear})
    for player in players:
        player.join()

    wait_for(lambda: left(teller) == 0, "all is delivered")
    wait_for(lambda: bool(first._held and second._held), "both relays have partitions")
    for key in keys:
        # A relay that hands a partition over waits for its deliveries, so not even doubles.
        assert list(range(1, 31)) == ear.numbers(key)


def test_two_relays_share_the_partitions_and_the_one_left_takes_all(relaying: Callable[..., Relay]) -> None:
    relays = [relaying({"number": Ear()}) for _ in range(2)]

    wait_for(lambda: [8, 8] == [len(each._held) for each in relays], "each has half")
    assert relays[0]._held.isdisjoint(relays[1]._held)
    relays[0].close()
    wait_for(lambda: len(relays[1]._held) == 16, "the other has all")


def test_a_relay_killed_between_delivery_and_deletion_delivers_again_and_the_consumer_drops_it(
    teller: Database,
    relaying: Callable[..., Relay],
    process: Callable[[str], subprocess.Popen[str]],
) -> None:
    with teller.transaction() as tx:
        tx.execute("INSERT INTO heard SELECT number FROM generate_series(1, 5) AS number")
    for number in range(1, 6):
        tell(teller, f"game {number}", number)

    process("die").wait()
    assert left(teller) == 5
    again = Ear()

    def count(rows: list[Row]) -> None:
        counted(teller, rows)
        again(rows)

    relaying({"number": count})
    wait_for(lambda: left(teller) == 0, "the second relay delivers what the first has not deleted")

    assert [1, 2, 3, 4, 5] == sorted(again.numbers())
    with teller.transaction() as tx:
        assert [(1,)] * 5 == tx.execute("SELECT times FROM heard").fetchall()


def test_killing_the_holder_of_all_partitions_hands_them_over(
    teller: Database,
    relaying: Callable[..., Relay],
    process: Callable[[str], subprocess.Popen[str]],
) -> None:
    holder = process("hang")
    tell(teller, "a", 1)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "holding\n"
    ear = Ear()
    relaying({"number": ear})
    tell(teller, "a", 2)
    holder.kill()
    killed_at = time.monotonic()

    wait_for(lambda: ear.numbers() == [1, 2], "the other delivers, in order")
    # Half a second until it looks; the rest is the machine's.
    assert time.monotonic() - killed_at < 5


def test_a_part_that_is_away_holds_up_its_own_kind_only(
    teller: Database, relaying: Callable[..., Relay]
) -> None:
    ear, other, is_there = Ear(), Ear(), threading.Event()

    def hear(rows: list[Row]) -> None:
        if not is_there.is_set():
            raise Unavailable("asleep")
        ear(rows)

    relaying({"number": hear, "other": other})
    for number in range(3):
        tell(teller, "a", number)
        tell(teller, "a", number, kind="other")
    wait_for(lambda: other.numbers() == [0, 1, 2], "the other kind is delivered")
    assert ear.numbers() == []
    is_there.set()

    wait_for(lambda: ear.numbers() == [0, 1, 2], "all come in order once it is back")


def test_a_row_that_nobody_can_take_holds_up_its_own_key_only(
    teller: Database, relaying: Callable[..., Relay]
) -> None:
    ear, is_mended = Ear(), threading.Event()

    def hear(rows: list[Row]) -> None:
        if not is_mended.is_set() and any(row.key == "sick" for row in rows):
            raise ValueError("indigestible")
        ear(rows)

    relaying({"number": hear})
    tell(teller, "sick", 1)
    tell(teller, "sick", 2)
    for number in range(10, 20):
        tell(teller, "healthy", number)
    wait_for(lambda: ear.numbers("healthy") == list(range(10, 20)), "the others are delivered")
    wait_for(lambda: left(teller) == 2, "what is delivered is deleted")
    is_mended.set()

    wait_for(lambda: ear.numbers("sick") == [1, 2], "and the first ones too, never skipped")


def test_a_relay_that_loses_its_connection_goes_on(
    teller: Database, database: servers.Database, relaying: Callable[..., Relay]
) -> None:
    ear = Ear()
    started = relaying({"number": ear})
    wait_for(lambda: len(started._held) == 16, "it holds all")
    with psycopg.connect(database.admin, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'teller relay'"
        )
    tell(teller, "a", 1)

    wait_for(lambda: left(teller) == 0, "it delivers over a new one")
    assert 1 in ear.numbers()


@pytest.mark.parametrize(
    "away", [pytest.param(True, id="in another process"), pytest.param(False, id="here")]
)
def test_a_commit_wakes_the_relay_that_holds_the_partition(
    conninfo: str,
    valkey: str,
    relaying: Callable[..., Relay],
    monkeypatch: pytest.MonkeyPatch,
    teller: Database,
    *,
    away: bool,
) -> None:
    ear, hearing, telling = Ear(), Wake(valkey), Wake(valkey)
    holder = relaying({"number": ear}, wake=hearing)
    wait_for(lambda: len(holder._held) == 16, "it holds all")
    # From here on it looks by itself only after longer than the test has patience.
    monkeypatch.setattr(relay, "_POLL_S", 600.0)
    monkeypatch.setattr(relay, "_BALANCE_S", 600.0)
    wait_for(lambda: holder._balance_at > time.monotonic() + 60, "it has gone to sleep")
    if away:
        idle = relaying({"number": Ear()}, wake=telling)
        teller.when_outbox_written(idle.nudge)
    else:
        teller.when_outbox_written(holder.nudge)
    tell(teller, "a", 1)

    wait_for(lambda: ear.numbers() == [1], "it is woken")
    hearing.close()
    telling.close()


def test_an_event_is_new_once(teller: Database) -> None:
    with teller.transaction() as tx:
        assert outbox.first_time(tx, source="games", event_id=7)
        assert not outbox.first_time(tx, source="games", event_id=7)
        assert outbox.first_time(tx, source="clocks", event_id=7)
    with suppress(psycopg.errors.DivisionByZero), teller.transaction() as tx:
        outbox.first_time(tx, source="games", event_id=8)
        tx.execute("SELECT 1 / 0")

    with teller.transaction() as tx:
        assert not outbox.first_time(tx, source="games", event_id=7)
        assert outbox.first_time(tx, source="games", event_id=8)
