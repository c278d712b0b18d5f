"""The search: from a position and limits to the best move."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import GameOver, NoLimit
from engine.facts import facts
from engine.found import Found, disc_moves_of, moves_of
from engine.kernel import DiscSearcher, RawMove, Searcher, disc_searcher, searcher
from engine.limits import MOST_DEPTH, MOST_NODES, Limits, Reading
from engine.memory import StopFlag, TranspositionTable
from engine.played import played, state
from engine.weights import DISC_WEIGHTS, weights
from rulebook import Move, Position, legal_moves, play, result
from rulebook.kernel.shape import shape_of

OnDepth = Callable[[Found], None]
_OWN_TABLE_MIB = 16


def search(
    position: Position,
    limits: Limits,
    table: TranspositionTable | None = None,
    stop: StopFlag | None = None,
    on_depth: OnDepth | None = None,
) -> Found:
    """The best move within the limits; `on_depth` is called after each finished depth.

    Without a table the search makes one of its own, and then the same position and budget of nodes give
    the same answer on every machine. With one it also uses what earlier searches left in it. In medieval
    mode the marks of the position are taken as known, and a capture is worth the mean over its lots.
    Raises GameOver, and NoLimit if nothing would end the search.
    """
    if limits == Limits() and stop is None:
        raise NoLimit
    table = table or TranspositionTable(_OWN_TABLE_MIB)
    with table.lock:
        age, oldest = table.next_age(forget=False)
        memory = Memory(entries=table.address, mask=table.clusters - 1, age=age, oldest=oldest)
        return run(position, limits, Reading(), memory, stop, on_depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The part of a table that one search uses; `entries` is an address, or the entries uncompiled."""

    entries: object
    mask: int
    age: int
    oldest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernels:
    """The kernels to search with, if not the compiled ones for the rule set."""

    draughts: Searcher | None = None
    discs: DiscSearcher | None = None


def run(
    position: Position,
    limits: Limits,
    reading: Reading,
    memory: Memory,
    stop: StopFlag | None = None,
    on_depth: OnDepth | None = None,
    kernels: Kernels | None = None,
) -> Found:
    """Search as a player with this way of reading does. Raises GameOver."""
    if result(position) is not None:
        raise GameOver(position.fen)
    started = time.monotonic_ns()
    compiled = kernels is None
    constraints = (
        limits.nodes or MOST_NODES,
        limits.time_ms or 0,
        0 if stop is None else stop.address if compiled else stop,
        memory.entries,
        memory.mask,
        memory.age,
        memory.oldest,
        reading.seed & (1 << 64) - 1,
        reading.noise,
        reading.overlooked_per_mille * 1024 // 1000,
        threading.current_thread() is threading.main_thread(),
    )
    ways = (min(limits.depth or MOST_DEPTH, MOST_DEPTH), reading.full_width, reading.sees_recaptures)

    def found(moves: tuple[Move, ...], score: int, depth: int, nodes: int) -> Found:
        time_ms = (time.monotonic_ns() - started) // 1_000_000
        return Found(move=moves[0], score=score, depth=depth, nodes=nodes, pv=moves, time_ms=time_ms)

    kernels = kernels or Kernels()
    if position.ruleset.is_draughts:
        return _in_draughts(position, constraints, ways, kernels, found, on_depth)
    return _in_reversi(position, constraints, ways, kernels, found, on_depth)


_Finder = Callable[[tuple[Move, ...], int, int, int], Found]


def _in_draughts(
    position: Position,
    constraints: tuple[object, ...],
    ways: tuple[int, bool, bool],
    kernels: Kernels,
    found: _Finder,
    on_depth: OnDepth | None,
) -> Found:
    ruleset = position.ruleset
    kernel = kernels.draughts or searcher(shape_of(ruleset.draughts))

    def report(line: tuple[RawMove, ...], score: int, depth: int, nodes: int) -> None:
        assert on_depth is not None
        on_depth(found(moves_of(position, line), score, depth, nodes))

    line, score, depth, nodes, _ = kernel.explore(
        state(position),
        played(position),
        facts(ruleset),
        weights(ruleset),
        constraints,
        ways,
        report if on_depth else None,
    )
    return found(moves_of(position, line), score, depth, nodes)


def _in_reversi(
    position: Position,
    constraints: tuple[object, ...],
    ways: tuple[int, bool, bool],
    kernels: Kernels,
    found: _Finder,
    on_depth: OnDepth | None,
) -> Found:
    kernel = kernels.discs or disc_searcher()
    passes: tuple[Move, ...] = ()
    after, sign = position, 1
    moves = legal_moves(position)
    if moves[0].is_pass:
        # Only what follows needs a search.
        passes, after, sign = (moves[0],), play(position, moves[0]), -1
    own, opponents = (after.white, after.black) if after.white_to_move else (after.black, after.white)

    def report(line: tuple[int, ...], score: int, depth: int, nodes: int) -> None:
        assert on_depth is not None
        on_depth(found(passes + disc_moves_of(after, line), sign * score, depth, nodes))

    line, score, depth, nodes, _ = kernel.explore(
        (own, opponents), DISC_WEIGHTS, constraints, ways[:2], report if on_depth else None
    )
    return found(passes + disc_moves_of(after, line), sign * score, depth, nodes)
