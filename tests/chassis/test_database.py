"""Transactions on a real Postgres, and what happens when it goes away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from chassis import Unavailable
from chassis.database import Database
from tests import servers
from tests.patience import wait_for


@pytest.fixture(scope="module")
def conninfo(database: servers.Database) -> str:
    conninfo = database.make_service("keeper")
    with psycopg.connect(database.owner("keeper"), autocommit=True) as owner:
        owner.execute("CREATE TABLE things (name text PRIMARY KEY)")
    return conninfo


@pytest.fixture
def keeper(conninfo: str) -> Iterator[Database]:
    keeper = Database(conninfo, name="keeper", connections=2)
    yield keeper
    with keeper.transaction() as tx:
        tx.execute("DELETE FROM things")
    keeper.close()


def things(keeper: Database) -> list[str]:
    with keeper.transaction() as tx:
        return [name for (name,) in tx.execute("SELECT name FROM things ORDER BY name").fetchall()]


def terminate(database: servers.Database, name: str) -> None:
    with psycopg.connect(database.admin, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = %s",
            (name,),
        )


def test_it_commits_at_the_end_of_the_block(keeper: Database) -> None:
    told: list[str] = []
    with keeper.transaction() as tx:
        tx.execute("INSERT INTO things VALUES ('board')")
        tx.after_commit(lambda: told.append("committed"))
        assert told == []

    assert (["board"], ["committed"]) == (things(keeper), told)


def test_an_exception_rolls_back_and_nobody_is_told(keeper: Database) -> None:
    told: list[str] = []
    with suppress(ZeroDivisionError), keeper.transaction() as tx:
        tx.execute("INSERT INTO things VALUES ('board')")
        tx.after_commit(lambda: told.append("committed"))
        told[:] = []
        _ = 1 / len(told)

    assert ([], []) == (things(keeper), told)


def test_what_is_asked_for_twice_is_called_once(keeper: Database) -> None:
    told: list[str] = []

    def tell() -> None:
        told.append("committed")

    with keeper.transaction() as tx:
        tx.after_commit(tell)
        tx.after_commit(tell)

    assert ["committed"] == told


def test_the_clock_is_the_databases_and_goes_on_within_a_transaction(keeper: Database) -> None:
    with keeper.transaction() as tx:
        first, second = tx.now(), tx.now()

    assert first < second
    assert abs(datetime.now(UTC) - second) < timedelta(seconds=60)


def test_a_fault_of_ours_is_not_dressed_up_as_an_absence(keeper: Database) -> None:
    with keeper.transaction() as tx:
        tx.execute("INSERT INTO things VALUES ('board')")

    with pytest.raises(psycopg.errors.UniqueViolation), keeper.transaction() as tx:
        tx.execute("INSERT INTO things VALUES ('board')")


def test_connections_that_the_server_has_closed_are_not_handed_out(
    keeper: Database, database: servers.Database
) -> None:
    things(keeper)
    terminate(database, "keeper")

    assert [] == things(keeper)


def test_losing_the_database_in_the_middle_is_an_absence_and_changes_nothing(
    keeper: Database, database: servers.Database
) -> None:
    def lose() -> None:
        with keeper.transaction() as tx:
            tx.execute("INSERT INTO things VALUES ('board')")
            terminate(database, "keeper")

    with pytest.raises(Unavailable):
        lose()

    assert [] == things(keeper)


def test_a_database_that_is_not_there_is_an_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chassis.database._WAIT_S", 0.2)
    # Port 1 is reserved, and nobody listens there.
    nowhere = Database("host=127.0.0.1 port=1 dbname=x user=x", name="nowhere")

    assert not nowhere.is_ready()
    nowhere.close()


def test_when_all_connections_are_taken_the_next_is_refused_in_time(
    keeper: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper._pool.timeout = 0.1

    with keeper.transaction(), keeper.transaction():
        assert not keeper.is_ready()
    assert keeper.is_ready()


def test_a_server_that_is_killed_and_comes_back_is_found_again(tmp_path: Path) -> None:
    with servers.embedded_postgres(tmp_path) as server:
        database = Database(server.admin, name="phoenix")
        assert database.is_ready()
        server.kill()
        # Its children go on until they notice.
        wait_for(lambda: not database.is_ready(), "it is away")
        server.revive()

        assert database.is_ready()
        database.close()
