"""Pauses, and clocks that go on from an earlier position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clocks.clock import Change, Clock, ClockRuns, Side, auto_move, check, move, pause, resume, start, stop
from clocks.controls import Control, Correspondence, Delay, Fischer, PerMove, Unlimited, Verdict
from clocks.outages import Outage

T = 1_764_450_000_000
"""When the game began, with White to move."""
HOUR_MS = 3_600_000
BLITZ = Fischer(base_ms=180_000, increment_ms=2_000)
DELAYED = Delay(base_ms=10_000, delay_ms=3_000)
CLUB = PerMove(move_ms=60_000, auto_moves=True, max_strikes=3)
LETTERS = Correspondence(days=1)
ALL = [BLITZ, DELAYED, CLUB, LETTERS, Unlimited()]
LIMITED: list[tuple[Control, int]] = [
    (BLITZ, 180_000),
    (DELAYED, 13_000),
    (CLUB, 60_000),
    (LETTERS, 24 * HOUR_MS),
]
"""With how long the first turn may take."""


def begun(control: Control) -> Clock:
    return start(control, Side.WHITE, T).clock


def test_a_pause_lets_nothing_run_keeps_what_was_used_and_charges_nobody() -> None:
    change = pause(BLITZ, begun(BLITZ), T + 5_000)

    expected = Clock(white_ms=180_000, black_ms=180_000, version=2, used_ms=5_000)
    assert Change(clock=expected) == change


def test_after_a_pause_the_turn_goes_on_with_what_is_left_of_it() -> None:
    paused = pause(BLITZ, begun(BLITZ), T + 5_000).clock

    resumed = resume(BLITZ, paused, Side.WHITE, T + HOUR_MS).clock
    change = move(BLITZ, resumed, T + HOUR_MS + 1_000)

    expected = Clock(
        white_ms=180_000,
        black_ms=180_000,
        running=Side.WHITE,
        since_ms=T + HOUR_MS,
        deadline_ms=T + HOUR_MS + 175_000,
        version=3,
        used_ms=5_000,
    )
    assert expected == resumed
    assert (6_000, 176_000, 0) == (change.charged_ms, change.clock.white_ms, change.clock.used_ms)


@pytest.mark.parametrize(("control", "limit_ms"), LIMITED)
def test_a_pause_with_one_millisecond_left_leaves_one_millisecond(control: Control, limit_ms: int) -> None:
    paused = pause(control, begun(control), T + limit_ms - 1)

    clock = resume(control, paused.clock, Side.WHITE, T + HOUR_MS).clock

    assert paused.verdict is None
    assert T + HOUR_MS + 1 == clock.deadline_ms
    assert not move(control, clock, T + HOUR_MS).flag_fallen
    assert check(control, clock, T + HOUR_MS + 1).flag_fallen


@pytest.mark.parametrize(("control", "limit_ms"), LIMITED)
def test_no_number_of_pauses_gives_time_back(control: Control, limit_ms: int) -> None:
    clock, now_ms = begun(control), T
    for _ in range(10):
        clock = pause(control, clock, now_ms + limit_ms // 20).clock
        now_ms += HOUR_MS
        clock = resume(control, clock, Side.WHITE, now_ms).clock

    assert now_ms + limit_ms - 10 * (limit_ms // 20) == clock.deadline_ms


def test_a_delay_is_used_up_across_pauses_once() -> None:
    paused = pause(DELAYED, begun(DELAYED), T + 2_000).clock
    resumed = resume(DELAYED, paused, Side.WHITE, T + HOUR_MS).clock

    within = move(DELAYED, resumed, T + HOUR_MS + 1_000)
    beyond = move(DELAYED, resumed, T + HOUR_MS + 1_500)

    assert (0, 500) == (within.charged_ms, beyond.charged_ms)


def test_the_next_move_has_nothing_to_do_with_the_pause_of_the_last() -> None:
    paused = pause(CLUB, begun(CLUB), T + 59_000).clock
    resumed = resume(CLUB, paused, Side.WHITE, T + HOUR_MS).clock

    white = move(CLUB, resumed, T + HOUR_MS + 500)
    black = move(CLUB, white.clock, T + HOUR_MS + 10_500)

    assert (59_500, 10_000) == (white.charged_ms, black.charged_ms)
    assert (60_000, T + HOUR_MS + 70_500) == (black.clock.white_ms, black.clock.deadline_ms)


def test_an_auto_move_after_a_pause_costs_the_whole_turn() -> None:
    paused = pause(CLUB, begun(CLUB), T + 59_000).clock
    resumed = resume(CLUB, paused, Side.WHITE, T + HOUR_MS).clock

    change = auto_move(CLUB, resumed, T + HOUR_MS + 1_000)

    assert (60_000, 0, 1) == (change.charged_ms, change.clock.used_ms, change.clock.white_strikes)


@pytest.mark.parametrize("control", ALL)
def test_a_game_that_ends_in_the_turn_after_a_pause_is_charged_both_parts(control: Control) -> None:
    paused = pause(control, begun(control), T + 4_000).clock
    resumed = resume(control, paused, Side.WHITE, T + HOUR_MS).clock

    whole = stop(control, begun(control), T + 5_000)
    parted = stop(control, resumed, T + HOUR_MS + 1_000)

    assert whole.charged_ms == parted.charged_ms
    assert replace(whole.clock, version=0) == replace(parted.clock, version=0)


@pytest.mark.parametrize(("control", "limit_ms"), LIMITED)
def test_when_time_is_over_it_is_too_late_to_pause(control: Control, limit_ms: int) -> None:
    clock = begun(control)

    change = pause(control, clock, T + limit_ms)

    verdict = Verdict.AUTO_MOVE if control is CLUB else Verdict.LOST
    assert Change(clock=clock, verdict=verdict) == change


@pytest.mark.parametrize("control", ALL)
def test_what_stands_is_paused_and_stopped_without_a_change(control: Control) -> None:
    paused = pause(control, begun(control), T + 4_000).clock

    assert paused == pause(control, paused, T + 9_000).clock
    assert paused == stop(control, paused, T + 9_000).clock


@pytest.mark.parametrize("control", ALL)
def test_what_runs_does_not_go_on(control: Control) -> None:
    with pytest.raises(ClockRuns):
        resume(control, begun(control), Side.WHITE, T + 1)


def test_a_pause_does_not_charge_an_outage_before_it_nor_one_during_it_nor_after_it() -> None:
    outages = [
        Outage(start_ms=T + 1_000, end_ms=T + 3_000),
        Outage(start_ms=T + 4_500, end_ms=T + HOUR_MS + 500),
        Outage(start_ms=T + HOUR_MS + 1_000, end_ms=T + HOUR_MS + 1_200),
    ]

    paused = pause(CLUB, begun(CLUB), T + 5_000, outages).clock
    resumed = resume(CLUB, paused, Side.WHITE, T + HOUR_MS, outages).clock
    change = move(CLUB, resumed, T + HOUR_MS + 2_000, outages)

    assert 2_500 == paused.used_ms
    assert T + HOUR_MS + 57_500 + 700 == resumed.deadline_ms
    assert 2_500 + 1_300 == change.charged_ms


def test_an_outage_after_a_pause_moves_the_deadline_when_it_is_found() -> None:
    paused = pause(CLUB, begun(CLUB), T + 50_000).clock
    resumed = resume(CLUB, paused, Side.WHITE, T + HOUR_MS).clock
    outage = [Outage(start_ms=T + HOUR_MS + 1_000, end_ms=T + HOUR_MS + 8_000)]

    change = check(CLUB, resumed, T + HOUR_MS + 10_100, outage)

    expected = replace(resumed, deadline_ms=T + HOUR_MS + 17_000, version=resumed.version + 1)
    assert Change(clock=expected) == change


def test_a_pause_while_both_clocks_stand_for_a_duel_uses_nothing() -> None:
    clock = move(CLUB, begun(CLUB), T + 1_000, start_delay_ms=4_000).clock

    paused = pause(CLUB, clock, T + 2_000).clock
    resumed = resume(CLUB, paused, Side.BLACK, T + HOUR_MS, start_delay_ms=3_000).clock

    assert 0 == paused.used_ms
    assert (T + HOUR_MS + 3_000, T + HOUR_MS + 63_000) == (resumed.since_ms, resumed.deadline_ms)


def test_a_pause_and_a_game_that_goes_on_are_harmless_when_the_wall_clock_steps_back() -> None:
    paused = pause(BLITZ, begun(BLITZ), T - 5_000).clock
    resumed = resume(BLITZ, paused, Side.WHITE, T - 9_000).clock

    assert 0 == paused.used_ms
    assert T - 9_000 + 180_000 == resumed.deadline_ms
    assert 0 == move(BLITZ, resumed, T - 10_000).charged_ms


def test_a_pause_keeps_the_strikes() -> None:
    clock = replace(begun(CLUB), white_strikes=2, black_strikes=1)

    paused = pause(CLUB, clock, T + 1_000).clock
    resumed = resume(CLUB, paused, Side.WHITE, T + HOUR_MS).clock
    stopped = stop(CLUB, resumed, T + HOUR_MS).clock

    for each in (paused, resumed, stopped):
        assert (2, 1) == (each.white_strikes, each.black_strikes)


def test_a_takeback_takes_the_increment_back_with_the_move() -> None:
    snapshot = move(BLITZ, begun(BLITZ), T + 8_000).clock
    black_moved = move(BLITZ, snapshot, T + 20_000).clock
    assert (174_000 + 2_000 - 2_000, 170_000) == (snapshot.white_ms, black_moved.black_ms)
    given = Clock(white_ms=snapshot.white_ms, black_ms=snapshot.black_ms, version=black_moved.version)

    resumed = resume(BLITZ, given, Side.BLACK, T + 30_000).clock

    assert (174_000, 180_000) == (resumed.white_ms, resumed.black_ms)
    assert (T + 30_000 + 180_000, black_moved.version + 1) == (resumed.deadline_ms, resumed.version)
    assert 181_000 == move(BLITZ, resumed, T + 31_000).clock.black_ms


@pytest.mark.parametrize("used_ms", [60_000, 70_000])
def test_a_turn_of_which_nothing_is_left_is_over_as_soon_as_it_goes_on(used_ms: int) -> None:
    over = Clock(white_ms=60_000, black_ms=60_000, used_ms=used_ms)
    outages = [Outage(start_ms=T - 1, end_ms=T + 5_000)]

    resumed = resume(CLUB, over, Side.WHITE, T, outages).clock

    assert T == resumed.deadline_ms
    assert 60_000 == stop(CLUB, resumed, T, outages).charged_ms
    assert Verdict.AUTO_MOVE is check(CLUB, resumed, T, outages).verdict


def test_without_a_limit_a_turn_is_timed_across_its_pauses() -> None:
    paused = pause(Unlimited(), begun(Unlimited()), T + 4_000).clock
    resumed = resume(Unlimited(), paused, Side.WHITE, T + HOUR_MS).clock

    assert (None, 0) == (resumed.deadline_ms, resumed.version)
    assert 5_000 == move(Unlimited(), resumed, T + HOUR_MS + 1_000).charged_ms
