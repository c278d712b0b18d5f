"""How a game stands, as the facts of a snapshot: in the shapes and words of the REST API."""

from __future__ import annotations

from datetime import datetime

from games import absence, events, opening, turns, views
from games.events import Facts
from games.game import Game
from games.sides import Side
from games.views import View


def facts(game: Game, now: datetime, view: View) -> Facts:
    seen = views.seen(game, view)
    clock = game.clock if game.is_limited else None
    return {
        "id": game.game_id,
        **events.ruleset_facts(game.ruleset),
        "white": events.seat_facts(game.white),
        "black": events.seat_facts(game.black),
        "time_control": events.time_control_facts(game.time_control),
        "rated": game.rated,
        "flags": sorted(game.terms.flags),
        "first_move_ms": game.terms.first_move_ms,
        "spectator_delay_ms": game.terms.spectator_delay_ms,
        "status": game.status,
        "turn": game.turn,
        "ply": game.ply,
        "to_move": game.to_move,
        "fen": seen.position.fen,
        "position_hash": views.position_hash(seen.position.fen),
        "clock": events.rest_clock(events.clock_facts(clock)) if clock else None,
        "moves": list(game.moves),
        "result": events.result_facts(game.result),
        "abort_reason": game.abort_reason,
        "offers": [{"kind": offer.kind, "side": offer.side} for offer in game.offers],
        "pause": _pause(game, now),
        "absences": [
            {"side": side, "deadline_time": events.written(since + absence.grace(game))}
            for side, since in game.gone.items()
            if absence.binds(game)
        ],
        "choice": _choice(game, view) if game.marking.per_side else None,
        "rematch_of_id": game.rematch_of,
        "rematch_id": game.rematch,
        "create_time": events.written(game.create_time),
        "now_time": events.written(now),
        "sequence": game.sequence,
        "seed_hash": game.seeds.server_hash if game.asks_chance else None,
        "view": view,
    }


def _choice(game: Game, view: View) -> Facts:
    return {
        "per_side": game.marking.per_side,
        "white_count": opening.choice_count(game, Side.WHITE),
        "black_count": opening.choice_count(game, Side.BLACK),
        "deadline_time": events.written(game.choice_end),
        "white_commitment": opening.commitment(game, Side.WHITE) or None,
        "black_commitment": opening.commitment(game, Side.BLACK) or None,
        "own_squares": views.own_squares(game, view),
        "revealed": views.is_revealed(game),
    }


def _pause(game: Game, now: datetime) -> Facts | None:
    pause = turns.pause_of(game, now)
    return {"reason": pause[0], "end_time": events.written(pause[1])} if pause else None
