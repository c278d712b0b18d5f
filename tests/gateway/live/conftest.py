"""A stream process, and somebody who tells it what happens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from gateway.stream import hub as hubs
from gateway.stream.settings import StreamSettings
from tests.gateway.telling import Teller, Visit, new_teller, told_by, visiting
from tests.identity import Identity


@pytest.fixture
def teller() -> Teller:
    return new_teller()


@pytest.fixture
def settings(teller: Teller, identity: Identity) -> Iterator[StreamSettings]:
    with told_by(teller, identity) as settings:
        yield settings


@pytest_asyncio.fixture
async def visit(settings: StreamSettings, identity: Identity) -> AsyncIterator[Visit]:
    async with visiting(settings, identity) as visit:
        yield visit


@pytest.fixture
def unpolled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked at unless it was woken."""
    for name in ("POLL_S", "POLL_WHILE_HEARING_S"):
        monkeypatch.setattr(hubs, name, 3600.0)
