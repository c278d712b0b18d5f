"""What has to be there before the services start: data, keys, passwords, roles, schemas.

All of it lies in the data folder and is made once; a later start finds it. Each service gets its own private
key and the password of its own role, and nothing of the others.
"""

from __future__ import annotations

import fcntl
import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import psycopg

from chassis.migrate import MigrationFailed, has_migrations, migrate
from chassis.roles import make_roles, owner
from chassis.tokens import make_keys
from local import postgres, valkey

_BROKER = "broker"


class Fault(Exception):
    """Something cannot be made; the text says what."""


class Groundwork:
    """Made in two steps, around the start of the parts: `lay`, then `furnish`. Both may be repeated."""

    def __init__(self, data: Path, services: Sequence[str]) -> None:
        self._data = data.absolute()
        self._services = tuple(services)
        self._with_schema = tuple(service for service in services if has_migrations(service))
        self._keys = self._data / "keys"
        self._passwords: dict[str, str] = {}
        self._for_all: dict[str, str] = {}
        self._surroundings: dict[str, dict[str, str]] = {}
        self._lock: IO[bytes] | None = None

    def lay(self) -> None:
        """Everything that the parts need. Raises Fault."""
        self._data.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        for service in self._services:
            make_keys(self._keys / "private", self._keys / "public", service)
        self._read_passwords()
        valkey.configure(self._data / "valkey", self._passwords[_BROKER])
        where = postgres.place(self._data / "postgres")
        try:
            postgres.make(where, self._passwords[postgres.SUPERUSER])
            postgres.await_leftover(where)
        except postgres.PostgresFault as fault:
            raise Fault(str(fault)) from fault

    def furnish(self, addresses: Mapping[str, str]) -> None:
        """Roles, schemas and their migrations, once the parts answer. Raises Fault."""
        where = addresses["postgres"]
        try:
            with psycopg.connect(self._conninfo(where, postgres.SUPERUSER), autocommit=True) as admin:
                make_roles(
                    admin,
                    {
                        service: (self._passwords[service], self._passwords[owner(service)])
                        for service in self._with_schema
                    },
                )
            for service in self._with_schema:
                migrate(service, self._conninfo(where, owner(service)))
        except (psycopg.Error, MigrationFailed) as fault:
            raise Fault(f"The database cannot be prepared. {fault}") from fault
        broker = self._passwords[_BROKER]
        self._for_all = {
            "BRETTWERK_PUBLIC_KEYS": str(self._keys / "public"),
            "BRETTWERK_VALKEY": valkey.url(addresses["valkey"], broker),
            "BRETTWERK_BROKER": valkey.url(addresses["valkey"], broker, 1),
        }
        for service in self._services:
            self._surroundings[service] = self._given_to(service, where)

    def surroundings(self, service: str) -> Mapping[str, str]:
        """The variables of whoever runs as this service; none before `furnish`."""
        return {**self._for_all, **self._surroundings.get(service, {})}

    def _given_to(self, service: str, database: str) -> dict[str, str]:
        name = service.upper()
        given = {f"BRETTWERK_{name}_KEY": str(self._keys / "private" / f"{service}.pem")}
        if service in self._with_schema:
            given[f"BRETTWERK_{name}_DATABASE"] = self._conninfo(database, service)
        return given

    def _conninfo(self, address: str, role: str) -> str:
        return postgres.conninfo(address, role, self._passwords[role])

    def _take_lock(self) -> None:
        if self._lock is None:
            self._lock = (self._data / "lock").open("wb")
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Fault(
                    f"Brettwerk is already running on {self._data}: stop it, or give another --data."
                ) from None

    def _read_passwords(self) -> None:
        path = self._keys / "passwords.json"
        if path.exists():
            self._passwords = json.loads(path.read_text())
        roles = [role for service in self._with_schema for role in (service, owner(service))]
        missing = {*roles, postgres.SUPERUSER, _BROKER} - set(self._passwords)
        if missing:
            self._passwords.update((name, secrets.token_hex(16)) for name in sorted(missing))
            draft = path.with_suffix(".new")
            draft.touch(mode=0o600)
            draft.write_text(json.dumps(self._passwords, indent=1))
            draft.replace(path)
