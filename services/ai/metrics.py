"""What an operator sees of the engines' turns; workers are scaled by the age of the oldest."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

UNANSWERED = Gauge("brettwerk_engine_turns_unanswered", "Turns that engines have not played yet.")
OLDEST_SECONDS = Gauge("brettwerk_engine_turns_oldest_seconds", "Age of the oldest of them.")
SENT = Counter("brettwerk_engine_turn_messages", "Messages to the workers, by what caused them.", ("cause",))
