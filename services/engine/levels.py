"""The strengths one can ask for, as tables: ten levels."""

from __future__ import annotations

from dataclasses import dataclass

from engine.limits import Limits, Reading
from rulebook import Family

# A man is worth about five discs.
_NOISE_UNIT = {Family.DRAUGHTS: 1, Family.REVERSI: 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A strength; the same on every machine, for it counts nodes and not time.

    `depth` is None where the nodes alone decide. `full_width`, `overlooked_per_mille` and
    `sees_recaptures` are those of Reading; `noise` is too, in hundredths of a man for both families.
    """

    nodes: int
    depth: int | None = None
    full_width: bool = False
    overlooked_per_mille: int = 0
    sees_recaptures: bool = True
    noise: int = 0

    @property
    def limits(self) -> Limits:
        return Limits(nodes=self.nodes, depth=self.depth)

    def reading(self, family: Family, seed: int) -> Reading:
        return Reading(
            full_width=self.full_width,
            overlooked_per_mille=self.overlooked_per_mille,
            sees_recaptures=self.sees_recaptures,
            noise=self.noise * _NOISE_UNIT[family],
            seed=seed,
        )


# A weak level looks less far and misses replies, as people do; it never plays at random. The noise of the
# strong ones only varies their games. Neighbours score about 0.7 against each other (pairs from random
# openings of six plies, under five rule sets).
LEVELS: dict[int, Level] = {
    1: Level(
        nodes=4_000, depth=1, full_width=True, overlooked_per_mille=160, sees_recaptures=False, noise=150
    ),
    2: Level(
        nodes=6_000, depth=1, full_width=True, overlooked_per_mille=65, sees_recaptures=False, noise=110
    ),
    3: Level(nodes=8_000, depth=2, full_width=True, overlooked_per_mille=160, noise=85),
    4: Level(nodes=12_000, depth=3, full_width=True, overlooked_per_mille=120, noise=60),
    5: Level(nodes=20_000, depth=4, full_width=True, overlooked_per_mille=80, noise=40),
    6: Level(nodes=20_000, depth=5, full_width=True, overlooked_per_mille=50, noise=25),
    7: Level(nodes=20_000, depth=6, full_width=True, overlooked_per_mille=25, noise=15),
    8: Level(nodes=30_000, depth=8, overlooked_per_mille=8, noise=8),
    9: Level(nodes=100_000, depth=11, noise=5),
    10: Level(nodes=400_000, noise=3),
}
