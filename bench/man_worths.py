"""`python -m bench.man_worths --ruleset KEY FILE…`: what men, their squares and kings are worth in a rule set.

A logistic regression explains the results of quick games (`bench.quick_games`) by the features of their positions that the
kernel's evaluation counts; the numbers printed are those of engine.weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from bench.quick_games import positions
from rulebook import Position, Ruleset, initial_position, ruleset

_RIDGE = 30.0
_ROUNDS = 8
_NAMES = ("man", "man_growth", "king", "first_king", "kings_on_both", "tempo", "step")

Features: TypeAlias = list[tuple[int, float]]
"""The ones that are not 0, by their numbers: those of _NAMES, then the squares of men as White sees them."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.man_worths", description=__doc__)
    parser.add_argument("--ruleset", default="international", help="(default: international)")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="what was saved")
    wishes = parser.parse_args(arguments)
    rules = ruleset(wishes.ruleset)
    lines = [line for file in wishes.files for line in file.read_text().splitlines()]
    print(f"{len(lines)} positions")
    examples = [(features(rules, position), points) for points, position in positions(rules, lines)]
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
    counts = np.zeros((len(examples), size))
    for row, (counted, _) in enumerate(examples):
        for name, count in counted:
            counts[row, name] = count
    points = np.array([points for _, points in examples])
    worths = np.zeros(size)
    for _ in range(_ROUNDS):
        expected = 1 / (1 + np.exp(-counts @ worths))
        slope = counts.T @ (points - expected) - _RIDGE * worths
        bend = counts.T @ (counts * (expected * (1 - expected))[:, None]) + _RIDGE * np.eye(size)
        worths += np.linalg.solve(bend, slope)
    return [float(100 * worth) for worth in worths]


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


if __name__ == "__main__":
    raise SystemExit(main())
