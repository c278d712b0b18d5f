"""A house of real servers for each module, and three players who come to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.house import At, House, open_house
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
