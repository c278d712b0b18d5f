"""Questions about clocks as the games service puts them: a game of 3 + 2, and one of a minute for each move."""

from __future__ import annotations

from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from brettwerk.clocks.v1 import clocks_service_pb2 as pb
from brettwerk.types.v1 import types_pb2

T = 1_764_450_000_000
DAY_MS = 86_400_000
AUTO_MOVE = types_pb2.EXPIRY_AUTO_MOVE
BLITZ = types_pb2.TimeControl(fischer=types_pb2.Fischer(base_ms=180_000, increment_ms=2_000))
CLUB = types_pb2.TimeControl(per_move=types_pb2.PerMove(move_ms=60_000, on_expiry=AUTO_MOVE, max_strikes=3))
UNLIMITED = types_pb2.TimeControl(unlimited=types_pb2.Unlimited())


def at(ms: int, ns: int = 0) -> Timestamp:
    """So long after T."""
    return Timestamp(seconds=(T + ms) // 1000, nanos=(T + ms) % 1000 * 1_000_000 + ns)


def outage(start_ms: int, end_ms: int) -> pb.Outage:
    return pb.Outage(start_time=at(start_ms), end_time=at(end_ms))


def running(**fields: Any) -> types_pb2.ClockState:
    """White's clock has run since T."""
    given: dict[str, Any] = {
        "white_remaining_ms": 180_000,
        "black_remaining_ms": 170_000,
        "running_side": types_pb2.SIDE_WHITE,
        "since_time": at(0),
        "deadline_time": at(180_000),
        "clock_version": 7,
    }
    return types_pb2.ClockState(**given | fields)


def move(event_ms: int = 5_000, **fields: Any) -> pb.ComputeClockRequest:
    given: dict[str, Any] = {
        "time_control": BLITZ,
        "clock": running(),
        "event": pb.CLOCK_EVENT_MOVE,
        "event_time": at(event_ms),
    }
    return pb.ComputeClockRequest(**given | fields)


def start(**fields: Any) -> pb.ComputeClockRequest:
    given: dict[str, Any] = {
        "time_control": BLITZ,
        "event": pb.CLOCK_EVENT_START,
        "event_time": at(0),
        "to_move": types_pb2.SIDE_BLACK,
    }
    return pb.ComputeClockRequest(**given | fields)


def thinking(**fields: Any) -> types_pb2.ClockState:
    """White's minute for a move has run since T."""
    given: dict[str, Any] = {
        "white_remaining_ms": 60_000,
        "black_remaining_ms": 60_000,
        "running_side": types_pb2.SIDE_WHITE,
        "since_time": at(0),
        "deadline_time": at(60_000),
        "clock_version": 7,
    }
    return types_pb2.ClockState(**given | fields)


def standing(**fields: Any) -> types_pb2.ClockState:
    return thinking(running_side=types_pb2.SIDE_UNSPECIFIED, since_time=None, deadline_time=None, **fields)


def club(event_ms: int, event: pb.ClockEvent.ValueType, **fields: Any) -> pb.ComputeClockRequest:
    return move(event_ms, **{"time_control": CLUB, "clock": thinking(), "event": event} | fields)


def fischer(base_ms: int, increment_ms: int) -> types_pb2.TimeControl:
    return types_pb2.TimeControl(fischer=types_pb2.Fischer(base_ms=base_ms, increment_ms=increment_ms))


def delay(base_ms: int, delay_ms: int) -> types_pb2.TimeControl:
    return types_pb2.TimeControl(delay=types_pb2.Delay(base_ms=base_ms, delay_ms=delay_ms))


def per_move(move_ms: int, on_expiry: Any = types_pb2.EXPIRY_LOSE, strikes: int = 0) -> types_pb2.TimeControl:
    kind = types_pb2.PerMove(move_ms=move_ms, on_expiry=on_expiry, max_strikes=strikes)
    return types_pb2.TimeControl(per_move=kind)


def correspondence(days: int) -> types_pb2.TimeControl:
    return types_pb2.TimeControl(correspondence=types_pb2.Correspondence(days=days))
