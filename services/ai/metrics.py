"""What an operator sees of the work that waits; workers are scaled by the age of the oldest, each queue by its own."""

from __future__ import annotations

from dataclasses import dataclass

from prometheus_client import Counter, Gauge

UNANSWERED = Gauge("brettwerk_engine_turns_unanswered", "Turns that engines have not played yet.")
OLDEST_SECONDS = Gauge("brettwerk_engine_turns_oldest_seconds", "Age of the oldest of them.")
SENT = Counter("brettwerk_engine_turn_messages", "Messages to the workers, by what caused them.", ("cause",))

ANALYSES = Gauge("brettwerk_analyses_live", "Analyses that have not ended.")
ANALYSES_OLDEST_SECONDS = Gauge(
    "brettwerk_analyses_oldest_seconds", "Age of the oldest analysis that no worker has begun."
)
ANALYSES_SENT = Counter(
    "brettwerk_analysis_messages", "Messages to the workers of analyses, by what caused them.", ("cause",)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meters:
    """Those of one queue."""

    backlog: Gauge
    oldest_s: Gauge
    sent: Counter


TURNS = Meters(backlog=UNANSWERED, oldest_s=OLDEST_SECONDS, sent=SENT)
OF_ANALYSES = Meters(backlog=ANALYSES, oldest_s=ANALYSES_OLDEST_SECONDS, sent=ANALYSES_SENT)
