"""The feed of a game through REST: in order, without gaps, and waiting for what comes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from gateway.waiting import Waiting
from gateway.wakeups import Bells
from tests.gateway.asking import Guest, answered, problem


def test_events_come_in_order_and_a_cursor_goes_on_behind_the_last(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    anna.play(game, "22-18")

    events = anna.events(game)

    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events] == [
        "game_created",
        "player_joined",
        "game_started",
        "move_played",
    ]
    assert bert.events(game, "after=3") == events[3:]
    assert bert.events(game, "after=1&limit=2") == events[1:3]
    assert bert.events(game, f"after={len(events)}") == []
    assert problem(anna.get(f"/v1/games/{game['id']}/events?after=99")) == (400, "invalid_cursor")


def test_the_facts_of_an_event_have_the_shapes_of_every_other_answer(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    played = anna.play(game, "22-18")

    data = anna.events(game)[-1]["data"]

    assert data["move"] == played["move"]
    assert (data["turn"], data["side"], data["fen"]) == (0, "white", played["game"]["fen"])
    assert type(data["turn"]) is int
    assert data["clock"] == played["game"]["clock"] | {
        name: data["clock"][name]
        for name in ("since_time", "deadline_time")  # spelled with more digits
    }
    assert data["charged_ms"] == played["charged_ms"]


def test_where_time_is_unlimited_no_event_has_a_clock(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create(time_control={"kind": "unlimited"}))
    anna.play(game, "22-18")
    anna.post(f"/v1/games/{game['id']}:resign")

    clocks = [event["data"]["clock"] for event in anna.events(game) if "clock" in event["data"]]

    assert clocks == [None, None, None]


def test_who_waits_is_answered_when_something_happens(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    found: list[dict[str, Any]] = []
    waiting = threading.Thread(
        target=lambda: found.extend(bert.events(game, f"after={game['sequence']}&wait_ms=10000"))
    )

    waiting.start()
    anna.play(game, "22-18")
    waiting.join(timeout=15)

    assert [event["type"] for event in found] == ["move_played"]


def test_who_waits_in_vain_is_answered_when_the_time_is_over(anna: Guest) -> None:
    game = anna.create()
    began_s = time.monotonic()

    assert anna.events(game, f"after={game['sequence']}&wait_ms=300") == []
    assert time.monotonic() - began_s >= 0.3


def test_what_is_there_already_is_not_waited_for(anna: Guest) -> None:
    game = anna.create()
    began_s = time.monotonic()

    answered(anna.get(f"/v1/games/{game['id']}/events?wait_ms=10000"))

    assert time.monotonic() - began_s < 8


NOTHING: dict[str, Any] = {"events": []}
SOMETHING: dict[str, Any] = {"events": [{}]}


class Asked:
    """Answers one after the other, and a way to know that one was given."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.answers = list(answers)
        self.given = threading.Semaphore(0)

    def __call__(self) -> dict[str, Any]:
        self.given.release()
        return self.answers.pop(0)


def started(call: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=call)
    thread.start()
    return thread


def test_a_bell_wakes_who_waits_for_its_topic() -> None:
    bells = Bells()
    waiting = Waiting(1, bells, lambda: True)
    asked = Asked(NOTHING, SOMETHING)
    thread = started(lambda: waiting.for_events("game:1", 10_000, asked))
    assert asked.given.acquire(timeout=10)
    began_s = time.monotonic()

    while thread.is_alive() and time.monotonic() - began_s < 10:
        bells.ring("game:2")
        bells.ring("game:1")
        thread.join(0.01)

    assert asked.answers == []
    assert time.monotonic() - began_s < 1


def test_without_any_bell_it_looks_by_itself() -> None:
    asked = Asked(NOTHING, NOTHING, SOMETHING)

    assert Waiting(1, Bells(), lambda: False).for_events("game:1", 60_000, asked) == SOMETHING


def test_who_finds_no_place_is_answered_at_once() -> None:
    bells = Bells()
    waiting = Waiting(1, bells, lambda: False)
    first = Asked(*[NOTHING] * 100, SOMETHING)
    thread = started(lambda: waiting.for_events("game:1", 60_000, first))
    assert first.given.acquire(timeout=10)

    assert waiting.for_events("game:1", 60_000, Asked(NOTHING)) == NOTHING
    first.answers[:] = [SOMETHING]
    thread.join(timeout=10)
    assert waiting.for_events("game:1", 60_000, Asked(NOTHING, SOMETHING)) == SOMETHING


def test_a_place_is_given_back_when_asking_fails() -> None:
    waiting = Waiting(1, Bells(), lambda: False)

    def fail() -> dict[str, Any]:
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            waiting.for_events("game:1", 100, fail)
    assert waiting.for_events("game:1", 60_000, Asked(NOTHING, SOMETHING)) == SOMETHING


def test_nobody_rings_for_those_who_have_left() -> None:
    bells = Bells()

    with bells.waiting_for("game:1") as bell:
        bells.ring(None)
        assert bell.is_set()
    assert bells._waiting == {}
