"""The domain's values as messages, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from google.protobuf.timestamp_pb2 import Timestamp

from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.types.v1 import types_pb2
from games import chance
from games.errors import InvalidField
from games.game import Game
from games.parts import (
    Clock,
    Engine,
    Fischer,
    Move,
    Player,
    Position,
    Result,
    RulesetChoice,
    Seat,
    Side,
    Status,
    TimeControl,
    Unlimited,
)

SIDES: Mapping[Side | None, types_pb2.Side.ValueType] = {
    None: types_pb2.SIDE_UNSPECIFIED,
    Side.WHITE: types_pb2.SIDE_WHITE,
    Side.BLACK: types_pb2.SIDE_BLACK,
}
SIDE_OF: Mapping[int, Side | None] = {number: side for side, number in SIDES.items()}

_STATUSES = {status: games_pb.GameStatus.Value(f"GAME_STATUS_{status.name}") for status in Status}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST_BASE_MS = 86_400_000
_MOST_INCREMENT_MS = 3_600_000


def game(value: Game, now: datetime) -> games_pb.Game:
    message = games_pb.Game(
        game_id=value.game_id,
        ruleset=ruleset(value.ruleset),
        time_control=time_control(value.time_control),
        white=seat(value.white),
        black=seat(value.black),
        rated=value.rated,
        status=_STATUSES[value.status],
        turn=value.turn,
        ply=value.ply,
        to_move=SIDES[value.to_move],
        position=position(value.position),
        moves=value.moves,
        result=result(value.result),
        create_time=timestamp(value.create_time),
        now_time=timestamp(now),
        sequence=value.sequence,
    )
    if value.clock is not None and value.is_limited:
        message.clock.CopyFrom(clock(value.clock))
    if value.ruleset.key in chance.MARKED_BY_EACH_SIDE:
        message.seed_hash = value.seeds.server_hash
    return message


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
    if isinstance(value, Fischer):
        fischer = types_pb2.Fischer(base_ms=value.base_ms, increment_ms=value.increment_ms)
        return types_pb2.TimeControl(fischer=fischer)
    return types_pb2.TimeControl(unlimited=types_pb2.Unlimited())


def read_time_control(message: types_pb2.TimeControl) -> TimeControl:
    """Raises InvalidField."""
    kind = message.WhichOneof("kind")
    if kind == "unlimited":
        return Unlimited()
    if kind != "fischer":
        raise InvalidField("a time control has a kind")
    base_ms, increment_ms = message.fischer.base_ms, message.fischer.increment_ms
    if not (1 <= base_ms <= _MOST_BASE_MS and 0 <= increment_ms <= _MOST_INCREMENT_MS):
        raise InvalidField("base_ms from 1 to a day, increment_ms from 0 to an hour")
    return Fischer(base_ms=base_ms, increment_ms=increment_ms)


def clock(value: Clock) -> types_pb2.ClockState:
    return types_pb2.ClockState(
        white_remaining_ms=value.white_remaining_ms,
        black_remaining_ms=value.black_remaining_ms,
        running_side=SIDES[value.running],
        since_time=timestamp(value.since),
        deadline_time=timestamp(value.deadline),
        clock_version=value.version,
    )


def read_clock(message: types_pb2.ClockState) -> Clock:
    return Clock(
        white_remaining_ms=message.white_remaining_ms,
        black_remaining_ms=message.black_remaining_ms,
        running=SIDE_OF[message.running_side],
        since=_read_time(message.since_time) if message.HasField("since_time") else None,
        deadline=_read_time(message.deadline_time) if message.HasField("deadline_time") else None,
        version=message.clock_version,
    )


def timestamp(time: datetime | None) -> Timestamp | None:
    # By arithmetic: FromDatetime takes five times as long.
    if time is None:
        return None
    since = time - _EPOCH
    return Timestamp(seconds=since.days * 86_400 + since.seconds, nanos=since.microseconds * 1000)


def _read_time(message: Timestamp) -> datetime:
    return _EPOCH + timedelta(seconds=message.seconds, microseconds=message.nanos // 1000)
