"""`python -m bench.probcut`: how far a shallow search in Reversi stands from a deep one of the same position.

From games of a level against itself, each begun with random moves, positions are searched to every depth
without reductions. For each pair of depths that Multi-ProbCut compares, and each stage of the game, the
standard deviation of the difference is printed in hundredths of a disc: the table in engine.weights.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

from tqdm import tqdm

from engine import LEVELS, Found, Limits, TranspositionTable, choose
from engine.limits import Reading
from engine.searching import Memory, run
from rulebook import Position, initial_position, legal_moves, play, result, ruleset

_LEVEL = LEVELS[6]
# Only differences within this many discs are looked at: a won game is not judged by discs.
_MOST = 6400


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.probcut", description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="games (default: 60)")
    parser.add_argument("--depth", type=int, default=9, help="the deepest search, in plies (default: 9)")
    wishes = parser.parse_args(arguments)
    table = TranspositionTable()
    apart: dict[tuple[int, int], list[int]] = defaultdict(list)
    for game in tqdm(range(wishes.games), disable=None, leave=False, file=sys.stderr):
        for position in _positions(game, table):
            empty = 64 - (position.white | position.black).bit_count()
            if empty <= wishes.depth + 2:
                continue
            scores = _scores(position, wishes.depth, table)
            for depth, score in scores.items():
                shallow = scores.get(reduced(depth))
                if shallow is not None and abs(score) < _MOST and abs(shallow) < _MOST:
                    apart[empty >> 3, depth].append(score - shallow)
    print(
        f"{'depth':>5} {'after':>5}" + "".join(f"{8 * stage:>5}-{8 * stage + 7:<3}" for stage in range(1, 8))
    )
    for depth in range(3, wishes.depth + 1):
        row = [apart[stage, depth] for stage in range(1, 8)]
        cells = "".join(f"{statistics.pstdev(one):>8.0f} " if len(one) > 20 else f"{'-':>8} " for one in row)
        print(f"{depth:>5} {reduced(depth):>5}{cells}")
    return 0


def reduced(depth: int) -> int:
    """The depth that answers for `depth`: about half of it, and as odd."""
    return 2 * (depth // 4) + depth % 2


def _positions(game: int, table: TranspositionTable) -> Iterator[Position]:
    """Every third position of a game that begins at random."""
    chance = Random(game)
    position = initial_position(ruleset("othello"))
    for _ in range(chance.randint(4, 12)):
        if result(position) is None:
            position = play(position, chance.choice(legal_moves(position)))
    ply = 0
    while result(position) is None:
        ply += 1
        moves = legal_moves(position)
        if ply % 3 == game % 3 and not moves[0].is_pass:
            yield position
        position = play(position, choose(position, _LEVEL, game * 100 + ply, table).move)


def _scores(position: Position, depth: int, table: TranspositionTable) -> dict[int, int]:
    """The score at each depth without reductions; depth 0 is not asked for."""
    scores: dict[int, int] = {}

    def note(found: Found) -> None:
        scores[found.depth] = found.score

    memory = Memory.of(table, TranspositionTable.LEAST_CLUSTERS, forget=True)
    run(position, Limits(depth=depth), Reading(full_width=True), memory, on_depth=note)
    return scores


if __name__ == "__main__":
    raise SystemExit(main())
