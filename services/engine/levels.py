"""The strengths one can ask for, as tables: ten levels."""

from __future__ import annotations

from dataclasses import dataclass
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
    """What is not seen and by how much positions are misjudged; as in Level."""

    overlooked_per_mille: int
    noise: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A strength; the same on every machine, for it counts nodes and not time.

    `depth` is None where the nodes alone decide. `full_width`, `overlooked_per_mille` and
    `sees_recaptures` are those of Reading; `noise` is too, in hundredths of a man for both families.
    `on_big_boards`, `with_short_kings` and `in_reversi` take the place of the two where a game forgives less or more.
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

    @property
    def limits(self) -> Limits:
        return Limits(nodes=self.nodes, depth=self.depth)

    def reading(self, rules: Ruleset, seed: int) -> Reading:
        weakness = self._weakness(rules)
        return Reading(
            full_width=self.full_width,
            overlooked_per_mille=weakness.overlooked_per_mille,
            sees_recaptures=self.sees_recaptures,
            noise=weakness.noise * _NOISE_UNIT[rules.family],
            seed=seed,
        )

    def _weakness(self, rules: Ruleset) -> Weakness:
        special = None
        if not rules.is_draughts:
            special = self.in_reversi
        elif rules.board.size == _BIG_BOARD:
            special = self.on_big_boards
        elif not rules.draughts.flying_king:
            special = self.with_short_kings
        return special or Weakness(overlooked_per_mille=self.overlooked_per_mille, noise=self.noise)


# A weak level looks less far and misses replies, as people do; it never plays at random. The noise of the
# strong ones only varies their games.
#
# How far each level is above the one below it, in Elo, by `make match` (colour-swapped pairs, 60 to 80 games each, so ± 60 to
# 90 each; a star: measured with neighbours slightly different from these):
#                 2     3     4     5     6     7     8     9     10
#   battledame    114   161   168   183   232   140   176*  168   127
#   english       163   215   147   147*  179*  228*  147   203   127
#   russian       161   101   183   161   232   199   199*  –     –
#   international 144   179   197*  197*  179   170   174   203   203
#   othello       179*  215*  137*  209*  191*  185*  241*  191*  147*
LEVELS: dict[int, Level] = {
    1: Level(
        nodes=4_000,
        depth=1,
        full_width=True,
        overlooked_per_mille=205,
        sees_recaptures=False,
        noise=195,
        on_big_boards=Weakness(overlooked_per_mille=13, noise=27),
        with_short_kings=Weakness(overlooked_per_mille=55, noise=88),
        in_reversi=Weakness(overlooked_per_mille=200, noise=190),
    ),
    2: Level(
        nodes=6_000,
        depth=1,
        full_width=True,
        overlooked_per_mille=91,
        sees_recaptures=False,
        noise=154,
        on_big_boards=Weakness(overlooked_per_mille=1, noise=4),
        with_short_kings=Weakness(overlooked_per_mille=3, noise=3),
        in_reversi=Weakness(overlooked_per_mille=65, noise=80),
    ),
    3: Level(
        nodes=8_000,
        depth=2,
        full_width=True,
        overlooked_per_mille=190,
        noise=103,
        on_big_boards=Weakness(overlooked_per_mille=28, noise=21),
        with_short_kings=Weakness(overlooked_per_mille=45, noise=34),
        in_reversi=Weakness(overlooked_per_mille=185, noise=115),
    ),
    4: Level(
        nodes=12_000,
        depth=3,
        full_width=True,
        overlooked_per_mille=160,
        noise=80,
        on_big_boards=Weakness(overlooked_per_mille=38, noise=23),
        with_short_kings=Weakness(overlooked_per_mille=40, noise=27),
        in_reversi=Weakness(overlooked_per_mille=145, noise=85),
    ),
    5: Level(
        nodes=30_000,
        depth=4,
        full_width=True,
        overlooked_per_mille=123,
        noise=63,
        on_big_boards=Weakness(overlooked_per_mille=37, noise=23),
        with_short_kings=Weakness(overlooked_per_mille=27, noise=17),
        in_reversi=Weakness(overlooked_per_mille=100, noise=55),
    ),
    6: Level(
        nodes=45_000,
        depth=5,
        full_width=True,
        overlooked_per_mille=66,
        noise=36,
        on_big_boards=Weakness(overlooked_per_mille=29, noise=19),
        with_short_kings=Weakness(overlooked_per_mille=10, noise=8),
        in_reversi=Weakness(overlooked_per_mille=80, noise=45),
    ),
    7: Level(
        nodes=100_000,
        depth=6,
        full_width=True,
        overlooked_per_mille=32,
        noise=20,
        on_big_boards=Weakness(overlooked_per_mille=19, noise=13),
        with_short_kings=Weakness(overlooked_per_mille=4, noise=4),
        in_reversi=Weakness(overlooked_per_mille=36, noise=23),
    ),
    8: Level(
        nodes=100_000,
        depth=8,
        overlooked_per_mille=21,
        noise=17,
        on_big_boards=Weakness(overlooked_per_mille=15, noise=12),
        with_short_kings=Weakness(overlooked_per_mille=3, noise=3),
        in_reversi=Weakness(overlooked_per_mille=12, noise=9),
    ),
    9: Level(
        nodes=100_000,
        depth=12,
        overlooked_per_mille=12,
        noise=14,
        on_big_boards=Weakness(overlooked_per_mille=7, noise=7),
        with_short_kings=Weakness(overlooked_per_mille=4, noise=5),
        in_reversi=Weakness(overlooked_per_mille=0, noise=5),
    ),
    10: Level(
        nodes=200_000,
        noise=3,
    ),
}
