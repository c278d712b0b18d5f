"""What an operator sees of the alarms."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

LATE_SECONDS = Histogram(
    "brettwerk_alarm_late_seconds",
    "From the due time of an alarm to the call that tells of it.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 60),
)
CALLS = Counter("brettwerk_alarm_calls", "Calls that told the games service of an alarm.", ("outcome",))
