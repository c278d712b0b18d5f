"""What happened in a game: the facts of its feed, in the shapes and words of the REST API.

They are the game's history as well: a turn's answer is given again, and a game written down, from its events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from games.parts import (
    Clock,
    Engine,
    Fischer,
    Move,
    Player,
    Ply,
    Result,
    RulesetChoice,
    Seat,
    Side,
    TimeControl,
)

Facts: TypeAlias = Mapping[str, Any]

GAME_CREATED = "game_created"
PLAYER_JOINED = "player_joined"
GAME_STARTED = "game_started"
MOVE_PLAYED = "move_played"
CLOCK_ADJUSTED = "clock_adjusted"
GAME_ENDED = "game_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One entry of a game's feed."""

    sequence: int
    """From 1 without gaps."""
    type: str
    turn: int
    """The turn that it took, or during which it happened."""
    time: datetime
    data: Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """A move of the past with what it left behind, as its event tells it."""

    turn: int
    ply: int
    side: Side
    move: Move
    fen: str
    to_move: Side
    clock: Clock
    charged_ms: int
    result: Result | None
    sequence: int


def seat_facts(seat: Seat) -> Facts | None:
    match seat:
        case Player(player_id):
            return {"player_id": player_id}
        case Engine(persona):
            return {"persona": persona}
    return None


def ruleset_facts(ruleset: RulesetChoice) -> Facts:
    return {"ruleset": ruleset.key, "options": dict(ruleset.options)}


def time_control_facts(control: TimeControl) -> Facts:
    if isinstance(control, Fischer):
        return {"kind": "fischer", "base_ms": control.base_ms, "increment_ms": control.increment_ms}
    return {"kind": "unlimited"}


def clock_facts(clock: Clock) -> Facts:
    return {
        "white_remaining_ms": clock.white_remaining_ms,
        "black_remaining_ms": clock.black_remaining_ms,
        "running_side": clock.running,
        "since_time": _written(clock.since),
        "deadline_time": _written(clock.deadline),
        "version": clock.version,
    }


def result_facts(result: Result | None) -> Facts | None:
    return {"winner": result.winner, "termination": result.termination} if result else None


def move_facts(move: Move) -> Facts:
    facts = {
        "notation": move.notation,
        "from": move.origin,
        "to": move.target,
        "path": list(move.path),
        "captured": list(move.captured),
        "promotes": move.promotes,
        "auto": move.auto,
        "lots": list(move.lots),
    }
    if move.is_pass:
        facts["pass"] = True
    if move.duels:
        facts["duels"] = list(move.duels)
    return facts


def played_facts(*, turn: int, ply: int, side: Side, played: Ply, clock: Clock, charged_ms: int) -> Facts:
    return {
        "turn": turn,
        "ply": ply,
        "side": side,
        "move": move_facts(played.move),
        "fen": played.after.fen,
        "to_move": side.opponent,
        "clock": clock_facts(clock),
        "charged_ms": charged_ms,
        "result": result_facts(played.result),
    }


def played_turn(event: Event) -> PlayedTurn:
    """A `move_played` read back."""
    data = event.data
    result = data["result"]
    return PlayedTurn(
        turn=data["turn"],
        ply=data["ply"],
        side=Side(data["side"]),
        move=_move(data["move"]),
        fen=data["fen"],
        to_move=Side(data["to_move"]),
        clock=_clock(data["clock"]),
        charged_ms=data["charged_ms"],
        result=Result(winner=_side(result["winner"]), termination=result["termination"]) if result else None,
        sequence=event.sequence,
    )


def _move(facts: Facts) -> Move:
    return Move(
        notation=facts["notation"],
        origin=facts["from"],
        target=facts["to"],
        path=tuple(facts["path"]),
        captured=tuple(facts["captured"]),
        promotes=facts["promotes"],
        is_pass=facts.get("pass", False),
        auto=facts["auto"],
        lots=tuple(facts["lots"]),
        duels=tuple(facts.get("duels", ())),
    )


def _clock(facts: Facts) -> Clock:
    return Clock(
        white_remaining_ms=facts["white_remaining_ms"],
        black_remaining_ms=facts["black_remaining_ms"],
        running=_side(facts["running_side"]),
        since=_read(facts["since_time"]),
        deadline=_read(facts["deadline_time"]),
        version=facts["version"],
    )


def _side(name: str | None) -> Side | None:
    return Side(name) if name else None


def _written(time: datetime | None) -> str | None:
    return time.isoformat().replace("+00:00", "Z") if time else None


def _read(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
