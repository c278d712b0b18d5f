"""Games and moves as values, short to write."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from games import opening, turns
from games.chance import Seeds
from games.game import Change, Game
from games.parts import Engine, Move, Player, Ply, Position, Result, RulesetChoice, Seat
from games.sides import Side
from games.stones import NO_MARKING
from games.terms import NO_TERMS
from games.timing import Clock, ClockChange, Fischer, TimeControl, Unlimited

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
ANNA, BERT, STRANGER = Player("anna"), Player("bert"), Player("carla")
ENGINE = Engine("mittel")
SEEDS = Seeds(server=bytes(32))
START = Position(fen="W:W21:B12", rule_state=b"start")
MINUTES = Fischer(base_ms=180_000, increment_ms=2000)


def after(ms: int) -> datetime:
    return NOON + timedelta(milliseconds=ms)


def created(white: Seat = ANNA, black: Seat = BERT, **changes: Any) -> Change:
    fields: dict[str, Any] = {
        "game_id": "01000000-0000-7000-8000-000000000000",
        "tenant_id": "local",
        "creator_id": ANNA.player_id,
        "ruleset": RulesetChoice(key="battledame", options={"capture": "mandatory"}),
        "forces_passes": False,
        "time_control": MINUTES,
        "terms": NO_TERMS,
        "marking": NO_MARKING,
        "rated": False,
        "position": START,
        "to_move": Side.WHITE,
        "seeds": SEEDS,
        "now": NOON,
    }
    return opening.create(white=white, black=black, **{**fields, **changes})


def started(white: Seat = ANNA, black: Seat = BERT, **changes: Any) -> Game:
    new = created(white, black, **changes).after
    return opening.start(new, running(new.time_control, new.to_move), NOON).after


def running(control: TimeControl, side: Side, since: datetime = NOON, version: int = 1) -> Clock:
    base_ms = control.base_ms if isinstance(control, Fischer) else 0
    deadline = None if isinstance(control, Unlimited) else since + timedelta(milliseconds=base_ms)
    return Clock(
        white_remaining_ms=base_ms,
        black_remaining_ms=base_ms,
        running=side,
        since=since,
        deadline=deadline,
        version=version,
    )


def pressed(before: Game, now: datetime, *, stops: bool = False) -> ClockChange:
    """As the clocks service answers, but that nobody is charged."""
    side = None if stops else before.to_move.opponent
    version = before.clock.version + 1 if before.clock else 1
    clock = running(before.time_control, before.to_move.opponent, now, version)
    if stops:
        clock = Clock(
            white_remaining_ms=clock.white_remaining_ms,
            black_remaining_ms=clock.black_remaining_ms,
            running=None,
            since=None,
            deadline=None,
            version=clock.version,
        )
    assert clock.running is side
    return ClockChange(clock=clock)


def ply(notation: str = "21-17", *, result: Result | None = None, **move: Any) -> Ply:
    return Ply(
        move=Move(notation=notation, **move),
        after=Position(fen=f"after {notation}", rule_state=notation.encode()),
        result=result,
    )


def play(before: Game, notation: str = "21-17", at_ms: int = 1000, result: Result | None = None) -> Change:
    now = after(at_ms)
    change = pressed(before, now, stops=result is not None)
    return turns.play(before, ply(notation, result=result), change, now)
