"""Endgames with a move count, told apart by the material on the board.

An ending is named by a label: a count runs while its label stays, and starts anew when another label comes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """The material seen from one side: its own men and kings, and those of the other side."""

    men: int
    kings: int
    other_men: int
    other_kings: int
    other_king_on_long_diagonal: bool

    @property
    def pieces(self) -> int:
        """How many pieces this side has."""
        return self.men + self.kings

    @property
    def against_a_lone_king(self) -> bool:
        """Whether the other side is one king and nothing else."""
        return self.other_kings == 1 and self.other_men == 0

    def pattern(self) -> tuple[int, int, int, int]:
        """The four numbers, as a label."""
        return (self.men, self.kings, self.other_men, self.other_kings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A kind of endgame that is drawn after so many plies.

    `label` is asked from White's view and from Black's; None means that this is not such an endgame.
    """

    name: str
    plies: int
    label: Callable[[Material], Hashable | None]


def _kings_only(*patterns: tuple[int, int, int, int]) -> Callable[[Material], Hashable | None]:
    return lambda seen: seen.pattern() if seen.pattern() in patterns else None


def _while_true(claim: Callable[[Material], bool]) -> Callable[[Material], Hashable | None]:
    return lambda seen: True if claim(seen) else None


def _both_have_kings(fewest: int, most: int) -> Callable[[Material], Hashable | None]:
    def label(seen: Material) -> Hashable | None:
        total = seen.pieces + seen.other_men + seen.other_kings
        if seen.kings and seen.other_kings and fewest <= total <= most:
            return seen.pattern()
        return None

    return label


def _few_against_a_lone_king(seen: Material) -> bool:
    return seen.kings >= 1 and seen.pieces <= 2 and seen.against_a_lone_king


INTERNATIONAL_ENDINGS = (
    Ending(
        name="three pieces with a king against a king",
        plies=32,
        label=_while_true(lambda seen: seen.kings >= 1 and seen.pieces == 3 and seen.against_a_lone_king),
    ),
    Ending(
        name="one or two pieces with a king against a king",
        plies=10,
        label=_while_true(_few_against_a_lone_king),
    ),
)
RUSSIAN_ENDINGS = (
    Ending(
        name="7.2.4 three kings or more against a king",
        plies=30,
        label=_while_true(lambda seen: seen.kings >= 3 and seen.against_a_lone_king),
    ),
    Ending(name="7.2.6 four or five pieces, kings on both sides", plies=60, label=_both_have_kings(4, 5)),
    Ending(name="7.2.6 six or seven pieces, kings on both sides", plies=120, label=_both_have_kings(6, 7)),
    Ending(
        name="7.2.7 three pieces against a king on the long diagonal",
        plies=10,
        label=_while_true(
            lambda seen: (
                seen.kings >= 1
                and seen.pieces == 3
                and seen.against_a_lone_king
                and seen.other_king_on_long_diagonal
            )
        ),
    ),
    Ending(
        name="7.2.8 one or two pieces against a king", plies=10, label=_while_true(_few_against_a_lone_king)
    ),
)
BRAZILIAN_ENDINGS = (
    Ending(
        name="few kings against few",
        plies=10,
        label=_kings_only((0, 2, 0, 2), (0, 2, 0, 1), (0, 2, 1, 1), (0, 1, 0, 1), (0, 1, 1, 1)),
    ),
)
PORTUGUESE_ENDINGS = (
    Ending(
        name="three kings against a king on the long diagonal",
        plies=24,
        label=_while_true(lambda seen: seen.pattern() == (0, 3, 0, 1) and seen.other_king_on_long_diagonal),
    ),
)
POOL_ENDINGS = (Ending(name="three kings against a king", plies=26, label=_kings_only((0, 3, 0, 1))),)
FRISIAN_ENDINGS = (
    Ending(name="two kings against a king", plies=14, label=_kings_only((0, 2, 0, 1))),
    Ending(name="king against king", plies=4, label=_kings_only((0, 1, 0, 1))),
)
