"""Games in Postgres: all SQL of the service but that of lists.

A move is one statement, which writes the row and the events together if the row is still the one that was read, and
one more for what others must be told. Nothing is locked while another service is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg import sql
from psycopg.types.json import Jsonb

from chassis.database import Database, Transaction
from games import errors, rows
from games.events import (
    GAME_STARTED,
    MOVE_PLAYED,
    MOVE_TAKEN_BACK,
    Event,
    PlayedTurn,
    clock_facts,
    played_turn,
    read_clock,
)
from games.game import Change, Game
from games.ports import History, Reading, RequestKey
from games.replay import history_of
from games.timing import Outage

Tell = Callable[[Transaction, Change], None]
"""Writes into the outbox what a change means for other services, within its transaction."""

# Statements are put together once: psycopg would do it at every call (0.3 ms for a move).
_names = sql.SQL(", ").join(map(sql.Identifier, rows.COLUMNS))
_EVENTS = sql.SQL("""
INSERT INTO events (game_id, tenant_id, sequence, type, turn, event_time, data, next_turn, ply, fen, clock)
SELECT game_id, tenant_id, told.sequence, told.type, told.turn, %s, told.data, told.next_turn, told.ply, told.fen, told.clock
FROM written, jsonb_to_recordset(%s) AS told (
  sequence integer, type text, turn integer, data jsonb, next_turn integer, ply integer, fen text, clock jsonb)
""")
_CREATE = (
    sql.SQL("""
WITH written AS (INSERT INTO games ({names}) VALUES ({values}) RETURNING game_id, tenant_id) {events}
""")
    .format(
        names=_names,
        values=sql.SQL(", ").join([sql.Placeholder()] * len(rows.COLUMNS)),
        events=_EVENTS,
    )
    .as_bytes()
)
_UPDATE = (
    sql.SQL("""
WITH written AS (
  UPDATE games SET ({names}) = ROW({values}) WHERE game_id = %s AND version = %s RETURNING game_id, tenant_id
) {events}
""")
    .format(
        names=sql.SQL(", ").join(map(sql.Identifier, rows.CHANGING)),
        values=sql.SQL(", ").join([sql.Placeholder()] * len(rows.CHANGING)),
        events=_EVENTS,
    )
    .as_bytes()
)

# A silence that lasts while this is read is an outage too, though nobody has written it down yet. Half a second more than
# one that is written down: a sign of life that is being written must not make an outage that nobody knows of later.
# With it there are at most 1,000, as many as the clocks service takes.
_READ = (
    sql.SQL("""
SELECT {names}, clock_timestamp(),
  (SELECT beat_time FROM pulse WHERE beat_time < clock_timestamp() - interval '3.5 seconds'),
  ARRAY(
    SELECT ARRAY[start_time, end_time] FROM outages
    WHERE end_time > least(games.since, games.white_gone, games.black_gone) ORDER BY end_time DESC LIMIT 999
  )
FROM games WHERE game_id = %s AND tenant_id = coalesce(%s::text, tenant_id)
""")
    .format(names=_names)
    .as_bytes()
)

_FEED = """
SELECT sequence, type, turn, event_time, data, next_turn, ply, fen, clock FROM events
WHERE game_id = %s AND sequence > %s AND sequence <= %s ORDER BY sequence LIMIT %s
"""

# The FEN before the turn stands in the event before it that tells one; the game's start does.
_TURN = """
SELECT sequence, type, turn, event_time, data, next_turn, ply, fen, clock FROM events
WHERE game_id = %(game)s AND type = %(played)s AND turn >= %(turn)s ORDER BY sequence LIMIT 2
"""
_FEN_BEFORE = """
SELECT data ->> 'fen' FROM events
WHERE game_id = %s AND sequence < %s AND data ? 'fen' ORDER BY sequence DESC LIMIT 1
"""
_HISTORY = """
SELECT sequence, type, turn, event_time, data, next_turn, ply, fen, clock FROM events
WHERE game_id = %s AND type = ANY(%s) AND (turn < %s OR type = 'game_started') ORDER BY sequence
"""

_TAKEN_BACK = """
SELECT EXISTS (SELECT FROM events WHERE game_id = %s AND type = %s AND sequence > %s AND ply < %s)
"""

_TAKE_REQUEST = """
INSERT INTO requests (tenant_id, creator_id, request_id, wish_hash, game_id) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT DO NOTHING
"""
_MADE_BY = """
SELECT wish_hash, game_id FROM requests WHERE tenant_id = %s AND creator_id = %s AND request_id = %s
"""

# A silence of all replicas for more than three seconds is an outage.
_BEAT = """
WITH before AS (SELECT beat_time FROM pulse FOR UPDATE),
  beat AS (
    UPDATE pulse SET beat_time = greatest(clock_timestamp(), pulse.beat_time) FROM before
    RETURNING before.beat_time AS last, pulse.beat_time AS now
  )
INSERT INTO outages (start_time, end_time)
SELECT last, now FROM beat WHERE now - last > interval '3 seconds'
"""
_OVERDUE = (
    sql.SQL(
        """
SELECT {names} FROM games
WHERE status IN ('running', 'choosing') AND (
  deadline < clock_timestamp() - %(late)s
  OR since < clock_timestamp() - %(fallback)s
    AND CASE to_move WHEN 'white' THEN white_persona ELSE black_persona END IS NOT NULL
  OR turn < 2 AND first_move_ms > 0 AND since < clock_timestamp() - %(late)s - first_move_ms * interval '1 ms'
  OR pause_end < clock_timestamp() - %(late)s
  OR least(white_gone, black_gone) < clock_timestamp() - %(late)s - interval '30 seconds'
  OR choice_end < clock_timestamp() - %(late)s
)
ORDER BY game_id LIMIT %(limit)s
"""
    )
    .format(names=_names)
    .as_bytes()
)
_RUNNING = sql.SQL("SELECT {names} FROM games WHERE game_id = ANY(%s) AND status = 'running'").format(
    names=_names
)
_NOBODY_CAME = (
    sql.SQL("""
SELECT {names}, clock_timestamp() FROM games
WHERE status = 'waiting' AND create_time < clock_timestamp() - interval '1 day' ORDER BY game_id LIMIT %s
""")
    .format(names=_names)
    .as_bytes()
)
_FORGET = """
DELETE FROM requests WHERE create_time < clock_timestamp() - interval '1 day'
"""
_FORGET_OUTAGES = """
DELETE FROM outages WHERE end_time < least(
  (SELECT min(since) FROM games WHERE status = 'running'), clock_timestamp() - interval '1 day')
"""


class GameStore:
    """The games' Store."""

    def __init__(self, database: Database, tell: Tell) -> None:
        self._database = database
        self._tell = tell

    def now(self) -> datetime:
        with self._database.transaction() as tx:
            return tx.now()

    def read(self, game_id: str, tenant_id: str | None) -> Reading:
        found = None
        if (key := uuid_of(game_id)) is not None:
            found = next(iter(self._database.query(_READ, (key, tenant_id))), None)
        if found is None:
            raise errors.UnknownGame(game_id)
        *row, now, silent_since, stretches = found
        outages = [Outage(start=start, end=end) for start, end in stretches]
        if silent_since is not None:
            outages.append(Outage(start=silent_since, end=now))
        return Reading(game=rows.game_of(row), now=now, outages=tuple(outages))

    def commit(self, change: Change, request: RequestKey | None = None) -> bool:
        with self._database.transaction() as tx:
            if request is not None and not _take(tx, request, change.after):
                return False
            return self._write(tx, change) and (change.also is None or self._write(tx, change.also))

    def made_by(self, request: RequestKey) -> tuple[bytes, str] | None:
        with self._database.transaction() as tx:
            key = (request.tenant_id, request.creator_id, request.request_id)
            found = tx.execute(_MADE_BY, key).fetchone()
        return None if found is None else (bytes(found[0]), str(found[1]))

    def _write(self, tx: Transaction, change: Change) -> bool:
        before, after = change.before, change.after
        told = (change.events[-1].time, Jsonb([_told(event) for event in change.events]))
        if before is None:
            written = tx.execute(_CREATE, (*rows.values(after), *told))
        else:
            guard = (UUID(before.game_id), before.version)
            written = tx.execute(_UPDATE, (*rows.changing_values(after), *guard, *told))
        if written.rowcount == 0:
            return False
        self._tell(tx, change)
        return True

    def turn(self, game_id: str, turn: int) -> tuple[str, tuple[PlayedTurn, ...]] | None:
        with self._database.transaction() as tx:
            asked = {"game": UUID(game_id), "played": MOVE_PLAYED, "turn": turn}
            played = [played_turn(_event(row)) for row in tx.execute(_TURN, asked).fetchall()]
            if not played or played[0].turn != turn:
                return None
            before = tx.execute(_FEN_BEFORE, (UUID(game_id), played[0].sequence)).fetchone()
        assert before is not None, (game_id, turn)
        # Only a pass that the move has forced was played together with it.
        return before[0], tuple(played if played[-1].move.is_pass else played[:1])

    def feed(self, game_id: str, after: int, last: int, limit: int) -> Sequence[Event]:
        found = self._database.query(_FEED, (UUID(game_id), after, last, limit))
        return [_event(row) for row in found]

    def is_taken_back(self, game_id: str, played: PlayedTurn) -> bool:
        """Whether a takeback since then has reached behind this turn's ply."""
        with self._database.transaction() as tx:
            asked = (UUID(game_id), MOVE_TAKEN_BACK, played.sequence, played.ply)
            (found,) = tx.execute(_TAKEN_BACK, asked).fetchone() or (False,)
        return bool(found)

    def history(self, game_id: str, before_turn: int) -> History:
        asked = (UUID(game_id), [GAME_STARTED, MOVE_PLAYED, MOVE_TAKEN_BACK], before_turn)
        with self._database.transaction() as tx:
            return history_of([_event(row) for row in tx.execute(_HISTORY, asked).fetchall()])

    def running(self, game_ids: Sequence[str]) -> list[Game]:
        """Those of the games that run, as they stand."""
        with self._database.transaction() as tx:
            found = tx.execute(_RUNNING, ([UUID(game_id) for game_id in game_ids],)).fetchall()
        return [rows.game_of(row) for row in found]

    def beat(self) -> None:
        """Give a sign of life. If the last one was long ago, that was an outage, and is written down."""
        with self._database.transaction() as tx:
            tx.execute(_BEAT)

    def overdue(self, late_ms: int, fallback_ms: int, limit: int) -> list[Game]:
        """Games of which an alarm should have been heard so long ago."""
        with self._database.transaction() as tx:
            late = {"late": _ms(late_ms), "fallback": _ms(fallback_ms), "limit": limit}
            return [rows.game_of(row) for row in tx.execute(_OVERDUE, late).fetchall()]

    def nobody_came(self, limit: int) -> list[Reading]:
        """Games whose open seat nobody has taken for a day."""
        with self._database.transaction() as tx:
            found = tx.execute(_NOBODY_CAME, (limit,)).fetchall()
        return [Reading(game=rows.game_of(row), now=row[-1]) for row in found]

    def forget(self) -> None:
        """Remove request ids of yesterday, and outages that no clock has to know any more."""
        with self._database.transaction() as tx:
            tx.execute(_FORGET)
            tx.execute(_FORGET_OUTAGES)


def _take(tx: Transaction, request: RequestKey, made: Game) -> bool:
    """Note what the request id makes; False if it has made something, for which this has waited."""
    noted = (
        request.tenant_id,
        request.creator_id,
        request.request_id,
        request.wish_hash,
        UUID(made.game_id),
    )
    return tx.execute(_TAKE_REQUEST, noted).rowcount == 1


def _told(event: Event) -> dict[str, Any]:
    # What the data say is not written a second time.
    fen = None if "fen" in event.data else event.fen
    clock = None if "clock" in event.data or event.clock is None else clock_facts(event.clock)
    return {
        "sequence": event.sequence,
        "type": event.type,
        "turn": event.turn,
        "data": event.data,
        "next_turn": event.next_turn,
        "ply": event.ply,
        "fen": fen,
        "clock": clock,
    }


def _event(row: Sequence[Any]) -> Event:
    sequence, kind, turn, time, data, next_turn, ply, fen, clock = row
    clock = clock or data.get("clock")
    return Event(
        sequence=sequence,
        type=kind,
        turn=turn,
        time=time,
        data=data,
        next_turn=next_turn,
        ply=ply,
        fen=data.get("fen", fen or ""),
        clock=read_clock(clock) if clock else None,
    )


def uuid_of(text: str) -> UUID | None:
    """Only in the spelling that ids are given out in: one game has one name."""
    try:
        found = UUID(text)
    except ValueError:
        return None
    return found if str(found) == text else None


def _ms(milliseconds: int) -> timedelta:
    return timedelta(milliseconds=milliseconds)
