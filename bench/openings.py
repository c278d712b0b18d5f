"""Openings for matches: random legal plies, then a short search that says whether both sides may still hope."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine import Limits, search
from rulebook import Family, Move, Position, Ruleset, apply_lots, initial_position, legal_moves, play, result

# Hundredths of a man, and of a disc.
_BALANCED = {Family.DRAUGHTS: 40, Family.REVERSI: 400}
_PLIES = {Family.DRAUGHTS: 6, Family.REVERSI: 8}
_TRIES = 40  # before more is taken for balanced


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The moves from the initial position; `position` is the one after them."""

    start: Position
    moves: tuple[Move, ...]
    lots: tuple[tuple[bool, ...], ...]
    position: Position


def opening(rules: Ruleset, seed: str, plies: int | None = None, nodes: int = 20_000) -> Opening:
    """A balanced opening, the same for the same seed; `plies` is 6 in draughts and 8 in Reversi if not given."""
    chance = Random(seed)
    plies = _PLIES[rules.family] if plies is None else plies
    limit = _BALANCED[rules.family]
    tries = 0
    while True:
        tries += 1
        found = _at_random(rules, plies, chance)
        if found is None:
            continue
        if not plies or abs(search(found.position, Limits(nodes=nodes)).score) <= limit:
            return found
        if tries % _TRIES == 0:
            limit *= 2


def _at_random(rules: Ruleset, plies: int, chance: Random) -> Opening | None:
    start = position = initial_position(rules)
    moves: list[Move] = []
    lots: list[tuple[bool, ...]] = []
    for _ in range(plies):
        if result(position) is not None:
            return None
        move = chance.choice(legal_moves(position))
        drawn = draw(position, move, chance)
        position = after(position, move, drawn)
        moves.append(move)
        lots.append(drawn)
    if result(position) is not None:
        return None
    return Opening(start=start, moves=tuple(moves), lots=tuple(lots), position=position)


def draw(position: Position, move: Move, chance: Random) -> tuple[bool, ...]:
    """The lots of a capture that may fail, as chance has it; () where none are drawn."""
    if not move.duels:
        return ()
    medieval = position.ruleset.draughts.medieval
    assert medieval is not None
    drawn: list[bool] = []
    for square in move.captured:
        drawn.append(square not in move.duels or chance.random() * 100 < medieval.success_percent)
        if not drawn[-1]:
            break
    return tuple(drawn)


def after(position: Position, move: Move, lots: Sequence[bool]) -> Position:
    return apply_lots(position, move, lots) if lots else play(position, move)
