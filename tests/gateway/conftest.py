"""The gateway over real services on free ports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from ai.bind import bind as bind_ai
from ai.settings import AiSettings
from chassis import start
from gateway.bind import bind
from gateway.settings import GatewaySettings
from tests.games.house import House, open_house
from tests.gateway.asking import Guest, guest
from tests.identity import Identity
from tests.servers import Postgres


@pytest.fixture(scope="session")
def house(identity: Identity, postgres: Postgres) -> Iterator[House]:
    database = postgres.make_database()
    with open_house(identity, database) as house:
        yield house
    database.drop()


@pytest.fixture(scope="session")
def ai_address(house: House, identity: Identity, valkey: str) -> Iterator[str]:
    """The ai service, for what is asked of it without a game; in games the house's engines play."""
    settings = AiSettings(
        address="127.0.0.1:0",
        public_keys=identity.public_keys,
        key=identity.key("ai"),
        database=house.database.conninfo("ai"),
        broker=valkey,
        stop_ms=200,
    )
    with start("ai", partial(bind_ai, settings=settings), settings) as server:
        yield server.address


@pytest.fixture(scope="session")
def settings(house: House, ai_address: str, identity: Identity) -> GatewaySettings:
    return GatewaySettings(
        rules_address=house.addresses["rules"],
        games_address=house.games.address,
        ai_address=ai_address,
        matchmaking_address=house.addresses["matchmaking"],
        key=identity.key("gateway"),
        public_keys=identity.public_keys,
        database=house.database.conninfo("gateway"),
        rules_deadline_ms=10_000,
        games_deadline_ms=20_000,
        guest_burst=100_000,
    )


@pytest.fixture(scope="session")
def app(settings: GatewaySettings) -> Iterator[APIFlask]:
    gateway = bind(settings)
    yield gateway.app
    gateway.close()


@pytest.fixture
def client(app: APIFlask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def anna(app: APIFlask) -> Guest:
    return guest(app, "Anna")


@pytest.fixture(scope="session")
def bert(app: APIFlask) -> Guest:
    return guest(app, "Bert")


@pytest.fixture(scope="session")
def contract(app: APIFlask) -> dict[str, Any]:
    spec: dict[str, Any] = app.test_client().get("/openapi.json").get_json()
    return spec
