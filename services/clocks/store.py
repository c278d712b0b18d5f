"""The alarm table in Postgres. All its times are the database's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString

from chassis.database import Database
from clocks.alarms import Alarm, Claim

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# The highest version wins; a tie changes nothing, so that what is sent again does not end a lease.
_SCHEDULE = """
WITH newer AS (
  INSERT INTO alarms AS old (game_id, kind, tenant_id, clock_version, due_time, ready_time)
  SELECT game_id, kind, tenant_id, clock_version, due_time, due_time
  FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::timestamptz[])
    AS new (game_id, kind, tenant_id, clock_version, due_time)
  ON CONFLICT (game_id, kind) DO UPDATE
  SET clock_version = excluded.clock_version, due_time = excluded.due_time, ready_time = excluded.ready_time,
    failures = 0, set_time = clock_timestamp()
  WHERE old.clock_version < excluded.clock_version
  RETURNING ready_time
)
SELECT (extract(epoch FROM min(ready_time) - clock_timestamp()) * 1000)::float8 FROM newer
"""

_NEXT = "SELECT (extract(epoch FROM min(ready_time) - clock_timestamp()) * 1000)::float8 FROM alarms"

# In a subquery the time is read once, and the index can be searched for it; bare, it is read for every row.
# What is due just now can still be on time, the newest surest. A backlog, as after a restart, is late anyway: it takes the
# places that are left, and all of them where `fresh` is 0. Were the oldest of half a second taken first, whatever misses
# its place once would be put behind the whole backlog.
_CLAIM = """
WITH fresh AS (
  SELECT game_id, kind FROM alarms
  WHERE ready_time <= (SELECT clock_timestamp())
    AND ready_time > (SELECT clock_timestamp() - interval '500 ms')
  ORDER BY ready_time DESC LIMIT %(fresh)s
  FOR NO KEY UPDATE SKIP LOCKED
), late AS (
  SELECT game_id, kind FROM alarms
  WHERE ready_time <= (SELECT clock_timestamp()) AND (game_id, kind) NOT IN (SELECT game_id, kind FROM fresh)
  ORDER BY ready_time LIMIT %(limit)s - (SELECT count(*) FROM fresh)
  FOR NO KEY UPDATE SKIP LOCKED
), due AS (SELECT * FROM fresh UNION ALL SELECT * FROM late)
UPDATE alarms SET ready_time = clock_timestamp() + %(lease)s * interval '1 ms'
FROM due
WHERE alarms.game_id = due.game_id AND alarms.kind = due.kind
RETURNING alarms.game_id, alarms.kind, clock_version, ready_time,
  (extract(epoch FROM clock_timestamp() - due_time) * 1000)::float8, failures
"""

_FINISH = """
DELETE FROM alarms
USING unnest(%s::text[], %s::text[], %s::bigint[]) AS done (game_id, kind, clock_version)
WHERE alarms.game_id = done.game_id AND alarms.kind = done.kind AND alarms.clock_version = done.clock_version
"""

_RELEASE = """
UPDATE alarms SET ready_time = due_time
FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::timestamptz[]) AS held (game_id, kind, clock_version, lease)
WHERE alarms.game_id = held.game_id AND alarms.kind = held.kind AND alarms.clock_version = held.clock_version
  AND ready_time = lease
"""

_RETRY = """
UPDATE alarms SET ready_time = clock_timestamp() + %s * interval '1 ms', failures = failures + 1
WHERE game_id = %s AND kind = %s AND clock_version = %s AND ready_time = %s
"""

_FORGET = """
WITH old AS (
  SELECT game_id, kind FROM alarms
  WHERE ready_time IS NULL AND set_time < (SELECT clock_timestamp()) - interval '1 hour'
  ORDER BY set_time LIMIT %s
  FOR UPDATE SKIP LOCKED
)
DELETE FROM alarms USING old WHERE alarms.game_id = old.game_id AND alarms.kind = old.kind
"""


class Store:
    """An AlarmStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def schedule(self, alarms: Sequence[Alarm]) -> float | None:
        columns = (
            [alarm.game_id for alarm in alarms],
            [alarm.kind for alarm in alarms],
            [alarm.tenant_id for alarm in alarms],
            [alarm.version for alarm in alarms],
            [
                None if alarm.due_ms is None else _EPOCH + timedelta(milliseconds=alarm.due_ms)
                for alarm in alarms
            ],
        )
        return self._number(_SCHEDULE, columns)

    def next_due_ms(self) -> float | None:
        return self._number(_NEXT)

    def claim(self, limit: int, lease_ms: int, *, longest_due_first: bool) -> list[Claim]:
        asked = {"limit": limit, "fresh": 0 if longest_due_first else limit, "lease": lease_ms}
        with self._database.transaction() as tx:
            rows = tx.execute(_CLAIM, asked).fetchall()
        claims = [
            Claim(
                game_id=game_id, kind=kind, version=version, lease=lease, late_ms=late_ms, failures=failures
            )
            for game_id, kind, version, lease, late_ms, failures in rows
        ]
        return sorted(claims, key=lambda claim: claim.late_ms, reverse=True)

    def finish(self, claims: Iterable[Claim]) -> None:
        self._change(_FINISH, claims, "game_id", "kind", "version")

    def release(self, claims: Iterable[Claim]) -> None:
        self._change(_RELEASE, claims, "game_id", "kind", "version", "lease")

    def retry(self, claim: Claim, after_ms: int) -> None:
        with self._database.transaction() as tx:
            tx.execute(_RETRY, (after_ms, claim.game_id, claim.kind, claim.version, claim.lease))

    def forget(self, limit: int) -> int:
        with self._database.transaction() as tx:
            return tx.execute(_FORGET, (limit,)).rowcount

    def _number(self, statement: LiteralString, values: Sequence[Any] = ()) -> float | None:
        with self._database.transaction() as tx:
            (number,) = tx.execute(statement, values).fetchone() or (None,)
        return None if number is None else float(number)

    def _change(self, statement: LiteralString, claims: Iterable[Claim], *columns: str) -> None:
        # In one order everywhere, so that two replicas rarely wait for each other's rows.
        ordered = sorted(claims, key=lambda claim: (claim.game_id, claim.kind))
        if ordered:
            values = [[getattr(claim, column) for claim in ordered] for column in columns]
            with self._database.transaction() as tx:
                tx.execute(statement, values)
