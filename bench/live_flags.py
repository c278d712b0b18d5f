"""How late flags fall: many games whose time runs out one after the other while nobody is connected."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import psycopg

from bench.live_load import Json, Lines
from clocks.outages import Outage, end_ms

_WISH = {"ruleset": "battledame", "white": "me", "black": "open", "first_move_ms": 0}
_ALL_FALLEN_S = 60.0
_PILOTS = 40
"""Games by which it is found out how long a request takes."""
_MARGIN_S = 3.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """A flag that has fallen."""

    due_ms: int
    """When the time was over, our outages not counted; milliseconds since 1970."""
    late_ms: float


async def make_games(
    lines: Lines, count: int, spread_s: float, done: Callable[[], None]
) -> dict[str, tuple[int, int]]:
    """So many games under way, whose deadlines are spread evenly once all were made; by id, when the clock began to run
    and when its time is over.
    """
    guests = [(await lines.ask("POST", "/v1/guests"))["token"] for _ in range(2)]
    games: dict[str, tuple[int, int]] = {}

    def making(deadline_s: float) -> Callable[[], Awaitable[None]]:
        async def make() -> None:
            base_ms = max(1, round((deadline_s - time.time()) * 1000))
            control = {"kind": "fischer", "base_ms": base_ms, "increment_ms": 0}
            made = await lines.ask("POST", "/v1/games", guests[0], {**_WISH, "time_control": control})
            joined = await lines.ask("POST", f"/v1/games/{made['id']}:join", guests[1])
            clock = joined["clock"]
            games[made["id"]] = (_ms(clock["since_time"]), _ms(clock["deadline_time"]))
            done()

        return make

    pilots: list[str] = []
    began_s = time.time()
    await lines.each([_pilot(lines, guests[0], pilots)] * _PILOTS, lambda: None)
    # Two requests for each, and something over.
    first_s = time.time() + 2.5 * (time.time() - began_s) / _PILOTS * count + _MARGIN_S
    await lines.each([making(first_s + spread_s * number / count) for number in range(count)], done)
    return games


def _pilot(lines: Lines, token: str, made: list[str]) -> Callable[[], Awaitable[None]]:
    async def make() -> None:
        wish = {**_WISH, "time_control": {"kind": "unlimited"}}
        made.append((await lines.ask("POST", "/v1/games", token, wish))["id"])

    return make


async def fallen(
    conninfo: str, games: dict[str, tuple[int, int]], progress: Callable[[int], None]
) -> list[Fallen]:
    """Once all of them have fallen. Raises RuntimeError if one does not."""
    ids = list(games)
    last_s = max(due_ms for _, due_ms in games.values()) / 1000
    while True:
        ended, outages = await asyncio.to_thread(_ended, conninfo, ids)
        progress(len(ended))
        if len(ended) == len(ids):
            break
        if time.time() > last_s + _ALL_FALLEN_S:
            raise RuntimeError(f"{len(ids) - len(ended)} flags have not fallen")
        await asyncio.sleep(0.5)
    found = []
    for game_id, (since_ms, due_ms) in games.items():
        due = end_ms(since_ms, due_ms - since_ms, outages)
        found.append(Fallen(due_ms=due, late_ms=ended[game_id] - due))
    return found


def _ended(conninfo: str, ids: Sequence[str]) -> tuple[dict[str, float], list[Outage]]:
    for _ in range(100):
        try:
            with psycopg.connect(conninfo, autocommit=True) as connection:
                rows = connection.execute(
                    "SELECT game_id::text, event_time FROM games.events"
                    " WHERE type = 'game_ended' AND game_id = ANY(%s::uuid[])",
                    (list(ids),),
                ).fetchall()
                away = connection.execute("SELECT start_time, end_time FROM games.outages").fetchall()
        except psycopg.OperationalError:
            time.sleep(0.1)
        else:
            return (
                {game_id: (at - _EPOCH) / timedelta(milliseconds=1) for game_id, at in rows},
                [Outage(start_ms=_ms(start), end_ms=_ms(end)) for start, end in away],
            )
    raise RuntimeError("the database is away")


def _ms(told: Json) -> int:
    time_ = datetime.fromisoformat(told) if isinstance(told, str) else told
    return (time_ - _EPOCH) // timedelta(milliseconds=1)
