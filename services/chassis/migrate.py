"""Brings a service's schema up to date: `python -m chassis.migrate games`.

The steps are SQL files in `services/<service>/migrations/`, named `1001_games.sql` and so on, in the form of
dbmate, which runs each in a transaction of its own and notes it in `<service>.schema_migrations`:

    -- migrate:up
    CREATE TABLE …;
    -- migrate:down
    DROP TABLE …;

The second part has to be there, if empty. Numbers below 1000 are the chassis's own steps, which every schema gets: outbox and inbox. Names are written
without a schema. Several may run this at the same time: dbmate takes an advisory lock, and the others wait.
The role is the owner's, from `BRETTWERK_<SERVICE>_OWNER_DATABASE`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict

FOLDER = "migrations"
_OWN = Path(__file__).parent / FOLDER


class MigrationFailed(Exception):
    """A step was refused; the text is what dbmate says. The steps before it are done."""


def has_migrations(service: str) -> bool:
    """The service is here, and has a schema."""
    return _folder(service) is not None


def migrate(service: str, conninfo: str) -> None:
    """Run the steps that the schema has not had. `conninfo` has the owner's role. Raises MigrationFailed.

    Raises psycopg.OperationalError if the database cannot be reached.
    """
    folder = _folder(service)
    if folder is None:
        raise MigrationFailed(f"{service} has no folder {FOLDER}, or is not a package here")
    apply(service, conninfo, [folder])


def apply(schema: str, conninfo: str, folders: Sequence[Path] = ()) -> None:
    """The same with the steps of these folders, beside the chassis's own."""
    named = [argument for path in (_OWN, *folders) for argument in ("--migrations-dir", str(path))]
    finished = subprocess.run(
        [
            str(Path(sysconfig.get_path("scripts")) / "dbmate"),
            *("--env-file", os.devnull, "--no-dump-schema", "--migration-lock"),
            *("--migrations-table", f"{schema}.schema_migrations"),
            *named,
            "migrate",
        ],
        env={"DATABASE_URL": _url(conninfo, schema)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise MigrationFailed(f"{schema}: {finished.stdout.strip()}")


def _folder(service: str) -> Path | None:
    found = find_spec(service)
    for place in (found.submodule_search_locations or ()) if found is not None else ():
        folder = Path(place) / FOLDER
        if folder.is_dir():
            return folder
    return None


def _url(conninfo: str, schema: str) -> str:
    """The same place as a URL. dbmate's driver cannot prefer TLS, so libpq is asked whether it uses it here."""
    with psycopg.connect(conninfo) as connection:
        where, parts = connection.info, conninfo_to_dict(conninfo)
        mode = "disable" if not connection.pgconn.ssl_in_use else parts.get("sslmode", "require")
        options = {"sslmode": "require" if mode == "prefer" else mode, "search_path": schema}
        if where.host.startswith("/"):
            options["host"] = where.host
        host = "" if where.host.startswith("/") else where.host
        user, password = quote(where.user, safe=""), quote(where.password, safe="")
        return f"postgres://{user}:{password}@{host}:{where.port}/{quote(where.dbname)}?{urlencode(options)}"


def main(services: Sequence[str]) -> int:
    for service in services:
        variable = f"BRETTWERK_{service}_OWNER_DATABASE".upper()
        conninfo = os.environ.get(variable)
        if conninfo is None:
            raise SystemExit(f"{variable} is not set")
        try:
            migrate(service, conninfo)
        except (MigrationFailed, psycopg.OperationalError) as fault:
            raise SystemExit(str(fault)) from None
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
