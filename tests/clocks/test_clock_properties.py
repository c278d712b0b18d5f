"""What holds of every clock, whatever happens."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clocks.clock import Change, Fischer, Outage, Side, Unlimited, check, move, start, stop

T = 1_764_450_000_000
HOUR_MS = 3_600_000

fischer = st.builds(
    Fischer, base_ms=st.integers(1, HOUR_MS), increment_ms=st.integers(0, 60_000) | st.just(0)
)
turns_ms = st.lists(st.integers(0, 120_000), max_size=40)


@st.composite
def _outages(draw: st.DrawFn) -> Outage:
    start_ms = T + draw(st.integers(-60_000, HOUR_MS))
    return Outage(start_ms=start_ms, end_ms=start_ms + draw(st.integers(0, 120_000)))


outages = st.lists(_outages(), max_size=6)


def covered_ms(outages: list[Outage], from_ms: int, to_ms: int) -> int:
    """The slow and obvious way: sweep over all beginnings and ends, and add up where any outage is."""
    marks = sorted({from_ms, to_ms, *(t for o in outages for t in (o.start_ms, o.end_ms))})
    return sum(
        later - earlier
        for earlier, later in pairwise(marks)
        if from_ms <= earlier
        and later <= to_ms
        and any(o.start_ms <= earlier and later <= o.end_ms for o in outages)
    )


@given(control=fischer, turns_ms=turns_ms, outages=outages)
def test_time_only_grows_by_increments_and_all_that_passes_is_charged_once(
    control: Fischer, turns_ms: list[int], outages: list[Outage]
) -> None:
    now_ms, charged_ms, moves = T, 0, {Side.WHITE: 0, Side.BLACK: 0}
    spent_ms = {Side.WHITE: 0, Side.BLACK: 0}
    clock = start(control, Side.WHITE, now_ms, outages).clock
    for turn_ms in turns_ms:
        side, before = clock.running, clock
        assert side is not None
        now_ms += turn_ms
        change = move(control, clock, now_ms, outages)
        clock = change.clock
        charged_ms += change.charged_ms
        spent_ms[side] += change.charged_ms

        assert before.remaining_ms(side.opponent) == clock.remaining_ms(side.opponent)
        assert 0 <= change.charged_ms <= before.remaining_ms(side)
        if change.flag_fallen:
            assert 0 == clock.remaining_ms(side)
            assert clock.running is None
            break
        moves[side] += 1
        assert control.increment_ms - change.charged_ms == clock.remaining_ms(side) - before.remaining_ms(
            side
        )
        assert side.opponent is clock.running
        assert charged_ms == now_ms - T - covered_ms(outages, T, now_ms)

    for side in Side:
        expected_ms = control.base_ms + moves[side] * control.increment_ms - spent_ms[side]
        assert expected_ms == clock.remaining_ms(side)


@given(control=fischer, used_ms=st.integers(-1_000, 2 * HOUR_MS), outages=outages)
def test_the_flag_has_fallen_exactly_from_the_deadline_on(
    control: Fischer, used_ms: int, outages: list[Outage]
) -> None:
    clock = start(control, Side.WHITE, T, outages).clock
    assert clock.deadline_ms is not None

    for now_ms in (T + used_ms, clock.deadline_ms - 1, clock.deadline_ms, clock.deadline_ms + 1):
        over = now_ms >= clock.deadline_ms
        assert over == move(control, clock, now_ms, outages).flag_fallen
        assert over == stop(control, clock, now_ms, outages).flag_fallen
        assert over == check(control, clock, now_ms, outages).flag_fallen


@given(control=fischer, used_ms=st.integers(0, 2 * HOUR_MS), outages=outages)
def test_a_check_finds_the_deadline_that_was_found_had_the_outages_been_known(
    control: Fischer, used_ms: int, outages: list[Outage]
) -> None:
    change = check(control, start(control, Side.WHITE, T).clock, T + used_ms, outages)

    if not change.flag_fallen:
        assert start(control, Side.WHITE, T, outages).clock.deadline_ms == change.clock.deadline_ms


@given(
    control=fischer | st.builds(Unlimited),
    steps=st.lists(
        st.tuples(st.sampled_from([move, stop, check]), st.integers(-5_000, 60_000), outages), max_size=20
    ),
)
def test_the_version_changes_when_and_only_when_the_deadline_does(
    control: Fischer | Unlimited, steps: list[tuple[Callable[..., Change], int, list[Outage]]]
) -> None:
    clock, now_ms = start(control, Side.BLACK, T).clock, T
    for happening, passed_ms, known in steps:
        if clock.running is None:
            break
        now_ms += passed_ms
        after = happening(control, clock, now_ms, known).clock

        assert (after.deadline_ms != clock.deadline_ms) == (after.version != clock.version)
        assert clock.version <= after.version
        assert (after.running is None) == (after.since_ms is None)
        clock = after
