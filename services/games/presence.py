"""Who is there: what the processes say that hold the streams, and what it means for a game (A-41).

A process tells which players have a stream open on which games; its word counts for five seconds, and each report renews
it. A player is there as long as one process says so. The first stream that a player opens on a game binds him: when the
last one has closed while the game runs, his connection is lost, and the game waits for him. Before the start a player
who has no stream open is bound by nothing, and whoever never opens one never is. Only games in which staying away loses
are looked at, and in them only those who play.

What the processes say is kept as rows, and what it means is worked out from them anew each time, by the report and once
a second besides. So a report that was cut off in the middle, or two that crossed, are put right within a second.

A process that falls silent is the house's fault. Whoever was there by its word alone is gone from the moment at which
that was found, and so is whoever was gone by its word: each gets a whole new grace. A process that stops in order says
so; its players are not held to be gone, and their next stream binds them again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from games import absence, errors
from games.game import Change, Game
from games.parts import Player
from games.ports import Reading, Store
from games.service import attempts
from games.sides import Side

_MOST_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a game of his."""

    game_id: str
    player_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a process says of somebody."""

    who: Seated
    tenant_id: str
    connected: bool


class Presences(Protocol):
    """Where the processes' word is kept."""

    def open_games(self, game_ids: Collection[str]) -> Mapping[str, Game]:
        """Those of the games that are not over, by their ids; a text that is no id is no game's."""

    def take(self, process_id: str, told: Collection[Told]) -> bool:
        """Renew the process's word and change what it says; whether it was still good."""

    def close(self, process_id: str) -> None:
        """Forget the process, and that its players were ever there."""

    def lapse(self) -> Sequence[Seated]:
        """End the word of the processes that have fallen silent; of whom they have spoken."""

    def is_connected(self, who: Seated) -> bool | None:
        """None for a player of whom nobody has spoken."""

    def mistaken(self, limit: int) -> Sequence[Seated]:
        """Who is held to be gone and is there, or the reverse."""


class Presence:
    """The use cases. Safe for threads."""

    def __init__(self, store: Store, presences: Presences) -> None:
        self._store = store
        self._presences = presences

    def report(self, process_id: str, told: Iterable[Told]) -> bool:
        """Take the process's word; whether it has to tell again of all that are connected.

        What is said of games and players that do not matter is passed over. Raises RaceLost, after all others have been
        settled; to be reported again then.
        """
        last = {each.who: each for each in told}
        games = self._presences.open_games({who.game_id for who in last})
        matters = [each for each in last.values() if _matters(games.get(each.who.game_id), each)]
        known = self._presences.take(process_id, matters)
        lost: errors.RaceLost | None = None
        for each in matters:
            game = games[each.who.game_id]
            # Who comes and is not held to be gone changes nothing, nor does who goes and is.
            if absence.binds(game) and each.connected == (_side(game, each.who) in game.gone):
                try:
                    self._settle(each.who)
                except errors.RaceLost as error:
                    lost = error
        if lost is not None:
            raise lost
        return not known

    def close(self, process_id: str) -> None:
        """The process stops in order."""
        self._presences.close(process_id)

    def look_after(self) -> None:
        """End the word of processes that have fallen silent, and put right what reports have left undone."""
        for who in self._presences.lapse():
            self._try(who, new_grace=True)
        for who in self._presences.mistaken(_MOST_AT_ONCE):
            self._try(who)

    def _try(self, who: Seated, *, new_grace: bool = False) -> None:
        """One game that changes too often must not keep the others waiting; it is looked at again in a second."""
        with suppress(errors.RaceLost, errors.UnknownGame):
            self._settle(who, new_grace=new_grace)

    def _settle(self, who: Seated, *, new_grace: bool = False) -> None:
        """Make the game know of this player what the processes say of him. Raises UnknownGame, RaceLost."""
        for reading in attempts(self._store, who.game_id, None):
            change = self._change(reading, who, new_grace=new_grace)
            if change is None or self._store.commit(change):
                return

    def _change(self, reading: Reading, who: Seated, *, new_grace: bool) -> Change | None:
        game, side = reading.game, _side(reading.game, who)
        if side is None or not absence.binds(game):
            return None
        is_gone, connected = side in game.gone, self._presences.is_connected(who)
        if connected and is_gone:
            return absence.regain_connection(game, side, reading.now)
        if connected is False and (new_grace or not is_gone):
            return absence.lose_connection(game, side, reading.now, reading.now)
        return None


def _matters(game: Game | None, told: Told) -> bool:
    return (
        game is not None
        and game.tenant_id == told.tenant_id
        and absence.matters(game)
        and _side(game, told.who) is not None
    )


def _side(game: Game, who: Seated) -> Side | None:
    """Where he sits; in games that matter, nobody has two seats."""
    return next(iter(game.sides_of(Player(who.player_id))), None)
