"""The search: from a position and limits to the best move."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.errors import BadLimit, GameOver, NoLimit
from engine.facts import facts
from engine.found import Found, Line, disc_moves_of, moves_of
from engine.kernel import (
    MOST_LINES,
    DiscLines,
    DiscSearcher,
    Lines,
    Searcher,
    disc_searcher,
    has_own_copy,
    searcher,
)
from engine.limits import MOST_DEPTH, MOST_NODES, MOST_THREADS, Limits, Reading
from engine.memory import StopFlag, TranspositionTable
from engine.played import played, state
from engine.weights import DISC_WEIGHTS, pieces_alone, weights
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
    *,
    lines: int = 1,
    threads: int = 1,
) -> Found:
    """The best move within the limits; `on_depth` is called after each finished depth.

    Without a table the search makes one of its own, and then the same position and budget of nodes give
    the same answer on every machine. With one it also uses what earlier searches left in it. In medieval
    mode the marks of the position are taken as known, and a capture is worth the mean over its lots.
    `lines` asks for several best lines (1 to 16): each further one costs nearly a search of its own.
    Several `threads` (1 to 8) search the same position through one table; they divide the budget of nodes
    between them, and what they find may differ from run to run. Under unusual rules, which have no compiled copy of
    their own, one thread does it all. `on_depth` counts the nodes of one of them.
    Raises GameOver, BadLimit, and NoLimit if nothing would end the search.
    """
    if limits == Limits() and stop is None:
        raise NoLimit
    for name, value, most in (("lines", lines, MOST_LINES), ("threads", threads, MOST_THREADS)):
        if not 1 <= value <= most:
            raise BadLimit(name, value, 1, most)
    table = table or TranspositionTable(_OWN_TABLE_MIB)
    with table.lock:
        memory = Memory.of(table, forget=False)
        if threads == 1 or not _can_share(position):
            return run(position, limits, Reading(), memory, stop, on_depth, lines=lines)
        return _run_together(position, limits, memory, stop, on_depth, lines, threads)


def _can_share(position: Position) -> bool:
    """Whether several threads can search it: on the one copy for unusual rules, helpers would keep the search waiting."""
    return not position.ruleset.is_draughts or has_own_copy(shape_of(position.ruleset.draughts))


def _run_together(
    position: Position,
    limits: Limits,
    memory: Memory,
    stop: StopFlag | None,
    on_depth: OnDepth | None,
    lines: int,
    threads: int,
) -> Found:
    """One search, and helpers that fill the table ahead of it until it ends."""
    if limits.nodes is not None:
        limits = replace(limits, nodes=max(limits.nodes // threads, 1))
    enough = StopFlag()
    helped: list[int] = []

    def help_out(number: int) -> None:
        found = run(
            position, replace(limits, depth=None), Reading(), memory, enough, lines=lines, helper=number
        )
        helped.append(found.nodes)

    helpers = [threading.Thread(target=help_out, args=(number,)) for number in range(1, threads)]
    for helper in helpers:
        helper.start()
    try:
        found = run(position, limits, Reading(), memory, stop, on_depth, lines=lines)
    finally:
        enough.set()
        for helper in helpers:
            helper.join()
    return replace(found, nodes=found.nodes + sum(helped))


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The part of a table that one search uses; `entries` is an address, or the entries uncompiled."""

    entries: object
    mask: int
    age: int
    oldest: int

    @classmethod
    def of(cls, table: TranspositionTable, clusters: int | None = None, *, forget: bool) -> Memory:
        """For the next search: so many of the clusters or all, and nothing of earlier searches if it is to `forget`.

        `clusters` is a power of two. Only under the table's lock.
        """
        age, oldest = table.next_age(forget=forget)
        return cls(entries=table.address, mask=(clusters or table.clusters) - 1, age=age, oldest=oldest)


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
    *,
    lines: int = 1,
    helper: int = 0,
) -> Found:
    """Search as a player with this way of reading does, or help such a search. Raises GameOver."""
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
    depth = min(limits.depth or MOST_DEPTH, MOST_DEPTH)

    def found(lines: tuple[Line, ...], depth: int, nodes: int) -> Found:
        time_ms = (time.monotonic_ns() - started) // 1_000_000
        best = lines[0]
        return Found(
            move=best.move,
            score=best.score,
            depth=depth,
            nodes=nodes,
            pv=best.pv,
            time_ms=time_ms,
            lines=lines,
        )

    kernels = kernels or Kernels()
    if position.ruleset.is_draughts:
        ways = (depth, reading.full_width, reading.sees_recaptures, lines, helper)
        worths = pieces_alone if reading.pieces_alone else weights
        return _in_draughts(position, worths(position.ruleset), constraints, ways, kernels, found, on_depth)
    return _in_reversi(
        position, constraints, (depth, reading.full_width, lines, helper), kernels, found, on_depth
    )


_Finder = Callable[[tuple[Line, ...], int, int], Found]


def _in_draughts(
    position: Position,
    worths: tuple[object, ...],
    constraints: tuple[object, ...],
    ways: tuple[int, ...],
    kernels: Kernels,
    found: _Finder,
    on_depth: OnDepth | None,
) -> Found:
    ruleset = position.ruleset
    kernel = kernels.draughts or searcher(shape_of(ruleset.draughts))

    def lines_of(raw: Lines) -> tuple[Line, ...]:
        return tuple(Line(score=score, pv=moves_of(position, line)) for score, line in raw)

    def report(raw: Lines, depth: int, nodes: int) -> None:
        assert on_depth is not None
        on_depth(found(lines_of(raw), depth, nodes))

    raw, depth, nodes, _ = kernel.explore(
        state(position),
        played(position),
        facts(ruleset),
        worths,
        constraints,
        ways,
        report if on_depth else None,
    )
    return found(lines_of(raw), depth, nodes)


def _in_reversi(
    position: Position,
    constraints: tuple[object, ...],
    ways: tuple[int, ...],
    kernels: Kernels,
    found: _Finder,
    on_depth: OnDepth | None,
) -> Found:
    kernel = kernels.discs or disc_searcher()
    passes: tuple[Move, ...] = ()
    after, sign = position, 1
    moves = legal_moves(position)
    if moves[0].is_pass:
        # Only what follows needs a search, and the pass is the only first move.
        passes, after, sign = (moves[0],), play(position, moves[0]), -1
        ways = (*ways[:2], 1, ways[3])
    own, opponents = (after.white, after.black) if after.white_to_move else (after.black, after.white)

    def lines_of(raw: DiscLines) -> tuple[Line, ...]:
        return tuple(Line(score=sign * score, pv=passes + disc_moves_of(after, line)) for score, line in raw)

    def report(raw: DiscLines, depth: int, nodes: int) -> None:
        assert on_depth is not None
        on_depth(found(lines_of(raw), depth, nodes))

    raw, depth, nodes, _ = kernel.explore(
        (own, opponents), DISC_WEIGHTS, constraints, ways, report if on_depth else None
    )
    return found(lines_of(raw), depth, nodes)
