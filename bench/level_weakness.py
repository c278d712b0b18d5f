"""`python -m bench.level_weakness RULESET --levels 6 5 4`: how weak levels must be to stand 150 Elo below the next.

From the top down each level plays the one above it, pair by pair, and after every pair its weakness is chosen
anew from all that was played: how far apart the two are as a straight line over the logarithm of the weakness,
its two numbers known by their likelihood on a grid. What is printed goes into `engine.levels`; `bench.match_ladder`
then shows, with other openings, what it is worth.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from bench.match import end_on_signals
from bench.openings import opening
from bench.players import choosing
from bench.playing import Player, play_game
from engine import LEVELS, Level
from engine.levels import Weakness
from rulebook import RULESETS, Ruleset, Side, ruleset

_AIM_ELO = 150.0
# What is believed before the first pair: the distance as it is, and what e times the weakness adds to it.
_DISTANCE_ELO = (_AIM_ELO, 100.0)
_SLOPE_ELO = (130.0, 60.0)
_MOST_CHANGE = math.log(3)

_Grid = NDArray[np.float64]


class Distance:
    """How far a level is below another, in Elo, by the logarithm of the factor that its weakness is taken by."""

    def __init__(self) -> None:
        self._distances, self._slopes = np.meshgrid(np.arange(-250, 601, 5.0), np.arange(20, 401, 10.0))
        self._logs = np.zeros_like(self._distances)
        for values, (mean, deviation) in ((self._distances, _DISTANCE_ELO), (self._slopes, _SLOPE_ELO)):
            self._logs -= ((values - mean) / deviation) ** 2 / 2

    def add(self, change: float, points: float) -> None:
        """The upper level made so many of a pair's two points while the weakness was e^`change` times its size."""
        logit = self._at(change) * (math.log(10) / 400)
        self._logs -= points * np.logaddexp(0, -logit) + (2 - points) * np.logaddexp(0, logit)

    def change(self, aim_elo: float) -> float:
        """The change with which the distance is nearest to what is aimed at."""
        likely = self._likely()
        # The least expected square of what the distance is off.
        wanted = (likely * self._slopes * (aim_elo - self._distances)).sum()
        best = float(wanted / (likely * self._slopes**2).sum())
        return min(max(best, -_MOST_CHANGE), _MOST_CHANGE)

    def at(self, change: float) -> tuple[float, float]:
        """The distance with this change and its standard deviation."""
        likely, distances = self._likely(), self._at(change)
        mean = np.average(distances, weights=likely)
        return float(mean), math.sqrt(np.average((distances - mean) ** 2, weights=likely))

    def _at(self, change: float) -> _Grid:
        at: _Grid = self._distances + self._slopes * change
        return at

    def _likely(self) -> _Grid:
        likely: _Grid = np.exp(self._logs - self._logs.max())
        return likely


def scaled(weakness: Weakness, change: float) -> Weakness:
    """e^`change` times as weak, in whole numbers."""
    factor = math.exp(change)
    return replace(
        weakness,
        overlooked_per_mille=round(weakness.overlooked_per_mille * factor),
        noise=round(weakness.noise * factor),
    )


def fit(
    rules: Ruleset, number: int, upper: Level, weakness: Weakness, *, pairs: int, aim_elo: float, seed: str
) -> tuple[Weakness, float, float]:
    """A weakness for the level of that number, its distance from `upper` in Elo, and that one's deviation."""
    distance = Distance()
    above = choosing("upper", upper)
    bar = tqdm(range(pairs), unit="pair", disable=None, dynamic_ncols=True)
    for pair in bar:
        change = distance.change(aim_elo)
        found = scaled(weakness, change)
        below = choosing("lower", weakened(LEVELS[number], found))
        begin = opening(rules, f"{seed}:{number}:{pair}")
        points = 0.0
        for side in Side:
            seats: dict[Side, Player] = {side: above, side.opponent: below}
            points += play_game(begin, seats, f"{seed}:{number}:{pair}:{side}").points(side)
        distance.add(change, points)
        bar.set_postfix_str(f"level {number}: {found.overlooked_per_mille}/{found.noise}", refresh=False)
    change = distance.change(aim_elo)
    return scaled(weakness, change), *distance.at(change)


def weakened(level: Level, weakness: Weakness) -> Level:
    """The level with this weakness under whatever rules."""
    return replace(
        level,
        overlooked_per_mille=weakness.overlooked_per_mille,
        noise=weakness.noise,
        depth=weakness.depth,
        on_big_boards=None,
        with_short_kings=None,
        in_reversi=None,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.level_weakness", description=__doc__)
    parser.add_argument("ruleset", metavar="RULESET", choices=[rules.key for rules in RULESETS])
    lower = sorted(LEVELS, reverse=True)[1:]
    parser.add_argument("--levels", type=int, nargs="+", default=lower, choices=lower, metavar="LEVEL")
    parser.add_argument("--pairs", type=int, default=100, help="of each level (default: 100)")
    parser.add_argument("--aim", type=float, default=_AIM_ELO, metavar="ELO", help="(default: 150)")
    parser.add_argument("--seed", default="weakness")
    wishes = parser.parse_args(arguments)
    rules = ruleset(wishes.ruleset)
    found = {number: level.weakness(rules) for number, level in LEVELS.items()}
    for number in sorted(wishes.levels, reverse=True):
        upper = weakened(LEVELS[number + 1], found[number + 1])
        found[number], elo, deviation = fit(
            rules, number, upper, found[number], pairs=wishes.pairs, aim_elo=wishes.aim, seed=wishes.seed
        )
        told = f"overlooked_per_mille={found[number].overlooked_per_mille}, noise={found[number].noise}"
        print(
            f"{rules.key:16} {number:>2} {told}: {elo:.0f} ± {deviation:.0f} Elo below {number + 1}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    end_on_signals()
    raise SystemExit(main())
