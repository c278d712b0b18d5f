"""What becomes of analyses when a position is done or set aside: their plies, their news, their end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ai import telling
from ai.analyses import State
from ai.analysis_rows import ENDED, JUDGED, SEARCHED, News, searched, tell
from chassis.database import Transaction

# Locked one after the other by id, as everywhere, and after the positions.
_LIVE = """
SELECT analysis_id, ruleset, options, end_score FROM analyses
WHERE ready_time IS NOT NULL AND (%(only)s::text IS NULL OR analysis_id = %(only)s) AND analysis_id IN (
  SELECT analysis_id FROM analysis_plies WHERE content = ANY(%(contents)s) AND state = 'open')
ORDER BY analysis_id
FOR UPDATE
"""

# A budget that is spent to its end serves every smaller one.
_CLOSE = """
UPDATE analysis_plies p SET
  state = CASE WHEN s.reason = '' THEN 'done' ELSE 'set_aside' END,
  reason = s.reason,
  line = s.line, score = s.score, depth = s.depth, nodes = s.nodes, exact = s.exact
FROM analysis_positions s, analyses a
WHERE p.state = 'open' AND p.content = ANY(%(contents)s) AND p.analysis_id = ANY(%(live)s)
  AND s.content = p.content AND a.analysis_id = p.analysis_id
  AND (s.reason <> '' OR s.line IS NOT NULL AND (s.exact OR s.budget >= a.nodes))
RETURNING p.analysis_id, p.ply
"""

_LEFT = """
SELECT count(*) FILTER (WHERE state = 'open'), count(*) FILTER (WHERE state <> 'open'),
  count(*) FILTER (WHERE state = 'done'), coalesce(max(reason), '')
FROM analysis_plies WHERE analysis_id = %s
"""

_END = """
UPDATE analyses SET state = %s, reason = %s, ready_time = NULL, end_time = clock_timestamp() WHERE analysis_id = %s
"""


def settle(tx: Transaction, contents: Sequence[bytes], only: str | None = None) -> list[str]:
    """Close what these positions close in the live analyses (`only` in one), and tell of it; which were changed.

    The positions are locked by this transaction.
    """
    live = tx.execute(_LIVE, {"contents": list(contents), "only": only}).fetchall()
    if not live:
        return []
    closed = tx.execute(
        _CLOSE, {"contents": list(contents), "live": [analysis_id for analysis_id, *_ in live]}
    ).fetchall()
    closed.sort()
    plies_of = {
        analysis_id: [ply for _, ply in rows] for analysis_id, rows in groupby(closed, lambda row: row[0])
    }
    for analysis in live:
        if analysis[0] in plies_of:
            _go_on(tx, analysis, plies_of[analysis[0]])
    return list(plies_of)


def _go_on(tx: Transaction, analysis: tuple[Any, ...], plies: Sequence[int]) -> None:
    """Tell of the plies that were closed, and end it if they were the last."""
    analysis_id = analysis[0]
    (left, closed, done, reason) = tx.execute(_LEFT, (analysis_id,)).fetchone() or (0, 0, 0, "")
    news = _news(tx, analysis, plies, closed)
    if not left:
        state = State.DONE if done else State.FAILED
        reason = "" if done else reason
        tx.execute(_END, (state.value, reason, analysis_id))
        news.append(News(ENDED, None, {"state": state.value, "reason": reason or None}))
    tell(tx, analysis_id, news)


def _news(tx: Transaction, analysis: tuple[Any, ...], plies: Sequence[int], closed: int) -> list[News]:
    analysis_id, ruleset, options, end_score = analysis
    # A position judges the move that led to it as well as the one played in it.
    first = max(min(plies) - 1, 0)
    positions = searched(tx, analysis_id, first, max(plies) + 1)
    family = telling.family_of(ruleset, options)
    news = []
    touched = set()
    for ply in plies:
        here = positions[ply - first]
        facts = {
            "ply": ply,
            "positions_done": closed,
            "insight": telling.insight(here.insight) if here.insight else None,
            "reason": here.reason or None,
        }
        news.append(News(SEARCHED, ply, facts))
        touched |= {ply - 1, ply}
    for number, (here, following) in enumerate(telling.pairs(positions), start=first):
        if number in touched and here.played and here.is_done:
            told = telling.ply(number, family, here, following, end_score)
            news.append(News(JUDGED, number, told))
    return news
