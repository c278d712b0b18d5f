"""What tests of every service share: keys, and real servers, one of each for the whole run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import servers
from tests.identity import Identity


@pytest.fixture(scope="session")
def identity(tmp_path_factory: pytest.TempPathFactory) -> Identity:
    """Keys of every service, and the tokens to call with."""
    return Identity(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.Postgres]:
    """An embedded server, with a template of all schemas."""
    with servers.embedded_postgres(tmp_path_factory.mktemp("postgres")) as server:
        server.make_template(servers.services_with_schemas())
        yield server


@pytest.fixture(scope="module")
def database(postgres: servers.Postgres) -> Iterator[servers.Database]:
    """A database of this module's own, with the schemas of every service."""
    database = postgres.make_database()
    yield database
    database.drop()


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of an embedded Valkey."""
    with servers.embedded_valkey(tmp_path_factory.mktemp("valkey")) as server:
        yield server.url
