"""Which alarms a change sets, moves and cancels."""

from __future__ import annotations

from dataclasses import replace

from games import ending, opening, turns
from games.alarms import Alarm, AlarmKind, set_by
from games.parts import Result
from games.sides import Side
from games.timing import Unlimited
from tests.games.values import (
    ANNA,
    ENGINE,
    NOON,
    after,
    created,
    play,
    ply,
    pressed,
    running,
    started,
)

BUDGET_MS = 5000
FLAG, FALLBACK = AlarmKind.FLAG, AlarmKind.ENGINE_FALLBACK


def test_the_start_sets_the_first_flag_a_moment_after_its_deadline() -> None:
    new = created().after
    change = opening.start(new, running(new.time_control, Side.WHITE), NOON)

    assert list(set_by(change, BUDGET_MS)) == [Alarm(kind=FLAG, version=1, due=after(180_100))]


def test_a_move_moves_the_flag_to_the_other_side() -> None:
    change = play(started(), at_ms=1000)

    assert list(set_by(change, BUDGET_MS)) == [Alarm(kind=FLAG, version=2, due=after(181_100))]


def test_the_end_cancels_the_flag() -> None:
    change = play(started(), result=Result(winner=None, termination="repetition"))

    assert list(set_by(change, BUDGET_MS)) == [Alarm(kind=FLAG, version=2, due=None)]


def test_without_a_clock_and_an_engine_there_is_no_alarm() -> None:
    assert list(set_by(play(started(time_control=Unlimited())), BUDGET_MS)) == []


def test_an_engine_has_seven_tenths_of_its_budget() -> None:
    change = play(started(ANNA, ENGINE, time_control=Unlimited()), at_ms=1000)

    assert list(set_by(change, BUDGET_MS)) == [Alarm(kind=FALLBACK, version=3, due=after(4500))]


def test_an_engine_short_of_time_has_seven_tenths_of_that() -> None:
    before = started(ANNA, ENGINE)
    pressed_late = pressed(before, after(1000))
    short = replace(pressed_late.clock, black_remaining_ms=1000, deadline=after(2000))
    change = turns.play(before, ply(), replace(pressed_late, clock=short), after(1000))

    assert list(set_by(change, BUDGET_MS)) == [
        Alarm(kind=FLAG, version=2, due=after(2100)),
        Alarm(kind=FALLBACK, version=3, due=after(1700)),
    ]


def test_the_engines_move_cancels_its_fallback_with_a_higher_version() -> None:
    engines_turn = play(started(ANNA, ENGINE, time_control=Unlimited())).after

    (cancelled,) = set_by(play(engines_turn, at_ms=2000), BUDGET_MS)

    assert cancelled == Alarm(kind=FALLBACK, version=4, due=None)


def test_resigning_while_the_engine_thinks_cancels_its_fallback() -> None:
    engines_turn = play(started(ANNA, ENGINE, time_control=Unlimited())).after
    clock = pressed(engines_turn, after(1500), stops=True).clock

    (cancelled,) = set_by(ending.resign(engines_turn, Side.WHITE, clock, after(1500)), BUDGET_MS)

    assert cancelled == Alarm(kind=FALLBACK, version=4, due=None)


def test_two_engines_hand_the_alarm_to_each_other() -> None:
    change = play(started(ENGINE, ENGINE, time_control=Unlimited()), at_ms=1000)

    assert list(set_by(change, BUDGET_MS)) == [Alarm(kind=FALLBACK, version=3, due=after(4500))]


def test_an_outage_moves_the_flag() -> None:
    before = started()
    assert before.clock is not None
    later = replace(before.clock, deadline=after(190_000), version=2)

    change = turns.adjust(before, later, after(200_000))

    assert list(set_by(change, BUDGET_MS)) == [Alarm(kind=FLAG, version=2, due=after(190_100))]
