"""What the services have written down in the end, held against what was seen."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, LiteralString

import psycopg

from tests.chaos import clockwork
from tests.chaos.faults import Fault
from tests.chaos.tables import Played
from tests.chaos.visitors import Visitor

_PATIENCE_S = 90.0
_AGAIN_S = 0.5
_LOOK_S = 2.0


class Ledger:
    """Reads the house's database as its superuser, and asks again while it is away."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._outages: dict[float, float] = {}

    def outages(self) -> list[clockwork.Stretch]:
        """All that were ever seen: the house forgets those that no running game needs."""
        return list(self._outages.items())

    async def look_after_outages(self) -> None:
        """For ever."""
        while True:
            await self.note_outages()
            await asyncio.sleep(_LOOK_S)

    async def note_outages(self) -> None:
        rows = await asyncio.to_thread(self._rows, "SELECT start_time, end_time FROM games.outages")
        for start, end in rows:
            self._outages[clockwork.ms(start)] = clockwork.ms(end)

    async def settle(
        self, played: Sequence[Played], visitors: Iterable[Visitor], unfinished: Sequence[str]
    ) -> list[str]:
        """What of it is wrong, once nothing is under way any more; `unfinished` are games that nobody speaks for."""
        gives_up_s = time.monotonic() + _PATIENCE_S
        counted = list(visitors)
        while True:
            wrong = await asyncio.to_thread(self._wrong, played, counted, unfinished)
            if not wrong or time.monotonic() > gives_up_s:
                return wrong
            await asyncio.sleep(_AGAIN_S)

    def _wrong(
        self, played: Sequence[Played], visitors: Sequence[Visitor], unfinished: Sequence[str]
    ) -> list[str]:
        return [
            *self._wrong_games(played),
            *self._wrong_results(played),
            *(() if unfinished else self._wrong_records(visitors)),
            *self._left_over([each.game["id"] for each in played]),
        ]

    def _wrong_games(self, played: Sequence[Played]) -> Iterable[str]:
        rows = self._rows(
            """
            SELECT game_id::text, status, winner, termination, turn, sequence,
              (SELECT count(*) FROM games.events WHERE events.game_id = games.game_id),
              (SELECT count(DISTINCT turn) FROM games.events
               WHERE events.game_id = games.game_id AND type IN ('move_played', 'move_taken_back'))
            FROM games.games WHERE game_id::text = ANY(%s)
            """,
            ([each.game["id"] for each in played],),
        )
        found = {row[0]: row[1:] for row in rows}
        for each in played:
            game, result = each.game, each.game["result"] or {"winner": None, "termination": None}
            wanted = (
                game["status"],
                result["winner"],
                result["termination"],
                game["turn"],
                game["sequence"],
                game["sequence"],
                game["turn"],
            )
            if found.get(game["id"]) != wanted:
                yield f"game {game['id']} is {found.get(game['id'])} in the end, and was {wanted}"

    def _wrong_results(self, played: Sequence[Played]) -> Iterable[str]:
        rows = self._rows(
            "SELECT game_id, winner, termination, ply FROM matchmaking.results WHERE game_id = ANY(%s)",
            ([each.game["id"] for each in played],),
        )
        found = {row[0]: row[1:] for row in rows}
        for each in played:
            game, result = each.game, each.game["result"]
            wanted = (result["winner"], result["termination"], game["ply"]) if result else None
            if found.get(game["id"]) != wanted:
                yield f"the result of {game['id']} is recorded as {found.get(game['id'])}, not {wanted}"

    def _wrong_records(self, visitors: Sequence[Visitor]) -> Iterable[str]:
        rows = self._rows(
            "SELECT player_id, ruleset_key, won, drawn, lost FROM matchmaking.records WHERE player_id = ANY(%s)",
            ([visitor.player_id for visitor in visitors],),
        )
        found: dict[str, Counter[tuple[str, str]]] = {visitor.player_id: Counter() for visitor in visitors}
        for player_id, key, *counts in rows:
            for outcome, count in zip(("won", "drawn", "lost"), counts, strict=True):
                found[player_id][key, outcome] += count
        for visitor in visitors:
            if +found[visitor.player_id] != visitor.tally:
                yield f"{visitor.player_id} has {found[visitor.player_id]} in his record, not {visitor.tally}"

    def _left_over(self, game_ids: Sequence[str]) -> Iterable[str]:
        for what, statement in _LEFT_OVER.items():
            rows = self._rows(statement, (list(game_ids),))
            if rows:
                yield f"{len(rows)} {what}, such as {rows[0]}"

    def _rows(self, statement: LiteralString, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Raises Fault if the database does not come back."""
        gives_up_s = time.monotonic() + _PATIENCE_S
        while True:
            try:
                with psycopg.connect(self._conninfo, connect_timeout=5, autocommit=True) as connection:
                    return connection.execute(statement, values or None).fetchall()
            except psycopg.Error as error:
                if not isinstance(error, psycopg.OperationalError):
                    raise
                if time.monotonic() > gives_up_s:
                    raise Fault(f"the database does not come back: {error}") from error
                time.sleep(_AGAIN_S)


_LEFT_OVER: dict[str, LiteralString] = {
    "alarms of games that are over": """
        SELECT game_id, kind, clock_version, due_time FROM clocks.alarms
        WHERE ready_time IS NOT NULL AND game_id = ANY(%s)
    """,
    "messages nobody was told of": "SELECT key, kind, create_time FROM games.outbox WHERE key = ANY(%s)",
    "engines still asked in games that are over": """
        SELECT game_id, turn, state FROM ai.engine_turns WHERE ready_time IS NOT NULL AND game_id = ANY(%s)
    """,
}
