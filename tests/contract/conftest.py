"""The same tests on the embedded servers and, where the environment names them, on outside ones.

BRETTWERK_TEST_POSTGRES="host=127.0.0.1 user=postgres"      a superuser, who makes databases and roles
BRETTWERK_TEST_VALKEY=redis://127.0.0.1:6379/9              a database that may be emptied
BRETTWERK_TEST_RABBITMQ=amqp://guest:guest@127.0.0.1//
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests import servers

SERVICES = ("teller",)


def outside(variable: str) -> str:
    text = os.environ.get(variable)
    if not text:
        pytest.skip(f"{variable} names no outside server")
    return text


@pytest.fixture(scope="module", params=["embedded", "outside"])
def any_postgres(request: pytest.FixtureRequest) -> Iterator[servers.Database]:
    """A database with a schema for the service "teller"."""
    if request.param == "embedded":
        database: servers.Database = request.getfixturevalue("database")
        database.make_service("teller")
        yield database
        return
    server = servers.Postgres(outside("BRETTWERK_TEST_POSTGRES"))
    server.make_template([])
    database = server.make_database()
    try:
        database.make_service("teller")
        yield database
    finally:
        database.drop()
        server.drop_all(SERVICES)


@pytest.fixture(scope="module", params=["embedded", "outside"])
def any_valkey(request: pytest.FixtureRequest) -> str:
    if request.param == "embedded":
        url: str = request.getfixturevalue("valkey")
        return url
    return outside("BRETTWERK_TEST_VALKEY")


@pytest.fixture(scope="module", params=["embedded valkey", "outside valkey", "outside rabbitmq"])
def any_broker(request: pytest.FixtureRequest) -> str:
    match request.param:
        case "embedded valkey":
            url: str = request.getfixturevalue("valkey")
            return url
        case "outside valkey":
            return outside("BRETTWERK_TEST_VALKEY")
        case _:
            return outside("BRETTWERK_TEST_RABBITMQ")
