"""`python -m bench.disc_worths`: what the features of a Reversi position are worth, stage by stage.

Games begin with 8 to 36 random moves, go on with a search of 1500 nodes a move, and are read to the end from
13 empty squares on. Least squares fit the features of their positions to the results; the rows printed are
those of engine.weights.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from tqdm import tqdm

from engine import Limits, TranspositionTable, search
from engine.kernel import uncompiled_discs
from rulebook import Position, initial_position, legal_moves, play, result, ruleset

_NODES = 1500
_SOLVED_EMPTY = 13
_RIDGE = 30.0
_STAGES = 16
_FEATURES = 12
_KERNEL: Any = uncompiled_discs()

# own discs, opposing discs, empty squares, the result in hundredths of a disc for the side to move
Labelled = tuple[int, int, int, int]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.disc_worths", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="time for playing games (default: 600)")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args(arguments)
    rows = list(_played(wishes.seconds, wishes.seed))
    print(f"{len(rows)} positions")
    stages = [
        # Neighbours lend half their positions; a stage with few takes all that are as early.
        [(features(own, opponents), label) for own, opponents, empty, label in rows if near(stage, empty)]
        for stage in range(_STAGES)
    ]
    for stage, examples in enumerate(stages):
        print(
            f"    ({', '.join(str(round(worth)) for worth in fit(examples))}),  # {4 * stage} empty squares"
        )
    return 0


def near(stage: int, empty: int) -> bool:
    """Whether a position with so many empty squares says something about a stage."""
    return 4 * stage - 2 <= empty < 4 * stage + 6 or (stage > 11 and empty >= 44)


def features(own: int, opponents: int) -> list[int]:
    """What the kernel's evaluation counts, in its order."""
    k = _KERNEL
    moves, replies = k.targets(own, opponents), k.targets(opponents, own)
    empty = k.BOARD & ~(own | opponents)
    beside = k.around(empty)
    pairs = (
        (moves, replies),
        (own & k.CORNERS, opponents & k.CORNERS),
        (moves & k.CORNERS, 0),
        (0, replies & k.CORNERS),
        (beside & opponents, beside & own),
        (k.around(own) & empty, k.around(opponents) & empty),
        (k.x_squares(empty) & own, k.x_squares(empty) & opponents),
        (k.c_squares(empty) & own, k.c_squares(empty) & opponents),
        (k.safe_edges(own), k.safe_edges(opponents)),
        (own, opponents),
    )
    counted = [mine.bit_count() - theirs.bit_count() for mine, theirs in pairs]
    return [*counted, 1, empty.bit_count() & 1]


def fit(examples: Sequence[tuple[list[int], int]]) -> list[float]:
    """The worths with the least squared error, drawn a little towards 0."""
    counts = np.array([counted for counted, _ in examples], dtype=float).reshape(len(examples), _FEATURES)
    labels = np.array([label for _, label in examples], dtype=float)
    worths = np.linalg.solve(counts.T @ counts + _RIDGE * np.eye(_FEATURES), counts.T @ labels)
    return [float(worth) for worth in worths]


def _played(seconds: int, seed: int) -> Iterator[Labelled]:
    table = TranspositionTable()
    began = time.monotonic()
    with tqdm(total=seconds, disable=None, leave=False, file=sys.stderr) as bar:
        game = 0
        while time.monotonic() - began < seconds:
            yield from _game(Random(f"{seed} {game}"), table)
            game += 1
            bar.update(int(time.monotonic() - began) - bar.n)


def _game(chance: Random, table: TranspositionTable) -> Iterator[Labelled]:
    position = initial_position(ruleset("othello"))
    for _ in range(chance.randint(8, 36)):
        if result(position) is None:
            position = play(position, chance.choice(legal_moves(position)))
    seen: list[Position] = []
    while result(position) is None:
        empty = 64 - (position.white | position.black).bit_count()
        solved = empty <= _SOLVED_EMPTY
        found = search(position, Limits(depth=60) if solved else Limits(nodes=_NODES), table)
        score = found.score if position.white_to_move else -found.score
        line = found.pv[:-4] if solved else (found.move,)
        for move in line:
            if not move.is_pass:
                seen.append(position)
            position = play(position, move)
        if solved:
            for one in seen:
                own, opponents = (one.white, one.black) if one.white_to_move else (one.black, one.white)
                free = 64 - (own | opponents).bit_count()
                yield own, opponents, free, score if one.white_to_move else -score
            return


if __name__ == "__main__":
    raise SystemExit(main())
