"""Each process is killed once in the middle of several games, and every game goes on to its end.

Nothing is lost and nothing doubled: each acknowledged move is in its game once and in its turn, each game has
one result, and the players' records count it once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from tests.e2e.agreeing import check_finished
from tests.e2e.crowd import Table, guest_and_engine, two_engines, two_guests
from tests.e2e.playing import Script
from tests.e2e.visiting import UNLIMITED, Guest, fischer
from tests.e2e.whole import VICTIMS, Platform, Victim
from tests.patience import wait_for

BEFORE_PLIES = 4
"""So far every game has got before something is killed."""
PAUSE_S = 20.0
"""No game stands still for longer. Where the engines' workers are away, a light move comes after 3.5 s."""


def open_tables(new_guest: Callable[[], Guest]) -> list[Table]:
    """Games of each kind, with a clock and without."""
    clock = fischer(60_000, 1_000)
    return [
        two_engines(new_guest, Script(key="brazilian"), clock),
        guest_and_engine(new_guest, Script(key="battledame"), "leicht", clock),
        guest_and_engine(new_guest, Script(key="beatem-reversi"), "leicht", UNLIMITED),
        two_guests(new_guest, Script(key="table-international"), clock),
        two_guests(new_guest, Script(key="othello"), UNLIMITED),
    ]


def test_every_process_that_is_started_is_a_victim(platform: Platform) -> None:
    assert platform.names() == {victim.name for victim in VICTIMS}


@pytest.fixture(scope="module")
def everyone() -> list[Guest]:
    """Who has played in this module, each one game."""
    return []


@pytest.mark.parametrize("victim", VICTIMS, ids=str)
def test_every_game_goes_on_to_its_end(
    platform: Platform,
    new_guest: Callable[[], Guest],
    everyone: list[Guest],
    tmp_path: Path,
    victim: Victim,
) -> None:
    tables = open_tables(new_guest)
    wait_plies(tables, BEFORE_PLIES)
    assert not any(table.is_over for table in tables)

    platform.kill(platform.pid(victim))

    for table in tables:
        table.wait_end()
        check_table(table, tmp_path)
        everyone += [person.guest for person in table.people if person.acknowledged]
    # It lives again, and so the next test finds the platform whole.
    assert platform.pid(victim)


def test_no_game_is_counted_again_later(everyone: list[Guest]) -> None:
    for guest in everyone:
        guest.wait_record(1)


def wait_plies(tables: Sequence[Table], plies: int) -> None:
    def has_come() -> bool:
        for table in tables:
            table.raise_fault()
        return all(table.ply >= plies for table in tables)

    wait_for(has_come, f"every game has {plies} plies")


def check_table(table: Table, folder: Path) -> None:
    onlooker = table.people[0].guest
    finished = check_finished(onlooker, table.game_id, folder)
    assert finished["result"]["termination"] != "timeout"
    times = [datetime.fromisoformat(event["event_time"]) for event in onlooker.events(table.game_id)]
    pause_s = max((later - earlier).total_seconds() for earlier, later in pairwise(times))
    print(f"{finished['ruleset']}: {finished['ply']} plies, the longest pause was {pause_s:.1f} s")
    assert pause_s < PAUSE_S
    for person in table.people:
        for turn, move in person.acknowledged.items():
            assert finished["moves"][turn] == move
        if person.acknowledged:
            (line,) = person.guest.wait_record(1)
            assert line["ruleset"] == finished["ruleset"]
