"""What the rules service is told: nothing beyond what every service is."""

from __future__ import annotations

from dataclasses import dataclass

from chassis import ServerSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSettings(ServerSettings):
    """Read from `BRETTWERK_RULES_…`."""
