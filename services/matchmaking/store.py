"""Results and records in Postgres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chassis.database import Database
from chassis.outbox import first_time
from matchmaking.record import FinishedGame, Tally

_TOLD_BY = "games"

_KEEP_GAME = """
INSERT INTO results
  (game_id, tenant_id, ruleset_key, white_player_id, black_player_id, winner, termination, rated, ply)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (game_id) DO NOTHING
"""

_ADD = """
INSERT INTO records AS old (tenant_id, player_id, ruleset_key, won, drawn, lost)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (tenant_id, player_id, ruleset_key) DO UPDATE
SET won = old.won + excluded.won, drawn = old.drawn + excluded.drawn, lost = old.lost + excluded.lost
"""

_RECORD = """
SELECT ruleset_key, won, drawn, lost FROM records
WHERE tenant_id = %s AND player_id = %s
ORDER BY ruleset_key
"""


class Store:
    """A RecordStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, event_id: int, game: FinishedGame, tallies: Sequence[tuple[str, Tally]]) -> bool:
        with self._database.transaction() as tx:
            if not first_time(tx, source=_TOLD_BY, event_id=event_id):
                return False
            kept = tx.execute(
                _KEEP_GAME,
                (
                    game.game_id,
                    game.tenant_id,
                    game.ruleset_key,
                    game.white_player_id,
                    game.black_player_id,
                    game.winner,
                    game.termination,
                    game.rated,
                    game.ply,
                ),
            )
            if not kept.rowcount:
                return False
            # In one order everywhere, so that two games of the same players never wait for each other.
            for player_id, tally in sorted(tallies, key=lambda pair: pair[0]):
                line = (game.tenant_id, player_id, game.ruleset_key, tally.won, tally.drawn, tally.lost)
                tx.execute(_ADD, line)
            return True

    def record(self, tenant_id: str, player_id: str) -> Mapping[str, Tally]:
        with self._database.transaction() as tx:
            rows = tx.execute(_RECORD, (tenant_id, player_id)).fetchall()
        return {key: Tally(won=won, drawn=drawn, lost=lost) for key, won, drawn, lost in rows}
