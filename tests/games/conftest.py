"""A house of real servers for each module, and three players who come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from tests.games.house import At, House, open_house
from tests.games.streams import Process
from tests.identity import Identity
from tests.servers import Database


@pytest.fixture(scope="module")
def house(identity: Identity, database: Database) -> Iterator[House]:
    with open_house(identity, database) as house:
        yield house


@pytest.fixture(scope="module")
def anna(house: House) -> At:
    return house.player("anna")


@pytest.fixture(scope="module")
def bert(house: House) -> At:
    return house.player("bert")


@pytest.fixture(scope="module")
def carla(house: House) -> At:
    return house.player("carla")


@pytest.fixture
def game(anna: At, bert: At) -> pb.Game:
    """A friendly game under way: anna has White, bert has Black."""
    return bert.join(anna.create())


@pytest.fixture
def open_process(house: House) -> Callable[[], Process]:
    stream = house.service("stream")
    return lambda: Process(house=house, process_id=str(uuid4()), at=stream)


@pytest.fixture
def process(open_process: Callable[[], Process]) -> Process:
    """A process that holds streams."""
    return open_process()
