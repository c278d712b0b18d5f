"""The positions of analyses in Postgres, as workers take them in hand. All times are the database's own.

Locks are taken in one order everywhere: positions by content, then analyses by id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import structlog

from ai import telling
from ai.analyses import WORKER_LOST, Held, Insight, Question, topic
from ai.analysis_rows import BEGUN, GAINED, News, tell
from ai.settling import settle
from chassis.database import Database, Transaction

log = structlog.get_logger()

LEASE_MS = 3000
"""How long a position stays in hand without being renewed. A worker renews it every second."""
MOST_ATTEMPTS = 3
"""A position that has cost so many workers is set aside."""

# What others have in hand is left to them: their result will be this analysis's too. One statement, because each
# costs a worker half a millisecond in which it does not search.
_HOLD = """
WITH picked AS MATERIALIZED (
  SELECT p.content, s.attempts >= %(most)s AS is_deadly
  FROM analyses a JOIN analysis_plies p USING (analysis_id) JOIN analysis_positions s USING (content)
  WHERE a.analysis_id = %(analysis_id)s AND a.ready_time IS NOT NULL AND p.state = 'open' AND s.reason = ''
    AND (s.holder IS NULL OR s.holder = %(holder)s OR s.lease_time <= clock_timestamp())
  ORDER BY p.ply DESC LIMIT 1
  FOR UPDATE OF s SKIP LOCKED
), held AS (
  UPDATE analysis_positions s SET holder = %(holder)s, attempts = attempts + 1,
    lease_time = clock_timestamp() + %(lease_ms)s * interval '1 ms'
  FROM picked WHERE s.content = picked.content AND NOT picked.is_deadly
  RETURNING s.ruleset, s.options, s.fen, s.rule_state, s.spent_nodes
), awake AS (
  UPDATE analyses SET sends = 0, ready_time = clock_timestamp() + %(lease_ms)s * interval '1 ms'
  WHERE analysis_id = %(analysis_id)s AND ready_time IS NOT NULL AND EXISTS (SELECT FROM held)
  RETURNING state = 'queued' AS is_first, (extract(epoch FROM clock_timestamp() - create_time) * 1000)::bigint AS ms
)
SELECT picked.content, is_deadly, ruleset, options, fen, rule_state, spent_nodes, is_first, ms, (
  SELECT max(a.nodes) FROM analysis_plies p JOIN analyses a USING (analysis_id)
  WHERE p.content = picked.content AND p.state = 'open' AND a.ready_time IS NOT NULL)
FROM picked LEFT JOIN held ON true LEFT JOIN awake ON true
"""

_BEGIN = "UPDATE analyses SET state = 'running' WHERE analysis_id = %(analysis_id)s AND state = 'queued'"

_WANTED = """EXISTS (
  SELECT FROM analysis_plies p JOIN analyses a USING (analysis_id)
  WHERE p.content = %(content)s AND p.state = 'open' AND a.ready_time IS NOT NULL)
"""

_RENEW = f"""
UPDATE analysis_positions SET lease_time = clock_timestamp() + %(lease_ms)s * interval '1 ms'
WHERE content = %(content)s AND holder = %(holder)s AND {_WANTED}
"""  # noqa: S608  a constant of ours

_KEEP_AWAKE = """
UPDATE analyses SET ready_time = clock_timestamp() + %(lease_ms)s * interval '1 ms'
WHERE analysis_id = %(analysis_id)s AND ready_time IS NOT NULL
"""

# Nothing shallower replaces a result. Whoever has found something may say so, also when it is not in his hands any more.
_IS_DEEPER = """(line IS NULL OR engine <> %(engine)s
  OR NOT exact AND (%(exact)s OR (depth, nodes) < (%(depth)s, %(nodes)s)))
"""

_LEARN = f"""
UPDATE analysis_positions SET engine = %(engine)s, line = %(line)s, score = %(score)s, depth = %(depth)s,
  nodes = %(nodes)s, exact = %(exact)s
WHERE content = %(content)s AND {_IS_DEEPER}
"""  # noqa: S608  a constant of ours

# The deeper of both results, and an end to this budget. Whoever else has it in hand meanwhile keeps it.
_FINISH = f"""
UPDATE analysis_positions SET budget = greatest(budget, %(wanted)s), engine = %(engine)s,
  line = CASE WHEN {_IS_DEEPER} THEN %(line)s ELSE line END,
  score = CASE WHEN {_IS_DEEPER} THEN %(score)s ELSE score END,
  depth = CASE WHEN {_IS_DEEPER} THEN %(depth)s ELSE depth END,
  nodes = CASE WHEN {_IS_DEEPER} THEN %(nodes)s ELSE nodes END,
  exact = CASE WHEN {_IS_DEEPER} THEN %(exact)s ELSE exact END,
  spent_nodes = CASE WHEN holder = %(holder)s THEN 0 ELSE spent_nodes END,
  attempts = CASE WHEN holder = %(holder)s THEN 0 ELSE attempts END,
  lease_time = CASE WHEN holder = %(holder)s THEN NULL ELSE lease_time END,
  holder = nullif(holder, %(holder)s)
WHERE content = %(content)s
"""  # noqa: S608  a constant of ours

_GIVE_BACK = """
UPDATE analysis_positions SET holder = NULL, lease_time = NULL, attempts = greatest(attempts - 1, 0),
  spent_nodes = spent_nodes + %(searched)s
WHERE content = %(content)s AND holder = %(holder)s
"""

_SET_ASIDE = """
UPDATE analysis_positions SET reason = %s, holder = NULL, lease_time = NULL WHERE content = %s
"""

_IS_OPEN = """
SELECT EXISTS (
  SELECT FROM analyses a JOIN analysis_plies p USING (analysis_id) JOIN analysis_positions s USING (content)
  WHERE a.analysis_id = %s AND a.ready_time IS NOT NULL AND p.state = 'open'
    AND (s.holder IS NULL OR s.lease_time <= clock_timestamp()))
"""

# Only where the position is all of it: a game is told of ply by ply.
_ALONE = """
SELECT a.analysis_id, p.ply FROM analyses a JOIN analysis_plies p USING (analysis_id)
WHERE p.content = %s AND p.state = 'open' AND p.move IS NULL AND p.ply = 0 AND a.ready_time IS NOT NULL
ORDER BY a.analysis_id
FOR UPDATE OF a
"""


class PositionRows:
    """A PositionStore; `engine` says whose results these are, `publish` wakes whoever waits for news of a topic."""

    def __init__(self, database: Database, engine: str, publish: Callable[[str], None]) -> None:
        self._database = database
        self._engine = engine
        self._publish = publish

    def hold(self, analysis_id: str, holder: str) -> Held | None:
        values = {
            "analysis_id": analysis_id,
            "holder": holder,
            "most": MOST_ATTEMPTS,
            "lease_ms": LEASE_MS,
        }
        touched: list[str] = []
        try:
            with self._database.transaction() as tx:
                while row := tx.execute(_HOLD, values).fetchone():
                    content, is_deadly, *rest = row
                    if not is_deadly:
                        return _held(tx, values, content, rest, touched)
                    touched += _set_aside(tx, content, WORKER_LOST)
                    log.error("position set aside", analysis_id=analysis_id, reason=WORKER_LOST)
            return None
        finally:
            self._tell(touched)

    def renew(self, held: Held) -> bool:
        values = {**_of(held), "lease_ms": LEASE_MS, "analysis_id": held.analysis_id}
        with self._database.transaction() as tx:
            if not tx.execute(_RENEW, values).rowcount:
                return False
            tx.execute(_KEEP_AWAKE, values)
        return True

    def report(self, held: Held, insight: Insight) -> None:
        with self._database.transaction() as tx:
            if not tx.execute(_LEARN, self._found(held, insight)).rowcount:
                return
            watching = tx.execute(_ALONE, (held.question.content,)).fetchall()
            for analysis_id, ply in watching:
                tell(tx, analysis_id, [News(GAINED, ply, {"ply": ply, "insight": telling.insight(insight)})])
        self._tell([analysis_id for analysis_id, _ in watching])

    def finish(self, held: Held, insight: Insight) -> None:
        with self._database.transaction() as tx:
            tx.execute(_FINISH, {**self._found(held, insight), "wanted": held.wanted_nodes})
            touched = settle(tx, [held.question.content])
        self._tell(touched)

    def give_back(self, held: Held, insight: Insight | None, searched_nodes: int) -> None:
        with self._database.transaction() as tx:
            if insight is not None:
                tx.execute(_LEARN, self._found(held, insight))
            tx.execute(_GIVE_BACK, {**_of(held), "searched": searched_nodes})

    def set_aside(self, held: Held, reason: str) -> None:
        with self._database.transaction() as tx:
            touched = _set_aside(tx, held.question.content, reason)
        log.error("position set aside", analysis_id=held.analysis_id, reason=reason)
        self._tell(touched)

    def is_open(self, analysis_id: str) -> bool:
        with self._database.transaction() as tx:
            (is_open,) = tx.execute(_IS_OPEN, (analysis_id,)).fetchone() or (False,)
        return bool(is_open)

    def _found(self, held: Held, insight: Insight) -> dict[str, Any]:
        return {
            **_of(held),
            "engine": self._engine,
            "line": list(insight.line),
            "score": insight.score,
            "depth": insight.depth,
            "nodes": insight.nodes,
            "exact": insight.exact,
        }

    def _tell(self, touched: Sequence[str]) -> None:
        for analysis_id in touched:
            self._publish(topic(analysis_id))


def _held(
    tx: Transaction, values: dict[str, Any], content: bytes, row: Sequence[Any], touched: list[str]
) -> Held | None:
    """What was taken in hand; None if it was cancelled in this instant."""
    ruleset, options, fen, rule_state, spent_nodes, is_first, waited_ms, wanted_nodes = row
    if is_first is None or wanted_nodes is None:
        tx.connection.rollback()
        return None
    analysis_id = values["analysis_id"]
    if is_first and tx.execute(_BEGIN, values).rowcount:
        tell(tx, analysis_id, [News(BEGUN, None, {})])
        touched.append(analysis_id)
    question = Question(
        ruleset=ruleset, options=options, fen=fen, rule_state=bytes(rule_state), content=bytes(content)
    )
    return Held(
        analysis_id=analysis_id,
        question=question,
        wanted_nodes=wanted_nodes,
        spent_nodes=spent_nodes,
        holder=values["holder"],
        waited_ms=waited_ms,
    )


def _of(held: Held) -> dict[str, Any]:
    return {"content": held.question.content, "holder": held.holder}


def _set_aside(tx: Transaction, content: bytes, reason: str) -> list[str]:
    tx.execute(_SET_ASIDE, (reason, content))
    return settle(tx, [content])
