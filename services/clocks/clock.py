"""A clock as a value. It is told the time, and whatever happens to it gives another clock.

Nothing ticks: a clock says what each side had left when the present turn began, and when the running
side's time will be over. All points in time are milliseconds of the database's clock, since 1970.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol


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


class Control(Protocol):
    """How time is kept. A kind of time control is a class that answers these four questions."""

    @property
    def start_ms(self) -> int:
        """What each side begins with."""

    def limit_ms(self, remaining_ms: int, /) -> int | None:
        """How long the turn may take, for a side that had this left at its beginning; None for ever."""

    def left_ms(self, remaining_ms: int, charged_ms: int, /) -> int:
        """What is left of it after so long a turn, not longer than its limit."""

    def regained_ms(self, left_ms: int, /) -> int:
        """What the side has once its move is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fischer:
    """A budget for the game, and some time back for each move that was made in time."""

    base_ms: int
    increment_ms: int = 0

    @property
    def start_ms(self) -> int:
        return self.base_ms

    def limit_ms(self, remaining_ms: int, /) -> int:
        return remaining_ms

    def left_ms(self, remaining_ms: int, charged_ms: int, /) -> int:
        return remaining_ms - charged_ms

    def regained_ms(self, left_ms: int, /) -> int:
        return left_ms + self.increment_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlimited:
    """No budget, no deadline. Only how long each turn took is told."""

    @property
    def start_ms(self) -> int:
        return 0

    def limit_ms(self, _remaining_ms: int, /) -> None:
        return None

    def left_ms(self, _remaining_ms: int, _charged_ms: int, /) -> int:
        return 0

    def regained_ms(self, _left_ms: int, /) -> int:
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """Time that is the house's fault, from its start up to, but not including, its end."""

    start_ms: int
    end_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Both sides' time. `running` and `since_ms` are None together: then the clock stands."""

    white_ms: int
    black_ms: int
    """What the side had left at the beginning of the turn."""
    running: Side | None = None
    since_ms: int | None = None
    """When the turn of the running side began."""
    deadline_ms: int | None = None
    """The first millisecond at which the running side has nothing left; None where that never comes."""
    version: int = 0
    """Grows when, and only when, the deadline changes."""

    def remaining_ms(self, side: Side) -> int:
        return self.white_ms if side is Side.WHITE else self.black_ms

    def standing(self) -> Clock:
        return self.with_deadline(None, running=None, since_ms=None)

    def with_remaining(self, side: Side, ms: int) -> Clock:
        return replace(self, white_ms=ms) if side is Side.WHITE else replace(self, black_ms=ms)

    def with_deadline(self, deadline_ms: int | None, *, running: Side | None, since_ms: int | None) -> Clock:
        version = self.version + (deadline_ms != self.deadline_ms)
        return replace(self, running=running, since_ms=since_ms, deadline_ms=deadline_ms, version=version)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What something that happened did to a clock."""

    clock: Clock
    charged_ms: int = 0
    """What the running side paid for its turn, after outages; never more than it had."""
    flag_fallen: bool = False
    """The running side's time was over by then."""


def start(
    control: Control, to_move: Side, now_ms: int, outages: Sequence[Outage] = (), version: int = 0
) -> Change:
    """The clock of a game that begins. `version` is that of the clock before, if there was one."""
    full = Clock(white_ms=control.start_ms, black_ms=control.start_ms, version=version)
    return Change(clock=_run(control, full, to_move, now_ms, outages))


def move(control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = ()) -> Change:
    """The running side has moved: it pays, regains what the control gives, and the other side's turn begins.

    If its time was over, it gains nothing and the clock stands. Raises NothingRuns.
    """
    change = stop(control, clock, now_ms, outages)
    side = clock.running
    if side is None:
        raise NothingRuns
    if change.flag_fallen:
        return change
    left_ms = change.clock.remaining_ms(side)
    # From the clock before, not from the one that stood for an instant: one change of the deadline, not two.
    paid = clock.with_remaining(side, control.regained_ms(left_ms))
    return replace(change, clock=_run(control, paid, side.opponent, now_ms, outages))


def stop(control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = ()) -> Change:
    """Nothing runs any more: the running side has paid for what it used of its turn."""
    if clock.running is None or clock.since_ms is None:
        return Change(clock=clock)
    remaining_ms = clock.remaining_ms(clock.running)
    used_ms = _used_ms(clock.since_ms, now_ms, outages)
    limit_ms = control.limit_ms(remaining_ms)
    charged_ms = used_ms if limit_ms is None else min(used_ms, limit_ms)
    left_ms = control.left_ms(remaining_ms, charged_ms)
    return Change(
        clock=clock.with_remaining(clock.running, left_ms).standing(),
        charged_ms=charged_ms,
        flag_fallen=limit_ms is not None and used_ms >= limit_ms,
    )


def check(control: Control, clock: Clock, now_ms: int, outages: Sequence[Outage] = ()) -> Change:
    """Whether time is over; if not, the same turn with its deadline moved by what outages cover of it.

    Raises NothingRuns.
    """
    if clock.running is None or clock.since_ms is None:
        raise NothingRuns
    if stop(control, clock, now_ms, outages).flag_fallen:
        return Change(clock=clock, flag_fallen=True)
    return Change(clock=_run(control, clock, clock.running, clock.since_ms, outages))


def _run(control: Control, clock: Clock, side: Side, since_ms: int, outages: Sequence[Outage]) -> Clock:
    limit_ms = control.limit_ms(clock.remaining_ms(side))
    deadline_ms = None if limit_ms is None else _end_ms(since_ms, limit_ms, outages)
    return clock.with_deadline(deadline_ms, running=side, since_ms=since_ms)


def _used_ms(since_ms: int, now_ms: int, outages: Sequence[Outage]) -> int:
    """From since to now without the outages; 0 if the database's clock was set back meanwhile."""
    used_ms = max(0, now_ms - since_ms)
    for outage in _merged(outages):
        used_ms -= max(0, min(outage.end_ms, now_ms) - max(outage.start_ms, since_ms))
    return used_ms


def _end_ms(since_ms: int, limit_ms: int, outages: Sequence[Outage]) -> int:
    """The first millisecond at which so much was used since then."""
    end_ms = since_ms + limit_ms
    for outage in _merged(outages):
        if outage.start_ms >= end_ms:
            break
        end_ms += max(0, outage.end_ms - max(outage.start_ms, since_ms))
    return end_ms


def _merged(outages: Sequence[Outage]) -> Iterator[Outage]:
    """The same time, in order and without overlaps: several replicas may have noted the same outage."""
    known_ms: int | None = None
    for outage in sorted(outages, key=lambda outage: outage.start_ms):
        start_ms = outage.start_ms if known_ms is None else max(outage.start_ms, known_ms)
        if outage.end_ms > start_ms:
            yield Outage(start_ms=start_ms, end_ms=outage.end_ms)
            known_ms = outage.end_ms
