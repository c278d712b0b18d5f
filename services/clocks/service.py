"""What the clocks service does: answers what a clock shows after something happened, and keeps alarms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clocks import clock as arithmetic
from clocks.alarms import Alarm, AlarmStore
from clocks.clock import Change, Clock, Side
from clocks.controls import Control
from clocks.outages import Outage


class InvalidField(ValueError):
    """A field is missing, out of bounds, or does not go with another."""


class Happening(StrEnum):
    START = "start"
    MOVE = "move"
    STOP = "stop"
    CHECK = "check"
    PAUSE = "pause"
    RESUME = "resume"
    AUTO_MOVE = "auto_move"

    @property
    def needs_side(self) -> bool:
        """Whether the side to move has to be told, since nothing in the clock says it."""
        return self in (Happening.START, Happening.RESUME)

    @property
    def starts_a_clock(self) -> bool:
        """Whether a side's clock runs afterwards that did not before, so that it may start later."""
        return self.needs_side or self in (Happening.MOVE, Happening.AUTO_MOVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What happened to which clock."""

    control: Control
    happening: Happening
    clock: Clock | None
    """None only for a start."""
    to_move: Side | None
    """Counts where the happening needs it."""
    now_ms: int
    outages: Sequence[Outage] = ()
    start_delay_ms: int = 0
    """How much later than now the clock starts. Counts where one does."""


def compute(question: Question) -> Change:
    """The clock after it.

    Raises InvalidField where the question lacks what it needs, and NothingRuns, ClockRuns, TimeLeft and NoAutoMove
    where it does not go with the clock.
    """
    control, clock, now_ms, outages = question.control, question.clock, question.now_ms, question.outages
    happening, to_move, start_delay_ms = question.happening, question.to_move, question.start_delay_ms
    if happening.needs_side and to_move is None:
        raise InvalidField(f"a {happening} needs the side to move")
    if happening is Happening.START:
        assert to_move is not None
        version = clock.version if clock is not None else 0
        return arithmetic.start(
            control, to_move, now_ms, outages, start_delay_ms=start_delay_ms, version=version
        )
    if clock is None:
        raise InvalidField(f"a {happening} needs the clock before")
    if happening is Happening.RESUME:
        assert to_move is not None
        return arithmetic.resume(control, clock, to_move, now_ms, outages, start_delay_ms=start_delay_ms)
    if happening in _PASSING:
        return _PASSING[happening](control, clock, now_ms, outages, start_delay_ms=start_delay_ms)
    return _STAYING[happening](control, clock, now_ms, outages)


_PASSING = {Happening.MOVE: arithmetic.move, Happening.AUTO_MOVE: arithmetic.auto_move}
"""The turn goes over to the other side."""

_STAYING = {
    Happening.STOP: arithmetic.stop,
    Happening.CHECK: arithmetic.check,
    Happening.PAUSE: arithmetic.pause,
}
"""It stays with whom it is."""


class Alarms:
    """Sets alarms, and tells who waits for them how soon the first is due."""

    def __init__(self, store: AlarmStore, expect: Callable[[float | None], None]) -> None:
        self._store = store
        self._expect = expect

    def schedule(self, alarms: Iterable[Alarm]) -> None:
        """Sets, moves and cancels. Repeating it, in any order, changes nothing more."""
        newest: dict[tuple[str, str], Alarm] = {}
        for alarm in alarms:
            key = (alarm.game_id, alarm.kind)
            if key not in newest or newest[key].version < alarm.version:
                newest[key] = alarm
        if newest:
            # In one order everywhere, so that two batches never wait for each other's rows.
            self._expect(self._store.schedule([newest[key] for key in sorted(newest)]))
