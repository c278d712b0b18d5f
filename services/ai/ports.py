"""What analyses need of a store: the service of the one, the workers of the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ai.analyses import Analysis, Event, Held, Insight, Order


class AnalysisStore(Protocol):
    """The analyses, shared by every replica of the service and every worker. Its methods raise Unavailable."""

    def start(self, order: Order) -> tuple[str, bool]:
        """Its id, and whether an earlier request had started it. Raises TooManyAnalyses and RequestIdReused."""
        ...

    def get(self, analysis_id: str, tenant_id: str, player_id: str) -> Analysis:
        """Raises UnknownAnalysis."""
        ...

    def events(
        self, analysis_id: str, tenant_id: str, player_id: str, after: int, limit: int
    ) -> tuple[Sequence[Event], int]:
        """Those after a sequence, and the last one's sequence. Raises UnknownAnalysis and InvalidCursor."""
        ...

    def cancel(self, analysis_id: str, tenant_id: str, player_id: str) -> bool:
        """Whether it was live. Raises UnknownAnalysis."""
        ...

    def known(self, content: bytes) -> Insight | None:
        """The deepest result, if there is one."""
        ...

    def due(self, limit: int) -> Sequence[str]:
        """The analyses to be sent again; the next time for each comes later and later."""
        ...

    def unsent(self, keys: Sequence[str]) -> None:
        """They could not be sent after all."""
        ...

    def backlog(self) -> tuple[int, float]:
        """How many are live, and the age in seconds of the oldest that nobody has begun."""
        ...

    def forget(self, limit: int) -> int:
        """Delete what nobody asks for any more; how many."""
        ...


class PositionStore(Protocol):
    """The positions of the analyses, as workers share them. Its methods raise Unavailable."""

    def hold(self, analysis_id: str, holder: str) -> Held | None:
        """Take the last position of it in hand that is open and in nobody's; None if there is none."""
        ...

    def renew(self, held: Held) -> bool:
        """Keep it in hand for another while; whether anybody still wants it."""
        ...

    def report(self, held: Held, insight: Insight) -> None:
        """Keep what is known so far, unless more is known already."""
        ...

    def finish(self, held: Held, insight: Insight) -> None:
        """Keep the result, unless a deeper one is there; the position is done for all who want no more of it."""
        ...

    def give_back(self, held: Held, insight: Insight | None, searched_nodes: int) -> None:
        """Let somebody go on, with what is known so far."""
        ...

    def set_aside(self, held: Held, reason: str) -> None:
        """Let nobody try again."""
        ...

    def is_open(self, analysis_id: str) -> bool:
        """It is live and has positions left that nobody has in hand."""
        ...
