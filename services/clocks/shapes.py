"""Clocks, controls and alarms as messages, and back. What a message may not say is refused here."""

from __future__ import annotations

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from brettwerk.clocks.v1 import clocks_service_pb2 as clocks_pb
from brettwerk.types.v1 import types_pb2
from chassis import at
from clocks.alarms import Alarm
from clocks.clients import KINDS
from clocks.clock import Change, Clock, Side
from clocks.controls import Control, Correspondence, Delay, Fischer, PerMove, Unlimited, Verdict
from clocks.limits import (
    FIRST_SECOND,
    LAST_SECOND,
    MAX_BASE_MS,
    MAX_DAYS,
    MAX_ID_CHARS,
    MAX_INCREMENT_MS,
    MAX_MAX_STRIKES,
    MAX_MOVE_MS,
    MAX_OUTAGES,
    MAX_REMAINING_MS,
    MAX_START_DELAY_MS,
    MAX_STRIKES,
    MAX_VERSION,
    MIN_MOVE_MS,
    require,
)
from clocks.outages import Outage
from clocks.service import Happening, Question

_HAPPENINGS = {clocks_pb.ClockEvent.Value(f"CLOCK_EVENT_{each.name}"): each for each in Happening}
_SIDE_OF: dict[int, Side | None] = {
    types_pb2.SIDE_UNSPECIFIED: None,
    types_pb2.SIDE_WHITE: Side.WHITE,
    types_pb2.SIDE_BLACK: Side.BLACK,
}
_NUMBER_OF = {side: types_pb2.Side.ValueType(number) for number, side in _SIDE_OF.items()}
_NUMBER_OF_VERDICT: dict[Verdict | None, clocks_pb.Verdict.ValueType] = {
    None: clocks_pb.VERDICT_UNSPECIFIED,
    **{each: clocks_pb.Verdict.Value(f"VERDICT_{each.name}") for each in Verdict},
}


def question(request: clocks_pb.ComputeClockRequest) -> Question:
    happening = _HAPPENINGS.get(request.event)
    require(happening is not None, "/event", "what happened has to be told")
    assert happening is not None
    started = happening is Happening.START
    require(started or request.HasField("clock"), "/clock", "the clock before has to be given")
    to_move = _side(request.to_move, "/to_move")
    require(not happening.needs_side or to_move is not None, "/to_move", "the side to move has to be told")
    require(len(request.outages) <= MAX_OUTAGES, "/outages", f"at most {MAX_OUTAGES} outages")
    longest_ms = MAX_START_DELAY_MS if happening.starts_a_clock else 0
    _require_from(0, request, "start_delay_ms", longest_ms)
    return Question(
        control=control(request.time_control),
        happening=happening,
        clock=_clock(request.clock) if request.HasField("clock") else None,
        to_move=to_move,
        now_ms=_required_ms(request, "event_time"),
        outages=[_outage(outage, number) for number, outage in enumerate(request.outages)],
        start_delay_ms=request.start_delay_ms,
    )


def control(message: types_pb2.TimeControl) -> Control:
    kind = message.WhichOneof("kind")
    require(kind is not None, "/time_control", "a known kind of time control")
    assert kind is not None
    with at(f"/time_control/{kind}"):
        match kind:
            case "fischer":
                return _fischer(message.fischer)
            case "delay":
                return _delay(message.delay)
            case "per_move":
                return _per_move(message.per_move)
            case "correspondence":
                _require_from(1, message.correspondence, "days", MAX_DAYS)
                return Correspondence(days=message.correspondence.days)
            case "unlimited":
                return Unlimited()


def _fischer(message: types_pb2.Fischer) -> Fischer:
    _require_from(1, message, "base_ms", MAX_BASE_MS)
    _require_from(0, message, "increment_ms", MAX_INCREMENT_MS)
    return Fischer(base_ms=message.base_ms, increment_ms=message.increment_ms)


def _delay(message: types_pb2.Delay) -> Delay:
    _require_from(1, message, "base_ms", MAX_BASE_MS)
    _require_from(0, message, "delay_ms", MAX_INCREMENT_MS)
    return Delay(base_ms=message.base_ms, delay_ms=message.delay_ms)


def _per_move(message: types_pb2.PerMove) -> PerMove:
    _require_from(MIN_MOVE_MS, message, "move_ms", MAX_MOVE_MS)
    known = message.on_expiry in (types_pb2.EXPIRY_LOSE, types_pb2.EXPIRY_AUTO_MOVE)
    require(known, "/on_expiry", "what becomes of a side whose time is over has to be told")
    auto_moves = message.on_expiry == types_pb2.EXPIRY_AUTO_MOVE
    _require_from(0, message, "max_strikes", MAX_MAX_STRIKES if auto_moves else 0)
    return PerMove(move_ms=message.move_ms, auto_moves=auto_moves, max_strikes=message.max_strikes)


def answer(change: Change) -> clocks_pb.ComputeClockResponse:
    clock = change.clock
    response = clocks_pb.ComputeClockResponse(
        charged_ms=change.charged_ms,
        flag_fallen=change.flag_fallen,
        verdict=_NUMBER_OF_VERDICT[change.verdict],
        clock=types_pb2.ClockState(
            white_remaining_ms=clock.white_ms,
            black_remaining_ms=clock.black_ms,
            running_side=_NUMBER_OF[clock.running],
            clock_version=clock.version,
            used_ms=clock.used_ms,
            white_strikes=clock.white_strikes,
            black_strikes=clock.black_strikes,
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
        for field in ("white_remaining_ms", "black_remaining_ms", "used_ms"):
            _require_from(0, message, field, MAX_REMAINING_MS)
        for field in ("white_strikes", "black_strikes"):
            _require_from(0, message, field, MAX_STRIKES)
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
        used_ms=message.used_ms,
        white_strikes=message.white_strikes,
        black_strikes=message.black_strikes,
    )


def _outage(message: clocks_pb.Outage, number: int) -> Outage:
    with at(f"/outages/{number}"):
        start_ms, end_ms = _required_ms(message, "start_time"), _required_ms(message, "end_time")
        require(start_ms <= end_ms, "/end_time", "not before the beginning")
    return Outage(start_ms=start_ms, end_ms=end_ms)


def _side(number: int, pointer: str) -> Side | None:
    require(number in _SIDE_OF, pointer, "a known side")
    return _SIDE_OF[number]


def _require_from(low: int, message: Message, field: str, high: int) -> None:
    """Raises InvalidField at the field unless its number lies between these, both included."""
    require(low <= getattr(message, field) <= high, f"/{field}", f"from {low} to {high}" if high else "0")


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
