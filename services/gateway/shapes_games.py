"""Messages about games, players and engines as JSON values, and wishes as messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.types.v1 import types_pb2
from gateway import shapes
from gateway.bodies_games import FischerControl, Persona, SeatWish, TimeControl
from gateway.shapes import FAMILIES, SIDES, Json

STATUSES = shapes.words(games_pb.GameStatus, "GAME_STATUS_")


def game(message: games_pb.Game) -> Json:
    position = message.position
    return {
        "id": message.game_id,
        "ruleset": message.ruleset.key,
        "options": dict(sorted(message.ruleset.options.items())),
        "white": _seat(message.white),
        "black": _seat(message.black),
        "time_control": _time_control(message.time_control),
        "rated": message.rated,
        "status": STATUSES[message.status],
        "turn": message.turn,
        "ply": message.ply,
        "to_move": SIDES[message.to_move],
        "fen": position.fen,
        "rule_state": shapes.base64_text(position.rule_state) if position.rule_state else None,
        "clock": _clock(message.clock) if message.HasField("clock") else None,
        "moves": list(message.moves),
        "result": shapes.result(message.result) if message.HasField("result") else None,
        "create_time": message.create_time.ToJsonString(),
        "now_time": message.now_time.ToJsonString(),
        "sequence": message.sequence,
        "seed_hash": message.seed_hash or None,
    }


def _seat(message: games_pb.Seat) -> Json | None:
    occupant = message.WhichOneof("occupant")
    return {occupant: getattr(message, occupant)} if occupant is not None else None


def _time_control(message: types_pb2.TimeControl) -> Json:
    if message.WhichOneof("kind") == "fischer":
        fischer = message.fischer
        return {"kind": "fischer", "base_ms": fischer.base_ms, "increment_ms": fischer.increment_ms}
    return {"kind": "unlimited"}


def _clock(message: types_pb2.ClockState) -> Json:
    return {
        "white_remaining_ms": message.white_remaining_ms,
        "black_remaining_ms": message.black_remaining_ms,
        "running_side": SIDES[message.running_side],
        "since_time": message.since_time.ToJsonString() if message.HasField("since_time") else None,
        "deadline_time": message.deadline_time.ToJsonString() if message.HasField("deadline_time") else None,
    }


def played(message: games_pb.PlayMoveResponse) -> Json:
    return {
        "game": game(message.game),
        "move": shapes.move(message.move),
        "turn": message.turn,
        "charged_ms": message.charged_ms,
    }


def legal_moves(message: games_pb.ListGameMovesResponse, *, with_tree: bool) -> Json:
    return {"turn": message.turn, **shapes.moves(message.legal, with_tree=with_tree)}


def events(message: events_pb.ListEventsResponse) -> Json:
    return {
        "events": [_event(event) for event in message.events],
        "last_sequence": message.last_sequence,
    }


def _event(message: events_pb.Event) -> Json:
    return {
        "sequence": message.sequence,
        "type": message.type,
        "event_time": message.event_time.ToJsonString(),
        "data": _facts(message.data),
    }


def _facts(data: Struct) -> Json:
    facts: Json = _with_whole_numbers(MessageToDict(data))
    # The feed has moves in short, and clocks with more than is said elsewhere.
    if isinstance(move := facts.get("move"), dict):
        move["is_pass"] = move.pop("pass", False)
        move.setdefault("duels", [])
    if isinstance(clock := facts.get("clock"), dict):
        facts["clock"] = {name: clock[name] for name in _CLOCK} if _is_limited(clock) else None
    return facts


_CLOCK = ("white_remaining_ms", "black_remaining_ms", "running_side", "since_time", "deadline_time")


def _is_limited(clock: Json) -> bool:
    """Where time is unlimited nothing remains on either side, and nothing runs out."""
    return bool(clock["white_remaining_ms"] or clock["black_remaining_ms"] or clock["deadline_time"])


def _with_whole_numbers(value: Any) -> Any:
    """A Struct knows floating numbers alone, and no order of its keys; our numbers are whole, and below 2^53."""
    match value:
        case dict():
            return {key: _with_whole_numbers(value[key]) for key in sorted(value)}
        case list():
            return [_with_whole_numbers(item) for item in value]
        case float() if value.is_integer():
            return int(value)
    return value


def record(player_id: str, message: matchmaking_pb.GetRecordResponse) -> Json:
    return {
        "player_id": player_id,
        "record": [
            {"ruleset": line.ruleset_key, "won": line.won, "drawn": line.drawn, "lost": line.lost}
            for line in message.lines
        ],
    }


def personas(message: ai_pb.ListPersonasResponse) -> Json:
    return {
        "personas": [
            {
                "key": persona.key,
                "name": shapes.text(persona.name),
                "introduction": shapes.text(persona.introduction),
                "level": persona.level,
                "families": [FAMILIES[family] for family in persona.families],
            }
            for persona in message.personas
        ]
    }


_WISHES: Mapping[str, games_pb.SeatWish] = {
    "me": games_pb.SeatWish(caller=True),
    "open": games_pb.SeatWish(open=True),
}


def seat_wish(wish: SeatWish) -> games_pb.SeatWish:
    return games_pb.SeatWish(persona=wish.persona) if isinstance(wish, Persona) else _WISHES[wish]


def time_control(wish: TimeControl) -> types_pb2.TimeControl:
    if isinstance(wish, FischerControl):
        fischer = types_pb2.Fischer(base_ms=wish.base_ms, increment_ms=wish.increment_ms)
        return types_pb2.TimeControl(fischer=fischer)
    return types_pb2.TimeControl(unlimited=types_pb2.Unlimited())
