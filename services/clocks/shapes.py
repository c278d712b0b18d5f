"""Clocks, controls and alarms as messages, and back. What a message may not say is refused here."""

from __future__ import annotations

from google.protobuf.timestamp_pb2 import Timestamp

from brettwerk.clocks.v1 import clocks_service_pb2 as clocks_pb
from brettwerk.types.v1 import types_pb2
from chassis import at
from clocks.alarms import Alarm
from clocks.clients import KINDS
from clocks.clock import Change, Clock, Control, Fischer, Outage, Side, Unlimited
from clocks.limits import (
    FIRST_SECOND,
    LAST_SECOND,
    MAX_BASE_MS,
    MAX_ID_CHARS,
    MAX_INCREMENT_MS,
    MAX_OUTAGES,
    MAX_REMAINING_MS,
    MAX_VERSION,
    require,
)
from clocks.service import Happening, Question

_HAPPENINGS = {clocks_pb.ClockEvent.Value(f"CLOCK_EVENT_{each.name}"): each for each in Happening}
_SIDE_OF: dict[int, Side | None] = {
    types_pb2.SIDE_UNSPECIFIED: None,
    types_pb2.SIDE_WHITE: Side.WHITE,
    types_pb2.SIDE_BLACK: Side.BLACK,
}
_NUMBER_OF = {side: types_pb2.Side.ValueType(number) for number, side in _SIDE_OF.items()}


def question(request: clocks_pb.ComputeClockRequest) -> Question:
    happening = _HAPPENINGS.get(request.event)
    require(happening is not None, "/event", "what happened has to be told")
    assert happening is not None
    started = happening is Happening.START
    require(started or request.HasField("clock"), "/clock", "the clock before has to be given")
    to_move = _side(request.to_move, "/to_move")
    require(not started or to_move is not None, "/to_move", "the side to move has to be told")
    require(len(request.outages) <= MAX_OUTAGES, "/outages", f"at most {MAX_OUTAGES} outages")
    return Question(
        control=control(request.time_control),
        happening=happening,
        clock=_clock(request.clock) if request.HasField("clock") else None,
        to_move=to_move,
        now_ms=_required_ms(request, "event_time"),
        outages=[_outage(outage, number) for number, outage in enumerate(request.outages)],
    )


def control(message: types_pb2.TimeControl) -> Control:
    kind = message.WhichOneof("kind")
    if kind == "unlimited":
        return Unlimited()
    require(kind == "fischer", "/time_control", "a known kind of time control")
    fischer = message.fischer
    with at("/time_control/fischer"):
        require(1 <= fischer.base_ms <= MAX_BASE_MS, "/base_ms", f"from 1 to {MAX_BASE_MS}")
        require(
            0 <= fischer.increment_ms <= MAX_INCREMENT_MS, "/increment_ms", f"from 0 to {MAX_INCREMENT_MS}"
        )
    return Fischer(base_ms=fischer.base_ms, increment_ms=fischer.increment_ms)


def answer(change: Change) -> clocks_pb.ComputeClockResponse:
    clock = change.clock
    response = clocks_pb.ComputeClockResponse(
        charged_ms=change.charged_ms,
        flag_fallen=change.flag_fallen,
        clock=types_pb2.ClockState(
            white_remaining_ms=clock.white_ms,
            black_remaining_ms=clock.black_ms,
            running_side=_NUMBER_OF[clock.running],
            clock_version=clock.version,
        ),
    )
    if clock.since_ms is not None:
        response.clock.since_time.FromMilliseconds(clock.since_ms)
    if clock.deadline_ms is not None:
        response.clock.deadline_time.FromMilliseconds(clock.deadline_ms)
    return response


def alarm(message: clocks_pb.Alarm) -> Alarm:
    require(1 <= len(message.game_id) <= MAX_ID_CHARS, "/game_id", f"1 to {MAX_ID_CHARS} characters")
    require("\0" not in message.game_id, "/game_id", "without zero characters")
    require(message.kind in KINDS, "/kind", f"one of {', '.join(KINDS)}")
    require(0 <= message.clock_version <= MAX_VERSION, "/clock_version", "not negative")
    require(len(message.tenant_id) <= MAX_ID_CHARS, "/tenant_id", f"at most {MAX_ID_CHARS} characters")
    require("\0" not in message.tenant_id, "/tenant_id", "without zero characters")
    return Alarm(
        game_id=message.game_id,
        kind=message.kind,
        version=message.clock_version,
        due_ms=_ms(message, "due_time"),
        tenant_id=message.tenant_id or "local",
    )


def _clock(message: types_pb2.ClockState) -> Clock:
    with at("/clock"):
        for field in ("white_remaining_ms", "black_remaining_ms"):
            require(0 <= getattr(message, field) <= MAX_REMAINING_MS, f"/{field}", "not negative")
        require(0 <= message.clock_version <= MAX_VERSION, "/clock_version", "not negative")
        running = _side(message.running_side, "/running_side")
        since_ms, deadline_ms = _ms(message, "since_time"), _ms(message, "deadline_time")
        require((running is None) == (since_ms is None), "/since_time", "set if a side's clock runs")
        require(running is not None or deadline_ms is None, "/deadline_time", "unset if no clock runs")
    return Clock(
        white_ms=message.white_remaining_ms,
        black_ms=message.black_remaining_ms,
        running=running,
        since_ms=since_ms,
        deadline_ms=deadline_ms,
        version=message.clock_version,
    )


def _outage(message: clocks_pb.Outage, number: int) -> Outage:
    with at(f"/outages/{number}"):
        start_ms, end_ms = _required_ms(message, "start_time"), _required_ms(message, "end_time")
        require(start_ms <= end_ms, "/end_time", "not before the beginning")
    return Outage(start_ms=start_ms, end_ms=end_ms)


def _side(number: int, pointer: str) -> Side | None:
    require(number in _SIDE_OF, pointer, "a known side")
    return _SIDE_OF[number]


_Timed = clocks_pb.ComputeClockRequest | clocks_pb.Outage | clocks_pb.Alarm | types_pb2.ClockState


def _required_ms(message: _Timed, field: str) -> int:
    ms = _ms(message, field)
    require(ms is not None, f"/{field}", "a point in time has to be given")
    assert ms is not None
    return ms


def _ms(message: _Timed, field: str) -> int | None:
    """A point in time, its part of a millisecond cut off; None if it is not set."""
    if not message.HasField(field):  # type: ignore[arg-type]  # each caller names a field of its own message
        return None
    time: Timestamp = getattr(message, field)
    fits = FIRST_SECOND <= time.seconds < LAST_SECOND and 0 <= time.nanos < 1_000_000_000
    require(fits, f"/{field}", "a time from the year 1970 to 2199")
    return time.seconds * 1000 + time.nanos // 1_000_000
