"""Players whose connection is lost (A-41): who is bound by the rule, and for how long a game waits for him."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from games import events
from games.events import Facts
from games.game import Change, Game, told
from games.parts import Status
from games.sides import Side
from games.terms import Flag
from games.timing import is_fast, is_live, moves_by_itself

_GRACE = timedelta(seconds=60)
_FAST_GRACE = timedelta(seconds=30)


def binds(game: Game) -> bool:
    """Whether staying away loses this game now. In a pause that both agreed upon, nobody has to be there."""
    return game.status is Status.RUNNING and game.pause_end is None and matters(game)


def matters(game: Game) -> bool:
    """Whether it does once the game runs: in live ones between players, unless the strikes decide or the terms say no."""
    return (
        game.is_between_players
        and is_live(game.time_control)
        and not moves_by_itself(game.time_control)
        and Flag.NO_ABANDON not in game.terms.flags
    )


def grace(game: Game) -> timedelta:
    return _FAST_GRACE if is_fast(game.time_control) else _GRACE


def deadline(game: Game) -> datetime | None:
    """When the game ends because somebody has been away for too long; None while nobody is."""
    return min(game.gone.values()) + grace(game) if game.gone and binds(game) else None


def waited_anew(
    game: Game, sides: Iterable[Side], now: datetime
) -> tuple[Game, tuple[tuple[str, Facts], ...]]:
    """The game in which those of the sides that are gone have a whole new grace, and what tells of it."""
    gone = [side for side in Side if side in game.gone and side in set(sides)]
    if not gone:
        return game, ()
    after = replace(game, gone={**game.gone, **dict.fromkeys(gone, now)}, gone_count=game.gone_count + 1)
    return after, tuple((events.PLAYER_GONE, _gone_facts(game, side, now)) for side in gone)


def lose_connection(game: Game, side: Side, since: datetime, now: datetime) -> Change:
    """The side's connection is lost since then; where it was lost already, the grace begins anew."""
    after = replace(game, gone={**game.gone, side: since}, gone_count=game.gone_count + 1)
    return told(game, after, now, (events.PLAYER_GONE, _gone_facts(game, side, since)))


def regain_connection(game: Game, side: Side, now: datetime) -> Change:
    """The side is there again."""
    left = {other: since for other, since in game.gone.items() if other is not side}
    after = replace(game, gone=left, gone_count=game.gone_count + 1)
    return told(game, after, now, (events.PLAYER_BACK, {"side": side}))


def _gone_facts(game: Game, side: Side, since: datetime) -> Facts:
    return {"side": side, "deadline_time": events.written(since + grace(game))}
