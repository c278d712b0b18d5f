"""Who has a stream open on which game, in Postgres. Whoever writes waits for his turn, so writers never cross."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from psycopg import sql

from chassis.database import Database
from games import rows
from games.game import Game
from games.presence import Seated, Told
from games.store import uuid_of

_LEASE = timedelta(seconds=5)
"""How long a process's word counts. A silence of the house is not the process's, so nothing lapses in one or so soon after."""

_TAKE_TURN = "SELECT pg_advisory_xact_lock(hashtext('presences'))"
_OPEN_GAMES = (
    sql.SQL("""
SELECT {names} FROM games WHERE game_id = ANY(%s) AND status IN ('waiting', 'choosing', 'running')
""")
    .format(names=sql.SQL(", ").join(map(sql.Identifier, rows.COLUMNS)))
    .as_bytes()
)
_RENEW = """
UPDATE presence_leases SET lapse_time = clock_timestamp() + %s WHERE process_id = %s
"""
_BEGIN = """
INSERT INTO presence_leases (process_id, lapse_time) VALUES (%s, clock_timestamp() + %s)
"""
_COME = """
INSERT INTO presences (process_id, game_id, player_id, tenant_id)
SELECT %s, * FROM unnest(%s::uuid[], %s::text[], %s::text[])
ON CONFLICT (game_id, player_id, process_id) DO UPDATE SET connected = true
"""
# What others say of somebody who has left them counts no more once he is here.
_FORGET_LEFT = """
DELETE FROM presences USING unnest(%s::uuid[], %s::text[]) AS come (game_id, player_id)
WHERE presences.game_id = come.game_id AND presences.player_id = come.player_id AND NOT connected
"""
_LEAVE = """
UPDATE presences SET connected = false FROM unnest(%s::uuid[], %s::text[]) AS gone (game_id, player_id)
WHERE process_id = %s AND presences.game_id = gone.game_id AND presences.player_id = gone.player_id
"""
# Only a game that runs waits for somebody.
_FORGET_UNBOUND = """
DELETE FROM presences USING games
WHERE NOT connected AND games.game_id = presences.game_id AND games.status <> 'running'
"""
_CLOSE = """
DELETE FROM presences WHERE process_id = %s RETURNING game_id, player_id, connected
"""
_END = """
DELETE FROM presence_leases WHERE process_id = %s
"""
_LAPSE = """
WITH lapsed AS (
  DELETE FROM presence_leases WHERE lapse_time < clock_timestamp()
    AND (SELECT beat_time FROM pulse) > clock_timestamp() - interval '3 seconds'
    AND NOT EXISTS (SELECT FROM outages WHERE end_time > clock_timestamp() - %s)
  RETURNING process_id
)
UPDATE presences SET connected = false FROM lapsed WHERE presences.process_id = lapsed.process_id
RETURNING game_id, player_id
"""
_IS_CONNECTED = """
SELECT bool_or(connected) FROM presences WHERE game_id = %s AND player_id = %s
"""
_MISTAKEN = """
SELECT game_id, player_id FROM games JOIN presences USING (game_id)
WHERE (white_gone IS NOT NULL OR black_gone IS NOT NULL) AND status = 'running' AND connected
  AND CASE player_id WHEN white_player THEN white_gone WHEN black_player THEN black_gone END IS NOT NULL
UNION
SELECT game_id, player_id FROM presences JOIN games USING (game_id)
WHERE NOT connected AND status = 'running'
  AND CASE player_id WHEN white_player THEN white_gone WHEN black_player THEN black_gone END IS NULL
  AND NOT EXISTS (
    SELECT FROM presences AS other
    WHERE other.game_id = presences.game_id AND other.player_id = presences.player_id AND other.connected
  )
LIMIT %s
"""


class PresenceStore:
    """The games' Presences."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open_games(self, game_ids: Collection[str]) -> Mapping[str, Game]:
        keys = [key for game_id in game_ids if (key := uuid_of(game_id)) is not None]
        if not keys:
            return {}
        with self._database.transaction() as tx:
            games = [rows.game_of(row) for row in tx.execute(_OPEN_GAMES, (keys,)).fetchall()]
        return {game.game_id: game for game in games}

    def take(self, process_id: str, told: Collection[Told]) -> bool:
        with self._database.transaction() as tx:
            tx.execute(_TAKE_TURN)
            known = tx.execute(_RENEW, (_LEASE, process_id)).rowcount > 0
            if not known:
                tx.execute(_BEGIN, (process_id, _LEASE))
            if come := [each for each in told if each.connected]:
                tenants = [each.tenant_id for each in come]
                tx.execute(_COME, (process_id, *_keys([each.who for each in come]), tenants))
                tx.execute(_FORGET_LEFT, _keys([each.who for each in come]))
            if gone := [each.who for each in told if not each.connected]:
                tx.execute(_LEAVE, (*_keys(gone), process_id))
                tx.execute(_FORGET_UNBOUND)
        return known

    def close(self, process_id: str) -> None:
        with self._database.transaction() as tx:
            tx.execute(_TAKE_TURN)
            tx.execute(_END, (process_id,))
            left = tx.execute(_CLOSE, (process_id,)).fetchall()
            # Nor is somebody gone by what another process said of him while he was here.
            tx.execute(_FORGET_LEFT, _keys([_seated(row) for row in left if row[2]]))

    def lapse(self) -> Sequence[Seated]:
        with self._database.transaction() as tx:
            tx.execute(_TAKE_TURN)
            lapsed = tx.execute(_LAPSE, (_LEASE,)).fetchall()
            tx.execute(_FORGET_UNBOUND)
        return [_seated(row) for row in lapsed]

    def is_connected(self, who: Seated) -> bool | None:
        with self._database.transaction() as tx:
            found = tx.execute(_IS_CONNECTED, (UUID(who.game_id), who.player_id)).fetchone()
        assert found is not None, "an aggregate has a row"
        connected: bool | None = found[0]
        return connected

    def mistaken(self, limit: int) -> Sequence[Seated]:
        with self._database.transaction() as tx:
            return [_seated(row) for row in tx.execute(_MISTAKEN, (limit,)).fetchall()]


def _keys(seated: Sequence[Seated]) -> tuple[list[UUID], list[str]]:
    return [UUID(who.game_id) for who in seated], [who.player_id for who in seated]


def _seated(row: Sequence[object]) -> Seated:
    return Seated(str(row[0]), str(row[1]))
