"""The strengths one can ask for, as tables: ten levels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.limits import Limits, Reading
from rulebook import Family, Ruleset

# A man is worth about five discs.
_NOISE_UNIT = {Family.DRAUGHTS: 1, Family.REVERSI: 5}
_BIG_BOARD = 10


class Preference(StrEnum):
    """What somebody looks for among moves that are nearly equal."""

    TRAPS = "traps"  # the reply that suggests itself should lose as much as possible
    CONTROL = "control"  # the opponent should have little to choose from


@dataclass(frozen=True, slots=True, kw_only=True)
class Weakness:
    """What is not seen and by how much positions are misjudged, and how deep it is read; as in Level.

    `depth` is the level's own where it is None.
    """

    overlooked_per_mille: int
    noise: int
    depth: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A strength; the same on every machine, for it counts nodes and not time.

    `depth` is None where the nodes alone decide. `full_width`, `overlooked_per_mille` and
    `sees_recaptures` are those of Reading; `noise` is too, in hundredths of a man for both families.
    `on_big_boards`, `with_short_kings` and `in_reversi` take the place of these where a game forgives less or more.
    `prefers` decides among moves that are at most `margin` worse than the best, in hundredths of a man or disc.
    """

    nodes: int
    depth: int | None = None
    full_width: bool = False
    overlooked_per_mille: int = 0
    sees_recaptures: bool = True
    noise: int = 0
    on_big_boards: Weakness | None = None
    with_short_kings: Weakness | None = None
    in_reversi: Weakness | None = None
    prefers: Preference | None = None
    margin: int = 0

    def limits(self, rules: Ruleset) -> Limits:
        """How far it reads under these rules."""
        return Limits(nodes=self.nodes, depth=self.weakness(rules).depth)

    def reading(self, rules: Ruleset, seed: int) -> Reading:
        weakness = self.weakness(rules)
        return Reading(
            full_width=self.full_width,
            overlooked_per_mille=weakness.overlooked_per_mille,
            sees_recaptures=self.sees_recaptures,
            noise=weakness.noise * _NOISE_UNIT[rules.family],
            seed=seed,
        )

    def weakness(self, rules: Ruleset) -> Weakness:
        """What is not seen under these rules, with the depth that holds there."""
        special = None
        if not rules.is_draughts:
            special = self.in_reversi
        elif rules.board.size == _BIG_BOARD:
            special = self.on_big_boards
        elif not rules.draughts.flying_king:
            special = self.with_short_kings
        if special is None:
            special = Weakness(overlooked_per_mille=self.overlooked_per_mille, noise=self.noise)
        return replace(special, depth=special.depth or self.depth)


# A weak level looks less far and misses replies, as people do; it never plays at random. The noise of the
# strong ones only varies their games.
#
# How far each level is above the one below it, in Elo, by `make match` (colour-swapped pairs, 200 games each, so ± 30 to 55;
# `bench.level_weakness` found the numbers):
#                 2     3     4     5     6     7     8     9     10
#   battledame    166   149   191   177   115   147   179   149   143
#   english       162   186   109   145   171   145   151   153   149
#   russian       143   166   171   158   149   156   175   189   182
#   international 151   117   151   129   131   143   173   121   184
#   othello       129   171   117   147   149   121   177   137   160
LEVELS: dict[int, Level] = {
    1: Level(
        nodes=4_000,
        depth=1,
        full_width=True,
        overlooked_per_mille=196,
        sees_recaptures=False,
        noise=187,
        on_big_boards=Weakness(overlooked_per_mille=17, noise=24, depth=2),
        with_short_kings=Weakness(overlooked_per_mille=26, noise=28, depth=2),
        in_reversi=Weakness(overlooked_per_mille=47, noise=38, depth=2),
    ),
    2: Level(
        nodes=6_000,
        depth=1,
        full_width=True,
        overlooked_per_mille=83,
        sees_recaptures=False,
        noise=141,
        on_big_boards=Weakness(overlooked_per_mille=9, noise=8, depth=2),
        with_short_kings=Weakness(overlooked_per_mille=31, noise=26, depth=3),
        in_reversi=Weakness(overlooked_per_mille=54, noise=36, depth=3),
    ),
    3: Level(
        nodes=8_000,
        depth=2,
        full_width=True,
        overlooked_per_mille=163,
        noise=88,
        on_big_boards=Weakness(overlooked_per_mille=23, noise=18, depth=3),
        with_short_kings=Weakness(overlooked_per_mille=26, noise=19, depth=3),
        in_reversi=Weakness(overlooked_per_mille=55, noise=31, depth=4),
    ),
    4: Level(
        nodes=12_000,
        depth=3,
        full_width=True,
        overlooked_per_mille=134,
        noise=67,
        on_big_boards=Weakness(overlooked_per_mille=28, noise=18, depth=4),
        with_short_kings=Weakness(overlooked_per_mille=23, noise=15, depth=4),
        in_reversi=Weakness(overlooked_per_mille=45, noise=25, depth=5),
    ),
    5: Level(
        nodes=30_000,
        depth=4,
        full_width=True,
        overlooked_per_mille=82,
        noise=42,
        on_big_boards=Weakness(overlooked_per_mille=24, noise=15, depth=5),
        with_short_kings=Weakness(overlooked_per_mille=17, noise=11, depth=5),
        in_reversi=Weakness(overlooked_per_mille=33, noise=19, depth=6),
    ),
    6: Level(
        nodes=45_000,
        depth=5,
        full_width=True,
        overlooked_per_mille=55,
        noise=30,
        on_big_boards=Weakness(overlooked_per_mille=19, noise=12, depth=6),
        with_short_kings=Weakness(overlooked_per_mille=10, noise=7, depth=6),
        in_reversi=Weakness(overlooked_per_mille=17, noise=10, depth=7),
    ),
    7: Level(
        nodes=100_000,
        depth=6,
        full_width=True,
        overlooked_per_mille=28,
        noise=17,
        on_big_boards=Weakness(overlooked_per_mille=14, noise=10, depth=7),
        with_short_kings=Weakness(overlooked_per_mille=7, noise=6, depth=7),
        in_reversi=Weakness(overlooked_per_mille=12, noise=8, depth=9),
    ),
    8: Level(
        nodes=100_000,
        depth=8,
        overlooked_per_mille=17,
        noise=14,
        on_big_boards=Weakness(overlooked_per_mille=12, noise=9, depth=9),
        with_short_kings=Weakness(overlooked_per_mille=5, noise=4, depth=9),
        in_reversi=Weakness(overlooked_per_mille=7, noise=5, depth=11),
    ),
    9: Level(
        nodes=100_000,
        depth=12,
        overlooked_per_mille=9,
        noise=10,
        on_big_boards=Weakness(overlooked_per_mille=7, noise=7),
        with_short_kings=Weakness(overlooked_per_mille=3, noise=3),
        in_reversi=Weakness(overlooked_per_mille=0, noise=8),
    ),
    10: Level(
        nodes=200_000,
        noise=3,
    ),
}
