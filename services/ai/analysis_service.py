"""What the ai service does with analyses: starts and cancels them, tells how they stand, and gives hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog

import engine
from ai.analyses import Analysis, Event, Insight, Order, insight_of, question_of, topic
from ai.ports import AnalysisStore
from ai.service import LIGHT_NODES
from chassis import Unavailable
from rulebook import Move, Position, legal_moves

log = structlog.get_logger()

CANCELLED = "ai.cancelled"
"""The topic on which the workers hear that one of the analyses was cancelled; which one they ask the table."""
_PLIES_FOR_A_WORKER = 16
_MOST_WORKERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A move, and what is known of the position."""

    move: Move
    insight: Insight


class Analyses:
    """The analyses of players."""

    def __init__(
        self, store: AnalysisStore, wake: Callable[[str], None], publish: Callable[[str], None]
    ) -> None:
        """`wake` has a worker woken for an analysis; `publish` tells a topic's readers that there is something to read."""
        self._store = store
        self._wake = wake
        self._publish = publish

    def start(self, order: Order) -> tuple[Analysis, bool]:
        """The analysis, and whether an earlier request had started it. Raises TooManyAnalyses and RequestIdReused."""
        analysis_id, replayed = self._store.start(order)
        analysis = self._store.get(analysis_id, order.tenant_id, order.player_id)
        if not replayed and analysis.end_time is None:
            # A long game is worth several workers; each takes the next position that nobody has in hand.
            for _ in range(min(1 + len(order.questions) // _PLIES_FOR_A_WORKER, _MOST_WORKERS)):
                self._wake(analysis_id)
        return analysis, replayed

    def get(self, analysis_id: str, tenant_id: str, player_id: str) -> Analysis:
        """Raises UnknownAnalysis."""
        return self._store.get(analysis_id, tenant_id, player_id)

    def events(
        self, analysis_id: str, tenant_id: str, player_id: str, after: int, limit: int
    ) -> tuple[Sequence[Event], int]:
        """What happened after a sequence, and the last one. Raises UnknownAnalysis and InvalidCursor."""
        return self._store.events(analysis_id, tenant_id, player_id, after, limit)

    def cancel(self, analysis_id: str, tenant_id: str, player_id: str) -> Analysis:
        """Raises UnknownAnalysis."""
        if self._store.cancel(analysis_id, tenant_id, player_id):
            self._publish(CANCELLED)
            self._publish(topic(analysis_id))
        return self._store.get(analysis_id, tenant_id, player_id)

    def suggest(self, position: Position) -> Hint:
        """The best move after a light search, or after a deeper one of an analysis. Raises GameOver."""
        known = self._known(position)
        if known is not None and known.nodes >= LIGHT_NODES:
            move = next((move for move in legal_moves(position) if move.notation == known.line[0]), None)
            if move is not None:
                return Hint(move=move, insight=known)
        found = engine.search(position, engine.Limits(nodes=LIGHT_NODES))
        insight = insight_of(found, spent_nodes=0, exact=found.nodes < LIGHT_NODES)
        return Hint(move=found.move, insight=insight)

    def _known(self, position: Position) -> Insight | None:
        try:
            return self._store.known(question_of(position).content)
        except Unavailable as error:
            # A hint needs no database.
            log.warning("known results not asked", detail=str(error))
            return None
