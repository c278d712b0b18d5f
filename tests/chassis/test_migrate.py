"""Migrations and roles on a real Postgres."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest

from chassis import migrate
from chassis.roles import make_roles
from tests import servers

GOOD = "-- migrate:up\nCREATE TABLE games (game_id text);\n-- migrate:down\nDROP TABLE games;\n"
BAD = (
    "-- migrate:up\nCREATE TABLE seats (game_id text);\nCREATE TABLE seats (game_id text);\n-- migrate:down\n"
)


@pytest.fixture(scope="module")
def conninfo(database: servers.Database) -> str:
    return database.make_service("mover")


def tables(database: servers.Database, schema: str) -> set[str]:
    with psycopg.connect(database.admin) as admin:
        rows = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema,)).fetchall()
    return {name for (name,) in rows}


def test_every_schema_has_outbox_inbox_and_its_own_steps(
    database: servers.Database, conninfo: str, tmp_path: Path
) -> None:
    (tmp_path / "1001_games.sql").write_text(GOOD)

    migrate.apply("mover", database.owner("mover"), [tmp_path])
    migrate.apply("mover", database.owner("mover"), [tmp_path])

    assert {"outbox", "inbox", "games", "schema_migrations"} == tables(database, "mover")


def test_a_step_that_fails_is_undone_and_said_and_the_ones_before_it_stay(
    database: servers.Database, tmp_path: Path
) -> None:
    database.make_service("stumbler")
    (tmp_path / "1001_games.sql").write_text(GOOD)
    (tmp_path / "1002_seats.sql").write_text(BAD)

    with pytest.raises(migrate.MigrationFailed, match='relation "seats" already exists'):
        migrate.apply("stumbler", database.owner("stumbler"), [tmp_path])

    assert {"outbox", "inbox", "games", "schema_migrations"} == tables(database, "stumbler")


def test_several_at_the_same_time_wait_for_each_other(database: servers.Database, tmp_path: Path) -> None:
    database.make_service("crowd")
    (tmp_path / "1001_games.sql").write_text(
        "-- migrate:up\nSELECT pg_sleep(0.2);\nCREATE TABLE games (game_id text);\n-- migrate:down\n"
    )
    faults: list[Exception] = []

    def run() -> None:
        try:
            migrate.apply("crowd", database.owner("crowd"), [tmp_path])
        except migrate.MigrationFailed as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [] == faults
    assert "games" in tables(database, "crowd")


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("CREATE TABLE mine (x int)", id="make a table"),
        pytest.param("DROP TABLE outbox", id="drop one"),
        pytest.param("ALTER TABLE outbox ADD x int", id="change one"),
        pytest.param("SELECT * FROM neighbour.outbox", id="read another service's"),
        pytest.param("TRUNCATE outbox", id="empty one"),
    ],
)
def test_a_service_may_work_with_its_own_rows_and_nothing_else(
    database: servers.Database, conninfo: str, statement: str
) -> None:
    database.make_service("neighbour")
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("INSERT INTO inbox (source, event_id) VALUES ('test', 1) ON CONFLICT DO NOTHING")

        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement)


def test_a_service_without_migrations_has_no_schema() -> None:
    assert not migrate.has_migrations("rules")
    assert not migrate.has_migrations("no_such_service")
    with pytest.raises(migrate.MigrationFailed):
        migrate.migrate("rules", "host=127.0.0.1")


def test_the_commands_make_roles_and_schemas_from_their_settings(database: servers.Database) -> None:
    service = "clocks"
    environment = {
        **os.environ,
        "BRETTWERK_ADMIN_DATABASE": database.admin,
        "BRETTWERK_CLOCKS_DATABASE": database.conninfo(service),
        "BRETTWERK_CLOCKS_OWNER_DATABASE": database.owner(service),
    }
    for module in ("chassis.roles", "chassis.migrate"):
        finished = subprocess.run(
            [sys.executable, "-m", module, service],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (0, "") == (finished.returncode, finished.stderr)


@pytest.mark.parametrize("module", ["chassis.roles", "chassis.migrate"])
def test_the_commands_name_the_settings_that_they_miss(module: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", module, "games"],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )

    assert finished.returncode == 1
    assert "BRETTWERK_GAMES_OWNER_DATABASE" in finished.stderr
    assert "Traceback" not in finished.stderr


def test_roles_may_be_made_again(database: servers.Database) -> None:
    database.make_service("twice")
    with psycopg.connect(database.admin, autocommit=True) as admin:
        make_roles(admin, {"twice": ("new one", "new two")})

    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(database.conninfo("twice"))
