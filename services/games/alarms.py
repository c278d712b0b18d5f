"""Which alarms a game needs, and which of them a change sets or cancels.

An alarm goes off once, by the alarm table of the clocks service; `games.Expire` then looks at the game again. Alarms
follow from the game alone, so that one that was lost can be sent again at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from games import absence
from games.game import Change, Game
from games.sides import Side

FLAG_GRACE = timedelta(milliseconds=100)
"""A flag falls this long after the deadline: a move that was read in time has until then to be written."""


class AlarmKind(StrEnum):
    FLAG = "flag"
    ENGINE_FALLBACK = "engine_fallback"
    FIRST_MOVE = "first_move"
    SECRET_CHOICE = "secret_choice"  # noqa: S105  a kind of alarm, no password
    ABANDON = "abandon"
    PAUSE_END = "pause_end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    kind: AlarmKind
    version: int
    """The highest of a game and kind counts. Odd but for FLAG, so that the even number after it is free to cancel."""
    due: datetime | None
    """None cancels it."""


def of(game: Game, engine_budget_ms: int) -> Mapping[AlarmKind, Alarm]:
    """The alarms that the game waits for as it stands."""
    if game.is_over:
        return {}
    waited_for = (
        flag(game),
        engine_fallback(game, engine_budget_ms),
        first_move(game),
        secret_choice(game),
        abandon(game),
        pause_end(game),
    )
    return {alarm.kind: alarm for alarm in waited_for if alarm is not None}


def flag(game: Game) -> Alarm | None:
    """The fall of the flag of the side to move; None where nothing runs out."""
    clock = game.clock
    if clock is None or clock.deadline is None:
        return None
    return Alarm(kind=AlarmKind.FLAG, version=clock.version, due=clock.deadline + FLAG_GRACE)


def engine_fallback(game: Game, budget_ms: int) -> Alarm | None:
    """When a light move takes the place of the engine's own; None where no engine is to move.

    That is after 70 % of what the engine has for the move: the budget, or the time on its clock if that is less.
    """
    clock = game.clock
    if game.engine_to_move() is None or clock is None or clock.since is None:
        return None
    if clock.deadline is not None:
        budget_ms = min(budget_ms, clock.remaining_ms(game.to_move))
    return Alarm(
        kind=AlarmKind.ENGINE_FALLBACK,
        version=turn_version(game),
        due=clock.since + timedelta(milliseconds=budget_ms * 7 // 10),
    )


def first_move(game: Game) -> Alarm | None:
    """When a game is aborted that a side has not begun to play."""
    clock = game.clock
    if not game.terms.first_move_ms or game.turn >= len(Side) or clock is None or clock.since is None:
        return None
    due = clock.since + timedelta(milliseconds=game.terms.first_move_ms)
    return Alarm(kind=AlarmKind.FIRST_MOVE, version=turn_version(game), due=due)


def secret_choice(game: Game) -> Alarm | None:
    """When the server draws what a side has not chosen."""
    if game.choice_end is None:
        return None
    return Alarm(kind=AlarmKind.SECRET_CHOICE, version=1, due=game.choice_end)


def abandon(game: Game) -> Alarm | None:
    """When a side has been away for too long."""
    due = absence.deadline(game)
    if due is None:
        return None
    return Alarm(kind=AlarmKind.ABANDON, version=2 * game.gone_count + 1, due=due)


def pause_end(game: Game) -> Alarm | None:
    """When the clock runs on by itself."""
    if game.pause_end is None:
        return None
    return Alarm(kind=AlarmKind.PAUSE_END, version=2 * game.pause_count + 1, due=game.pause_end)


def turn_version(game: Game) -> int:
    """Of what is waited for in a turn; a pause begins to wait for it anew."""
    return 2 * (game.turn + game.pause_count) + 1


def set_by(change: Change, engine_budget_ms: int) -> Iterator[Alarm]:
    """The alarms that a change makes, moves or cancels."""
    before = of(change.before, engine_budget_ms) if change.before else {}
    after = of(change.after, engine_budget_ms)
    for kind in AlarmKind:
        old, new = before.get(kind), after.get(kind)
        if new is not None:
            if new != old:
                yield new
        elif old is not None:
            yield replace(old, version=_cancelling(change.after, old), due=None)


def _cancelling(game: Game, old: Alarm) -> int:
    if old.kind is AlarmKind.FLAG:
        assert game.clock is not None, game
        return game.clock.version
    return old.version + 1
