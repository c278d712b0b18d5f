"""The domain's values as messages, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from google.protobuf.timestamp_pb2 import Timestamp

from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.types.v1 import types_pb2
from games.errors import InvalidField
from games.parts import Engine, Move, Player, Position, Result, RulesetChoice, Seat
from games.sides import Side
from games.timing import (
    Clock,
    Correspondence,
    Delay,
    Expiry,
    Fischer,
    PerMove,
    TimeControl,
    Unlimited,
)

SIDES: Mapping[Side | None, types_pb2.Side.ValueType] = {
    None: types_pb2.SIDE_UNSPECIFIED,
    Side.WHITE: types_pb2.SIDE_WHITE,
    Side.BLACK: types_pb2.SIDE_BLACK,
}
SIDE_OF: Mapping[int, Side | None] = {number: side for side, number in SIDES.items()}

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST_BASE_MS = 86_400_000
_MOST_EACH_MS = 3_600_000
_LEAST_MOVE_MS = 1000
_MOST_STRIKES = 10
_MOST_DAYS = 14
_EXPIRIES = {expiry: types_pb2.Expiry.Value(f"EXPIRY_{expiry.name}") for expiry in Expiry}
_EXPIRY_OF = {number: expiry for expiry, number in _EXPIRIES.items()}


def ruleset(value: RulesetChoice) -> types_pb2.RulesetRef:
    return types_pb2.RulesetRef(key=value.key, options=value.options)


def position(value: Position) -> types_pb2.Position:
    return types_pb2.Position(fen=value.fen, rule_state=value.rule_state)


def read_position(message: types_pb2.Position) -> Position:
    return Position(fen=message.fen, rule_state=message.rule_state)


def seat(value: Seat) -> games_pb.Seat:
    match value:
        case Player(player_id):
            return games_pb.Seat(player_id=player_id)
        case Engine(persona):
            return games_pb.Seat(persona=persona)
    return games_pb.Seat()


def result(value: Result | None) -> types_pb2.Result | None:
    if value is None:
        return None
    termination = types_pb2.Termination.Value(f"TERMINATION_{value.termination.upper()}")
    return types_pb2.Result(winner=SIDES[value.winner], termination=termination)


def read_result(message: types_pb2.Result) -> Result:
    termination = types_pb2.Termination.Name(message.termination).removeprefix("TERMINATION_").lower()
    return Result(winner=SIDE_OF[message.winner], termination=termination)


def move(value: Move) -> types_pb2.Move:
    return types_pb2.Move(
        notation=value.notation,
        from_square=value.origin or 0,
        to_square=value.target or 0,
        path=value.path,
        captured=value.captured,
        promotes=value.promotes,
        is_pass=value.is_pass,
        auto=value.auto,
        lots=value.lots,
        duels=value.duels,
    )


def read_move(message: types_pb2.Move) -> Move:
    return Move(
        notation=message.notation,
        origin=message.from_square or None,
        target=message.to_square or None,
        path=tuple(message.path),
        captured=tuple(message.captured),
        promotes=message.promotes,
        is_pass=message.is_pass,
        auto=message.auto,
        lots=tuple(message.lots),
        duels=tuple(message.duels),
    )


def time_control(value: TimeControl) -> types_pb2.TimeControl:
    match value:
        case Fischer(base_ms=base_ms, increment_ms=increment_ms):
            fischer = types_pb2.Fischer(base_ms=base_ms, increment_ms=increment_ms)
            return types_pb2.TimeControl(fischer=fischer)
        case Delay(base_ms=base_ms, delay_ms=delay_ms):
            return types_pb2.TimeControl(delay=types_pb2.Delay(base_ms=base_ms, delay_ms=delay_ms))
        case PerMove(move_ms=move_ms, on_expiry=on_expiry, max_strikes=max_strikes):
            per_move = types_pb2.PerMove(
                move_ms=move_ms, on_expiry=_EXPIRIES[on_expiry], max_strikes=max_strikes
            )
            return types_pb2.TimeControl(per_move=per_move)
        case Correspondence(days=days):
            return types_pb2.TimeControl(correspondence=types_pb2.Correspondence(days=days))
    return types_pb2.TimeControl(unlimited=types_pb2.Unlimited())


def read_time_control(message: types_pb2.TimeControl) -> TimeControl:
    """Raises InvalidField."""
    match message.WhichOneof("kind"):
        case "unlimited":
            return Unlimited()
        case "fischer":
            base_ms, each_ms = message.fischer.base_ms, message.fischer.increment_ms
            _require_budget(base_ms, each_ms, "increment_ms")
            return Fischer(base_ms=base_ms, increment_ms=each_ms)
        case "delay":
            base_ms, each_ms = message.delay.base_ms, message.delay.delay_ms
            _require_budget(base_ms, each_ms, "delay_ms")
            return Delay(base_ms=base_ms, delay_ms=each_ms)
        case "per_move":
            return _read_per_move(message.per_move)
        case "correspondence":
            days = message.correspondence.days
            if not 1 <= days <= _MOST_DAYS:
                raise InvalidField(f"days from 1 to {_MOST_DAYS}")
            return Correspondence(days=days)
    raise InvalidField("a time control has a kind")


def _require_budget(base_ms: int, each_ms: int, name: str) -> None:
    if not (1 <= base_ms <= _MOST_BASE_MS and 0 <= each_ms <= _MOST_EACH_MS):
        raise InvalidField(f"base_ms from 1 to a day, {name} from 0 to an hour")


def _read_per_move(message: types_pb2.PerMove) -> PerMove:
    expiry = _EXPIRY_OF.get(message.on_expiry)
    if expiry is None:
        raise InvalidField("on_expiry says what becomes of a side whose time is over")
    if not _LEAST_MOVE_MS <= message.move_ms <= _MOST_BASE_MS:
        raise InvalidField("move_ms from a second to a day")
    most = _MOST_STRIKES if expiry is Expiry.AUTO_MOVE else 0
    if not 0 <= message.max_strikes <= most:
        raise InvalidField(f"max_strikes from 0 to {most}")
    return PerMove(move_ms=message.move_ms, on_expiry=expiry, max_strikes=message.max_strikes)


def clock(value: Clock) -> types_pb2.ClockState:
    return types_pb2.ClockState(
        white_remaining_ms=value.white_remaining_ms,
        black_remaining_ms=value.black_remaining_ms,
        running_side=SIDES[value.running],
        since_time=timestamp(value.since),
        deadline_time=timestamp(value.deadline),
        clock_version=value.version,
        used_ms=value.used_ms,
        white_strikes=value.white_strikes,
        black_strikes=value.black_strikes,
    )


def read_clock(message: types_pb2.ClockState) -> Clock:
    return Clock(
        white_remaining_ms=message.white_remaining_ms,
        black_remaining_ms=message.black_remaining_ms,
        running=SIDE_OF[message.running_side],
        since=_read_time(message.since_time) if message.HasField("since_time") else None,
        deadline=_read_time(message.deadline_time) if message.HasField("deadline_time") else None,
        version=message.clock_version,
        used_ms=message.used_ms,
        white_strikes=message.white_strikes,
        black_strikes=message.black_strikes,
    )


def timestamp(time: datetime | None) -> Timestamp | None:
    # By arithmetic: FromDatetime takes five times as long.
    if time is None:
        return None
    since = time - _EPOCH
    return Timestamp(seconds=since.days * 86_400 + since.seconds, nanos=since.microseconds * 1000)


def _read_time(message: Timestamp) -> datetime:
    return _EPOCH + timedelta(seconds=message.seconds, microseconds=message.nanos // 1000)
