"""One platform for all tests of this folder, each with guests of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.e2e.visiting import Door, Guest
from tests.e2e.whole import Platform


@pytest.fixture(scope="session")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    with Platform(tmp_path_factory.mktemp("platform")) as platform:
        yield platform


@pytest.fixture(scope="session")
def door(platform: Platform) -> Iterator[Door]:
    door = Door(platform.url)
    yield door
    door.close()


@pytest.fixture
def guest(door: Door) -> Guest:
    return door.guest()


@pytest.fixture
def opponent(door: Door) -> Guest:
    return door.guest()


@pytest.fixture(scope="session")
def new_guest(door: Door) -> Callable[[], Guest]:
    return door.guest
