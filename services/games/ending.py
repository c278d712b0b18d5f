"""How a game ends at the table: somebody gives up, leaves, is late or stays away, or both agree."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games import events
from games.game import Change, Game, told
from games.parts import (
    ABANDONMENT,
    AGREEMENT,
    LEFT,
    RESIGNATION,
    STRIKES,
    TIMEOUT,
    Result,
    Status,
)
from games.sides import Side
from games.timing import Clock, Verdict


def resign(game: Game, side: Side, clock: Clock, now: datetime) -> Change:
    """The side has given up. Raises GameNotStarted or GameFinished."""
    return _finish(game, Result(winner=side.opponent, termination=RESIGNATION), clock, now)


def leave(game: Game, side: Side, clock: Clock, now: datetime) -> Change:
    """The side has left for good. Raises GameNotStarted or GameFinished."""
    return _finish(game, Result(winner=side.opponent, termination=LEFT), clock, now)


def expire(game: Game, verdict: Verdict, clock: Clock, now: datetime) -> Change:
    """The side to move has lost on time. Raises GameNotStarted or GameFinished."""
    termination = STRIKES if verdict is Verdict.STRUCK_OUT else TIMEOUT
    return _finish(game, Result(winner=game.to_move.opponent, termination=termination), clock, now)


def abandon(game: Game, side: Side, clock: Clock, now: datetime) -> Change:
    """The side has stayed away for too long. Raises GameNotStarted or GameFinished."""
    return _finish(game, Result(winner=side.opponent, termination=ABANDONMENT), clock, now)


def agree(game: Game, clock: Clock, now: datetime) -> Change:
    """Both have agreed on a draw. Raises GameNotStarted or GameFinished."""
    return _finish(game, Result(winner=None, termination=AGREEMENT), clock, now)


def has_ended_by(game: Game, side: Side, termination: str) -> bool:
    """Whether this side has ended the game so already."""
    return game.result == Result(winner=side.opponent, termination=termination)


def _finish(game: Game, result: Result, clock: Clock, now: datetime) -> Change:
    game.require_running()
    after = replace(
        game,
        status=Status.FINISHED,
        result=result,
        clock=clock,
        offers=(),
        declined=(),
        pause_end=None,
        gone={},
    )
    return told(game, after, now, events.ended(result, clock))
