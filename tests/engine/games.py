"""Whole games for the tests: players are functions from a position and a seed to a move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine import Level, TranspositionTable, choose
from rulebook import Move, Position, Ruleset, Side, apply_lots, initial_position, legal_moves, play, result

Player = Callable[[Position, int], Move]
MOST_PLIES = 300


def at_random(position: Position, seed: int) -> Move:
    return Random(seed).choice(legal_moves(position))


def at_level(level: Level, table: TranspositionTable) -> Player:
    return lambda position, seed: choose(position, level, seed, table).move


def advance(position: Position, move: Move, chance: Random) -> Position:
    """The next position; lots fall as chance has it."""
    if not move.duels:
        return play(position, move)
    lots: list[bool] = []
    for square in move.captured:
        lots.append(square not in move.duels or chance.random() < 0.5)
        if not lots[-1]:
            break
    return apply_lots(position, move, lots)


def opening(rules: Ruleset, plies: int, seed: int) -> Position:
    """A position after some random plies in which the game still goes on."""
    chance = Random(seed)
    while True:
        position = initial_position(rules)
        for _ in range(plies):
            if result(position) is None:
                position = advance(position, chance.choice(legal_moves(position)), chance)
        if result(position) is None:
            return position


def winner(position: Position, white: Player, black: Player, seed: int) -> Side | None:
    """Who wins this game; nobody in a draw, and nobody when it goes on for ever."""
    chance = Random(seed)
    for ply in range(MOST_PLIES):
        end = result(position)
        if end is not None:
            return end.winner
        player = white if position.side is Side.WHITE else black
        position = advance(position, player(position, seed * 1000 + ply), chance)
    return None


def points(rules: Ruleset, player: Player, rival: Player, *, pairs: int, plies: int, seed: int = 0) -> float:
    """What a player scores against a rival, a draw being half a point: each opening with both colours."""
    total = 0.0
    for game in range(pairs):
        start = opening(rules, plies, seed + game)
        for side, white, black in ((Side.WHITE, player, rival), (Side.BLACK, rival, player)):
            won = winner(start, white, black, seed + game)
            total += 0.5 if won is None else float(won is side)
    return total
