"""What time does to a game by itself, whenever one of its alarms goes off.

An alarm is a hint: each use case looks whether the game still waits for it. All give whether they changed the game, and
raise UnknownGame or RaceLost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

from games import alarms, ending, errors, opening
from games.alarms import Alarm, AlarmKind
from games.game import Change, Game
from games.parts import AbortReason, EngineHand
from games.ports import Engines, Reading, Store
from games.referee import Referee
from games.service import Games, attempts
from games.sides import Side
from games.wishes import Visitor


def end_waiting(store: Store, limit: int) -> None:
    """The end of so many games that have waited for a day."""
    for reading in store.nobody_came(limit):
        store.commit(opening.abort(reading.game, AbortReason.NOBODY_CAME, None, reading.now))


class Expiring:
    """Hears alarms. Safe for threads."""

    def __init__(self, *, store: Store, referee: Referee, engines: Engines, games: Games) -> None:
        self._store = store
        self._referee = referee
        self._engines = engines
        self._games = games
        self._hear: dict[AlarmKind, Callable[[str, int], bool]] = {
            AlarmKind.FLAG: self._fall_flag,
            AlarmKind.ENGINE_FALLBACK: self._fall_back,
            AlarmKind.FIRST_MOVE: self._miss_first_move,
            AlarmKind.SECRET_CHOICE: self._end_choice,
            AlarmKind.ABANDON: self._abandon,
            AlarmKind.PAUSE_END: self._end_pause,
        }

    def expire(self, game_id: str, kind: AlarmKind, version: int) -> bool:
        """Do what the alarm was set for, if it still holds and is due."""
        return self._hear[kind](game_id, version)

    def _fall_flag(self, game_id: str, version: int) -> bool:
        def fall(reading: Reading) -> Change | None:
            clock = reading.game.clock
            if clock is None or clock.deadline is None or clock.version != version:
                return None
            return self._referee.expired(reading)

        return self._apply(game_id, fall)

    def _fall_back(self, game_id: str, version: int) -> bool:
        """A light move in place of the engine's own."""
        found = self._store.read(game_id, None).game
        engine = found.engine_to_move()
        if engine is None or version != alarms.turn_version(found):
            return False
        text = self._engines.select_move(found, engine.persona, _seed(found))
        hand = Visitor(tenant_id=found.tenant_id, viewer=EngineHand())
        try:
            return not self._games.play_move(hand, game_id, text, found.turn).replayed
        except (errors.TurnPlayed, errors.GameFinished, errors.FlagFallen, errors.GamePaused):
            return False  # the engine's own move was there first, or the game has ended

    def _miss_first_move(self, game_id: str, version: int) -> bool:
        def miss(reading: Reading) -> Change | None:
            begun = reading.game.clock.since if reading.game.clock else None
            if not _is_due(alarms.first_move(reading.game), version, _counted(reading, begun)):
                return None
            clock = self._referee.stopped(reading)
            return opening.abort(reading.game, AbortReason.NO_FIRST_MOVE, clock, reading.now)

        return self._apply(game_id, miss)

    def _end_choice(self, game_id: str, version: int) -> bool:
        def end(reading: Reading) -> Change | None:
            if not _is_due(alarms.secret_choice(reading.game), version, reading.now):
                return None
            return self._referee.started(reading.game, reading.now)

        return self._apply(game_id, end)

    def _abandon(self, game_id: str, version: int) -> bool:
        def abandon(reading: Reading) -> Change | None:
            found = reading.game
            first_gone = min(found.gone.values(), default=None)
            if not _is_due(alarms.abandon(found), version, _counted(reading, first_gone)):
                return None
            clock = self._referee.stopped(reading)
            if len(found.gone) == len(Side):
                return opening.abort(found, AbortReason.BOTH_ABSENT, clock, reading.now)
            (side,) = found.gone
            return ending.abandon(found, side, clock, reading.now)

        return self._apply(game_id, abandon)

    def _end_pause(self, game_id: str, version: int) -> bool:
        def end(reading: Reading) -> Change | None:
            if not _is_due(alarms.pause_end(reading.game), version, reading.now):
                return None
            return self._referee.resumed(reading.game, reading.now)

        return self._apply(game_id, end)

    def _apply(self, game_id: str, change_of: Callable[[Reading], Change | None]) -> bool:
        for reading in attempts(self._store, game_id, None):
            change = change_of(reading)
            if change is None:
                return False
            if self._store.commit(change):
                return True
        raise errors.RaceLost(game_id)


def _is_due(alarm: Alarm | None, version: int, now: datetime) -> bool:
    """Whether the game waits for this alarm, and its time has come."""
    return alarm is not None and alarm.version == version and alarm.due is not None and alarm.due <= now


def _counted(reading: Reading, since: datetime | None) -> datetime:
    """Now, less the time since then that the house was away: that is given back.

    The same outage may have been noted by several replicas, and counts once.
    """
    away, known = timedelta(), since or reading.now
    for outage in sorted(reading.outages, key=lambda outage: outage.start):
        start = max(outage.start, known)
        if outage.end > start:
            away += outage.end - start
            known = outage.end
    return reading.now - away


def _seed(found: Game) -> int:
    digest = hashlib.sha256(f"{found.game_id}:{found.turn}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
