"""What a match says about strength: Elo with its error from pairs of games, and when to stop.

A pair is one opening with both colours, so its two games are not independent; the error is therefore
taken over pairs (five possible scores, "pentanomial"). Source: the mathematics of the fishtest
framework, generalised SPRT with the normal approximation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

Z_95 = 1.959964
_HALF_A_PAIR = 0.5


@dataclass(slots=True, kw_only=True)
class Score:
    """The pairs of a match by what the first player made of them: 0, ½, 1, 1½ and 2 points."""

    pairs: list[float] = field(default_factory=lambda: [0.0] * 5)

    @classmethod
    def of(cls, points: Sequence[float]) -> Score:
        score = cls()
        for one in points:
            score.add(one)
        return score

    def add(self, points: float) -> None:
        """Count a pair with so many of its two points."""
        self.pairs[round(2 * points)] += 1

    @property
    def count(self) -> float:
        return sum(self.pairs)

    @property
    def rate(self) -> float:
        """The share of all points, 0 to 1; ½ before anything was played."""
        return sum(i * n for i, n in enumerate(self.pairs)) / (4 * self.count) if self.count else 0.5

    @property
    def variance(self) -> float:
        """Of the share of points in one pair."""
        mean = self.rate
        return sum(n * (i / 4 - mean) ** 2 for i, n in enumerate(self.pairs)) / max(self.count, 1)

    @property
    def rate_bounds(self) -> tuple[float, float]:
        """The 95 % interval of the share of points."""
        if not self.count:
            return 0.0, 1.0
        error = Z_95 * math.sqrt(self.variance / self.count)
        if not error:
            # All pairs alike: by the rule of three fewer than 3 in n are otherwise.
            error = min(3 / self.count, 1.0)
        return max(self.rate - error, 0.0), min(self.rate + error, 1.0)

    @property
    def elo(self) -> float:
        return elo_of(self.rate)

    @property
    def elo_bounds(self) -> tuple[float, float]:
        """The 95 % interval."""
        low, high = self.rate_bounds
        return elo_of(low), elo_of(high)

    @property
    def superiority(self) -> float:
        """How likely it is that the first player is the stronger one ("LOS")."""
        if not self.count:
            return 0.5
        error = math.sqrt(self.variance / self.count)
        if not error:
            error = min(3 / self.count, 1.0) / Z_95
        return 0.5 * math.erfc((0.5 - self.rate) / error / math.sqrt(2))

    def __str__(self) -> str:
        low, high = self.elo_bounds
        elo, error = self.elo, (high - low) / 2
        told = f"{elo:+.0f} ± {error:.0f}" if math.isfinite(error) else f"{_sure(low, high)}"
        return f"{self.rate:.1%}, Elo {told}, sure by {self.superiority:.2%}"


def _sure(low: float, high: float) -> str:
    if math.isfinite(low):
        return f"above {low:+.0f}"
    return f"below {high:+.0f}" if math.isfinite(high) else "unknown"


def elo_of(rate: float) -> float:
    """The difference in strength that gives this share of points."""
    if rate <= 0:
        return -math.inf
    return math.inf if rate >= 1 else -400 * math.log10(1 / rate - 1)


def rate_of(elo: float) -> float:
    """The share of points that this difference in strength gives."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """A test that ends as soon as it is sure: is the first player `elo1` stronger, or only `elo0`?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, score: Score) -> float:
        """The logarithm of how much likelier elo1 is than elo0."""
        if not score.count:
            return 0.0
        # The first pairs are often alike and seem to have no variance at all. Half a pair of each kind, only
        # for the variance, keeps the test from being sure too soon (simulated: wrong in 2 to 5 of 100).
        spread = Score(pairs=[n + _HALF_A_PAIR for n in score.pairs]).variance
        s0, s1 = rate_of(self.elo0), rate_of(self.elo1)
        return score.count * (s1 - s0) * (2 * score.rate - s0 - s1) / (2 * spread)

    def verdict(self, score: Score) -> str | None:
        """Which of the two it is, as soon as that is sure."""
        low, high = self.bounds
        ratio = self.ratio(score)
        if ratio >= high:
            return f"accepted: at least {self.elo1:+g} is likelier"
        return f"refused: at most {self.elo0:+g} is likelier" if ratio <= low else None
