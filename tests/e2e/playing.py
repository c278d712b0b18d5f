"""How simulated players choose their moves, and games rehearsed without any server.

A choice depends on position, seed and turn alone: the rehearsal tells how a game will end, and two players in
two threads need not agree on anything.
"""

from __future__ import annotations

import random
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebook import (
    Family,
    Move,
    Position,
    Result,
    Ruleset,
    Termination,
    initial_position,
    legal_moves,
    parse_fen,
    play,
    result,
    ruleset,
)
from tests.e2e.visiting import GAMES, Guest, Json

Taste = Callable[[Position, Sequence[Move]], Sequence[Move]]
"""Which of the legal moves a player thinks of."""

_MOST_PLIES = 150


def wild(_position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Anything."""
    return moves


def shuffling(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Quiet moves of kings, where there are any."""
    pieces = position.pieces()
    return [
        move for move in moves if move.origin is not None and not move.captured and pieces[move.origin].king
    ] or moves


def peaceful(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Of those the ones that let the other side capture nothing."""
    return [
        move
        for move in shuffling(position, moves)
        if not move.captured and not any(reply.captured for reply in legal_moves(play(position, move)))
    ] or moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A game that plays itself."""

    key: str
    options: Mapping[str, str] = field(default_factory=dict)
    taste: Taste = wild
    seed: int = 0

    @property
    def ruleset(self) -> Ruleset:
        return ruleset(self.key, self.options)

    def wish(self, white: Json, black: Json, time_control: Json) -> Json:
        """The body that asks for such a game."""
        return {
            "ruleset": self.key,
            "options": dict(self.options),
            "white": white,
            "black": black,
            "time_control": time_control,
        }

    def choose(self, position: Position, turn: int) -> Move:
        thought_of = self.taste(position, legal_moves(position))
        return random.Random(f"{self.seed}:{turn}").choice(thought_of)


def is_rehearsable(script: Script) -> bool:
    """Whether nothing in it is left to chance."""
    rules = script.ruleset
    return rules.family is Family.REVERSI or rules.draughts.medieval is None


def rehearse(script: Script) -> tuple[int, Result | None]:
    """How many plies the game has, and how it ends; None for one that goes on and on."""
    position = initial_position(script.ruleset)
    for ply in range(_MOST_PLIES):
        if ended := result(position):
            return ply, ended
        position = play(position, script.choose(position, ply))
    return _MOST_PLIES, result(position)


def quick(
    key: str,
    options: Mapping[str, str] | None = None,
    *,
    taste: Taste = wild,
    ending: Termination | None = None,
    seeds: int = 12,
) -> Script:
    """The shortest of several games, of those that end so."""
    found = []
    for seed in range(seeds):
        script = Script(key=key, options=options or {}, taste=taste, seed=seed)
        if not is_rehearsable(script):
            return script
        plies, ended = rehearse(script)
        if ended and ending in {None, ended.termination}:
            found.append((plies, seed, script))
    assert found, f"none of {seeds} games of {key} ends by {ending}"
    return min(found, key=lambda each: each[:2])[2]


def position_of(game: Json) -> Position:
    """Where a game stands, with its counters."""
    state = b64decode(game["rule_state"]) if game["rule_state"] else b""
    return parse_fen(ruleset(game["ruleset"], game["options"]), game["fen"], state)


def mark(player: Guest, game: Json, side: str) -> Json:
    """The player marks his first pieces, as many as it takes."""
    pieces = position_of(game).pieces()
    own = sorted(square for square, piece in pieces.items() if piece.side == side)
    answer = player.ask(
        "POST", f"{GAMES}/{game['id']}/stones", {"squares": own[: game["choice"]["per_side"]]}
    )
    assert answer.status == 200, answer.text
    return answer.body


def play_on(white: Guest, black: Guest, game: Json, script: Script, most_plies: int = _MOST_PLIES) -> Json:
    """Two guests play so many plies, or until the rules end the game; the game then."""
    seats = {"white": white, "black": black}
    if game["status"] == "choosing":
        for side, player in seats.items():
            game = mark(player, game, side)
    until = game["ply"] + most_plies
    while not game["result"] and game["ply"] < until:
        player = seats[game["to_move"]]
        offered = player.get(f"{GAMES}/{game['id']}/legal_moves")
        position = position_of(game)
        assert [move.notation for move in legal_moves(position)] == [
            move["notation"] for move in offered["moves"]
        ]
        assert offered["turn"] == game["turn"]
        move = script.choose(position, game["turn"]).notation
        answer = player.play(game["id"], move, game["turn"])
        assert answer.status == 200, f"{move} in {game['fen']}: {answer.status} {answer.text}"
        assert answer.body["move"]["notation"] == move
        assert answer.body["turn"] == game["turn"]
        game = answer.body["game"]
    return game
