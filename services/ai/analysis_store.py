"""The analyses in Postgres, as the service sees them. All times are the database's own.

Locks are taken in one order everywhere: positions by content, then analyses by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from psycopg.types.json import Jsonb

from ai.analyses import (
    MOST_UNDER_WAY,
    Analysis,
    Event,
    Insight,
    Order,
    Searched,
    State,
)
from ai.analysis_rows import ENDED, STARTED, News, searched, tell
from ai.errors import InvalidCursor, RequestIdReused, TooManyAnalyses, UnknownAnalysis
from ai.judging import PlayedPly
from ai.settling import settle
from chassis.database import Database, Transaction

_FIRST_LOOK_MS = 4000
"""The messages sent at the start have so long before the sweep sends another."""
_MOST_PAUSE_MS = 60_000
_RETRY_AFTER = "10 minutes"
"""What was set aside may be tried again after so long, if somebody asks anew."""

# One at a time for each player: they count themselves.
_QUEUE_UP = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"

_BY_REQUEST = """
SELECT analysis_id, digest FROM analyses WHERE tenant_id = %s AND player_id = %s AND request_id = %s
"""

_UNDER_WAY = """
SELECT count(*) FROM analyses WHERE tenant_id = %s AND player_id = %s AND ready_time IS NOT NULL
"""

_DROP_STALE = f"""
WITH stale AS (
  SELECT content FROM analysis_positions
  WHERE content = ANY(%(contents)s)
    AND (engine <> %(engine)s OR reason <> '' AND use_time < clock_timestamp() - interval '{_RETRY_AFTER}')
  ORDER BY content FOR UPDATE
)
DELETE FROM analysis_positions USING stale WHERE analysis_positions.content = stale.content
"""  # noqa: S608  a constant of ours

# Whoever has it in hand goes on; else a new budget begins.
_WANT = """
INSERT INTO analysis_positions AS old (content, ruleset, options, fen, rule_state, engine)
SELECT DISTINCT ON (content) content, %(ruleset)s, %(options)s, fen, rule_state, %(engine)s
FROM unnest(%(contents)s::bytea[], %(fens)s::text[], %(rule_states)s::bytea[]) AS wanted (content, fen, rule_state)
ORDER BY content
ON CONFLICT (content) DO UPDATE SET
  use_time = CASE WHEN old.reason = '' THEN clock_timestamp() ELSE old.use_time END,
  spent_nodes = CASE WHEN old.holder IS NULL THEN 0 ELSE old.spent_nodes END
"""

_INSERT = """
INSERT INTO analyses (analysis_id, tenant_id, player_id, request_id, digest, ruleset, options, rule_state,
  nodes, end_score, ready_time)
VALUES (%(analysis_id)s, %(tenant_id)s, %(player_id)s, %(request_id)s, %(digest)s, %(ruleset)s, %(options)s,
  %(rule_state)s, %(nodes)s, %(end_score)s, clock_timestamp() + %(first_look_ms)s * interval '1 ms')
"""

_INSERT_PLIES = """
INSERT INTO analysis_plies (analysis_id, ply, content, fen, side, move, by_lots)
SELECT %(analysis_id)s, number - 1, content, fen, side, move, coalesce(by_lots, false)
FROM unnest(%(contents)s::bytea[], %(fens)s::text[], %(sides)s::text[], %(moves)s::text[], %(by_lots)s::boolean[])
  WITH ORDINALITY AS given (content, fen, side, move, by_lots, number)
"""

_GET = """
SELECT ruleset, options, rule_state, state, reason, revision, nodes, end_score, create_time, end_time FROM analyses
WHERE analysis_id = %s AND tenant_id = %s AND player_id = %s
"""

_REVISION = "SELECT revision FROM analyses WHERE analysis_id = %s AND tenant_id = %s AND player_id = %s"

_EVENTS = """
SELECT sequence, type, data, event_time FROM analysis_events
WHERE analysis_id = %s AND sequence > %s AND sequence <= %s ORDER BY sequence LIMIT %s
"""

_CANCEL = """
UPDATE analyses SET state = 'cancelled', ready_time = NULL, end_time = clock_timestamp()
WHERE analysis_id = %s AND ready_time IS NOT NULL
"""

_OWNED = "SELECT FROM analyses WHERE analysis_id = %s AND tenant_id = %s AND player_id = %s FOR UPDATE"

_KNOWN = """
SELECT line, score, depth, nodes, exact FROM analysis_positions
WHERE content = %s AND engine = %s AND line IS NOT NULL
"""

_DUE = """
WITH due AS (
  SELECT analysis_id FROM analyses WHERE ready_time <= (SELECT clock_timestamp())
  ORDER BY ready_time LIMIT %(limit)s
  FOR UPDATE SKIP LOCKED
)
UPDATE analyses AS old SET sends = sends + 1,
  ready_time = clock_timestamp() + least(%(first_ms)s * 2 ^ least(sends, 16), %(most_ms)s) * interval '1 ms'
FROM due WHERE old.analysis_id = due.analysis_id
RETURNING old.analysis_id
"""

_UNSENT = """
UPDATE analyses SET ready_time = clock_timestamp(), sends = sends - 1
WHERE analysis_id = ANY(%s) AND ready_time IS NOT NULL AND sends > 0
"""

_BACKLOG = """
SELECT count(*),
  coalesce(extract(epoch FROM clock_timestamp() - min(create_time) FILTER (WHERE state = 'queued')), 0)::float8
FROM analyses WHERE ready_time IS NOT NULL
"""

_FORGET = """
WITH old AS (
  SELECT analysis_id FROM analyses WHERE create_time < (SELECT clock_timestamp()) - interval '7 days'
  ORDER BY create_time LIMIT %s
  FOR UPDATE SKIP LOCKED
)
DELETE FROM analyses USING old WHERE analyses.analysis_id = old.analysis_id
"""

_FORGET_POSITIONS = """
WITH old AS (
  SELECT content FROM analysis_positions
  WHERE use_time < (SELECT clock_timestamp()) - interval '30 days' AND holder IS NULL
  ORDER BY use_time LIMIT %s
  FOR UPDATE SKIP LOCKED
)
DELETE FROM analysis_positions USING old WHERE analysis_positions.content = old.content
"""


class AnalysisRows:
    """An AnalysisStore; `engine` says whose results count."""

    def __init__(self, database: Database, engine: str) -> None:
        self._database = database
        self._engine = engine

    def start(self, order: Order) -> tuple[str, bool]:
        who = (order.tenant_id, order.player_id)
        with self._database.transaction() as tx:
            tx.execute(_QUEUE_UP, (f"analyses of {order.tenant_id}:{order.player_id}",))
            if order.request_id:
                row = tx.execute(_BY_REQUEST, (*who, order.request_id)).fetchone()
                if row is not None:
                    if bytes(row[1]) != order.digest:
                        raise RequestIdReused(order.request_id)
                    return row[0], True
            (under_way,) = tx.execute(_UNDER_WAY, who).fetchone() or (0,)
            if under_way >= MOST_UNDER_WAY:
                raise TooManyAnalyses(MOST_UNDER_WAY)
            analysis_id = str(uuid4())
            self._want(tx, order)
            self._insert(tx, analysis_id, order)
            tell(tx, analysis_id, [News(STARTED, None, {})])
            # What is known already needs no worker.
            settle(tx, [question.content for question in order.questions], analysis_id)
        return analysis_id, False

    def _want(self, tx: Transaction, order: Order) -> None:
        first = order.questions[0]
        values = {
            "contents": [question.content for question in order.questions],
            "fens": [question.fen for question in order.questions],
            "rule_states": [question.rule_state for question in order.questions],
            "ruleset": first.ruleset,
            "options": Jsonb(first.options),
            "engine": self._engine,
        }
        tx.execute(_DROP_STALE, values)
        tx.execute(_WANT, values)

    def _insert(self, tx: Transaction, analysis_id: str, order: Order) -> None:
        first = order.questions[0]
        played: list[PlayedPly | None] = list(order.moves)
        played += [None] * (len(order.questions) - len(played))
        tx.execute(
            _INSERT,
            {
                "analysis_id": analysis_id,
                "tenant_id": order.tenant_id,
                "player_id": order.player_id,
                "request_id": order.request_id or None,
                "digest": order.digest,
                "ruleset": first.ruleset,
                "options": Jsonb(first.options),
                "rule_state": first.rule_state,
                "nodes": order.nodes,
                "end_score": order.end_score,
                "first_look_ms": _FIRST_LOOK_MS,
            },
        )
        tx.execute(
            _INSERT_PLIES,
            {
                "analysis_id": analysis_id,
                "contents": [question.content for question in order.questions],
                "fens": [question.fen for question in order.questions],
                "sides": [ply.side.value if ply else None for ply in played],
                "moves": [ply.move if ply else None for ply in played],
                "by_lots": [ply.by_lots if ply else None for ply in played],
            },
        )

    def get(self, analysis_id: str, tenant_id: str, player_id: str) -> Analysis:
        with self._database.transaction() as tx:
            # Revision and positions belong together.
            tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            row = tx.execute(_GET, (analysis_id, tenant_id, player_id)).fetchone()
            if row is None:
                raise UnknownAnalysis(analysis_id)
            positions = searched(tx, analysis_id)
        return _analysis_of(analysis_id, row, positions)

    def events(
        self, analysis_id: str, tenant_id: str, player_id: str, after: int, limit: int
    ) -> tuple[Sequence[Event], int]:
        with self._database.transaction() as tx:
            row = tx.execute(_REVISION, (analysis_id, tenant_id, player_id)).fetchone()
            if row is None:
                raise UnknownAnalysis(analysis_id)
            (revision,) = row
            if not 0 <= after <= revision:
                raise InvalidCursor(after, revision)
            rows = tx.execute(_EVENTS, (analysis_id, after, revision, limit)).fetchall()
        events = [
            Event(sequence=sequence, type=kind, data=data, time=time) for sequence, kind, data, time in rows
        ]
        return events, revision

    def cancel(self, analysis_id: str, tenant_id: str, player_id: str) -> bool:
        with self._database.transaction() as tx:
            if tx.execute(_OWNED, (analysis_id, tenant_id, player_id)).fetchone() is None:
                raise UnknownAnalysis(analysis_id)
            if not tx.execute(_CANCEL, (analysis_id,)).rowcount:
                return False
            tell(tx, analysis_id, [News(ENDED, None, {"state": State.CANCELLED.value, "reason": None})])
        return True

    def known(self, content: bytes) -> Insight | None:
        with self._database.transaction() as tx:
            row = tx.execute(_KNOWN, (content, self._engine)).fetchone()
        if row is None:
            return None
        line, score, depth, nodes, exact = row
        return Insight(line=line, score=score, depth=depth, nodes=nodes, exact=exact)

    def due(self, limit: int) -> Sequence[str]:
        values = {"limit": limit, "first_ms": _FIRST_LOOK_MS, "most_ms": _MOST_PAUSE_MS}
        with self._database.transaction() as tx:
            return [analysis_id for (analysis_id,) in tx.execute(_DUE, values).fetchall()]

    def unsent(self, keys: Sequence[str]) -> None:
        with self._database.transaction() as tx:
            tx.execute(_UNSENT, (list(keys),))

    def backlog(self) -> tuple[int, float]:
        with self._database.transaction() as tx:
            (count, age_s) = tx.execute(_BACKLOG).fetchone() or (0, 0.0)
        return count, age_s

    def forget(self, limit: int) -> int:
        with self._database.transaction() as tx:
            gone = tx.execute(_FORGET, (limit,)).rowcount
            return gone + tx.execute(_FORGET_POSITIONS, (limit,)).rowcount


def _analysis_of(analysis_id: str, row: tuple[Any, ...], positions: Sequence[Searched]) -> Analysis:
    ruleset, options, rule_state, state, reason, revision, nodes, end_score, create_time, end_time = row
    return Analysis(
        analysis_id=analysis_id,
        ruleset=ruleset,
        options=options,
        rule_state=bytes(rule_state),
        state=State(state),
        reason=reason,
        revision=revision,
        nodes=nodes,
        end_score=end_score,
        positions=positions,
        create_time=create_time,
        end_time=end_time,
    )
