"""What happened in a game: the facts of its feed, in the shapes and words of the REST API.

They are the game's history as well: a turn's answer is given again, and a game written down, from its events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from games.parts import Engine, Move, Player, Ply, Result, RulesetChoice, Seat
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

Facts: TypeAlias = Mapping[str, Any]

GAME_CREATED = "game_created"
PLAYER_JOINED = "player_joined"
GAME_STARTED = "game_started"
MOVE_PLAYED = "move_played"
MOVE_TAKEN_BACK = "move_taken_back"
CLOCK_ADJUSTED = "clock_adjusted"
GAME_PAUSED = "game_paused"
GAME_RESUMED = "game_resumed"
OFFER_MADE = "offer_made"
OFFER_DECLINED = "offer_declined"
COLOURS_SWAPPED = "colours_swapped"
SEED_GIVEN = "seed_given"
CHOICE_BEGUN = "choice_begun"
STONES_CHOSEN = "stones_chosen"
PLAYER_GONE = "player_gone"
PLAYER_BACK = "player_back"
GAME_ENDED = "game_ended"
GAME_ABORTED = "game_aborted"
REMATCH_MADE = "rematch_made"


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
    next_turn: int
    """The game's turn after it; with ply, fen and clock it says where the game stood then."""
    ply: int
    fen: str
    """Empty before the start."""
    clock: Clock | None
    """None before the start."""


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
    time: datetime
    choices: tuple[str, ...] = ()
    """Of an automatic move: what it was drawn from."""


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
    match control:
        case Fischer(base_ms=base_ms, increment_ms=increment_ms):
            return {"kind": "fischer", "base_ms": base_ms, "increment_ms": increment_ms}
        case Delay(base_ms=base_ms, delay_ms=delay_ms):
            return {"kind": "delay", "base_ms": base_ms, "delay_ms": delay_ms}
        case PerMove(move_ms=move_ms, on_expiry=on_expiry, max_strikes=max_strikes):
            return {
                "kind": "per_move",
                "move_ms": move_ms,
                "on_expiry": on_expiry,
                "max_strikes": max_strikes,
            }
        case Correspondence(days=days):
            return {"kind": "correspondence", "days": days}
    return {"kind": "unlimited"}


def read_time_control(facts: Facts) -> TimeControl:
    match facts["kind"]:
        case "fischer":
            return Fischer(base_ms=facts["base_ms"], increment_ms=facts["increment_ms"])
        case "delay":
            return Delay(base_ms=facts["base_ms"], delay_ms=facts["delay_ms"])
        case "per_move":
            return PerMove(
                move_ms=facts["move_ms"],
                on_expiry=Expiry(facts["on_expiry"]),
                max_strikes=facts["max_strikes"],
            )
        case "correspondence":
            return Correspondence(days=facts["days"])
    return Unlimited()


def clock_facts(clock: Clock) -> Facts:
    return {
        "white_remaining_ms": clock.white_remaining_ms,
        "black_remaining_ms": clock.black_remaining_ms,
        "running_side": clock.running,
        "since_time": written(clock.since),
        "deadline_time": written(clock.deadline),
        "version": clock.version,
        "used_ms": clock.used_ms,
        "white_strikes": clock.white_strikes,
        "black_strikes": clock.black_strikes,
    }


def result_facts(result: Result | None) -> Facts | None:
    return {"winner": result.winner, "termination": result.termination} if result else None


def ended(result: Result, clock: Clock | None = None) -> tuple[str, Facts]:
    """The end of a game, and the clock where it was stopped for it."""
    data: dict[str, object] = {"result": result_facts(result)}
    if clock:
        data["clock"] = clock_facts(clock)
    return GAME_ENDED, data


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
    facts = {
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
    if played.duels_shown:
        facts["duels_shown"] = played.duels_shown
    if played.choices:
        facts["choices"] = list(played.choices)
    return facts


def public_facts(event: Event, *, is_limited: bool) -> Facts:
    """What the event tells, in the shapes of the REST API: moves in full, and no clock where time is unlimited."""
    data = dict(event.data)
    if "move" in data:
        move = dict(data["move"])
        move["is_pass"] = move.pop("pass", False)
        data["move"] = {"duels": [], **move}
    if "clock" in data:
        data["clock"] = rest_clock(data["clock"]) if is_limited else None
    return data


def rest_clock(facts: Facts) -> Facts:
    """A clock as the REST API has it: its version is nobody else's business."""
    return {name: value for name, value in facts.items() if name != "version"}


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
        clock=read_clock(data["clock"]),
        charged_ms=data["charged_ms"],
        result=Result(winner=_side(result["winner"]), termination=result["termination"]) if result else None,
        sequence=event.sequence,
        time=event.time,
        choices=tuple(data.get("choices", ())),
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


def read_clock(facts: Facts) -> Clock:
    return Clock(
        white_remaining_ms=facts["white_remaining_ms"],
        black_remaining_ms=facts["black_remaining_ms"],
        running=_side(facts["running_side"]),
        since=_read(facts["since_time"]),
        deadline=_read(facts["deadline_time"]),
        version=facts["version"],
        used_ms=facts.get("used_ms", 0),
        white_strikes=facts.get("white_strikes", 0),
        black_strikes=facts.get("black_strikes", 0),
    )


def _side(name: str | None) -> Side | None:
    return Side(name) if name else None


def written(time: datetime | None) -> str | None:
    return time.isoformat().replace("+00:00", "Z") if time else None


def _read(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
