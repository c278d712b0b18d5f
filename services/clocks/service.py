"""What the clocks service does: answers what a clock shows after something happened, and keeps alarms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clocks import clock as arithmetic
from clocks.alarms import Alarm, AlarmStore
from clocks.clock import Change, Clock, Control, Outage, Side


class InvalidField(ValueError):
    """A field is missing, out of bounds, or does not go with another."""


class Happening(StrEnum):
    START = "start"
    MOVE = "move"
    STOP = "stop"
    CHECK = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What happened to which clock."""

    control: Control
    happening: Happening
    clock: Clock | None
    """None only for a start."""
    to_move: Side | None
    """Counts for a start alone."""
    now_ms: int
    outages: Sequence[Outage] = ()


def compute(question: Question) -> Change:
    """The clock after it. Raises InvalidField where the question lacks what it needs, and NothingRuns."""
    control, now_ms, outages = question.control, question.now_ms, question.outages
    if question.happening is Happening.START:
        if question.to_move is None:
            raise InvalidField("a start needs the side to move")
        version = question.clock.version if question.clock is not None else 0
        return arithmetic.start(control, question.to_move, now_ms, outages, version)
    if question.clock is None:
        raise InvalidField(f"a {question.happening} needs the clock before")
    return _CHANGES[question.happening](control, question.clock, now_ms, outages)


_CHANGES: dict[Happening, Callable[[Control, Clock, int, Sequence[Outage]], Change]] = {
    Happening.MOVE: arithmetic.move,
    Happening.STOP: arithmetic.stop,
    Happening.CHECK: arithmetic.check,
}


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
