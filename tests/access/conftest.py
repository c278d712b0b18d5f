"""Every service for real, and a game of Anna's that waits and one that she plays with Bert."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import pytest
from apiflask import APIFlask

from ai.bind import bind as bind_ai
from ai.settings import AiSettings
from chassis import start
from gateway.bind import bind
from gateway.settings import GatewaySettings
from tests.games.house import House, open_house
from tests.identity import Identity
from tests.servers import Postgres


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Addresses by service, the gateway, and two games."""

    addresses: dict[str, str]
    app: APIFlask
    waiting: str
    running: str


@pytest.fixture(scope="session")
def world(identity: Identity, postgres: Postgres, valkey: str) -> Iterator[World]:
    database = postgres.make_database()
    ai_settings = AiSettings(
        address="127.0.0.1:0",
        public_keys=identity.public_keys,
        key=identity.key("ai"),
        database=database.conninfo("ai"),
        broker=valkey,
        stop_ms=200,
    )
    with (
        open_house(identity, database) as house,
        start("ai", partial(bind_ai, settings=ai_settings), ai_settings) as ai,
    ):
        addresses = {**house.addresses, "games": house.games.address, "ai": ai.address}
        settings = GatewaySettings(
            rules_address=addresses["rules"],
            games_address=addresses["games"],
            ai_address=addresses["ai"],
            matchmaking_address=addresses["matchmaking"],
            key=identity.key("gateway"),
            public_keys=identity.public_keys,
            database=database.conninfo("gateway"),
            guest_burst=100_000,
        )
        gateway = bind(settings)
        yield World(
            addresses=addresses,
            app=gateway.app,
            waiting=house.player("anna").create().game_id,
            running=_running(house),
        )
        gateway.close()
    database.drop()


def _running(house: House) -> str:
    anna, bert = house.player("anna"), house.player("bert")
    return bert.join(anna.create(base_ms=None)).game_id
