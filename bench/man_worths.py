"""`python -m bench.man_worths --ruleset KEY`: what men, their squares and kings are worth in a rule set.

Games begin with 4 to 14 random moves, go on with a search of 3000 nodes a move, and are given to who is far ahead and stays
so. A logistic regression explains their results by the features of their quiet positions that the kernel's evaluation
counts; the numbers printed are those of engine.weights. Pure Python: a game takes a second, and 100,000 positions two
minutes to fit.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeAlias

from tqdm import tqdm

from engine import Limits, TranspositionTable, search
from rulebook import Position, Ruleset, Side, initial_position, legal_moves, play, result, ruleset

_NODES = 3000
_FAR_AHEAD = 600
_STAYS_PLIES = 8
_RIDGE = 30.0
_ROUNDS = 8
_NAMES = ("man", "man_growth", "king", "first_king", "kings_on_both", "tempo", "step")

Features: TypeAlias = list[tuple[int, float]]
"""The ones that are not 0, by their numbers: those of _NAMES, then the squares of men as White sees them."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.man_worths", description=__doc__)
    parser.add_argument("--ruleset", default="international", help="(default: international)")
    parser.add_argument("--seconds", type=int, default=1200, help="time for playing games (default: 1200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FILE", help="append the positions to a file")
    parser.add_argument("--load", type=Path, metavar="FILE", help="fit what was saved, and play nothing")
    wishes = parser.parse_args(arguments)
    rules = ruleset(wishes.ruleset)
    if wishes.load:
        lines = wishes.load.read_text().splitlines()
    else:
        lines = list(_played(rules, wishes.seconds, wishes.seed))
        if wishes.save:
            with wishes.save.open("a") as saved:
                saved.writelines(f"{line}\n" for line in lines)
    print(f"{len(lines)} positions")
    examples = [_example(rules, line) for line in lines]
    worths = fit(examples, len(_NAMES) + rules.board.squares)
    print(", ".join(f"{name}={worth:.0f}" for name, worth in zip(_NAMES, worths, strict=False)))
    squares = worths[len(_NAMES) :]
    lowest = min(squares)
    for first in range(0, len(squares), rules.board.squares_per_row):
        row = squares[first : first + rules.board.squares_per_row]
        print("    " + " ".join(f"{worth - lowest:.0f}," for worth in row))
    return 0


def features(rules: Ruleset, position: Position) -> Features:
    """What the kernel's evaluation counts, White's less Black's."""
    board = rules.board
    white_men, black_men = position.white & ~position.kings, position.black & ~position.kings
    white_kings = (position.white & position.kings).bit_count()
    black_kings = (position.black & position.kings).bit_count()
    lead = position.white.bit_count() - position.black.bit_count()
    start = initial_position(rules)
    gone = (start.white | start.black).bit_count() - (position.white | position.black).bit_count()
    found: Features = [
        (0, lead),
        (1, lead * gone / 64),
        (2, white_kings - black_kings),
        (3, bool(white_kings and not black_kings) - bool(black_kings and not white_kings)),
        (4, lead if white_kings and black_kings else 0),
        (5, 1 if position.white_to_move else -1),
        (6, _steps(rules, position)),
    ]
    squares = [0] * board.squares
    for square in range(1, board.squares + 1):
        bit = board.bit_of[square]
        squares[square - 1] += white_men >> bit & 1
        squares[board.squares - square] -= black_men >> bit & 1
    found.extend((len(_NAMES) + place, count) for place, count in enumerate(squares))
    return [(name, count) for name, count in found if count]


def fit(examples: Sequence[tuple[Features, float]], size: int) -> list[float]:
    """The worths in hundredths, drawn a little towards 0, that make the results likeliest (Newton's method)."""
    worths = [0.0] * size
    for _ in tqdm(range(_ROUNDS), disable=None, leave=False, file=sys.stderr):
        matrix = [[_RIDGE * (i == j) for j in range(size)] for i in range(size)]
        slope = [-_RIDGE * worth for worth in worths]
        for counted, points in examples:
            expected = 1 / (1 + math.exp(-sum(worths[name] * count for name, count in counted)))
            error, weight = points - expected, expected * (1 - expected)
            for name, count in counted:
                slope[name] += error * count
                row, heavy = matrix[name], weight * count
                for other, number in counted:
                    row[other] += heavy * number
        step = _solved(matrix, slope)
        worths = [worth + by for worth, by in zip(worths, step, strict=True)]
    return [100 * worth for worth in worths]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss-Jordan; the ridge makes every pivot positive."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        scale = pivot[i]
        pivot[:] = [value / scale for value in pivot]
        for j, row in enumerate(rows):
            if j != i and (factor := row[i]):
                row[:] = [value - factor * top for value, top in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def _steps(rules: Ruleset, position: Position) -> int:
    """How many steps White's men could take more than Black's."""
    board = rules.board
    occupied = position.white | position.black
    total = 0
    for square in range(1, board.squares + 1):
        bit = board.bit_of[square]
        if not occupied >> bit & 1 or position.kings >> bit & 1:
            continue
        white = position.white >> bit & 1
        total += sum(
            1 if white else -1 for ahead in _ahead(rules, square, bool(white)) if not occupied >> ahead & 1
        )
    return total


@cache
def _ahead(rules: Ruleset, square: int, white: bool) -> tuple[int, ...]:
    """The bits of the squares diagonally before a man."""
    board = rules.board
    row, column = board.row_of(square) + (-1 if white else 1), board.column(square)
    return tuple(
        board.bit_of[other]
        for other in range(1, board.squares + 1)
        if board.row_of(other) == row and abs(board.column(other) - column) == 1
    )


def _example(rules: Ruleset, line: str) -> tuple[Features, float]:
    points, white_to_move, white, black, kings = line.split()
    start = initial_position(rules)
    position = start._replace(
        white_to_move=white_to_move == "1", white=int(white), black=int(black), kings=int(kings)
    )
    return features(rules, position), float(points)


def _played(rules: Ruleset, seconds: int, seed: int) -> Iterator[str]:
    table = TranspositionTable()
    began = time.monotonic()
    with tqdm(total=seconds, disable=None, leave=False, file=sys.stderr) as bar:
        game = 0
        while time.monotonic() - began < seconds:
            yield from _game(rules, Random(f"{seed} {game}"), table)
            game += 1
            bar.update(int(time.monotonic() - began) - bar.n)


def _game(rules: Ruleset, chance: Random, table: TranspositionTable) -> Iterator[str]:
    """The quiet positions of a game, each with the points of White, who is to move, and the bitboards."""
    position = initial_position(rules)
    for _ in range(chance.randint(4, 14)):
        if result(position) is None:
            position = play(position, chance.choice(legal_moves(position)))
    seen: list[Position] = []
    far = 0
    points = 0.5
    while (ended := result(position)) is None:
        found = search(position, Limits(nodes=_NODES), table)
        score = found.score if position.white_to_move else -found.score
        far = far + (1 if score > 0 else -1) if abs(score) > _FAR_AHEAD else 0
        if abs(far) >= _STAYS_PLIES:
            points = 1.0 if far > 0 else 0.0
            break
        if not found.move.captured and abs(score) < _FAR_AHEAD:
            seen.append(position)
        position = play(position, found.move)
    else:
        if ended.winner is not None:
            points = float(ended.winner is Side.WHITE)
    for one in seen:
        yield f"{points} {int(one.white_to_move)} {one.white} {one.black} {one.kings}"


if __name__ == "__main__":
    raise SystemExit(main())
