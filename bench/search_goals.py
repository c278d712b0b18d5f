"""What the search has to reach: endings of Reversi read to the end, and Woldouby's verdict on 10x10."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from bench.search_peers import Measured, edax, scan
from engine import Found, Limits, TranspositionTable, search
from engine.limits import Reading
from engine.searching import Memory, run
from rulebook import Position, initial_position, parse_fen, ruleset

_SOLVER_TABLE_MIB = 128
_SCAN_SECONDS = 6.0
_MOST_ENDING_NODES = 400_000_000
_MOST_EDAX_TIMES = 2.0
_MOST_WOLDOUBY_NODES = 9_000_000
_TWO_MEN = -200


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A position of the French Othello Federation's test set, a1 first, and its exact score in discs."""

    name: str
    board: str
    to_move: str
    score: int

    @property
    def position(self) -> Position:
        black, white = (
            sum(1 << at for at, disc in enumerate(self.board) if disc == colour) for colour in "XO"
        )
        return initial_position(ruleset("othello"))._replace(
            white=white, black=black, white_to_move=self.to_move == "O"
        )


# fmt: off
ENDINGS = (
    Ending(name="ffo-40", board="O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", to_move="X", score=38),
    Ending(name="ffo-41", board="-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", to_move="X", score=0),
    Ending(name="ffo-42", board="--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", to_move="X", score=6),
    Ending(name="ffo-43", board="--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-", to_move="O", score=-12),
    Ending(name="ffo-44", board="--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--", to_move="O", score=-14),
)
# fmt: on

WOLDOUBY = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"


def ten_by_ten() -> Iterator[str]:
    """The rate on 10x10, between two measurements of Scan 2.0."""
    table = TranspositionTable(256)
    position = initial_position(ruleset("international"))
    # The table's memory is taken from the system before, as Scan does.
    search(position, Limits(nodes=3_000_000), table)
    before = scan(_SCAN_SECONDS)
    table.clear()
    began = time.process_time()
    found = search(position, Limits(nodes=6_000_000), table)
    rate = found.nodes / (time.process_time() - began) / 1e6
    after = scan(_SCAN_SECONDS)
    yield ""
    yield f"10x10 from the start, {found.nodes / 1e6:.1f} million nodes to depth {found.depth}: {rate:.2f} million a second"
    if before is None or after is None:
        yield "    Scan 2.0: not measured (BRETTWERK_SCAN names its binary)"
        return
    theirs = (before.nodes + after.nodes) / (before.seconds + after.seconds) / 1e6
    yield f"    Scan 2.0: {theirs:.2f} million a second; ours x {rate / theirs:.2f} {_verdict(rate >= theirs)}"


def endings() -> Iterator[str]:
    """Each ending solved on an empty table, beside Edax."""
    yield ""
    yield f"{'Reversi endings, read to the end':34} {'score':>5} {'exact':>5} {'million nodes':>14} {'CPU s':>7}"
    nodes, seconds, right = 0, 0.0, 0
    for ending in ENDINGS:
        table = TranspositionTable(_SOLVER_TABLE_MIB)
        began = time.process_time()
        found = search(ending.position, Limits(depth=60), table)
        used = time.process_time() - began
        exact = found.score == 100 * ending.score
        nodes, seconds, right = nodes + found.nodes, seconds + used, right + exact
        yield (
            f"{ending.name:34} {found.score // 100:>+5} {'yes' if exact else 'NO':>5} "
            f"{found.nodes / 1e6:>14.1f} {used:>7.2f}"
        )
    reached = right == len(ENDINGS) and nodes <= _MOST_ENDING_NODES
    yield f"{'all':34} {'':5} {right:>3}/{len(ENDINGS)} {nodes / 1e6:>14.1f} {seconds:>7.2f} {_verdict(reached)}"
    theirs = edax([f"{ending.board} {ending.to_move}" for ending in ENDINGS])
    yield _beside_edax(theirs, nodes, seconds)


def _beside_edax(theirs: Measured | None, nodes: int, seconds: float) -> str:
    if theirs is None:
        return "    Edax: not measured (BRETTWERK_EDAX names its binary, BRETTWERK_EDAX_WEIGHTS its weights)"
    times = seconds / theirs.seconds
    right = "" if theirs.scores == tuple(ending.score for ending in ENDINGS) else ", other scores"
    return (
        f"    Edax: {theirs.nodes / 1e6:.1f} million nodes, {theirs.seconds:.2f} s{right}; ours x "
        f"{nodes / theirs.nodes:.2f} of the nodes, x {times:.2f} of the time {_verdict(times <= _MOST_EDAX_TIMES)}"
    )


def woldouby() -> Iterator[str]:
    """The first depth from which on White stands two men down, if men and kings alone are counted.

    So the verdict was given: by Scan 3.1 with material for its only weights, after 8.66 million nodes. What the learned
    evaluation makes of the position is told beside it.
    """
    began = time.process_time()
    counted = _deepening(Reading(pieces_alone=True))
    used = time.process_time() - began
    sure = len(counted)
    while sure and counted[sure - 1].score <= _TWO_MEN:
        sure -= 1
    yield ""
    if sure == len(counted):
        yield f"Woldouby: not seen to be lost within {_MOST_WOLDOUBY_NODES / 1e6:.0f} million nodes {_verdict(False)}"
    else:
        first = counted[sure]
        yield (
            f"Woldouby: two men down ({first.score / 100:+.2f}) from depth {first.depth}, "
            f"{first.nodes / 1e6:.2f} million nodes {_verdict(True)}; {used:.1f} s for "
            f"{_MOST_WOLDOUBY_NODES / 1e6:.0f} million"
        )
    learned = _deepening(Reading())[-1]
    yield f"    with the learned evaluation {learned.score / 100:+.2f} at depth {learned.depth}"


def _deepening(reading: Reading) -> list[Found]:
    """What was found of Woldouby's position, depth after depth."""
    table = TranspositionTable(_SOLVER_TABLE_MIB)
    memory = Memory.of(table, forget=True)
    depths: list[Found] = []
    position = parse_fen(ruleset("international"), WOLDOUBY)
    run(position, Limits(nodes=_MOST_WOLDOUBY_NODES), reading, memory, on_depth=depths.append)
    return depths


def _verdict(reached: bool) -> str:
    return "(reached)" if reached else "(NOT reached)"
