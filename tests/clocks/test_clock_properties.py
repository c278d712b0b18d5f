"""What holds of every clock, whatever happens."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hypothesis import event, given
from hypothesis import strategies as st

from clocks.clock import Change, Clock, Side, auto_move, check, move, pause, resume, start, stop
from clocks.controls import Control, Correspondence, Delay, Fischer, PerMove, Unlimited, Verdict
from clocks.outages import Outage

T = 1_764_450_000_000
HOUR_MS = 3_600_000

fischer = st.builds(
    Fischer, base_ms=st.integers(1, HOUR_MS), increment_ms=st.integers(0, 60_000) | st.just(0)
)
delay = st.builds(Delay, base_ms=st.integers(1, HOUR_MS), delay_ms=st.integers(0, 60_000))
per_move = st.builds(
    PerMove, move_ms=st.integers(1_000, HOUR_MS), auto_moves=st.booleans(), max_strikes=st.integers(0, 3)
)
limited: st.SearchStrategy[Control] = st.one_of(
    fischer, delay, per_move, st.builds(Correspondence, days=st.integers(1, 14))
)
controls: st.SearchStrategy[Control] = limited | st.builds(Unlimited)
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


def owed_ms(control: Control, spent_ms: int, had_ms: int) -> int:
    """What a turn costs that took so long, by the words of the rule."""
    match control:
        case Delay(delay_ms=delay_ms):
            return min(max(0, spent_ms - delay_ms), had_ms)
        case Unlimited():
            return spent_ms
        case _:
            return min(spent_ms, had_ms)


def has_ms(control: Control, left_ms: int) -> int:
    """What a side has after its move, by the words of the rule."""
    match control:
        case Fischer(increment_ms=increment_ms):
            return left_ms + increment_ms
        case Delay():
            return left_ms
        case PerMove(move_ms=move_ms):
            return move_ms
        case Correspondence(days=days):
            return days * 24 * HOUR_MS
        case _:
            return 0


class Ledger:
    """Keeps a game's books beside its clock: how long the turn has taken, and what each side has."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.has = dict.fromkeys(Side, control.start_ms)
        self.strikes = dict.fromkeys(Side, 0)
        self.spent_ms = 0

    def turn_over(self, side: Side, charged_ms: int, *, auto: bool) -> None:
        expected_ms = owed_ms(self.control, self.spent_ms, self.has[side])
        assert expected_ms == charged_ms
        left_ms = 0 if isinstance(self.control, Unlimited) else self.has[side] - charged_ms
        self.has[side] = has_ms(self.control, left_ms)
        self.strikes[side] = self.strikes[side] + 1 if auto else 0
        self.spent_ms = 0

    def agrees_with(self, clock: Clock) -> None:
        assert (self.has[Side.WHITE], self.has[Side.BLACK]) == (clock.white_ms, clock.black_ms)
        assert (self.strikes[Side.WHITE], self.strikes[Side.BLACK]) == (
            clock.white_strikes,
            clock.black_strikes,
        )
        assert min(self.has.values()) >= 0


steps = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "pause", "check"]),
        st.integers(0, 90_000),
        st.sampled_from([0, 0, 0, 4_000]),
    ),
    max_size=30,
)


@given(control=controls, steps=steps, outages=outages)
def test_every_millisecond_is_charged_once_over_moves_pauses_delays_and_auto_moves(
    control: Control, steps: list[tuple[str, int, int]], outages: list[Outage]
) -> None:
    now_ms, to_move, ledger = T, Side.WHITE, Ledger(control)
    clock = start(control, to_move, now_ms, outages).clock
    for happening, passed_ms, start_delay_ms in steps:
        if clock.since_ms is None:
            now_ms += passed_ms
            clock = resume(control, clock, to_move, now_ms, outages, start_delay_ms=start_delay_ms).clock
            ledger.agrees_with(clock)
            continue
        from_ms = max(clock.since_ms, now_ms)
        now_ms += passed_ms
        if now_ms > from_ms:
            ledger.spent_ms += now_ms - from_ms - covered_ms(outages, from_ms, now_ms)
        before = clock
        moved, auto = happening == "move", False
        if moved:
            change = move(control, clock, now_ms, outages, start_delay_ms=start_delay_ms)
        else:
            change = (pause if happening == "pause" else check)(control, clock, now_ms, outages)
        if change.verdict is Verdict.AUTO_MOVE:
            event("an auto-move")
            assert before == change.clock
            change = auto_move(control, clock, now_ms, outages, start_delay_ms=start_delay_ms)
            moved, auto = True, True
        elif change.verdict is not None:
            event("a loss")
            lost = stop(control, before, now_ms, outages)
            assert ledger.has[to_move] == lost.charged_ms
            assert (0, None) == (lost.clock.remaining_ms(to_move), lost.clock.running)
            return
        clock = change.clock
        if moved:
            ledger.turn_over(to_move, change.charged_ms, auto=auto)
            to_move = to_move.opponent
            assert (to_move, 0) == (clock.running, clock.used_ms)
        elif clock.running is None:
            event("a pause")
            assert (ledger.spent_ms, 0) == (clock.used_ms, change.charged_ms)
        ledger.agrees_with(clock)


@st.composite
def _pieces(draw: st.DrawFn) -> list[tuple[int, int]]:
    """How long a turn is thought about, and how long it then pauses, some times over."""
    return draw(st.lists(st.tuples(st.integers(0, 60_000), st.integers(0, HOUR_MS)), min_size=1, max_size=4))


@given(control=controls, turns=st.lists(_pieces(), max_size=12))
def test_turns_cost_the_same_however_often_they_pause(
    control: Control, turns: list[list[tuple[int, int]]]
) -> None:
    straight, straight_ms = start(control, Side.WHITE, T).clock, T
    pausing, pausing_ms = straight, T
    for pieces in turns:
        side = straight.running
        assert side is not None
        straight_ms += sum(thought_ms for thought_ms, _ in pieces)
        expected = move(control, straight, straight_ms)
        for thought_ms, paused_ms in pieces[:-1]:
            pausing_ms += thought_ms
            paused = pause(control, pausing, pausing_ms)
            if paused.flag_fallen:
                assert (paused.verdict, pausing) == (expected.verdict, paused.clock)
                return
            pausing_ms += paused_ms
            pausing = resume(control, paused.clock, side, pausing_ms).clock
        pausing_ms += pieces[-1][0]
        change = move(control, pausing, pausing_ms)

        assert expected.verdict is change.verdict
        assert expected.charged_ms == change.charged_ms
        for each in Side:
            assert expected.clock.remaining_ms(each) == change.clock.remaining_ms(each)
        if change.flag_fallen:
            return
        straight, pausing = expected.clock, change.clock
        assert (straight.deadline_ms is None) == (pausing.deadline_ms is None)
        if straight.deadline_ms is not None and pausing.deadline_ms is not None:
            assert straight.deadline_ms - straight_ms == pausing.deadline_ms - pausing_ms


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


@given(
    control=limited,
    paused_after_ms=st.integers(0, HOUR_MS) | st.none(),
    start_delay_ms=st.integers(0, 60_000),
    used_ms=st.integers(-1_000, 2 * HOUR_MS),
    outages=outages,
)
def test_the_flag_has_fallen_exactly_from_the_deadline_on(
    control: Control,
    paused_after_ms: int | None,
    start_delay_ms: int,
    used_ms: int,
    outages: list[Outage],
) -> None:
    clock = start(control, Side.WHITE, T, outages, start_delay_ms=start_delay_ms).clock
    if paused_after_ms is not None:
        paused = pause(control, clock, T + paused_after_ms, outages)
        if not paused.flag_fallen:
            now_ms = T + paused_after_ms + 1_000
            clock = resume(
                control, paused.clock, Side.WHITE, now_ms, outages, start_delay_ms=start_delay_ms
            ).clock
    assert clock.deadline_ms is not None

    for now_ms in (T + used_ms, clock.deadline_ms - 1, clock.deadline_ms, clock.deadline_ms + 1):
        over = now_ms >= clock.deadline_ms
        for happening in (move, stop, check, pause):
            assert over == happening(control, clock, now_ms, outages).flag_fallen


@given(control=limited, used_ms=st.integers(0, 2 * HOUR_MS), outages=outages)
def test_a_check_finds_the_deadline_that_was_found_had_the_outages_been_known(
    control: Control, used_ms: int, outages: list[Outage]
) -> None:
    change = check(control, start(control, Side.WHITE, T).clock, T + used_ms, outages)

    if not change.flag_fallen:
        assert start(control, Side.WHITE, T, outages).clock.deadline_ms == change.clock.deadline_ms


def _go_on(control: Control, clock: Clock, now_ms: int, outages: list[Outage]) -> Change:
    return resume(control, clock, Side.WHITE, now_ms, outages)


def _move_for(control: Control, clock: Clock, now_ms: int, outages: list[Outage]) -> Change:
    """The server moves if it has to; else the side itself."""
    if check(control, clock, now_ms, outages).verdict is Verdict.AUTO_MOVE:
        return auto_move(control, clock, now_ms, outages)
    return move(control, clock, now_ms, outages)


@given(
    control=controls,
    steps=st.lists(
        st.tuples(
            st.sampled_from([move, stop, check, pause, _move_for]), st.integers(-5_000, 60_000), outages
        ),
        max_size=20,
    ),
)
def test_the_version_changes_when_and_only_when_the_deadline_does(
    control: Control, steps: list[tuple[Callable[..., Change], int, list[Outage]]]
) -> None:
    clock, now_ms = start(control, Side.BLACK, T).clock, T
    for happening, passed_ms, known in steps:
        now_ms += passed_ms
        happened = _go_on if clock.running is None else happening
        after = happened(control, clock, now_ms, known).clock

        assert (after.deadline_ms != clock.deadline_ms) == (after.version != clock.version)
        assert clock.version <= after.version
        assert (after.running is None) == (after.since_ms is None)
        assert min(after.white_ms, after.black_ms, after.used_ms) >= 0
        clock = after
