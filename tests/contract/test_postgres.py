"""What we rely on in a Postgres, whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from chassis import outbox
from chassis.database import Database
from chassis.relay import Relay
from tests import servers
from tests.chassis.telling import Ear, tell
from tests.patience import wait_for


@pytest.fixture
def teller(any_postgres: servers.Database) -> Iterator[Database]:
    teller = Database(any_postgres.conninfo("teller"), name="teller")
    yield teller
    teller.close()


def test_it_is_new_enough(teller: Database) -> None:
    with teller.transaction() as tx:
        assert tx.connection.info.server_version >= 150000


def test_the_clock_has_a_time_zone_and_microseconds(teller: Database) -> None:
    with teller.transaction() as tx:
        times = [tx.now() for _ in range(10)]

    assert all(time.tzinfo is not None for time in times)
    assert sorted(set(times)) == times


def test_a_service_cannot_change_its_tables(teller: Database) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), teller.transaction() as tx:
        tx.execute("DROP TABLE outbox")


def test_the_outbox_is_delivered_by_relays_that_share_it(teller: Database) -> None:
    ear = Ear()
    relays = [Relay(teller, {"number": ear}) for _ in range(2)]
    for relay in relays:
        relay.start()
    wait_for(lambda: [8, 8] == [len(relay._held) for relay in relays], "each relay has half")
    for number in range(50):
        tell(teller, f"game {number % 7}", number)

    wait_for(lambda: len(ear.rows) >= 50, "all are delivered")
    for key in range(7):
        assert list(range(key, 50, 7)) == ear.numbers(f"game {key}")
    for relay in relays:
        relay.close()


def test_rows_are_claimed_by_one_of_several(teller: Database) -> None:
    with teller.transaction() as tx:
        tx.execute("INSERT INTO inbox (source, event_id) SELECT 'claim', n FROM generate_series(1, 4) AS n")
    claim = (
        "SELECT event_id FROM inbox WHERE source = 'claim' ORDER BY event_id LIMIT 2 FOR UPDATE SKIP LOCKED"
    )
    with teller.transaction() as first, teller.transaction() as second:
        mine, theirs = first.execute(claim).fetchall(), second.execute(claim).fetchall()

    assert ([(1,), (2,)], [(3,), (4,)]) == (mine, theirs)


def test_an_event_is_new_once_even_for_two_at_the_same_time(teller: Database) -> None:
    with teller.transaction() as tx:
        assert outbox.first_time(tx, source="games", event_id=1)
    with teller.transaction() as tx:
        assert not outbox.first_time(tx, source="games", event_id=1)
