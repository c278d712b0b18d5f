"""A clock as a value. It is told the time, and whatever happens to it gives another clock.

Nothing ticks: a clock says what each side had left when the present turn began, what of that turn passed before the
last pause, and when the running side's time will be over. All points in time are milliseconds of the database's clock,
since 1970.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from clocks.controls import Control, Verdict
from clocks.outages import Outage, end_ms, passed_ms


class Side(StrEnum):
    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class NothingRuns(ValueError):
    """A side is said to have moved, or to be thinking, on a clock that stands."""

    def __init__(self) -> None:
        super().__init__("no side's clock is running")


class ClockRuns(ValueError):
    """A clock that runs is said to go on."""

    def __init__(self) -> None:
        super().__init__("a side's clock is running already")


class TimeLeft(ValueError):
    """The server is said to have moved for a side whose time was not over."""

    def __init__(self) -> None:
        super().__init__("the running side's time is not over")


class NoAutoMove(ValueError):
    """The server is said to have moved for a side that has lost instead."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"the server does not move for a side that is {verdict.value}")
        self.verdict = verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Both sides' time. `running` and `since_ms` are None together: then the clock stands."""

    white_ms: int
    black_ms: int
    """What the side had left at the beginning of the turn."""
    running: Side | None = None
    since_ms: int | None = None
    """Since when the running side's turn has been counted, from its beginning or from the last pause. Still to come
    while both stand, before a turn that starts later.
    """
    deadline_ms: int | None = None
    """The first millisecond at which the running side has nothing left; None where that never comes."""
    version: int = 0
    """Grows when, and only when, the deadline changes."""
    used_ms: int = 0
    """What of the turn passed before `since_ms`. It is still part of what the side had left."""
    white_strikes: int = 0
    black_strikes: int = 0
    """How often in a row the server has moved for the side."""

    def remaining_ms(self, side: Side) -> int:
        return self.white_ms if side is Side.WHITE else self.black_ms

    def strikes(self, side: Side) -> int:
        return self.white_strikes if side is Side.WHITE else self.black_strikes

    def standing(self, used_ms: int = 0) -> Clock:
        return replace(self.with_deadline(None, running=None, since_ms=None), used_ms=used_ms)

    def with_remaining(self, side: Side, ms: int) -> Clock:
        return replace(self, white_ms=ms) if side is Side.WHITE else replace(self, black_ms=ms)

    def with_strikes(self, side: Side, strikes: int) -> Clock:
        return (
            replace(self, white_strikes=strikes)
            if side is Side.WHITE
            else replace(self, black_strikes=strikes)
        )

    def with_deadline(self, deadline_ms: int | None, *, running: Side | None, since_ms: int | None) -> Clock:
        version = self.version + (deadline_ms != self.deadline_ms)
        return replace(self, running=running, since_ms=since_ms, deadline_ms=deadline_ms, version=version)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What something that happened did to a clock."""

    clock: Clock
    charged_ms: int = 0
    """What the running side paid for its turn, after outages; never more than it had."""
    verdict: Verdict | None = None
    """What has to become of the running side, if its time was over by then."""

    @property
    def flag_fallen(self) -> bool:
        return self.verdict is not None


def start(
    control: Control,
    to_move: Side,
    now_ms: int,
    outages: Sequence[Outage] = (),
    *,
    start_delay_ms: int = 0,
    version: int = 0,
) -> Change:
    """The clock of a game that begins, so much later. `version` is that of the clock before, if there was one."""
    full = Clock(white_ms=control.start_ms, black_ms=control.start_ms, version=version)
    return Change(clock=_run(control, full, to_move, now_ms + start_delay_ms, outages))


def move(
    control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = (), *, start_delay_ms: int = 0
) -> Change:
    """The running side has moved: it pays, regains what the control gives, has no strikes any more, and the other
    side's turn begins, so much later.

    If its time was over, it gains nothing: it has lost and the clock stands, or the server has to move for it and the
    clock stays as it is, for `auto_move`. Raises NothingRuns.
    """
    turn = _turn(control, clock, now_ms, outages)
    if turn.verdict is Verdict.AUTO_MOVE:
        return Change(clock=clock, verdict=turn.verdict)
    if turn.verdict is not None:
        return stop(control, clock, now_ms, outages)
    return _pass(control, clock.with_strikes(turn.side, 0), turn, now_ms + start_delay_ms, outages)


def auto_move(
    control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = (), *, start_delay_ms: int = 0
) -> Change:
    """The server has moved for the running side, whose time was over: a strike. The turn costs all that the side had
    for it, and the other side's begins, so much later. Raises NothingRuns, TimeLeft, NoAutoMove.
    """
    turn = _turn(control, clock, now_ms, outages)
    if turn.verdict is None:
        raise TimeLeft
    if turn.verdict is not Verdict.AUTO_MOVE:
        raise NoAutoMove(turn.verdict)
    struck = clock.with_strikes(turn.side, clock.strikes(turn.side) + 1)
    return _pass(control, struck, turn, now_ms + start_delay_ms, outages)


def stop(control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = ()) -> Change:
    """Nothing runs any more: the running side has paid for what it used of its turn. What stands stays as it is."""
    if clock.running is None:
        return Change(clock=clock)
    turn = _turn(control, clock, now_ms, outages)
    return Change(
        clock=clock.with_remaining(turn.side, turn.left_ms).standing(),
        charged_ms=turn.charged_ms,
        verdict=turn.verdict,
    )


def pause(control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = ()) -> Change:
    """Nothing runs for a while: nobody pays, and the clock keeps what was used of the turn. What is still to come of
    a delayed start is forgotten. What stands stays as it is.

    If time was over, it is too late to pause: the clock stays as it is.
    """
    if clock.running is None:
        return Change(clock=clock)
    turn = _turn(control, clock, now_ms, outages)
    if turn.verdict is not None:
        return Change(clock=clock, verdict=turn.verdict)
    return Change(clock=clock.standing(used_ms=turn.spent_ms))


def resume(
    control: Control,
    clock: Clock,
    to_move: Side,
    now_ms: int,
    outages: Sequence[Outage] = (),
    *,
    start_delay_ms: int = 0,
) -> Change:
    """The turn goes on after a pause, so much later, with what is left of it; a clock without anything used begins it.

    A turn of which nothing is left runs all the same, and is over when it begins. Raises ClockRuns.
    """
    if clock.running is not None:
        raise ClockRuns
    return Change(clock=_run(control, clock, to_move, now_ms + start_delay_ms, outages))


def check(control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = ()) -> Change:
    """Whether time is over; if not, the same turn with its deadline moved by what outages cover of it.

    If it is, the side has lost and the clock stands, or the server has to move for it and the clock stays as it is, for
    `auto_move`. Raises NothingRuns.
    """
    turn = _turn(control, clock, now_ms, outages)
    if turn.verdict is Verdict.AUTO_MOVE:
        return Change(clock=clock, verdict=turn.verdict)
    if turn.verdict is not None:
        return stop(control, clock, now_ms, outages)
    return Change(clock=_run(control, clock, turn.side, turn.since_ms, outages))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """The running side's turn, as it stands at some time."""

    side: Side
    since_ms: int
    spent_ms: int
    """How long it has taken, over all pauses; it may be more than the side had."""
    charged_ms: int
    left_ms: int
    verdict: Verdict | None


def _turn(control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage]) -> _Turn:
    side, since_ms = clock.running, clock.since_ms
    if side is None or since_ms is None:
        raise NothingRuns
    spent_ms = clock.used_ms + passed_ms(since_ms, now_ms, outages)
    left_ms = clock.remaining_ms(side)
    limit_ms = control.limit_ms(left_ms)
    charged_ms = control.cost_ms(spent_ms if limit_ms is None else min(spent_ms, limit_ms))
    return _Turn(
        side=side,
        since_ms=since_ms,
        spent_ms=spent_ms,
        charged_ms=charged_ms,
        left_ms=left_ms if limit_ms is None else left_ms - charged_ms,
        verdict=control.verdict(clock.strikes(side))
        if limit_ms is not None and spent_ms >= limit_ms
        else None,
    )


def _pass(control: Control, clock: Clock, turn: _Turn, since_ms: int, outages: Sequence[Outage]) -> Change:
    """The turn is paid for, and the other side's begins."""
    # On the clock that runs, without letting it stand for an instant: one change of the deadline, not two.
    paid = replace(clock.with_remaining(turn.side, control.regained_ms(turn.left_ms)), used_ms=0)
    after = _run(control, paid, turn.side.opponent, since_ms, outages)
    return Change(clock=after, charged_ms=turn.charged_ms, verdict=turn.verdict)


def _run(control: Control, clock: Clock, side: Side, since_ms: int, outages: Sequence[Outage]) -> Clock:
    limit_ms = control.limit_ms(clock.remaining_ms(side))
    deadline_ms = None if limit_ms is None else end_ms(since_ms, max(0, limit_ms - clock.used_ms), outages)
    return clock.with_deadline(deadline_ms, running=side, since_ms=since_ms)
