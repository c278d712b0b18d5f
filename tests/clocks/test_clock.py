"""The arithmetic, with the time set by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest

from clocks.clock import Change, Clock, NothingRuns, Side, auto_move, check, move, start, stop
from clocks.controls import Fischer, Unlimited
from clocks.outages import Outage

BLITZ = Fischer(base_ms=180_000, increment_ms=2_000)
PLAIN = Fischer(base_ms=10_000)
T = 1_764_450_000_000
"""When the present turn began."""


def running(*, white_ms: int = 10_000, black_ms: int = 10_000, side: Side = Side.WHITE) -> Clock:
    left_ms = white_ms if side is Side.WHITE else black_ms
    return Clock(
        white_ms=white_ms, black_ms=black_ms, running=side, since_ms=T, deadline_ms=T + left_ms, version=7
    )


def outage(start_ms: int, end_ms: int) -> Outage:
    """From and to, counted from the beginning of the turn."""
    return Outage(start_ms=T + start_ms, end_ms=T + end_ms)


@pytest.mark.parametrize("side", list(Side))
def test_a_game_starts_with_full_clocks_and_the_side_to_move_thinking(side: Side) -> None:
    change = start(BLITZ, side, T)

    expected = Clock(
        white_ms=180_000, black_ms=180_000, running=side, since_ms=T, deadline_ms=T + 180_000, version=1
    )
    assert expected == change.clock
    assert (0, False) == (change.charged_ms, change.flag_fallen)


def test_a_clock_that_starts_again_counts_its_versions_on() -> None:
    assert 8 == start(BLITZ, Side.WHITE, T, version=7).clock.version


def test_a_move_is_paid_then_rewarded_and_the_other_clock_starts() -> None:
    clock = start(BLITZ, Side.WHITE, T).clock

    change = move(BLITZ, clock, T + 5_000)

    assert 5_000 == change.charged_ms
    assert 177_000 == change.clock.white_ms
    assert 180_000 == change.clock.black_ms
    assert (Side.BLACK, T + 5_000, T + 185_000) == (
        change.clock.running,
        change.clock.since_ms,
        change.clock.deadline_ms,
    )


def test_the_increment_comes_only_after_the_own_move() -> None:
    white_moved = move(BLITZ, start(BLITZ, Side.WHITE, T).clock, T + 5_000)
    black_moved = move(BLITZ, white_moved.clock, T + 5_500)

    assert (177_000, 180_000) == (white_moved.clock.white_ms, white_moved.clock.black_ms)
    assert (177_000, 181_500) == (black_moved.clock.white_ms, black_moved.clock.black_ms)


def test_a_move_at_once_leaves_more_than_before() -> None:
    assert 182_000 == move(BLITZ, start(BLITZ, Side.WHITE, T).clock, T).clock.white_ms


def test_nobody_is_rewarded_for_a_game_that_ends() -> None:
    change = stop(BLITZ, start(BLITZ, Side.WHITE, T).clock, T + 5_000)

    assert Clock(white_ms=175_000, black_ms=180_000, version=2) == change.clock
    assert (5_000, False) == (change.charged_ms, change.flag_fallen)


def test_a_clock_that_stands_may_be_stopped_again() -> None:
    standing = Clock(white_ms=3, black_ms=4, version=9)

    assert standing == stop(PLAIN, standing, T).clock


@pytest.mark.parametrize("happening", [move, check, auto_move])
def test_nobody_moves_on_a_clock_that_stands(happening: Callable[..., Change]) -> None:
    with pytest.raises(NothingRuns):
        happening(PLAIN, Clock(white_ms=3, black_ms=4), T)


@pytest.mark.parametrize(
    ("used_ms", "charged_ms", "left_ms", "fallen"),
    [
        pytest.param(9_998, 9_998, 2, False, id="two milliseconds left"),
        pytest.param(9_999, 9_999, 1, False, id="one millisecond left"),
        pytest.param(10_000, 10_000, 0, True, id="in the millisecond of the deadline"),
        pytest.param(10_001, 10_000, 0, True, id="a millisecond late"),
        pytest.param(10_100, 10_000, 0, True, id="when the alarm goes off"),
        pytest.param(86_400_000, 10_000, 0, True, id="a day late"),
        pytest.param(0, 0, 10_000, False, id="at once"),
        pytest.param(-5_000, 0, 10_000, False, id="the wall clock was set back"),
    ],
)
def test_the_flag_falls_at_the_deadline_without_grace(
    used_ms: int, charged_ms: int, left_ms: int, fallen: bool
) -> None:
    for happening in (move, stop):
        change = happening(PLAIN, running(), T + used_ms)

        assert (charged_ms, left_ms, fallen) == (change.charged_ms, change.clock.white_ms, change.flag_fallen)


def test_a_fallen_flag_gains_no_increment_and_starts_nobody() -> None:
    change = move(BLITZ, start(BLITZ, Side.WHITE, T).clock, T + 180_000)

    assert Clock(white_ms=0, black_ms=180_000, version=2) == change.clock


def test_a_move_with_one_millisecond_left_lives_on_its_increment() -> None:
    change = move(BLITZ, running(white_ms=1), T)
    again = move(BLITZ, replace(change.clock, running=Side.WHITE), T + 2_000)

    assert (2_001, False) == (change.clock.white_ms, change.flag_fallen)
    assert (2_001, False) == (again.clock.white_ms, again.flag_fallen)


def test_a_turn_needs_nothing_but_the_value_to_go_on_after_a_restart() -> None:
    kept = json.dumps(asdict(move(BLITZ, start(BLITZ, Side.WHITE, T).clock, T + 5_000).clock))

    read = json.loads(kept)
    clock = Clock(**read | {"running": Side(read["running"])})

    assert 7_000 == move(BLITZ, clock, T + 12_000).charged_ms


def test_after_the_wall_clock_was_set_back_the_next_turn_counts_from_there() -> None:
    change = move(PLAIN, running(), T - 5_000)

    assert (T - 5_000, T + 5_000) == (change.clock.since_ms, change.clock.deadline_ms)


@pytest.mark.parametrize(
    ("outages", "charged_ms"),
    [
        pytest.param([outage(-9_000, -4_000)], 6_000, id="before the turn"),
        pytest.param([outage(-4_000, 0)], 6_000, id="up to its beginning"),
        pytest.param([outage(-4_000, 1_000)], 5_000, id="into its beginning"),
        pytest.param([outage(1_000, 5_000)], 2_000, id="inside"),
        pytest.param([outage(4_000, 9_000)], 4_000, id="out of its end"),
        pytest.param([outage(6_000, 9_000)], 6_000, id="from its end on"),
        pytest.param([outage(7_000, 9_000)], 6_000, id="after it"),
        pytest.param([outage(-4_000, 9_000)], 0, id="around it"),
        pytest.param([outage(0, 6_000)], 0, id="just as long"),
        pytest.param([outage(1_000, 2_000), outage(3_000, 5_000)], 3_000, id="two"),
        pytest.param([outage(3_000, 5_000), outage(1_000, 2_000)], 3_000, id="two, the later one first"),
        pytest.param([outage(1_000, 4_000), outage(3_000, 5_000)], 2_000, id="two that overlap"),
        pytest.param([outage(1_000, 5_000), outage(2_000, 3_000)], 2_000, id="one inside another"),
        pytest.param([outage(1_000, 5_000), outage(1_000, 5_000)], 2_000, id="one noted twice"),
        pytest.param([outage(1_000, 2_000), outage(2_000, 3_000)], 4_000, id="two that touch"),
        pytest.param([outage(2_000, 2_000)], 6_000, id="an empty one"),
    ],
)
def test_outages_are_not_charged(outages: list[Outage], charged_ms: int) -> None:
    for happening in (move, stop):
        change = happening(PLAIN, running(), T + 6_000, outages)

        assert (charged_ms, 10_000 - charged_ms) == (change.charged_ms, change.clock.white_ms)
        assert 10_000 == change.clock.black_ms


def test_an_outage_across_two_turns_is_taken_from_each_its_part() -> None:
    across = [outage(4_000, 9_000)]

    white = move(PLAIN, running(), T + 6_000, across)
    black = move(PLAIN, white.clock, T + 10_000, across)

    assert (4_000, 1_000) == (white.charged_ms, black.charged_ms)


def test_the_deadline_lies_behind_an_outage_that_is_known_at_the_beginning() -> None:
    change = move(PLAIN, running(), T + 6_000, [outage(4_000, 9_000)])

    assert T + 6_000 + 10_000 + 3_000 == change.clock.deadline_ms


@pytest.mark.parametrize(
    ("now_ms", "outages", "deadline_ms", "version", "fallen"),
    [
        pytest.param(10_100, [], 10_000, 7, True, id="over"),
        pytest.param(9_000, [], 10_000, 7, False, id="not over"),
        pytest.param(10_100, [outage(1_000, 5_000)], 14_000, 8, False, id="moved by an outage"),
        pytest.param(10_100, [outage(-8_000, -1_000)], 10_000, 7, True, id="an earlier outage"),
        pytest.param(14_000, [outage(1_000, 5_000)], 10_000, 7, True, id="over in spite of an outage"),
        pytest.param(13_999, [outage(1_000, 5_000)], 14_000, 8, False, id="not quite over"),
        pytest.param(10_100, [outage(10_000, 20_000)], 10_000, 7, True, id="an outage from the deadline on"),
        pytest.param(
            20_100, [outage(9_999, 20_000)], 20_001, 8, True, id="an outage from the last moment on"
        ),
    ],
)
def test_a_check_moves_the_deadline_by_outages_and_charges_nobody_while_there_is_time(
    now_ms: int, outages: list[Outage], deadline_ms: int, version: int, fallen: bool
) -> None:
    change = check(PLAIN, running(), T + now_ms, outages)

    moved = Change(clock=replace(running(), deadline_ms=T + deadline_ms, version=version))
    assert change == (stop(PLAIN, running(), T + now_ms, outages) if fallen else moved)
    assert fallen == change.flag_fallen


def test_a_check_that_is_repeated_changes_nothing_more() -> None:
    outages = [outage(1_000, 5_000)]
    once = check(PLAIN, running(), T + 10_100, outages)

    assert once == check(PLAIN, once.clock, T + 10_200, outages)


def test_the_version_grows_only_with_a_new_deadline() -> None:
    clock = running(white_ms=4_000, black_ms=6_000)

    another_deadline = move(PLAIN, clock, T + 1_000).clock
    same_deadline = move(PLAIN, running(white_ms=8_000, black_ms=6_000), T + 2_000).clock

    assert (T + 7_000, 8) == (another_deadline.deadline_ms, another_deadline.version)
    assert (T + 8_000, 7) == (same_deadline.deadline_ms, same_deadline.version)


def test_without_a_limit_turns_are_timed_and_nobody_ever_loses() -> None:
    unlimited = Unlimited()
    clock = start(unlimited, Side.BLACK, T).clock
    year_ms = 365 * 86_400_000

    moved = move(unlimited, clock, T + year_ms, [outage(0, 1_000)])
    looked = check(unlimited, moved.clock, T + 2 * year_ms)
    stopped = stop(unlimited, moved.clock, T + year_ms + 3)

    assert Clock(white_ms=0, black_ms=0, running=Side.BLACK, since_ms=T) == clock
    assert Clock(white_ms=0, black_ms=0, running=Side.WHITE, since_ms=T + year_ms) == moved.clock
    assert (year_ms - 1_000, False) == (moved.charged_ms, moved.flag_fallen)
    assert (moved.clock, False) == (looked.clock, looked.flag_fallen)
    assert (Clock(white_ms=0, black_ms=0), 3) == (stopped.clock, stopped.charged_ms)
