"""What the use cases need from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from matchmaking.record import FinishedGame, Tally


class RecordStore(Protocol):
    """Finished games and what they add up to. Every method is a transaction of its own."""

    def add(self, event_id: int, game: FinishedGame, tallies: Sequence[tuple[str, Tally]]) -> bool:
        """Keeps the game and adds the tallies to the records, all or nothing.

        False, and nothing is changed, if this event or this game has been added before.
        """

    def record(self, tenant_id: str, player_id: str) -> Mapping[str, Tally]:
        """By rule set, in the order of their keys; empty for a player without finished games."""
