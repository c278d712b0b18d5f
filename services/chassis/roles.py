"""A schema and two roles for each service: `<service>` works with the rows, `<service>_owner` makes the tables.

`python -m chassis.roles games clocks …` makes what is missing and sets the passwords; it may be repeated. It reads

    BRETTWERK_ADMIN_DATABASE             a role that may create roles, in the database to be used
    BRETTWERK_<SERVICE>_DATABASE         user=<service> with the password to give it
    BRETTWERK_<SERVICE>_OWNER_DATABASE   user=<service>_owner, the same
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

_LOCK = 0x62726574  # "bret": one at a time
_MADE_BY_US = "SELECT 1 FROM pg_roles WHERE rolname = %s"


def make_roles(admin: psycopg.Connection, passwords: Mapping[str, tuple[str, str]]) -> None:
    """For each service its (password, owner's password): make roles and schema in one transaction."""
    with admin.transaction():
        admin.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        for service, (password, owner_password) in passwords.items():
            _make_role(admin, service, password, service)
            _make_role(admin, owner(service), owner_password, service)
            make_schema(admin, service)


def make_schema(admin: psycopg.Connection, service: str) -> None:
    """The service's schema in this database: the owner's, and open to the service for rows alone."""
    names = {"schema": sql.Identifier(service), "owner": sql.Identifier(owner(service))}
    for statement in (
        "CREATE SCHEMA IF NOT EXISTS {schema} AUTHORIZATION {owner}",
        "GRANT USAGE ON SCHEMA {schema} TO {schema}",
        (
            "ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA {schema}"
            " GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {schema}"
        ),
        "ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA {schema} GRANT USAGE ON SEQUENCES TO {schema}",
    ):
        admin.execute(sql.SQL(statement).format(**names))


def owner(service: str) -> str:
    return f"{service}_owner"


def _make_role(admin: psycopg.Connection, role: str, password: str, schema: str) -> None:
    name = sql.Identifier(role)
    if admin.execute(_MADE_BY_US, (role,)).fetchone() is None:
        admin.execute(sql.SQL("CREATE ROLE {} LOGIN").format(name))
    admin.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(name, sql.Literal(password)))
    admin.execute(sql.SQL("ALTER ROLE {} SET search_path = {}").format(name, sql.Identifier(schema)))
    # CREATE SCHEMA … AUTHORIZATION asks a maker who is no superuser to be a member of the owner.
    admin.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(name))


def main(services: Sequence[str]) -> int:
    passwords, faults = {}, []
    for service in services:
        found = []
        for role, variable in (
            (service, f"BRETTWERK_{service}_DATABASE".upper()),
            (owner(service), f"BRETTWERK_{service}_OWNER_DATABASE".upper()),
        ):
            parts = conninfo_to_dict(os.environ.get(variable, ""))
            if parts.get("user") != role or not parts.get("password"):
                faults.append(f"{variable} has to have user={role} and a password")
            found.append(str(parts.get("password")))
        passwords[service] = (found[0], found[1])
    admin = os.environ.get("BRETTWERK_ADMIN_DATABASE")
    if admin is None:
        faults.append("BRETTWERK_ADMIN_DATABASE is not set")
    if faults or admin is None:
        raise SystemExit("\n".join(faults))
    with psycopg.connect(admin, autocommit=True) as connection:
        make_roles(connection, passwords)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
