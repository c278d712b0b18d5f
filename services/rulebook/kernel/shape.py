"""Shapes of rules: the constants of a generator, made from a rule set's answers.

Two rule sets whose answers agree as far as moves go share one compiled copy of the generator.
Everything else runs on the open copy, whose constants can be set: rule sets with unusual options,
and rules relaxed one at a time to explain a refusal.
"""

from __future__ import annotations

from typing import NamedTuple

from rulebook.ruleset import (
    DraughtsRules,
    Landing,
    Lines,
    Precedence,
    Promotion,
    Reach,
    Removal,
)

# Directions by number (see generator.py): 0 and 1 lead down the board, 2 and 3 up; on orthogonal
# boards 0 is down, 1 left, 2 right, 3 up; 4 to 7 are the straight lines of a diagonal board.
_DOWN = {Lines.DIAGONAL: 0b0011, Lines.CAPTURES_IN_EIGHT: 0b0011, Lines.ORTHOGONAL: 0b0001}
_UP = {Lines.DIAGONAL: 0b1100, Lines.CAPTURES_IN_EIGHT: 0b1100, Lines.ORTHOGONAL: 0b1000}
_SIDEWAYS = 0b0110
_EVERY = {Lines.DIAGONAL: 0x0F, Lines.CAPTURES_IN_EIGHT: 0xFF, Lines.ORTHOGONAL: 0x0F}

# How many values a component of the precedence key takes, and what one piece adds to it.
_RANGE = {
    Precedence.PIECES: 64,
    Precedence.VALUE: 8192,
    Precedence.WITH_KING: 2,
    Precedence.KINGS: 64,
    Precedence.KINGS_FIRST: 65536,
}


class Shape(NamedTuple):
    """The generator's constants; the field names are its capital names in lower case."""

    row: int  # squares in a row
    directions: int
    quiet_directions: int
    orthogonal: int
    squares: int  # bitboards from here …
    left: int
    right: int
    white_last_row: int
    black_last_row: int  # … to here
    white_moves: int  # sets of directions from here …
    black_moves: int
    white_captures: int
    black_captures: int  # … to here
    men_spare_kings: int
    flying: int
    lands_behind: int
    must_continue: int
    lifted_at_once: int
    no_turning_back: int
    rises_in_passing: int
    stops_on_last_row: int
    mandatory: int
    keyed: int
    piece_weight: int
    king_weight: int
    mover_weight: int
    kings_first: int
    order_counts: int
    # Never part of a game: set in the open copy alone, to explain a refusal.
    takes_twice: int = 0
    stops_early: int = 0
    guided: int = 0

    @property
    def is_for_explaining(self) -> bool:
        return bool(self.takes_twice or self.stops_early or self.guided)


def shape_of(rules: DraughtsRules) -> Shape:
    """The constants for these rules."""
    board = rules.board
    rows = range(1, board.size + 1)
    weights = _weights(rules.precedence)
    return Shape(
        row=board.squares_per_row,
        directions=8 if rules.lines is Lines.CAPTURES_IN_EIGHT else 4,
        quiet_directions=4,
        orthogonal=rules.lines is Lines.ORTHOGONAL,
        squares=board.valid,
        left=sum(board.mask(((row - 1) * board.squares_per_row + 1,)) for row in rows),
        right=sum(board.mask((row * board.squares_per_row,)) for row in rows),
        white_last_row=board.row(1),
        black_last_row=board.row(board.size),
        white_moves=_reach(rules.man_moves, rules.lines, _UP, quiet=True),
        black_moves=_reach(rules.man_moves, rules.lines, _DOWN, quiet=True),
        white_captures=_reach(rules.man_captures, rules.lines, _UP),
        black_captures=_reach(rules.man_captures, rules.lines, _DOWN),
        men_spare_kings=not rules.men_may_capture_kings,
        flying=rules.flying_king,
        lands_behind=rules.king_landing is Landing.ADJACENT,
        must_continue=rules.must_continue_landing and rules.flying_king,
        lifted_at_once=rules.removal is Removal.IMMEDIATE,
        no_turning_back=not rules.may_turn_back,
        rises_in_passing=rules.promotion is Promotion.CONTINUES,
        stops_on_last_row=rules.promotion is Promotion.ENDS_MOVE,
        mandatory=rules.capture_is_mandatory,
        keyed=bool(rules.precedence),
        piece_weight=weights.get(Precedence.PIECES, 0) + 100 * weights.get(Precedence.VALUE, 0),
        king_weight=weights.get(Precedence.KINGS, 0) + 99 * weights.get(Precedence.VALUE, 0),
        mover_weight=weights.get(Precedence.WITH_KING, 0),
        kings_first=Precedence.KINGS_FIRST in rules.precedence,
        order_counts=rules.capture_order_counts,
    )


def _reach(reach: Reach, lines: Lines, forward: dict[Lines, int], quiet: bool = False) -> int:
    """The set of directions that a man reaches."""
    if reach is Reach.ALL:
        return _EVERY[lines] & 0x0F if quiet else _EVERY[lines]
    sideways = _SIDEWAYS if reach is Reach.FORWARD_AND_SIDEWAYS else 0
    return forward[lines] | sideways


def _weights(precedence: tuple[Precedence, ...]) -> dict[Precedence, int]:
    """Weights that make one number of a key: each component outweighs all that follow it."""
    weights, weight = {}, 1
    for component in reversed(precedence):
        weights[component] = weight
        weight *= _RANGE[component]
    return weights
