"""Messages about games, players and engines as JSON values, and wishes as messages."""

from __future__ import annotations

from collections.abc import Mapping

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.types.v1 import types_pb2
from gateway import shapes
from gateway.bodies_games import CreateGameBody, Persona, SeatWish
from gateway.bodies_time import (
    CorrespondenceControl,
    DelayControl,
    FischerControl,
    PerMoveControl,
    TimeControl,
)
from gateway.shapes import FAMILIES, SIDES, Json

STATUSES = shapes.words(games_pb.GameStatus, "GAME_STATUS_")
FLAGS = shapes.words(games_pb.GameFlag, "GAME_FLAG_")
OFFERS = shapes.words(games_pb.OfferKind, "OFFER_KIND_")
PAUSES = shapes.words(games_pb.PauseReason, "PAUSE_REASON_")
ABORTS = shapes.words(games_pb.AbortReason, "ABORT_REASON_")


def game(message: games_pb.Game) -> Json:
    """In the words and shapes of the snapshots of its feed."""
    position = message.position
    return {
        "id": message.game_id,
        "ruleset": message.ruleset.key,
        "options": dict(sorted(message.ruleset.options.items())),
        "white": _seat(message.white),
        "black": _seat(message.black),
        "time_control": _time_control(message.time_control),
        "rated": message.rated,
        "flags": sorted(FLAGS[flag] or "" for flag in message.flags),
        "first_move_ms": message.first_move_ms,
        "spectator_delay_ms": message.spectator_delay_ms,
        "status": STATUSES[message.status],
        "turn": message.turn,
        "ply": message.ply,
        "to_move": SIDES[message.to_move],
        "fen": position.fen,
        "rule_state": shapes.base64_text(position.rule_state) if position.rule_state else None,
        "position_hash": message.position_hash,
        "clock": clock(message.clock) if message.HasField("clock") else None,
        "moves": list(message.moves),
        "result": shapes.result(message.result) if message.HasField("result") else None,
        "abort_reason": ABORTS[message.abort_reason],
        "offers": [{"kind": OFFERS[offer.kind], "side": SIDES[offer.side]} for offer in message.offers],
        "pause": _pause(message.pause) if message.HasField("pause") else None,
        "absences": [
            {"side": SIDES[absence.side], "deadline_time": absence.deadline_time.ToJsonString()}
            for absence in message.absences
        ],
        "choice": _choice(message.choice) if message.HasField("choice") else None,
        "rematch_of_id": message.rematch_of_id or None,
        "rematch_id": message.rematch_id or None,
        "create_time": message.create_time.ToJsonString(),
        "now_time": message.now_time.ToJsonString(),
        "sequence": message.sequence,
        "seed_hash": message.seed_hash or None,
        "view": message.view,
    }


def games(message: games_pb.ListGamesResponse) -> Json:
    return {
        "games": [game(each) for each in message.games],
        "next_page_token": message.next_page_token or None,
    }


def _pause(message: games_pb.Pause) -> Json:
    return {"reason": PAUSES[message.reason], "end_time": message.end_time.ToJsonString()}


def _choice(message: games_pb.SecretChoice) -> Json:
    return {
        "per_side": message.per_side,
        "white_count": message.white_count,
        "black_count": message.black_count,
        "deadline_time": message.deadline_time.ToJsonString() if message.HasField("deadline_time") else None,
        "white_commitment": message.white_commitment or None,
        "black_commitment": message.black_commitment or None,
        "own_squares": list(message.own_squares),
        "revealed": message.revealed,
    }


def _seat(message: games_pb.Seat) -> Json | None:
    occupant = message.WhichOneof("occupant")
    return {occupant: getattr(message, occupant)} if occupant is not None else None


def _time_control(message: types_pb2.TimeControl) -> Json:
    kind = message.WhichOneof("kind")
    match kind:
        case "fischer":
            fischer = message.fischer
            return {"kind": kind, "base_ms": fischer.base_ms, "increment_ms": fischer.increment_ms}
        case "delay":
            delay = message.delay
            return {"kind": kind, "base_ms": delay.base_ms, "delay_ms": delay.delay_ms}
        case "per_move":
            per_move = message.per_move
            return {
                "kind": kind,
                "move_ms": per_move.move_ms,
                "on_expiry": shapes.EXPIRIES[per_move.on_expiry],
                "max_strikes": per_move.max_strikes,
            }
        case "correspondence":
            return {"kind": kind, "days": message.correspondence.days}
    return {"kind": "unlimited"}


def clock(message: types_pb2.ClockState) -> Json:
    return {
        "white_remaining_ms": message.white_remaining_ms,
        "black_remaining_ms": message.black_remaining_ms,
        "running_side": SIDES[message.running_side],
        "since_time": message.since_time.ToJsonString() if message.HasField("since_time") else None,
        "deadline_time": message.deadline_time.ToJsonString() if message.HasField("deadline_time") else None,
        "used_ms": message.used_ms,
        "white_strikes": message.white_strikes,
        "black_strikes": message.black_strikes,
    }


def played(message: games_pb.PlayMoveResponse) -> Json:
    return {
        "game": game(message.game),
        "move": shapes.move(message.move),
        "turn": message.turn,
        "charged_ms": message.charged_ms,
        "taken_back": message.taken_back,
    }


def legal_moves(message: games_pb.ListGameMovesResponse, *, with_tree: bool) -> Json:
    return {"turn": message.turn, **shapes.moves(message.legal, with_tree=with_tree)}


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
                "manner": shapes.text(persona.manner),
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


def creation(body: CreateGameBody, request_id: str) -> games_pb.CreateGameRequest:
    return games_pb.CreateGameRequest(
        ruleset=types_pb2.RulesetRef(key=body.ruleset, options=body.options),
        time_control=time_control(body.time_control) if body.time_control else None,
        white=seat_wish(body.white),
        black=seat_wish(body.black),
        rated=body.rated,
        request_id=request_id,
        flags=[games_pb.GameFlag.Value(f"GAME_FLAG_{flag.upper()}") for flag in body.flags],
        first_move_ms=body.first_move_ms,
        spectator_delay_ms=body.spectator_delay_ms,
        seed=body.seed or "",
    )


def seat_wish(wish: SeatWish) -> games_pb.SeatWish:
    return games_pb.SeatWish(persona=wish.persona) if isinstance(wish, Persona) else _WISHES[wish]


def time_control(wish: TimeControl) -> types_pb2.TimeControl:
    match wish:
        case FischerControl():
            fischer = types_pb2.Fischer(base_ms=wish.base_ms, increment_ms=wish.increment_ms)
            return types_pb2.TimeControl(fischer=fischer)
        case DelayControl():
            return types_pb2.TimeControl(delay=types_pb2.Delay(base_ms=wish.base_ms, delay_ms=wish.delay_ms))
        case PerMoveControl():
            expiry = types_pb2.Expiry.Value(f"EXPIRY_{wish.on_expiry.upper()}")
            per_move = types_pb2.PerMove(move_ms=wish.move_ms, on_expiry=expiry, max_strikes=wish.max_strikes)
            return types_pb2.TimeControl(per_move=per_move)
        case CorrespondenceControl():
            return types_pb2.TimeControl(correspondence=types_pb2.Correspondence(days=wish.days))
    return types_pb2.TimeControl(unlimited=types_pb2.Unlimited())
