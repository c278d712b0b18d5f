"""Messages and the domain's values: what is asked, checked, and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from google.protobuf.struct_pb2 import Struct
from google.protobuf.timestamp_pb2 import Timestamp

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.matchmaking.v1 import chat_service_pb2 as chat_pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.types.v1 import types_pb2
from chassis import at
from matchmaking.errors import InvalidField
from matchmaking.feed import Event, Facts
from matchmaking.news import News, ToldGame
from matchmaking.record import FinishedGame, Side
from matchmaking.room import Message, Room, RoomKind

MAX_ID_CHARS = 64
MAX_OPTIONS = 64

_SIDES: dict[int, Side | None] = {
    types_pb2.SIDE_UNSPECIFIED: None,
    types_pb2.SIDE_WHITE: Side.WHITE,
    types_pb2.SIDE_BLACK: Side.BLACK,
}
_TERMINATIONS: dict[int, str] = {
    number: name.removeprefix("TERMINATION_").lower()
    for name, number in types_pb2.Termination.items()
    if number != types_pb2.TERMINATION_UNSPECIFIED
}
_EXPIRIES: dict[int, str] = {
    types_pb2.EXPIRY_LOSE: "lose",
    types_pb2.EXPIRY_AUTO_MOVE: "auto_move",
}
_NEWS: dict[int, News] = {matchmaking_pb.GameNews.Value(f"GAME_NEWS_{news.name}"): news for news in News}
_ROOM_KINDS: Mapping[RoomKind, chat_pb.RoomKind.ValueType] = {
    kind: chat_pb.RoomKind.Value(f"ROOM_KIND_{kind.name}") for kind in RoomKind
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def require(holds: bool, pointer: str, description: str) -> None:
    """Raises InvalidField at the pointer unless the claim holds."""
    if not holds:
        error = InvalidField(description)
        with at(pointer):
            raise error


def read_id(text: str, pointer: str, *, needed: bool = False) -> str:
    """A key or an id that the database takes. Raises InvalidField."""
    require(
        len(text) <= MAX_ID_CHARS and "\0" not in text,
        pointer,
        f"at most {MAX_ID_CHARS} characters, none of them NUL",
    )
    require(bool(text) or not needed, pointer, "has to be given")
    return text


def finished_game(request: matchmaking_pb.RecordResultRequest) -> FinishedGame:
    require(request.event_id > 0, "/event_id", "from 1")
    for field in ("game_id", "tenant_id", "ruleset_key"):
        read_id(getattr(request, field), f"/{field}", needed=True)
    require(request.ply >= 0, "/ply", "not negative")
    winner, termination = _result(request.result)
    return FinishedGame(
        game_id=request.game_id,
        tenant_id=request.tenant_id,
        ruleset_key=request.ruleset_key,
        white_player_id=read_id(request.white_player_id, "/white_player_id") or None,
        black_player_id=read_id(request.black_player_id, "/black_player_id") or None,
        winner=winner,
        termination=termination,
        rated=request.rated,
        ply=request.ply,
    )


def told_game(request: matchmaking_pb.TellOfGameRequest) -> ToldGame:
    require(request.event_id > 0, "/event_id", "from 1")
    for field in ("game_id", "tenant_id", "ruleset_key"):
        read_id(getattr(request, field), f"/{field}", needed=True)
    require(request.kind in _NEWS, "/kind", "what has become of the game")
    kind = _NEWS[request.kind]
    require(len(request.options) <= MAX_OPTIONS, "/options", f"at most {MAX_OPTIONS}")
    for key, value in request.options.items():
        read_id(key, "/options")
        read_id(value, f"/options/{key}")
    result = None
    if kind is News.ENDED:
        winner, termination = _result(request.result)
        result = {"winner": winner, "termination": termination}
    rematch_game_id = ""
    if kind is News.REMATCH:
        rematch_game_id = read_id(request.rematch_game_id, "/rematch_game_id", needed=True)
    white, black = _seat(request, "white"), _seat(request, "black")
    return ToldGame(
        game_id=request.game_id,
        tenant_id=request.tenant_id,
        kind=kind,
        white_player_id=request.white_player_id or None,
        black_player_id=request.black_player_id or None,
        private=request.private,
        facts={
            "game_id": request.game_id,
            "ruleset": request.ruleset_key,
            "options": dict(sorted(request.options.items())),
            "white": white,
            "black": black,
            "rated": request.rated,
            "time_control": _time_control(request.time_control),
        },
        result=result,
        rematch_game_id=rematch_game_id,
    )


def _seat(request: matchmaking_pb.TellOfGameRequest, side: str) -> Facts | None:
    player_id = read_id(getattr(request, f"{side}_player_id"), f"/{side}_player_id")
    persona = read_id(getattr(request, f"{side}_persona"), f"/{side}_persona")
    require(not (player_id and persona), f"/{side}_persona", "a player or an engine")
    if player_id:
        return {"player_id": player_id}
    return {"persona": persona} if persona else None


def _result(message: types_pb2.Result) -> tuple[Side | None, str]:
    with at("/result"):
        require(message.winner in _SIDES, "/winner", "a known side, or none")
        require(message.termination in _TERMINATIONS, "/termination", "a known reason")
    return _SIDES[message.winner], _TERMINATIONS[message.termination]


def _time_control(message: types_pb2.TimeControl) -> Facts:
    """In the words of the REST API."""
    match message.WhichOneof("kind"):
        case "fischer":
            fischer = message.fischer
            return {"kind": "fischer", "base_ms": fischer.base_ms, "increment_ms": fischer.increment_ms}
        case "unlimited":
            return {"kind": "unlimited"}
        case "delay":
            return {"kind": "delay", "base_ms": message.delay.base_ms, "delay_ms": message.delay.delay_ms}
        case "per_move":
            per_move = message.per_move
            with at("/time_control"), at("/per_move"):
                require(per_move.on_expiry in _EXPIRIES, "/on_expiry", "what becomes of a side")
            return {
                "kind": "per_move",
                "move_ms": per_move.move_ms,
                "on_expiry": _EXPIRIES[per_move.on_expiry],
                "max_strikes": per_move.max_strikes,
            }
        case "correspondence":
            return {"kind": "correspondence", "days": message.correspondence.days}
    error = InvalidField("a kind of time control")
    with at("/time_control"):
        raise error


def event(value: Event) -> events_pb.Event:
    data = Struct()
    data.update(value.data)
    return events_pb.Event(
        sequence=value.sequence, type=value.type, event_time=timestamp(value.time), data=data
    )


def room(value: Room) -> chat_pb.Room:
    message = chat_pb.Room(room_id=value.room_id, kind=_ROOM_KINDS[value.kind], writable=value.writable)
    if (private := value.private) is not None:
        message.maker_player_id = private.maker_id
        message.member_player_ids.extend(private.member_ids)
        message.invitation = private.invitation
        message.create_time.CopyFrom(timestamp(private.create_time))
    return message


def message(value: Message) -> chat_pb.Message:
    return chat_pb.Message(
        message_id=value.message_id,
        room_id=value.room_id,
        player_id=value.player_id,
        text=value.text,
        post_time=timestamp(value.time),
        hidden=value.hidden,
    )


def timestamp(time: datetime) -> Timestamp:
    """Exact to the microsecond."""
    seconds, rest = divmod(time - _EPOCH, timedelta(seconds=1))
    return Timestamp(seconds=seconds, nanos=rest.microseconds * 1000)
