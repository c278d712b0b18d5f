"""A real rules server on a free port, and its stub."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from chassis import start
from chassis.channels import connect
from rules.bind import bind
from rules.settings import RulesSettings
from tests.identity import Identity


@pytest.fixture(scope="session")
def rules(identity: Identity) -> Iterator[RulesServiceStub]:
    settings = RulesSettings(address="127.0.0.1:0", public_keys=identity.public_keys, stop_ms=200)
    bearer = identity.service("games", "rules")
    with (
        start("rules", bind, settings) as server,
        connect(server.address, deadline_ms=10_000, bearer=bearer) as channel,
    ):
        yield RulesServiceStub(channel)
