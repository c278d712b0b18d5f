"""What the matchmaking service is told: nothing beyond what every service with a database is."""

from __future__ import annotations

from dataclasses import dataclass

from chassis import DatabaseSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchmakingSettings(DatabaseSettings):
    """Read from `BRETTWERK_MATCHMAKING_…`."""
