"""The tables of the chaos: what is played there, game after game, and how each game is watched to its end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.chaos import clockwork, reader, recount
from tests.chaos.faults import Fault, require
from tests.chaos.reader import Reader
from tests.chaos.seats import Manner, Seat
from tests.chaos.visitors import Json, Visitor

STUCK_S = 200.0
"""A game in which nothing happens for so long stands still. The longest clock of a doze or an engine is far shorter."""
_UNLIMITED: Json = {"kind": "unlimited"}


def _fischer(base_ms: int, increment_ms: int) -> Json:
    return {"kind": "fischer", "base_ms": base_ms, "increment_ms": increment_ms}


def _per_move(move_ms: int, max_strikes: int) -> Json:
    return {"kind": "per_move", "move_ms": move_ms, "on_expiry": "auto_move", "max_strikes": max_strikes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What is played at a table, and by whom: by players, where no persona stands."""

    key: str
    control: Json
    options: Mapping[str, str] = field(default_factory=dict)
    white: str = ""
    black: str = ""
    manner: Manner = field(default_factory=Manner)

    def __str__(self) -> str:
        return " ".join(
            (self.key, *self.options.values(), self.control["kind"], self.white, self.black)
        ).strip()


_DOZY = Manner(dozes=0.25)
_HURRIED = Manner(dozes=0.03)
KINDS = (
    Kind(key="table-international", control=_fischer(60_000, 1_000)),
    Kind(key="battledame", control=_fischer(60_000, 1_000), black="leicht"),
    Kind(key="othello", control={"kind": "delay", "base_ms": 20_000, "delay_ms": 1_000}),
    Kind(key="club-medieval", control=_fischer(120_000, 0)),
    Kind(key="club-brazilian", control=_per_move(2_000, 3), manner=_DOZY),
    Kind(key="brazilian", control=_fischer(10_000, 0), white="leicht", black="mittel"),
    Kind(key="beatem-reversi", control=_UNLIMITED, white="leicht"),
    Kind(key="russian", control=_fischer(8_000, 200), options={"goal": "anti"}, manner=_HURRIED),
    Kind(key="club-medieval", control=_per_move(2_500, 0), options={"reveal": "on_first_duel"}, manner=_DOZY),
    Kind(key="frisian", control=_UNLIMITED),
    Kind(key="beatem-dame", control={"kind": "correspondence", "days": 3}),
    Kind(key="turkish", control=_fischer(45_000, 500), white="leicht"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that is over and was found to be right."""

    game: Json
    players: Mapping[str, Visitor]
    """By side."""


class Table:
    """Some visitors who play one game after another."""

    def __init__(
        self,
        kind: Kind,
        visitors: Sequence[Visitor],
        outages: Callable[[], Sequence[clockwork.Stretch]],
        is_closing: Callable[[], bool],
    ) -> None:
        self.kind = kind
        self.played: list[Played] = []
        self.game_id = ""
        self.longest_pause_s = 0.0
        self._visitors = visitors
        self._outages = outages
        self._is_closing = is_closing
        self._games = 0

    async def play_one(self, counts: Counter[str]) -> None:
        """A game from its making to its end, and everything that must be true of it. Raises Fault."""
        self.game_id = ""
        # They change sides from game to game.
        first, second = self._visitors[self._games % 2], self._visitors[(self._games + 1) % 2]
        self._games += 1
        seats_wished = {"white": self.kind.white, "black": self.kind.black}
        wish = {
            "ruleset": self.kind.key,
            "options": dict(self.kind.options),
            "time_control": self.kind.control,
            **{side: {"persona": name} if name else "me" for side, name in seats_wished.items()},
        }
        players = [side for side, name in seats_wished.items() if not name]
        if len(players) > 1:
            wish["black"] = "open"
        made = await first.make_game(wish)
        self.game_id = made["id"]
        if len(players) > 1:
            joined = await second.ask("POST", f"/v1/games/{self.game_id}:join")
            require(joined.status == 200, f"nobody may join: {joined}")
        seated = dict(zip(players, (first, second), strict=False))
        seats, readers = await self._watched(seated, first)
        await self._check(first, seated, seats, readers, counts)

    async def _watched(
        self, seated: Mapping[str, Visitor], onlooker: Visitor
    ) -> tuple[list[Seat], list[Reader]]:
        """Play the game to its end. Raises Fault."""
        readers = {side: Reader(visitor, self.game_id) for side, visitor in seated.items()}
        seats = [
            Seat(
                visitor=visitor,
                game_id=self.game_id,
                side=side,
                reader=readers[side],
                manner=self.kind.manner,
                is_closing=self._is_closing,
            )
            for side, visitor in seated.items()
        ]
        everybody = [*readers.values()] or [Reader(onlooker, self.game_id)]
        work = [
            *(asyncio.create_task(seat.play()) for seat in seats),
            *(asyncio.create_task(each.read()) for each in everybody),
        ]
        watch = asyncio.create_task(self._watch(onlooker, everybody))
        try:
            left = {*work}
            while left:
                done, _ = await asyncio.wait({*left, watch}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
                left -= done
        finally:
            for task in (*work, watch):
                task.cancel()
            await asyncio.gather(*work, watch, return_exceptions=True)
        return seats, everybody

    async def _watch(self, onlooker: Visitor, readers: Sequence[Reader]) -> None:
        """Raises Fault if the game stands still."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(1.0)
            if loop.time() - max(each.heard_s for each in readers) > STUCK_S:
                game = await onlooker.get(f"/v1/games/{self.game_id}")
                raise Fault(f"nothing has happened for {STUCK_S:.0f} s: {game}")

    async def _check(
        self,
        onlooker: Visitor,
        seated: Mapping[str, Visitor],
        seats: Sequence[Seat],
        readers: Sequence[Reader],
        counts: Counter[str],
    ) -> None:
        address = f"/v1/games/{self.game_id}"
        game = await onlooker.get(address)
        events = await onlooker.events(self.game_id)
        recount.check(game, events, seats, await onlooker.get(f"{address}/history"))
        for each in readers:
            reader.check(each.heard, events)
        try:
            clockwork.check(game["time_control"], events, self._outages())
        except Fault:
            # An outage may still have to be noted, and then to be heard of.
            await asyncio.sleep(5.0)
            clockwork.check(game["time_control"], events, self._outages())
        self._count(game, events, seats, readers, counts)
        for side, visitor in seated.items():
            if game["result"]:
                winner = game["result"]["winner"]
                outcome = "drawn" if winner is None else "won" if winner == side else "lost"
                visitor.tally[game["ruleset"], outcome] += 1
        self.played.append(Played(game=game, players=seated))

    def _count(
        self,
        game: Json,
        events: Sequence[Json],
        seats: Sequence[Seat],
        readers: Sequence[Reader],
        counts: Counter[str],
    ) -> None:
        counts["games"] += 1
        counts["events"] += len(events)
        counts["moves acknowledged"] += sum(len(seat.acknowledged) for seat in seats)
        counts["moves"] += sum(event["type"] == "move_played" for event in events)
        counts["moves taken back"] += sum(event["type"] == "move_taken_back" for event in events)
        counts["automatic moves"] += sum(
            event["type"] == "move_played" and event["data"]["move"]["auto"] for event in events
        )
        counts["clocks put right"] += sum(event["type"] == "clock_adjusted" for event in events)
        counts["streams"] += len(readers)
        counts["streams resumed"] += sum(each.openings - 1 for each in readers)
        counts["events streamed"] += sum(len(each.heard) for each in readers)
        ending = game["result"]["termination"] if game["result"] else f"aborted: {game['abort_reason']}"
        counts[f"ended by {ending}"] += 1
        times = [clockwork.ms(event["event_time"]) for event in events]
        pauses = [(later - earlier) / 1000 for earlier, later in pairwise(times)]
        self.longest_pause_s = max(self.longest_pause_s, *pauses)
