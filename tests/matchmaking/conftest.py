"""A matchmaking service with its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

import psycopg
import pytest

from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from chassis import Running, start
from chassis.channels import connect
from matchmaking.bind import bind
from matchmaking.settings import MatchmakingSettings
from tests.identity import Identity
from tests.matchmaking.club import NOWHERE, At, Club, new_tenant, open_club
from tests.servers import Database

Calling = Callable[[Callable[[], str] | None], MatchmakingServiceStub]


@pytest.fixture
def table(database: Database) -> Iterator[psycopg.Connection]:
    """Its tables, empty."""
    with psycopg.connect(database.conninfo("matchmaking"), autocommit=True) as connection:
        for name in ("records", "results", "inbox"):
            connection.execute(f"DELETE FROM {name}")
        yield connection


@pytest.fixture
def server(database: Database, table: psycopg.Connection, identity: Identity) -> Iterator[Running]:
    settings = MatchmakingSettings(
        address="127.0.0.1:0",
        public_keys=identity.public_keys,
        key=identity.key("matchmaking"),
        database=database.conninfo("matchmaking"),
        games_address=NOWHERE,
        stop_ms=200,
    )
    with start("matchmaking", partial(bind, settings=settings), settings) as server:
        yield server


@pytest.fixture
def calling(server: Running) -> Iterator[Calling]:
    """A stub that calls with the token given."""
    with ExitStack() as channels:
        yield lambda bearer: MatchmakingServiceStub(
            channels.enter_context(connect(server.address, deadline_ms=10_000, bearer=bearer))
        )


@pytest.fixture
def games(calling: Calling, identity: Identity) -> MatchmakingServiceStub:
    """It, as the games service calls it."""
    return calling(identity.service("games", "matchmaking"))


@pytest.fixture(scope="module")
def club(database: Database, identity: Identity, valkey: str) -> Iterator[Club]:
    """A service for a whole module, whose tests keep apart by their tenants; games have no rooms there."""
    with open_club(identity, database, valkey) as club:
        yield club


@pytest.fixture
def tenant_id() -> str:
    """One that no other test knows."""
    return new_tenant()


@pytest.fixture
def anna(club: Club, tenant_id: str) -> At:
    return club.player("anna", tenant_id)


@pytest.fixture
def bert(club: Club, tenant_id: str) -> At:
    return club.player("bert", tenant_id)


@pytest.fixture
def judge(club: Club, tenant_id: str) -> At:
    """A moderator."""
    return club.player("judge", tenant_id, ("moderate",))
