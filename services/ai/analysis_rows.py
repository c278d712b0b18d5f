"""What both stores of analyses do with rows: read positions, and write down what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.types.json import Jsonb

from ai.analyses import Insight, Searched
from ai.judging import PlayedPly
from ai.telling import Json
from chassis.database import Transaction
from rulebook import Side

STARTED, BEGUN, GAINED = "analysis_started", "search_begun", "insight_gained"
SEARCHED, JUDGED, ENDED = "position_searched", "ply_judged", "analysis_ended"

# What is done keeps the result that it was done with; what is open has the one found so far.
_SEARCHED = """
SELECT p.fen, p.side, p.move, p.by_lots, p.state, p.reason,
  CASE WHEN p.state = 'open' THEN s.line ELSE p.line END,
  CASE WHEN p.state = 'open' THEN s.score ELSE p.score END,
  CASE WHEN p.state = 'open' THEN s.depth ELSE p.depth END,
  CASE WHEN p.state = 'open' THEN s.nodes ELSE p.nodes END,
  CASE WHEN p.state = 'open' THEN s.exact ELSE p.exact END
FROM analysis_plies p LEFT JOIN analysis_positions s ON s.content = p.content AND p.state = 'open'
WHERE p.analysis_id = %s AND p.ply BETWEEN %s AND %s
ORDER BY p.ply
"""

_TELL = """
WITH changed AS (
  UPDATE analyses SET revision = revision + %(count)s WHERE analysis_id = %(analysis_id)s RETURNING revision
)
INSERT INTO analysis_events (analysis_id, sequence, type, ply, data)
SELECT %(analysis_id)s, revision - %(count)s + number, type, ply, data
FROM changed, unnest(%(types)s::text[], %(plies)s::integer[], %(data)s::jsonb[])
  WITH ORDINALITY AS news (type, ply, data, number)
"""

_LAST_PLY = 1 << 30


@dataclass(frozen=True, slots=True)
class News:
    """An event to be."""

    type: str
    ply: int | None
    data: Json


def tell(tx: Transaction, analysis_id: str, news: Sequence[News]) -> None:
    """Write down what happened to an analysis, in order. Locks it."""
    if not news:
        return
    tx.execute(
        _TELL,
        {
            "analysis_id": analysis_id,
            "count": len(news),
            "types": [each.type for each in news],
            "plies": [each.ply for each in news],
            "data": [Jsonb(each.data) for each in news],
        },
    )


def searched(tx: Transaction, analysis_id: str, first: int = 0, last: int = _LAST_PLY) -> list[Searched]:
    """The positions from ply to ply, as they stand."""
    return [_searched(row) for row in tx.execute(_SEARCHED, (analysis_id, first, last))]


def _searched(row: tuple[Any, ...]) -> Searched:
    fen, side, move, by_lots, state, reason, line, score, depth, nodes, exact = row
    insight = None
    if line:
        insight = Insight(line=line, score=score, depth=depth, nodes=nodes, exact=exact)
    return Searched(
        fen=fen,
        played=PlayedPly(side=Side(side), move=move, by_lots=by_lots) if move is not None else None,
        insight=insight,
        is_done=state == "done",
        reason=reason,
    )
