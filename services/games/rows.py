"""A game as a row, and back: one list of columns for reading and writing alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from games.chance import Seeds
from games.game import Game
from games.parts import (
    Clock,
    Engine,
    Fischer,
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

_FIXED: Mapping[str, Callable[[Game], Any]] = {
    "game_id": lambda game: UUID(game.game_id),
    "tenant_id": lambda game: game.tenant_id,
    "creator_id": lambda game: game.creator_id,
    "ruleset": lambda game: game.ruleset.key,
    "options": lambda game: Jsonb(game.ruleset.options),
    "forces_passes": lambda game: game.forces_passes,
    "base_ms": lambda game: _fischer(game.time_control, "base_ms"),
    "increment_ms": lambda game: _fischer(game.time_control, "increment_ms"),
    "rated": lambda game: game.rated,
    "server_seed": lambda game: game.seeds.server,
    "create_time": lambda game: game.create_time,
}
_CHANGING: Mapping[str, Callable[[Game], Any]] = {
    "white_player": lambda game: _player(game.white),
    "white_persona": lambda game: _persona(game.white),
    "black_player": lambda game: _player(game.black),
    "black_persona": lambda game: _persona(game.black),
    "white_seed": lambda game: game.seeds.white,
    "black_seed": lambda game: game.seeds.black,
    "status": lambda game: game.status,
    "turn": lambda game: game.turn,
    "ply": lambda game: game.ply,
    "to_move": lambda game: game.to_move,
    "fen": lambda game: game.position.fen,
    "rule_state": lambda game: game.position.rule_state,
    "white_ms": lambda game: game.clock.white_remaining_ms if game.clock else None,
    "black_ms": lambda game: game.clock.black_remaining_ms if game.clock else None,
    "running": lambda game: game.running_side,
    "since": lambda game: game.clock.since if game.clock else None,
    "deadline": lambda game: game.clock.deadline if game.clock else None,
    "clock_version": lambda game: game.clock.version if game.clock else None,
    "moves": lambda game: list(game.moves),
    "winner": lambda game: game.result.winner if game.result else None,
    "termination": lambda game: game.result.termination if game.result else None,
    "lots_drawn": lambda game: game.lots_drawn,
    "sequence": lambda game: game.sequence,
    "version": lambda game: game.version,
}

COLUMNS = (*_FIXED, *_CHANGING)
CHANGING = tuple(_CHANGING)


def values(game: Game) -> list[Any]:
    """For COLUMNS."""
    return [*(value(game) for value in _FIXED.values()), *changing_values(game)]


def changing_values(game: Game) -> list[Any]:
    """For CHANGING."""
    return [value(game) for value in _CHANGING.values()]


def game_of(row: Sequence[Any]) -> Game:
    """From COLUMNS, and whatever stands behind them."""
    at = dict(zip(COLUMNS, row, strict=False))
    return Game(
        game_id=str(at["game_id"]),
        tenant_id=at["tenant_id"],
        creator_id=at["creator_id"],
        ruleset=RulesetChoice(key=at["ruleset"], options=at["options"]),
        forces_passes=at["forces_passes"],
        time_control=_time_control(at["base_ms"], at["increment_ms"]),
        white=_seat(at["white_player"], at["white_persona"]),
        black=_seat(at["black_player"], at["black_persona"]),
        rated=at["rated"],
        status=Status(at["status"]),
        turn=at["turn"],
        ply=at["ply"],
        to_move=Side(at["to_move"]),
        position=Position(fen=at["fen"], rule_state=bytes(at["rule_state"])),
        clock=_clock(at),
        moves=tuple(at["moves"]),
        result=_result(at["winner"], at["termination"]),
        seeds=Seeds(server=bytes(at["server_seed"]), white=at["white_seed"], black=at["black_seed"]),
        lots_drawn=at["lots_drawn"],
        create_time=at["create_time"],
        sequence=at["sequence"],
        version=at["version"],
    )


def _fischer(control: TimeControl, field: str) -> int | None:
    return getattr(control, field) if isinstance(control, Fischer) else None


def _time_control(base_ms: int | None, increment_ms: int | None) -> TimeControl:
    if base_ms is None or increment_ms is None:
        return Unlimited()
    return Fischer(base_ms=base_ms, increment_ms=increment_ms)


def _player(seat: Seat) -> str | None:
    return seat.player_id if isinstance(seat, Player) else None


def _persona(seat: Seat) -> str | None:
    return seat.persona if isinstance(seat, Engine) else None


def _seat(player_id: str | None, persona: str | None) -> Seat:
    if player_id is not None:
        return Player(player_id)
    return None if persona is None else Engine(persona)


def _clock(at: Mapping[str, Any]) -> Clock | None:
    if at["clock_version"] is None:
        return None
    running: str | None = at["running"]
    since: datetime | None = at["since"]
    return Clock(
        white_remaining_ms=at["white_ms"],
        black_remaining_ms=at["black_ms"],
        running=Side(running) if running else None,
        since=since,
        deadline=at["deadline"],
        version=at["clock_version"],
    )


def _result(winner: str | None, termination: str | None) -> Result | None:
    if termination is None:
        return None
    return Result(winner=Side(winner) if winner else None, termination=termination)
