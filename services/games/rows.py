"""A game as a row, and back: one list of columns for reading and writing alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from games import events
from games.chance import Seeds
from games.game import Game
from games.parts import (
    AbortReason,
    Engine,
    Offer,
    OfferKind,
    Player,
    Position,
    Result,
    RulesetChoice,
    Seat,
    Status,
)
from games.sides import Side
from games.stones import NO_MARKING, Marking, Stones
from games.terms import Flag, Terms
from games.timing import Clock

_FIXED: Mapping[str, Callable[[Game], Any]] = {
    "game_id": lambda game: UUID(game.game_id),
    "tenant_id": lambda game: game.tenant_id,
    "creator_id": lambda game: game.creator_id,
    "ruleset": lambda game: game.ruleset.key,
    "options": lambda game: Jsonb(game.ruleset.options),
    "forces_passes": lambda game: game.forces_passes,
    "time_control": lambda game: Jsonb(events.time_control_facts(game.time_control)),
    "flags": lambda game: sorted(game.terms.flags),
    "first_move_ms": lambda game: game.terms.first_move_ms,
    "spectator_delay_ms": lambda game: game.terms.spectator_delay_ms,
    "marking": lambda game: Jsonb(asdict(game.marking)) if game.marking.per_side else None,
    "rated": lambda game: game.rated,
    "server_seed": lambda game: game.seeds.server,
    "rematch_of": lambda game: UUID(game.rematch_of) if game.rematch_of else None,
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
    "used_ms": lambda game: game.clock.used_ms if game.clock else 0,
    "white_strikes": lambda game: game.clock.white_strikes if game.clock else 0,
    "black_strikes": lambda game: game.clock.black_strikes if game.clock else 0,
    "moves": lambda game: list(game.moves),
    "winner": lambda game: game.result.winner if game.result else None,
    "termination": lambda game: game.result.termination if game.result else None,
    "abort_reason": lambda game: game.abort_reason,
    "offers": lambda game: _written_offers(game.offers),
    "declined": lambda game: _written_offers(game.declined),
    "pause_end": lambda game: game.pause_end,
    "pause_count": lambda game: game.pause_count,
    "white_gone": lambda game: game.gone.get(Side.WHITE),
    "black_gone": lambda game: game.gone.get(Side.BLACK),
    "gone_count": lambda game: game.gone_count,
    "choice_end": lambda game: game.choice_end,
    "stones": lambda game: _written_stones(game.stones),
    "revealed": lambda game: game.revealed,
    "lots_drawn": lambda game: game.lots_drawn,
    "rematch": lambda game: UUID(game.rematch) if game.rematch else None,
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
        time_control=events.read_time_control(at["time_control"]),
        terms=Terms(
            flags=frozenset(map(Flag, at["flags"])),
            first_move_ms=at["first_move_ms"],
            spectator_delay_ms=at["spectator_delay_ms"],
        ),
        marking=Marking(**at["marking"]) if at["marking"] else NO_MARKING,
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
        abort_reason=AbortReason(at["abort_reason"]) if at["abort_reason"] else None,
        offers=_read_offers(at["offers"]),
        declined=_read_offers(at["declined"]),
        pause_end=at["pause_end"],
        pause_count=at["pause_count"],
        gone={side: at[f"{side}_gone"] for side in Side if at[f"{side}_gone"]},
        gone_count=at["gone_count"],
        choice_end=at["choice_end"],
        stones=_read_stones(at["stones"]),
        revealed=at["revealed"],
        seeds=Seeds(server=bytes(at["server_seed"]), white=at["white_seed"], black=at["black_seed"]),
        lots_drawn=at["lots_drawn"],
        rematch_of=str(at["rematch_of"]) if at["rematch_of"] else None,
        rematch=str(at["rematch"]) if at["rematch"] else None,
        create_time=at["create_time"],
        sequence=at["sequence"],
        version=at["version"],
    )


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
        used_ms=at["used_ms"],
        white_strikes=at["white_strikes"],
        black_strikes=at["black_strikes"],
    )


def _result(winner: str | None, termination: str | None) -> Result | None:
    if termination is None:
        return None
    return Result(winner=Side(winner) if winner else None, termination=termination)


def _written_offers(offers: Sequence[Offer]) -> list[str]:
    return [f"{offer.kind}:{offer.side}" for offer in offers]


def _read_offers(texts: Sequence[str]) -> tuple[Offer, ...]:
    pairs = (text.split(":") for text in texts)
    return tuple(Offer(kind=OfferKind(kind), side=Side(side)) for kind, side in pairs)


def _written_stones(stones: Mapping[Side, Stones]) -> Jsonb | None:
    if not stones:
        return None
    return Jsonb(
        {
            side: {"salt": each.salt.hex(), "chosen": list(each.chosen), "drawn": list(each.drawn)}
            for side, each in stones.items()
        }
    )


def _read_stones(facts: Mapping[str, Any] | None) -> Mapping[Side, Stones]:
    return {
        Side(side): Stones(
            salt=bytes.fromhex(each["salt"]), chosen=tuple(each["chosen"]), drawn=tuple(each["drawn"])
        )
        for side, each in (facts or {}).items()
    }
