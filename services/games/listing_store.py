"""Lists of games in Postgres."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from psycopg import sql

from chassis.database import Database
from games import rows
from games.listing import ListWish
from games.ports import Reading

# A game that not everybody is told of at once is looked at whatever its status: the viewer may see an older one.
_WHERE = sql.SQL("""
tenant_id = %(tenant)s
AND (%(before)s::uuid IS NULL OR game_id < %(before)s)
AND (%(ruleset)s = '' OR ruleset = %(ruleset)s)
AND (
  %(viewer)s IN (white_player, black_player, creator_id)
  OR status IN ('running', 'finished', 'aborted') AND NOT flags && '{private}'
)
AND (
  %(statuses)s::text[] IS NULL OR status = ANY(%(statuses)s)
  OR spectator_delay_ms > 0 AND (%(viewer)s IN (white_player, black_player)) IS NOT TRUE
    AND EXISTS (
      SELECT FROM events WHERE events.game_id = games.game_id AND events.sequence = games.sequence
      AND event_time > clock_timestamp() - spectator_delay_ms * interval '1 ms'
    )
)
""")
_names = sql.SQL(", ").join(map(sql.Identifier, rows.COLUMNS))
_ANYBODYS = (
    sql.SQL("""
SELECT {names}, clock_timestamp() FROM games WHERE {where} ORDER BY game_id DESC LIMIT %(limit)s
""")
    .format(names=_names, where=_WHERE)
    .as_bytes()
)
# Each half reads its own index in order. Who plays both sides on one device is found once.
_A_PLAYERS = (
    sql.SQL("""
(SELECT {names}, clock_timestamp() FROM games WHERE white_player = %(player)s AND {where}
  ORDER BY game_id DESC LIMIT %(limit)s)
UNION ALL
(SELECT {names}, clock_timestamp() FROM games
  WHERE black_player = %(player)s AND white_player IS DISTINCT FROM black_player AND {where}
  ORDER BY game_id DESC LIMIT %(limit)s)
ORDER BY game_id DESC LIMIT %(limit)s
""")
    .format(names=_names, where=_WHERE)
    .as_bytes()
)


class ListStore:
    """The games' Lists."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, wish: ListWish) -> Sequence[Reading]:
        asked = {
            "tenant": wish.tenant_id,
            "viewer": wish.viewer.player_id,
            "player": wish.player_id,
            "ruleset": wish.ruleset_key,
            "statuses": sorted(wish.statuses) or None,
            "before": UUID(wish.before) if wish.before else None,
            "limit": wish.limit,
        }
        with self._database.transaction() as tx:
            found = tx.execute(_A_PLAYERS if wish.player_id else _ANYBODYS, asked).fetchall()
        return [Reading(game=rows.game_of(row), now=row[-1]) for row in found]
