"""A process that holds streams, as the games service hears of it, and what it makes of who is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At, House
from tests.patience import wait_for

WHITE, BLACK = types_pb2.SIDE_WHITE, types_pb2.SIDE_BLACK


GRACE_MS = 30_000
"""Of a game of 3 minutes and 2 seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A process that holds streams. Its word lasts until a test ends it, however slow the machine is."""

    house: House
    process_id: str
    at: At

    def tell(self, game: pb.Game, **connected: bool) -> bool:
        """Of players by their names; whether all has to be told again."""
        changes = [
            pb.Presence(game_id=game.game_id, player_id=name, tenant_id="local", connected=here)
            for name, here in connected.items()
        ]
        answer = self.at.games.ReportPresence(
            pb.ReportPresenceRequest(process_id=self.process_id, changes=changes)
        )
        self.house.execute(
            "UPDATE presence_leases SET lapse_time = lapse_time + interval '1 hour' WHERE process_id = %s",
            self.process_id,
        )
        return answer.report_all

    def close(self) -> None:
        self.at.games.ReportPresence(pb.ReportPresenceRequest(process_id=self.process_id, closing=True))

    def fall_silent(self) -> None:
        """As if it had said nothing for a long time; returns once that was found."""
        self.house.execute("DELETE FROM outages")
        self.house.execute(
            "UPDATE presence_leases SET lapse_time = clock_timestamp() - interval '1 minute' WHERE process_id = %s",
            self.process_id,
        )
        wait_for(lambda: self.leases() == 0)

    def leases(self) -> int:
        ((count,),) = self.house.execute(
            "SELECT count(*) FROM presence_leases WHERE process_id = %s", self.process_id
        )
        return int(count)


def absent(at: At, game: pb.Game) -> set[int]:
    return {absence.side for absence in at.get(game).absences}


def types_of(at: At, game: pb.Game) -> list[str]:
    return [event.type for event in at.events(game)]


def rows(house: House, game: pb.Game) -> list[tuple[str, bool]]:
    return [
        (name, connected)
        for name, connected in house.execute(
            "SELECT player_id, connected FROM presences WHERE game_id = %s ORDER BY player_id, process_id",
            game.game_id,
        )
    ]


def make_grace_pass(house: House, game: pb.Game, ms: int = GRACE_MS + 1000) -> None:
    """As if whoever is gone were gone for so much longer, and the house had been there all the time."""
    house.execute("DELETE FROM outages")
    house.execute(
        "UPDATE games SET white_gone = white_gone - %s * interval '1 ms',"
        " black_gone = black_gone - %s * interval '1 ms' WHERE game_id = %s",
        ms,
        ms,
        game.game_id,
    )


def ring(house: House, game: pb.Game) -> bool:
    """The alarm for absence goes off, whether it is due or not; whether that changed the game."""
    ((count,),) = house.execute("SELECT gone_count FROM games WHERE game_id = %s", game.game_id)
    return house.service("clocks").expire(game, 2 * count + 1, pb.ALARM_KIND_ABANDON)


def alarms(house: House, game: pb.Game) -> list[bool]:
    """Of absence, as the clocks service has them: whether each is set, or was cancelled."""
    with psycopg.connect(house.database.conninfo("clocks")) as connection:
        found = connection.execute(
            "SELECT due_time IS NOT NULL FROM alarms WHERE game_id = %s AND kind = 'abandon'",
            (game.game_id,),
        )
        return [is_set for (is_set,) in found.fetchall()]


def both_there(anna: At, bert: At, process: Process, **terms: Any) -> pb.Game:
    game = bert.join(anna.create(**{"first_move_ms": 0, **terms}))
    process.tell(game, anna=True, bert=True)
    return game


def ended(at: At, game: pb.Game) -> pb.Game | None:
    found = at.get(game)
    return found if found.status in (pb.GAME_STATUS_FINISHED, pb.GAME_STATUS_ABORTED) else None
