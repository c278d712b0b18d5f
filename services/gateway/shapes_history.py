"""Messages about how a game came to where it is as JSON values, and about what chance has decided in it."""

from __future__ import annotations

from brettwerk.games.v1 import games_service_pb2 as games_pb
from gateway import shapes, shapes_games
from gateway.shapes import SIDES, Json


def history(message: games_pb.GetHistoryResponse) -> Json:
    return {
        "game": shapes_games.game(message.game),
        "start_fen": message.start_fen or None,
        "start_position_hash": message.start_position_hash or None,
        "plies": [_ply(ply) for ply in message.plies],
    }


def ply(message: games_pb.GetHistoryResponse, number: int) -> Json | None:
    """A ply of the line, 0 for its start; None if it was not reached."""
    if not message.start_fen or number > len(message.plies):
        return None
    found = _ply(message.plies[number - 1]) if number else _start(message)
    return {"game_id": message.game.game_id, **found, "last_ply": len(message.plies)}


def _start(message: games_pb.GetHistoryResponse) -> Json:
    return {
        "ply": 0,
        "turn": None,
        "side": None,
        "move": None,
        "fen": message.start_fen,
        "position_hash": message.start_position_hash,
        "clock": None,
        "charged_ms": 0,
        "play_time": None,
    }


def _ply(message: games_pb.HistoryPly) -> Json:
    return {
        "ply": message.ply,
        "turn": message.turn,
        "side": SIDES[message.side],
        "move": shapes.move(message.move),
        "fen": message.fen,
        "position_hash": message.position_hash,
        "clock": shapes_games.clock(message.clock) if message.HasField("clock") else None,
        "charged_ms": message.charged_ms,
        "play_time": message.play_time.ToJsonString(),
    }


def fairness(message: games_pb.GetFairnessResponse) -> Json:
    return {
        "game_id": message.game_id,
        "seed_hash": message.seed_hash or None,
        "server_seed": message.server_seed or None,
        "white_seed": message.white_seed or None,
        "black_seed": message.black_seed or None,
        "draws": [
            {
                "purpose": draw.purpose,
                "index": draw.index,
                "bound": draw.bound,
                "value": draw.value,
                "turn": draw.turn,
                "outcome": draw.outcome,
                "choices": list(draw.choices),
            }
            for draw in message.draws
        ],
        "stones": [
            {
                "side": SIDES[stones.side],
                "commitment": stones.commitment or None,
                "salt": stones.salt or None,
                "squares": list(stones.squares),
            }
            for stones in message.stones
        ],
        "lot_success_percent": message.lot_success_percent,
        "complete": message.complete,
    }
