"""`python -m bench.formation_worths --ruleset KEY FILE…`: what formations of men are worth, learned from quick games.

A logistic regression explains the results of games (`bench.quick_games`), and what a search made of their positions, by the
number of men and kings, the first king, who is to move, and how each block of eight squares is filled; see engine.formations.
Every twentieth stretch of positions is kept back to see what was learned of the others. What the engine has is where learning
begins and what the worths are drawn to, unless it is to begin `--anew`. Written is the file that the engine reads; what pieces
are worth is printed for engine.weights. A round with three million positions takes three seconds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray
from tqdm import trange

from engine import formations
from engine.formations import FILLINGS, blocks_across, half_fillings, learned_of, turned
from engine.weights import weights
from rulebook import Ruleset, initial_position, ruleset

_RIDGE = 30.0
_SEARCHED = 0.7
_ROUNDS = 40
_STEP = 0.15
"""Of Newton's step for each worth alone: some twenty of them move at once."""
_STRETCH, _KEPT_BACK = 5000, 20
_AT_ONCE = 1 << 18
_NAMES = ("man", "man_growth", "king over man", "first_king", "kings_on_both", "tempo", "step")
_FEW = 8
"""With both sides' kings and so few pieces nearly all games are drawn, whatever stands where."""

Floats = NDArray[np.float32]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.formation_worths", description=__doc__)
    parser.add_argument("--ruleset", default="international", help="(default: international)")
    parser.add_argument(
        "--ridge", type=float, default=_RIDGE, help=f"draws worths to those they had (default: {_RIDGE:g})"
    )
    parser.add_argument("--anew", action="store_true", help="begin with formations that are worth nothing")
    parser.add_argument(
        "--searched",
        type=float,
        default=_SEARCHED,
        help=f"how much the search counts beside the result, 0 to 1 (default: {_SEARCHED:g})",
    )
    parser.add_argument("--rounds", type=int, default=_ROUNDS, help=f"(default: {_ROUNDS})")
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="where the worths go (default: the engine's)"
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="positions that were saved")
    wishes = parser.parse_args(arguments)
    rules = ruleset(wishes.ruleset)
    name = formations.name_of(rules.draughts)
    if name is None:
        parser.error(f"{wishes.ruleset} has no formations")
    examples = read(rules, wishes.files, wishes.searched)
    learner = Learner(rules, wishes.ridge)
    if not wishes.anew:
        learner.begin_with_the_engine()
    seen = unseen = 0.0
    told = trange(wishes.rounds, disable=None, leave=False, file=sys.stderr)
    for _ in told:
        seen, unseen = learner.learn(examples)
        told.set_postfix_str(f"loss {seen:.5f}, of what was kept back {unseen:.5f}")
    print(f"{len(examples.points)} positions, loss {seen:.5f}, of what was kept back {unseen:.5f}")
    print(", ".join(f"{of}={100 * worth:.0f}" for of, worth in zip(_NAMES, learner.counted, strict=True)))
    path = wishes.write or Path(formations.__file__).parent / "learned" / f"{name}.bin"
    path.write_bytes(learner.written())
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """Positions, as arrays of one row each."""

    points: Floats
    """White's, from the game and from the search."""
    counts: Floats
    """What _NAMES count, White's less Black's."""
    empty: Floats
    """What part of the pieces is gone."""
    fillings: NDArray[np.uint16]
    """A column for each block."""
    kept_back: NDArray[np.bool_]

    def parts(self) -> Iterator[Examples]:
        """Some at a time, for the caches' sake."""
        for first in range(0, len(self.points), _AT_ONCE):
            some = slice(first, first + _AT_ONCE)
            yield Examples(
                points=self.points[some],
                counts=self.counts[some],
                empty=self.empty[some],
                fillings=self.fillings[some],
                kept_back=self.kept_back[some],
            )


def read(rules: Ruleset, files: Sequence[Path], searched: float) -> Examples:
    """What was saved, without endings of few pieces; `searched` is the share of the search in the points.

    Raises ValueError for a line of another kind.
    """
    kinds = [
        ("points", "f4"),
        ("score", "f4"),
        ("to_move", "i1"),
        *((of, "u8") for of in ("white", "black", "kings")),
    ]
    rows = np.concatenate([np.loadtxt(file, dtype=np.dtype(kinds)) for file in files])
    kept_back = np.arange(len(rows)) // _STRETCH % _KEPT_BACK == _KEPT_BACK - 1
    white_kings = np.bitwise_count(rows["white"] & rows["kings"]).astype(np.float32)
    black_kings = np.bitwise_count(rows["black"] & rows["kings"]).astype(np.float32)
    white, black = (np.bitwise_count(rows[side]).astype(np.float32) for side in ("white", "black"))
    on_both = (white_kings > 0) & (black_kings > 0)
    start = initial_position(rules)
    full = start.white.bit_count() + start.black.bit_count()
    counts = np.stack(
        [
            white - black,
            (white - black) * (full - white - black) / 64,
            white_kings - black_kings,
            1.0 * (white_kings > 0) - (black_kings > 0),
            (white - black) * on_both,
            2.0 * rows["to_move"] - 1,
            _steps(rules, rows["white"], rows["black"], rows["kings"]),
        ],
        axis=1,
    ).astype(np.float32)
    fillings = _fillings(rules, rows["white"] & ~rows["kings"], rows["black"] & ~rows["kings"])
    expected = 1 / (1 + np.exp(-rows["score"] / 100))
    wanted = ~on_both | (white + black > _FEW)
    return Examples(
        points=((1 - searched) * rows["points"] + searched * expected)[wanted].astype(np.float32),
        counts=counts[wanted],
        empty=(1 - (white + black) / full)[wanted].astype(np.float32),
        fillings=fillings[wanted],
        kept_back=kept_back[wanted],
    )


def _fillings(rules: Ruleset, white: NDArray[np.uint64], black: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """How each block is filled, as the kernel numbers it."""
    row, across = rules.board.squares_per_row, blocks_across(rules.board)
    halves = np.array(half_fillings(rules.board), dtype=np.uint32)
    rows = np.uint64((1 << 2 * row) - 1)
    pairs = [
        halves[(white >> shift) & rows] + 2 * halves[(black >> shift) & rows]
        for shift in (np.uint64(pair * (2 * row + 1)) for pair in range(row))
    ]
    columns = [
        (pairs[down] >> 8 * block & 255) + 81 * (pairs[down + 1] >> 8 * block & 255)
        for down in range(across)
        for block in range(across)
    ]
    return np.stack(columns, axis=1).astype(np.uint16)


def _steps(
    rules: Ruleset, white: NDArray[np.uint64], black: NDArray[np.uint64], kings: NDArray[np.uint64]
) -> NDArray[np.int16]:
    """How many steps White's men could take more than Black's."""
    row = rules.board.squares_per_row
    empty = np.uint64(rules.board.valid) & ~(white | black)
    steps = np.zeros(len(white), dtype=np.int16)
    for ahead in (np.uint64(row), np.uint64(row + 1)):
        steps += np.bitwise_count((white & ~kings) >> ahead & empty)
        steps -= np.bitwise_count((black & ~kings) << ahead & empty)
    return steps


class Learner:
    """Worths in units of a logit; a hundredth of a man is a hundredth of one."""

    def __init__(self, rules: Ruleset, ridge: float) -> None:
        self._rules = rules
        self._ridge = ridge
        self._blocks = blocks_across(rules.board) ** 2
        self._held = (self._blocks + 1) // 2
        self._turned = np.array([turned(filling) for filling in range(FILLINGS)], dtype=np.uint16)
        self._has_steps = rules.board.size == 8
        self.counted = np.zeros(len(_NAMES))
        self.counted[0] = 1.2
        self.worths: Floats = np.zeros((self._held, FILLINGS, 2), dtype=np.float32)
        self._before = self.worths.copy()

    def begin_with_the_engine(self) -> None:
        """Learn on, rather than anew: worths are drawn to what the engine has."""
        numbers = cast(tuple[int, ...], weights(self._rules)[:8])
        man, man_growth, king, _, first_king, kings_on_both, tempo, step = numbers
        self.counted = np.array([man, man_growth, king - man, first_king, kings_on_both, tempo, step]) / 100
        learned = np.frombuffer(learned_of(self._rules.draughts), dtype=np.int8)
        self.worths = learned.reshape(self.worths.shape).astype(np.float32) / np.float32(100)
        self._before = self.worths.copy()

    def learn(self, examples: Examples) -> tuple[float, float]:
        """One round; the loss of an example before it, and of one that was kept back."""
        slope, bend = np.zeros(self.worths.shape), np.full(self.worths.shape, self._ridge)
        counted_slope, counted_bend = np.zeros(len(_NAMES)), np.ones(len(_NAMES))
        losses, numbers = np.zeros(2), np.zeros(2)
        for part in examples.parts():
            expected = 1 / (1 + np.exp(-self._scores(part)))
            loss = -part.points * np.log(expected + 1e-9) - (1 - part.points) * np.log(1 - expected + 1e-9)
            for kind, of in enumerate((~part.kept_back, part.kept_back)):
                losses[kind] += loss[of].sum()
                numbers[kind] += of.sum()
            error = np.where(part.kept_back, 0, part.points - expected)
            weight = np.where(part.kept_back, 0, expected * (1 - expected) + 0.01)
            counted_slope += error @ part.counts
            counted_bend += weight @ part.counts**2
            for block, sign, filling in self._seen(part):
                for phase, share in enumerate((1 - part.empty, part.empty)):
                    slope[block, :, phase] += sign * np.bincount(filling, error * share, FILLINGS)
                    bend[block, :, phase] += np.bincount(filling, weight * share**2, FILLINGS)
        slope -= self._ridge * (self.worths - self._before)
        self.worths += (_STEP * slope / bend).astype(np.float32)
        self._turn_the_middle()
        if not self._has_steps:
            counted_slope[-1] = 0
        self.counted += _STEP * counted_slope / counted_bend
        seen, unseen = losses / np.maximum(numbers, 1)
        return float(seen), float(unseen)

    def written(self) -> bytes:
        """As engine.formations reads it."""
        return np.clip(np.round(100 * self.worths), -127, 127).astype(np.int8).tobytes()

    def _scores(self, part: Examples) -> Floats:
        scores = part.counts @ self.counted.astype(np.float32)
        for block, sign, filling in self._seen(part):
            worths = self.worths[block][filling]
            scores += sign * (worths[:, 0] * (1 - part.empty) + worths[:, 1] * part.empty)
        return np.asarray(scores, dtype=np.float32)

    def _seen(self, part: Examples) -> Iterator[tuple[int, int, NDArray[np.uint16]]]:
        """Each block as one of those that are held: its number, whose advantage its worths are, how it is filled."""
        for block in range(self._blocks):
            opposite = self._blocks - 1 - block
            if block <= opposite:
                yield block, 1, part.fillings[:, block]
            else:
                yield opposite, -1, self._turned[part.fillings[:, block]]

    def _turn_the_middle(self) -> None:
        """A block that is its own opposite is worth as much to either side."""
        if self._blocks % 2:
            middle = self.worths[self._held - 1]
            self.worths[self._held - 1] = (middle - middle[self._turned]) / 2


if __name__ == "__main__":
    raise SystemExit(main())
