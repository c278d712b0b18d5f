"""Real servers for tests: one embedded Postgres and one Valkey for the whole run, a database per module."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from chassis import leash, migrate
from chassis.roles import make_roles, owner
from local import postgres, valkey
from local.ports import free_port
from tests.identity import SERVICES

_PASSWORD = "only-for-tests"
_READY_S = 60.0


class _Server:
    """A process of ours that is ready inside `with`, and ends with it."""

    def __init__(
        self, command: Sequence[str], log: Path, is_ready: Callable[[], bool], stop: signal.Signals
    ) -> None:
        self._command = (*leash.command(os.getpid(), stop), *command)
        self._log = log
        self._is_ready = is_ready
        self._stop = stop
        self._process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def revive(self) -> None:
        """Start it, once more if what was killed is not quite gone yet."""
        gives_up = time.monotonic() + _READY_S
        while not self._is_ready():
            assert time.monotonic() < gives_up, self._log.read_text()
            if self._process is None or self._process.poll() is not None:
                with self._log.open("ab") as output:
                    self._process = subprocess.Popen(
                        self._command,
                        stdin=subprocess.DEVNULL,
                        stdout=output,
                        stderr=output,
                        start_new_session=True,
                    )
            time.sleep(0.05)

    def __enter__(self) -> Self:
        self.revive()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        self._process.send_signal(self._stop)
        self._process.wait()


class Postgres:
    """A server, whoever runs it. `admin` is a superuser's conninfo in its first database."""

    def __init__(self, admin: str, server: _Server | None = None) -> None:
        self.admin = admin
        self._server = server
        self._numbers = itertools.count(1)
        self._run = f"brettwerk_test_{os.getpid()}"
        self._faults: dict[str, str] = {}

    def make_template(self, services: Sequence[str]) -> None:
        """One database with the schemas of all, of which the others are copies."""
        passwords = dict.fromkeys(services, (_PASSWORD, _PASSWORD))
        self._execute(sql.SQL("CREATE DATABASE {}").format(self._template))
        with psycopg.connect(self._in(self._template.as_string()), autocommit=True) as admin:
            make_roles(admin, passwords)
        for service in services:
            try:
                migrate.migrate(service, self._of(owner(service), self._template.as_string()))
            except migrate.MigrationFailed as fault:
                # The tests of this service fail by it, and no others.
                self._faults[service] = str(fault)

    def make_database(self) -> Database:
        name = sql.Identifier(f"{self._run}_{next(self._numbers)}")
        # By copying its log where the files would be flushed: several times quicker for a small one.
        self._execute(sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY wal_log").format(name, self._template))
        return Database(self, name.as_string(), self._faults)

    def drop(self, name: str) -> None:
        self._execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name.strip('"'))))

    def drop_all(self, services: Sequence[str]) -> None:
        """Leave nothing behind on a server that goes on."""
        self.drop(self._template.as_string())
        for service in services:
            for role in (service, owner(service)):
                self._execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role)))

    def kill(self) -> None:
        """As if the machine's memory ran out; for an embedded one."""
        assert self._server is not None
        self._server.kill()

    def revive(self) -> None:
        assert self._server is not None
        self._server.revive()

    @property
    def _template(self) -> sql.Identifier:
        return sql.Identifier(f"{self._run}_template")

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.admin, autocommit=True) as admin:
            admin.execute(statement)

    def _in(self, name: str) -> str:
        return make_conninfo(self.admin, dbname=name.strip('"'))

    def _of(self, role: str, name: str) -> str:
        return make_conninfo(self._in(name), user=role, password=_PASSWORD)


class Database:
    """A database with the schemas of every service, as the launcher makes it."""

    def __init__(self, server: Postgres, name: str, faults: dict[str, str]) -> None:
        self._server = server
        self._name = name
        self._faults = faults

    def conninfo(self, service: str) -> str:
        """With the service's own role, for its settings."""
        assert service not in self._faults, self._faults[service]
        return self._server._of(service, self._name)

    def owner(self, service: str) -> str:
        """With the role that makes its tables."""
        return self._server._of(owner(service), self._name)

    @property
    def admin(self) -> str:
        """With a superuser."""
        return self._server._in(self._name)

    def make_service(self, name: str) -> str:
        """A schema for a service that only a test knows; its conninfo. It has outbox and inbox."""
        with psycopg.connect(self.admin, autocommit=True) as admin:
            make_roles(admin, {name: (_PASSWORD, _PASSWORD)})
        migrate.apply(name, self.owner(name))
        return self.conninfo(name)

    def drop(self) -> None:
        self._server.drop(self._name)


def services_with_schemas() -> list[str]:
    return [service for service in SERVICES if migrate.has_migrations(service)]


class Valkey(_Server):
    """An embedded one."""

    def __init__(self, command: Sequence[str], log: Path, address: str) -> None:
        super().__init__(command, log, lambda: valkey.is_ready(address), signal.SIGTERM)
        self.url = valkey.url(address, _PASSWORD)


@contextlib.contextmanager
def embedded_postgres(folder: Path) -> Iterator[Postgres]:
    where = postgres.place(folder / "postgres", house=folder)
    postgres.make(where, _PASSWORD, sync=False)
    port = str(free_port(24100, ()))
    address = f"127.0.0.1:{port}"
    quick = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "max_connections": "200"}
    command = postgres.command(where, port, quick)
    server = _Server(command, folder / "postgres.log", lambda: postgres.is_ready(address), signal.SIGINT)
    with server:
        yield Postgres(postgres.conninfo(address, postgres.SUPERUSER, _PASSWORD), server)
    shutil.rmtree(where.data, ignore_errors=True)


@contextlib.contextmanager
def embedded_valkey(folder: Path) -> Iterator[Valkey]:
    port = str(free_port(24300, ()))
    command = valkey.command(valkey.configure(folder / "valkey", _PASSWORD, durable=False), port)
    with Valkey(command, folder / "valkey.log", f"127.0.0.1:{port}") as server:
        yield server
