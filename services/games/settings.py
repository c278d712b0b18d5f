"""What the games service is told."""

from __future__ import annotations

from dataclasses import dataclass

from chassis import DatabaseSettings, setting
from chassis.settings import ADDRESS_FORM


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesSettings(DatabaseSettings):
    """Read from `BRETTWERK_GAMES_…`."""

    rules_address: str = setting(variable="BRETTWERK_RULES_ADDRESS", form=ADDRESS_FORM)
    clocks_address: str = setting(variable="BRETTWERK_CLOCKS_ADDRESS", form=ADDRESS_FORM)
    ai_address: str = setting(variable="BRETTWERK_AI_ADDRESS", form=ADDRESS_FORM)
    matchmaking_address: str = setting(variable="BRETTWERK_MATCHMAKING_ADDRESS", form=ADDRESS_FORM)
    engine_budget_ms: int = setting(default=5000, least=100)
    """How long an engine may take for a move; after 70 % of it a light move takes its place."""
