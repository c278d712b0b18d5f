"""Simulated people at several tables at once, who do not mind when the house is shaken: they ask again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tests.e2e.playing import Script, position_of
from tests.e2e.visiting import GAMES, Answer, Guest, Json, patiently

LONGEST_S = 90.0
"""From the start of a game to its end, whatever happened meanwhile."""


class Person(threading.Thread):
    """Plays one side of a game to its end, or looks on if `side` is None."""

    def __init__(self, guest: Guest, game_id: str, side: str | None, script: Script) -> None:
        super().__init__(name=f"{side or 'onlooker'} of {script.key}", daemon=True)
        self.guest = guest
        self.acknowledged: dict[int, str] = {}
        """The moves that were answered, by turn."""
        self.ply = 0
        """As far as seen."""
        self.is_over = False
        self.fault: BaseException | None = None
        self._game_id = game_id
        self._side = side
        self._script = script

    def run(self) -> None:
        try:
            game = self._look()
            while not game["result"]:
                if game["to_move"] == self._side:
                    game = self._move(game)
                else:
                    _require(200, patiently(partial(self.guest.wait, self._game_id, game["sequence"])))
                    game = self._look()
                self.ply = game["ply"]
            self.is_over = True
        except BaseException as fault:  # noqa: BLE001  shown by the test
            self.fault = fault

    def _look(self) -> Json:
        return _require(200, patiently(partial(self.guest.ask, "GET", f"{GAMES}/{self._game_id}")))

    def _move(self, game: Json) -> Json:
        turn = game["turn"]
        move = self._script.choose(position_of(game), turn).notation
        answer = _require(200, patiently(partial(self.guest.play, self._game_id, move, turn)))
        assert (answer["turn"], answer["move"]["notation"]) == (turn, move)
        self.acknowledged[turn] = move
        return answer["game"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A game and who is there."""

    game_id: str
    people: Sequence[Person]

    @property
    def ply(self) -> int:
        return max(person.ply for person in self.people)

    @property
    def is_over(self) -> bool:
        return any(person.is_over for person in self.people)

    def raise_fault(self) -> None:
        for person in self.people:
            if person.fault is not None:
                raise AssertionError(f"{person.name} in game {self.game_id}") from person.fault

    def wait_end(self) -> None:
        for person in self.people:
            person.join(LONGEST_S)
        self.raise_fault()
        assert all(person.is_over for person in self.people), f"{self.game_id} stands still at ply {self.ply}"


def two_guests(new_guest: Callable[[], Guest], script: Script, time_control: Json) -> Table:
    white, black = new_guest(), new_guest()
    game = white.make_game(script.wish("me", "open", time_control))
    black.join(game["id"])
    return _started(
        game, Person(white, game["id"], "white", script), Person(black, game["id"], "black", script)
    )


def guest_and_engine(
    new_guest: Callable[[], Guest], script: Script, persona: str, time_control: Json
) -> Table:
    black = new_guest()
    game = black.make_game(script.wish({"persona": persona}, "me", time_control))
    return _started(game, Person(black, game["id"], "black", script))


def two_engines(new_guest: Callable[[], Guest], script: Script, time_control: Json) -> Table:
    onlooker = new_guest()
    wish = script.wish({"persona": "leicht"}, {"persona": "mittel"}, time_control)
    game = onlooker.make_game(wish)
    return _started(game, Person(onlooker, game["id"], None, script))


def _started(game: Json, *people: Person) -> Table:
    for person in people:
        person.start()
    return Table(game_id=game["id"], people=people)


def _require(status: int, answer: Answer) -> Json:
    assert answer.status == status, f"{answer.status} {answer.text}"
    return answer.body
