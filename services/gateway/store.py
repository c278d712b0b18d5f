"""Players in Postgres: all SQL of the gateway."""

from __future__ import annotations

from uuid import UUID

from chassis.database import Database
from gateway.players import Player, PlayerKind

_ADD = "INSERT INTO players (player_id, tenant_id, kind, name) VALUES (%s, %s, %s, %s)"
_GET = """
SELECT player_id, tenant_id, kind, name, create_time FROM players
WHERE player_id = %s AND tenant_id = %s
"""


class Store:
    """A PlayerStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, player_id: str, tenant_id: str, kind: PlayerKind, name: str | None) -> None:
        with self._database.transaction() as tx:
            tx.execute(_ADD, (UUID(player_id), tenant_id, kind, name))

    def get(self, player_id: str, tenant_id: str) -> Player | None:
        try:
            key = UUID(player_id)
        except ValueError:
            return None  # the token is good, its bearer was never one of ours
        with self._database.transaction() as tx:
            found = tx.execute(_GET, (key, tenant_id)).fetchone()
        if found is None:
            return None
        found_id, tenant, kind, name, create_time = found
        return Player(
            player_id=str(found_id),
            tenant_id=tenant,
            kind=PlayerKind(kind),
            name=name,
            create_time=create_time,
        )
