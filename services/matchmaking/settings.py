"""What the matchmaking service is told."""

from __future__ import annotations

from dataclasses import dataclass

from chassis import DatabaseSettings, setting
from chassis.settings import ADDRESS_FORM


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchmakingSettings(DatabaseSettings):
    """Read from `BRETTWERK_MATCHMAKING_…`."""

    games_address: str = setting(variable="BRETTWERK_GAMES_ADDRESS", form=ADDRESS_FORM)
    """Asked who plays a game and may see it."""
