"""An ai service with its database and broker, and the games service in which its moves are played."""

from __future__ import annotations

import os
from collections.abc import Iterator

import psycopg
import pytest

from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from chassis import Running
from chassis.channels import connect
from tests.ai.house import Games, House
from tests.identity import Identity
from tests.servers import Database

RABBITMQ = os.environ.get("BRETTWERK_TEST_RABBITMQ", "")
"""`amqp://…` of a server for tests, whose queues `move` and `analysis` may be emptied."""

_NAMES_NONE = pytest.mark.skipif(not RABBITMQ, reason="BRETTWERK_TEST_RABBITMQ names no broker")


@pytest.fixture(scope="module")
def games_peer() -> Games:
    return Games()


@pytest.fixture(scope="module")
def games_server(games_peer: Games, identity: Identity) -> Iterator[Running]:
    with games_peer.start(identity) as server:
        yield server


@pytest.fixture
def games(games_peer: Games, games_server: Running) -> Games:
    """It, as if new."""
    games_peer.forget()
    return games_peer


@pytest.fixture(scope="module", params=["valkey", pytest.param("rabbitmq", marks=_NAMES_NONE)])
def broker(request: pytest.FixtureRequest) -> str:
    return RABBITMQ if request.param == "rabbitmq" else str(request.getfixturevalue("valkey"))


@pytest.fixture(scope="module")
def house(
    identity: Identity,
    database: Database,
    broker: str,
    valkey: str,
    games_server: Running,
    tmp_path_factory: pytest.TempPathFactory,
) -> House:
    return House(
        identity=identity,
        database=database.conninfo("ai"),
        broker=broker,
        valkey=valkey,
        games_address=games_server.address,
        folder=tmp_path_factory.mktemp("ai"),
    )


@pytest.fixture
def table(house: House) -> Iterator[psycopg.Connection]:
    """The turns and the analyses, none; and no messages."""
    house.empty_broker()
    with psycopg.connect(house.database, autocommit=True) as connection:
        for name in ("engine_turns", "analyses", "analysis_positions"):
            connection.execute(f"DELETE FROM {name}")
        yield connection


@pytest.fixture
def server(house: House, table: psycopg.Connection) -> Iterator[Running]:
    with house.replica() as server:
        yield server


@pytest.fixture
def anna(server: Running, identity: Identity) -> Iterator[AnalysisServiceStub]:
    """The analyses, as a player asks for them."""
    with connect(server.address, deadline_ms=10_000, bearer=identity.player("anna")) as channel:
        yield AnalysisServiceStub(channel)


@pytest.fixture
def ai(server: Running, identity: Identity) -> Iterator[AiServiceStub]:
    """The service, as the games service calls it."""
    with connect(server.address, deadline_ms=10_000, bearer=identity.service("games", "ai")) as channel:
        yield AiServiceStub(channel)
