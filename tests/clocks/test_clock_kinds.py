"""The kinds of time control, what becomes of a side whose time is over, and turns that start later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clocks.clock import (
    Change,
    Clock,
    NoAutoMove,
    Side,
    TimeLeft,
    auto_move,
    check,
    move,
    pause,
    start,
    stop,
)
from clocks.controls import Control, Correspondence, Delay, Fischer, PerMove, Unlimited, Verdict
from clocks.outages import Outage

T = 1_764_450_000_000
"""When the game began, with White to move."""
DAY_MS = 86_400_000
DELAYED = Delay(base_ms=10_000, delay_ms=3_000)
STRICT = PerMove(move_ms=60_000)
CLUB = PerMove(move_ms=60_000, auto_moves=True, max_strikes=3)
PATIENT = PerMove(move_ms=60_000, auto_moves=True)
LETTERS = Correspondence(days=3)


def begun(control: Control, *, white_strikes: int = 0, black_strikes: int = 0) -> Clock:
    clock = start(control, Side.WHITE, T).clock
    return replace(clock, white_strikes=white_strikes, black_strikes=black_strikes)


@pytest.mark.parametrize(
    ("control", "start_ms", "first_deadline_ms"),
    [
        pytest.param(Fischer(base_ms=180_000, increment_ms=2_000), 180_000, 180_000, id="fischer"),
        pytest.param(DELAYED, 10_000, 13_000, id="delay"),
        pytest.param(STRICT, 60_000, 60_000, id="per move"),
        pytest.param(CLUB, 60_000, 60_000, id="per move with strikes"),
        pytest.param(LETTERS, 3 * DAY_MS, 3 * DAY_MS, id="correspondence"),
    ],
)
def test_each_kind_starts_with_its_budget_and_the_deadline_of_the_first_move(
    control: Control, start_ms: int, first_deadline_ms: int
) -> None:
    clock = start(control, Side.BLACK, T).clock

    expected = Clock(
        white_ms=start_ms,
        black_ms=start_ms,
        running=Side.BLACK,
        since_ms=T,
        deadline_ms=T + first_deadline_ms,
        version=1,
    )
    assert expected == clock


@pytest.mark.parametrize(
    ("used_ms", "charged_ms", "left_ms", "verdict"),
    [
        pytest.param(-5_000, 0, 10_000, None, id="the wall clock was set back"),
        pytest.param(0, 0, 10_000, None, id="at once"),
        pytest.param(2_999, 0, 10_000, None, id="within the delay"),
        pytest.param(3_000, 0, 10_000, None, id="just the delay"),
        pytest.param(3_001, 1, 9_999, None, id="a millisecond beyond it"),
        pytest.param(12_999, 9_999, 1, None, id="one millisecond left"),
        pytest.param(13_000, 10_000, 0, Verdict.LOST, id="in the millisecond of the deadline"),
        pytest.param(50_000, 10_000, 0, Verdict.LOST, id="late"),
    ],
)
def test_a_delay_is_free_of_charge(
    used_ms: int, charged_ms: int, left_ms: int, verdict: Verdict | None
) -> None:
    for happening in (move, stop):
        change = happening(DELAYED, begun(DELAYED), T + used_ms)

        assert (charged_ms, left_ms, verdict) == (change.charged_ms, change.clock.white_ms, change.verdict)


def test_what_is_left_of_a_delay_is_not_kept() -> None:
    clock = move(DELAYED, begun(DELAYED), T + 1_000).clock
    clock = move(DELAYED, clock, T + 2_000).clock
    clock = move(DELAYED, clock, T + 6_000).clock

    assert (9_000, 10_000, T + 6_000 + 13_000) == (clock.white_ms, clock.black_ms, clock.deadline_ms)


@pytest.mark.parametrize("control", [STRICT, CLUB, LETTERS])
def test_each_move_has_its_time_in_full_and_what_is_left_is_not_kept(control: Control) -> None:
    full_ms = control.start_ms
    clock, now_ms = begun(control), T
    for used_ms in (full_ms - 1, 0, full_ms - 1, 1_000):
        now_ms += used_ms
        change = move(control, clock, now_ms)
        clock = change.clock

        assert (used_ms, None) == (change.charged_ms, change.verdict)
        assert (full_ms, full_ms, now_ms + full_ms) == (clock.white_ms, clock.black_ms, clock.deadline_ms)


def test_a_game_that_ends_tells_what_was_left_of_the_last_move() -> None:
    assert 20_000 == stop(CLUB, begun(CLUB), T + 40_000).clock.white_ms


@pytest.mark.parametrize("control", [DELAYED, STRICT, LETTERS, Fischer(base_ms=5, increment_ms=9)])
def test_time_that_is_over_loses_and_stops_the_clock(control: Control) -> None:
    clock = begun(control)
    assert clock.deadline_ms is not None

    late = move(control, clock, clock.deadline_ms)
    found = check(control, clock, clock.deadline_ms)

    expected = Clock(white_ms=0, black_ms=control.start_ms, version=2)
    assert Change(clock=expected, charged_ms=control.start_ms, verdict=Verdict.LOST) == late == found
    with pytest.raises(NoAutoMove) as caught:
        auto_move(control, clock, clock.deadline_ms)
    assert Verdict.LOST is caught.value.verdict


def test_an_auto_move_costs_the_whole_turn_is_a_strike_and_starts_the_other_clock() -> None:
    change = auto_move(CLUB, begun(CLUB), T + 60_100)

    expected = Clock(
        white_ms=60_000,
        black_ms=60_000,
        running=Side.BLACK,
        since_ms=T + 60_100,
        deadline_ms=T + 120_100,
        version=2,
        white_strikes=1,
    )
    assert Change(clock=expected, charged_ms=60_000, verdict=Verdict.AUTO_MOVE) == change


def test_a_move_that_comes_too_late_for_itself_leaves_the_clock_to_the_auto_move() -> None:
    clock = begun(CLUB)

    late = move(CLUB, clock, T + 60_000)

    assert Change(clock=clock, verdict=Verdict.AUTO_MOVE) == late
    assert Side.BLACK is auto_move(CLUB, late.clock, T + 60_000).clock.running


@pytest.mark.parametrize("used_ms", [-1, 0, 59_999])
def test_nobody_is_moved_for_who_has_time_left(used_ms: int) -> None:
    with pytest.raises(TimeLeft):
        auto_move(CLUB, begun(CLUB), T + used_ms)


def test_an_outage_that_gives_time_back_prevents_the_auto_move() -> None:
    with pytest.raises(TimeLeft):
        auto_move(CLUB, begun(CLUB), T + 60_100, [Outage(start_ms=T, end_ms=T + 101)])


@pytest.mark.parametrize(
    ("control", "strikes", "verdict"),
    [
        pytest.param(CLUB, 0, Verdict.AUTO_MOVE, id="the first"),
        pytest.param(CLUB, 1, Verdict.AUTO_MOVE, id="the second in a row"),
        pytest.param(CLUB, 2, Verdict.STRUCK_OUT, id="the third in a row"),
        pytest.param(CLUB, 7, Verdict.STRUCK_OUT, id="more than there can be"),
        pytest.param(replace(CLUB, max_strikes=1), 0, Verdict.STRUCK_OUT, id="the first, where one loses"),
        pytest.param(PATIENT, 99, Verdict.AUTO_MOVE, id="where none loses"),
        pytest.param(STRICT, 2, Verdict.LOST, id="where the time alone loses"),
    ],
)
def test_the_last_strike_loses_without_a_move(control: PerMove, strikes: int, verdict: Verdict) -> None:
    clock = begun(control, white_strikes=strikes, black_strikes=1)

    for happening in (move, stop, check, pause):
        assert verdict is happening(control, clock, T + 60_000).verdict
        assert happening(control, clock, T + 59_999).verdict is None
    if verdict is Verdict.AUTO_MOVE:
        assert strikes + 1 == auto_move(control, clock, T + 60_000).clock.white_strikes
    else:
        lost = move(control, clock, T + 60_000).clock
        assert (None, 0, strikes, 1) == (lost.running, lost.white_ms, lost.white_strikes, lost.black_strikes)
        with pytest.raises(NoAutoMove) as caught:
            auto_move(control, clock, T + 60_000)
        assert verdict is caught.value.verdict


def test_strikes_count_for_each_side_and_the_own_move_clears_them() -> None:
    clock, now_ms, seen = begun(CLUB), T, []
    for happening in (auto_move, auto_move, auto_move, move, move, auto_move):
        now_ms += 60_000 if happening is auto_move else 1_000
        clock = happening(CLUB, clock, now_ms).clock
        seen.append((clock.white_strikes, clock.black_strikes))

    assert [(1, 0), (1, 1), (2, 1), (2, 0), (0, 0), (0, 1)] == seen


def test_who_lets_three_turns_in_a_row_pass_is_struck_out_at_the_third() -> None:
    clock, now_ms = begun(CLUB), T
    for _ in range(2):
        clock = auto_move(CLUB, clock, now_ms := now_ms + 60_000).clock
        clock = move(CLUB, clock, now_ms := now_ms + 1_000).clock

    third = check(CLUB, clock, now_ms + 60_000)

    assert (None, 0, Verdict.STRUCK_OUT) == (third.clock.running, third.clock.white_ms, third.verdict)


@pytest.mark.parametrize("control", [Fischer(base_ms=60_000, increment_ms=2_000), DELAYED, CLUB, LETTERS])
def test_a_turn_that_starts_later_counts_from_there(control: Control) -> None:
    at_once = move(control, begun(control), T + 5_000).clock
    later = move(control, begun(control), T + 5_000, start_delay_ms=4_000).clock

    assert at_once.deadline_ms is not None
    expected = replace(at_once, since_ms=T + 9_000, deadline_ms=at_once.deadline_ms + 4_000)
    assert expected == later


def test_an_auto_move_too_may_start_the_next_turn_later() -> None:
    change = auto_move(CLUB, begun(CLUB), T + 60_100, start_delay_ms=4_000)

    assert (T + 64_100, T + 124_100) == (change.clock.since_ms, change.clock.deadline_ms)


def test_a_game_too_may_start_later() -> None:
    clock = start(CLUB, Side.WHITE, T, start_delay_ms=4_000).clock

    assert (T + 4_000, T + 64_000) == (clock.since_ms, clock.deadline_ms)


@pytest.mark.parametrize(
    ("event_ms", "charged_ms"),
    [
        pytest.param(0, 0, id="at once"),
        pytest.param(3_999, 0, id="before the clock starts"),
        pytest.param(4_000, 0, id="as it starts"),
        pytest.param(4_500, 500, id="after it has started"),
    ],
)
def test_nobody_is_charged_while_a_duel_is_shown(event_ms: int, charged_ms: int) -> None:
    plain = Fischer(base_ms=60_000)
    clock = start(plain, Side.WHITE, T, start_delay_ms=4_000).clock

    change = move(plain, clock, T + event_ms)

    assert (charged_ms, 60_000 - charged_ms) == (change.charged_ms, change.clock.white_ms)
    assert T + event_ms == change.clock.since_ms


def test_time_is_not_over_before_the_clock_has_started() -> None:
    clock = start(PerMove(move_ms=1_000), Side.WHITE, T, start_delay_ms=4_000).clock

    for now_ms, over in ((T + 1_000, False), (T + 4_999, False), (T + 5_000, True)):
        assert over == check(PerMove(move_ms=1_000), clock, now_ms).flag_fallen


def test_an_outage_while_a_duel_is_shown_gives_nothing_back() -> None:
    during = [Outage(start_ms=T + 1_000, end_ms=T + 4_500)]
    clock = start(CLUB, Side.WHITE, T, start_delay_ms=4_000).clock

    checked = check(CLUB, clock, T + 6_000, during)

    assert T + 64_500 == checked.clock.deadline_ms
    assert 1_500 == move(CLUB, checked.clock, T + 6_000, during).charged_ms


def test_without_a_limit_nobody_is_moved_for() -> None:
    with pytest.raises(TimeLeft):
        auto_move(Unlimited(), begun(Unlimited()), T + 1000 * DAY_MS)
