"""One game of a match: the rulebook is the referee, and a player that breaks the rules has lost."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from bench.openings import Opening, after, draw
from engine.errors import EngineError
from rulebook import Move, Position, Side, result

MOST_PLIES = 600  # then it is a draw: no rule set needs so many


class Unplayable(Exception):
    """A player that does not know these rules."""


class IllegalAnswer(Exception):
    """A player's answer is no legal move; it loses the game by it."""


@dataclass(slots=True, kw_only=True)
class Playing:
    """A game under way; `positions` has one more entry than `moves`."""

    key: str
    positions: list[Position]
    moves: list[Move]
    lots: list[tuple[bool, ...]]

    @property
    def position(self) -> Position:
        return self.positions[-1]


class Player(Protocol):
    name: str

    def new_game(self) -> None:
        """Forget the game before."""

    def move(self, game: Playing) -> Move:
        """The move in the game's position. Raises IllegalAnswer, BadLine, or Stopped."""

    def close(self) -> None: ...


@dataclass(slots=True, kw_only=True)
class Times:
    """What thinking took, by the clock."""

    moves: int = 0
    seconds: float = 0.0
    most_s: float = 0.0

    def add(self, seconds: float) -> None:
        self.moves += 1
        self.seconds += seconds
        self.most_s = max(self.most_s, seconds)

    def merge(self, other: Times) -> None:
        self.moves += other.moves
        self.seconds += other.seconds
        self.most_s = max(self.most_s, other.most_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A finished game; `ending` is the rulebook's termination, "illegal …" or "too long"."""

    game: Playing
    winner: Side | None
    ending: str
    times: dict[Side, Times] = field(default_factory=dict)

    def points(self, side: Side) -> float:
        return 0.5 if self.winner is None else float(self.winner is side)


def play_game(opening: Opening, players: dict[Side, Player], key: str) -> Played:
    """One game from an opening to its end; `key` seeds its lots and the players' choices."""
    chance = Random(key)
    positions = [opening.start]
    for move, lots in zip(opening.moves, opening.lots, strict=True):
        positions.append(after(positions[-1], move, lots))
    game = Playing(key=key, positions=positions, moves=list(opening.moves), lots=list(opening.lots))
    times = {side: Times() for side in Side}
    for player in players.values():
        player.new_game()
    while len(game.moves) < MOST_PLIES:
        end = result(game.position)
        if end is not None:
            return Played(game=game, winner=end.winner, ending=end.termination.value, times=times)
        side = game.position.side
        begun = time.perf_counter()
        try:
            move = players[side].move(game)
        except (IllegalAnswer, EngineError) as fault:
            return Played(game=game, winner=side.opponent, ending=f"illegal {fault}", times=times)
        times[side].add(time.perf_counter() - begun)
        lots = draw(game.position, move, chance)
        game.positions.append(after(game.position, move, lots))
        game.moves.append(move)
        game.lots.append(lots)
    return Played(game=game, winner=None, ending="too long", times=times)
