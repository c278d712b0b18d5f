"""A move as a level or a persona plays it."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

from engine.errors import UnknownLevel
from engine.found import Found
from engine.levels import Level
from engine.limits import Limits
from engine.memory import StopFlag, TranspositionTable
from engine.personas import PERSONAS, Persona
from engine.preferring import choose_preferred
from engine.searching import Memory, run
from rulebook import Position, legal_moves

_LEAST_CLUSTERS = 4096


def choose(
    position: Position,
    level: Level,
    seed: int,
    table: TranspositionTable | None = None,
    stop: StopFlag | None = None,
) -> Found:
    """The move that a level plays: the same for the same position, level and seed, on every machine.

    The table only saves making one; what lies in it does not change the move. If `stop` is set, the best
    move so far. Raises GameOver.
    """
    table = table or TranspositionTable()
    if level.prefers is not None:
        return choose_preferred(position, level, lambda at, plain: choose(at, plain, seed, table, stop))
    limits = level.limits(position.ruleset)
    if len(legal_moves(position)) == 1:
        limits = replace(limits, depth=1)
    reading = level.reading(position.ruleset, seed)
    with table.lock:
        memory = Memory.of(table, clusters_for(limits), forget=True)
        return run(position, limits, reading, memory, stop)


def clusters_for(limits: Limits) -> int:
    """How much of a table a search by these limits uses: by the level alone, never by the table's size."""
    assert limits.nodes is not None
    wanted = max(_LEAST_CLUSTERS, min(limits.nodes // 2, TranspositionTable.LEAST_CLUSTERS))
    return 1 << wanted.bit_length() - 1


def persona(key: str, position: Position) -> Persona:
    """The persona of this name. Raises UnknownLevel if there is none, or it does not play this game."""
    family = position.ruleset.family
    found = PERSONAS.get(key)
    if found is None or family not in found.families:
        raise UnknownLevel(key, tuple(k for k, one in PERSONAS.items() if family in one.families))
    return found


def seed_of(game: str, turn: int) -> int:
    """The seed of a turn of a game: who asks again gets the same move."""
    return int.from_bytes(blake2b(f"{game}:{turn}".encode(), digest_size=8).digest(), "little")
