"""Lists of games in Postgres.

Every list is put together from ordered reads of indexes, each of at most a page: what all of the tenant may see, status
by status, and what is the viewer's own. So a page costs the same however many games there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from psycopg import sql

from chassis.database import Database
from games import rows
from games.listing import ListWish
from games.parts import Status
from games.ports import Reading

_PUBLIC = frozenset({Status.RUNNING, Status.FINISHED, Status.ABORTED})
"""Games that stand so are for all of the tenant to see, unless they are private."""
_NEWEST = UUID(int=(1 << 128) - 1)

_RULESET = sql.SQL("AND ruleset = %(ruleset)s")
_PAGE = sql.SQL("ORDER BY game_id DESC LIMIT %(limit)s")
_SEEN = sql.SQL("""(
    %(viewer)s IN (white_player, black_player, creator_id)
    OR status IN ('running', 'finished', 'aborted') AND NOT flags && '{private}'
  )""")
# For spectators who are told later, a game that has just ended still runs.
_NOT_TOLD = sql.SQL("event_time > clock_timestamp() - spectator_delay_ms * interval '1 ms'")

_ANYBODYS = sql.SQL("""
SELECT {names}, clock_timestamp() FROM games WHERE game_id IN (
  SELECT public.game_id FROM unnest(%(public)s::text[]) AS wanted (status) CROSS JOIN LATERAL (
    SELECT game_id FROM games
    WHERE tenant_id = %(tenant)s AND status = wanted.status AND NOT flags && {private}
      AND game_id < %(before)s {ruleset} {page}
  ) AS public
  UNION ALL
  (SELECT game_id FROM games
    WHERE tenant_id = %(tenant)s AND white_player = %(viewer)s
      AND status = ANY(%(statuses)s) AND game_id < %(before)s {ruleset} {page})
  UNION ALL
  (SELECT game_id FROM games
    WHERE tenant_id = %(tenant)s AND black_player = %(viewer)s
      AND status = ANY(%(statuses)s) AND game_id < %(before)s {ruleset} {page})
  UNION ALL
  (SELECT game_id FROM games
    WHERE tenant_id = %(tenant)s AND creator_id = %(viewer)s
      AND creator_id IS DISTINCT FROM white_player AND creator_id IS DISTINCT FROM black_player
      AND status = ANY(%(statuses)s) AND game_id < %(before)s {ruleset} {page})
  UNION ALL
  (SELECT game_id FROM games JOIN events USING (game_id)
    WHERE type IN ('game_ended', 'game_aborted') AND event_time > clock_timestamp() - interval '10 minutes'
      AND {not_told} AND games.tenant_id = %(tenant)s AND NOT flags && {private}
      AND game_id < %(before)s {ruleset} {page})
) {page}
""")
_A_PLAYERS = sql.SQL("""
SELECT {names}, clock_timestamp() FROM games WHERE game_id IN (
  (SELECT game_id FROM games
    WHERE tenant_id = %(tenant)s AND white_player = %(player)s AND {seen} AND {wanted}
      AND game_id < %(before)s {ruleset} {page})
  UNION ALL
  (SELECT game_id FROM games
    WHERE tenant_id = %(tenant)s AND black_player = %(player)s AND {seen} AND {wanted}
      AND game_id < %(before)s {ruleset} {page})
) {page}
""")
_WANTED = sql.SQL("""(
    status = ANY(%(statuses)s)
    OR spectator_delay_ms > 0 AND EXISTS (
      SELECT FROM events WHERE events.game_id = games.game_id
      AND type IN ('game_ended', 'game_aborted') AND {not_told}
    )
  )""").format(not_told=_NOT_TOLD)


def _statement(query: sql.SQL, ruleset: sql.SQL) -> bytes:
    return query.format(
        names=sql.SQL(", ").join(map(sql.Identifier, rows.COLUMNS)),
        private=sql.SQL("'{private}'"),
        seen=_SEEN,
        wanted=_WANTED,
        not_told=_NOT_TOLD,
        ruleset=ruleset,
        page=_PAGE,
    ).as_bytes()


_STATEMENTS = {
    (of_player, of_ruleset): _statement(
        _A_PLAYERS if of_player else _ANYBODYS, _RULESET if of_ruleset else sql.SQL("")
    )
    for of_player in (False, True)
    for of_ruleset in (False, True)
}
"""By whether they ask for one player's games, and for those of one rule set."""


class ListStore:
    """The games' Lists."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, wish: ListWish) -> Sequence[Reading]:
        statuses = wish.statuses or frozenset(Status)
        asked = {
            "tenant": wish.tenant_id,
            "viewer": wish.viewer.player_id,
            "player": wish.player_id,
            "ruleset": wish.ruleset_key,
            "statuses": sorted(statuses),
            "public": sorted(statuses & _PUBLIC),
            "before": UUID(wish.before) if wish.before else _NEWEST,
            "limit": wish.limit,
        }
        statement = _STATEMENTS[bool(wish.player_id), bool(wish.ruleset_key)]
        with self._database.transaction() as tx:
            found = tx.execute(statement, asked).fetchall()
        return [Reading(game=rows.game_of(row), now=row[-1]) for row in found]
