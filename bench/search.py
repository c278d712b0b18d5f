"""`python -m bench.search`: nodes per second of the search, a row for each family of rules.

Beside each rate stands the generator's own rate on the same copy of the rules (perft without bulk
counting would be lower), and the time that level Mittel takes for the moves of a game. CPU time of
one thread, best and median of several rounds; a busy machine shows in their distance.

Then what the search has to reach: the rate on 10x10 beside Scan 2.0, endings of Reversi beside Edax
(`BRETTWERK_SCAN` and `BRETTWERK_EDAX` name their binaries), and Woldouby's verdict.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tqdm import tqdm

from bench.search_goals import endings, ten_by_ten, woldouby
from bench.tables import processor
from engine import PERSONAS, Limits, TranspositionTable, choose, search
from rulebook import Position, apply_lots, initial_position, legal_moves, result, ruleset
from rulebook.perft import perft

_MITTEL = PERSONAS["mittel"].level


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    label: str
    key: str
    perft_depth: int
    options: dict[str, str] = field(default_factory=dict)

    @property
    def start(self) -> Position:
        return initial_position(ruleset(self.key, self.options))


SUBJECTS = (
    Subject(label="8x8, short kings (table-english)", key="table-english", perft_depth=9),
    Subject(label="8x8, flying kings (russian)", key="russian", perft_depth=8),
    Subject(label="8x8, most pieces (brazilian)", key="brazilian", perft_depth=8),
    Subject(
        label="8x8, captures declined (battledame)",
        key="battledame",
        perft_depth=7,
        options={"capture": "voluntary"},
    ),
    Subject(label="8x8, captures can fail (club-medieval)", key="club-medieval", perft_depth=8),
    Subject(label="8x8, order of captures (italian)", key="italian", perft_depth=9),
    Subject(label="10x10 (international)", key="international", perft_depth=7),
    Subject(label="10x10, eight directions (frisian)", key="frisian", perft_depth=7),
    Subject(label="8x8, straight lines (turkish)", key="turkish", perft_depth=6),
    Subject(label="discs (othello)", key="othello", perft_depth=9),
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.search", description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000, help="nodes of a search (default: 1000000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds for each row (default: 5)")
    parser.add_argument("--goals", action="store_true", help="only what has to be reached")
    wishes = parser.parse_args(arguments)
    print(f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; CPU time of one thread")
    if not wishes.goals:
        _rates(wishes.nodes, wishes.rounds)
    for goal in (ten_by_ten, endings, woldouby):
        for line in goal():
            print(line, flush=True)
    return 0


def _rates(budget: int, rounds: int) -> None:
    head = f"{'Millions a second':40} {'nodes':>7} {'median':>7} {'leaves':>7} {'ratio':>6}"
    print(f"{head} {'Mittel p50':>11} {'p95':>8} {'most':>8}")
    table = TranspositionTable(16)
    for subject in tqdm(SUBJECTS, disable=None, leave=False, file=sys.stderr):
        nodes: list[float] = []
        leaves: list[float] = []
        for _ in range(rounds):
            nodes.append(_nodes_per_second(subject, budget, table))
            leaves.append(_leaves_per_second(subject))
        thought = _thoughts_ms(subject, table)
        print(
            f"{subject.label:40} {max(nodes) / 1e6:7.2f} {statistics.median(nodes) / 1e6:7.2f} "
            f"{max(leaves) / 1e6:7.1f} {max(nodes) / max(leaves):6.3f} "
            f"{statistics.median(thought):8.2f} ms {_percentile(thought, 95):5.1f} ms {max(thought):5.1f} ms"
        )


def _nodes_per_second(subject: Subject, nodes: int, table: TranspositionTable) -> float:
    table.clear()
    began = time.process_time()
    found = search(subject.start, Limits(nodes=nodes), table)
    return found.nodes / (time.process_time() - began)


def _leaves_per_second(subject: Subject) -> float:
    began = time.process_time()
    leaves = perft(subject.start, subject.perft_depth)
    return leaves / (time.process_time() - began)


def _thoughts_ms(subject: Subject, table: TranspositionTable) -> list[float]:
    """How long Mittel thinks in a few games against random play, by the clock."""
    thought: list[float] = []
    for game in range(4):
        chance = Random(game)
        position = subject.start
        for ply in range(120):
            if result(position) is not None:
                break
            if ply % 2 == game % 2:
                began = time.perf_counter()
                move = choose(position, _MITTEL, ply, table).move
                thought.append((time.perf_counter() - began) * 1000)
            else:
                move = chance.choice(legal_moves(position))
            position = apply_lots(position, move, [True] * len(move.captured))
    return thought


def _percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]


if __name__ == "__main__":
    raise SystemExit(main())
