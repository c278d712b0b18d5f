"""What the matchmaking service does: keeps records of finished games."""

from __future__ import annotations

from collections.abc import Mapping

from matchmaking.ports import RecordStore
from matchmaking.record import FinishedGame, Tally, tallies


class InvalidField(ValueError):
    """A field is missing or out of bounds."""


class Records:
    """The record of each player."""

    def __init__(self, store: RecordStore) -> None:
        self._store = store

    def note(self, event_id: int, game: FinishedGame) -> bool:
        """Counts a game once, however often it is told. Whether it was new."""
        return self._store.add(event_id, game, list(tallies(game)))

    def of(self, tenant_id: str, player_id: str) -> Mapping[str, Tally]:
        """By rule set, in the order of their keys."""
        return self._store.record(tenant_id, player_id)
