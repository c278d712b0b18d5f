"""A clocks service with its database, and the games service that it tells."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from chassis import Running
from chassis.channels import connect
from tests.clocks.house import Games, replica
from tests.identity import Identity
from tests.servers import Database


@pytest.fixture(scope="module")
def clocks_database(database: Database) -> str:
    return database.conninfo("clocks")


@pytest.fixture
def table(clocks_database: str) -> Iterator[psycopg.Connection]:
    """The alarm table, empty."""
    with psycopg.connect(clocks_database, autocommit=True) as connection:
        connection.execute("DELETE FROM alarms")
        yield connection


@pytest.fixture
def games() -> Games:
    return Games()


@pytest.fixture
def games_server(games: Games, identity: Identity) -> Iterator[Running]:
    with games.start(identity) as server:
        yield server


@pytest.fixture
def server(
    identity: Identity, clocks_database: str, table: psycopg.Connection, games_server: Running
) -> Iterator[Running]:
    with replica(identity, clocks_database, games_server.address) as server:
        yield server


@pytest.fixture
def clocks(server: Running, identity: Identity) -> Iterator[ClockServiceStub]:
    """It, as the games service calls it."""
    with connect(server.address, deadline_ms=10_000, bearer=identity.service("games", "clocks")) as channel:
        yield ClockServiceStub(channel)
