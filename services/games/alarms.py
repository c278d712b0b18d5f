"""Which alarms a game needs, and which of them a change sets or cancels.

An alarm goes off once, by the alarm table of the clocks service; `games.Expire` then looks at the game again. Alarms
follow from the game alone, so that one that was lost can be sent again at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from games.game import Change, Game

FLAG_GRACE = timedelta(milliseconds=100)
"""A flag falls this long after the deadline: a move that was read in time has until then to be written."""


class AlarmKind(StrEnum):
    FLAG = "flag"
    ENGINE_FALLBACK = "engine_fallback"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    kind: AlarmKind
    version: int
    """The highest of a game and kind counts."""
    due: datetime | None
    """None cancels it."""


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
        version=fallback_version(game.turn),
        due=clock.since + timedelta(milliseconds=budget_ms * 7 // 10),
    )


def fallback_version(turn: int) -> int:
    """Odd, so that the even number after it is free to cancel the alarm."""
    return 2 * turn + 1


def set_by(change: Change, budget_ms: int) -> Iterator[Alarm]:
    """The alarms that a change makes, moves or cancels."""
    before, after = change.before, change.after
    old, new = before and flag(before), flag(after)
    if new is not None and new != old:
        yield new
    elif new is None and old is not None:
        assert after.clock is not None
        yield Alarm(kind=AlarmKind.FLAG, version=after.clock.version, due=None)

    old, new = before and engine_fallback(before, budget_ms), engine_fallback(after, budget_ms)
    if new is not None and new != old:
        yield new
    elif new is None and old is not None:
        yield Alarm(kind=AlarmKind.ENGINE_FALLBACK, version=old.version + 1, due=None)
