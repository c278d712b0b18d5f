"""What a Reversi position is worth before anything is learned, in hundredths of a disc.

A part of the Reversi kernel, joined behind the rulebook's discs_kernel.py and table.py. The weights
come from engine.weights.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def evaluate(s, own, opponents, moves, replies):
    """The score of a position: what it has more of, each worth what it is at this stage of the game."""
    empty = BOARD & ~(own | opponents)
    free = popcount(empty)
    w = worth_at(s, free >> 2)
    beside = around(empty)
    score = w[0] * (popcount(moves) - popcount(replies))
    score += w[1] * (popcount(own & CORNERS) - popcount(opponents & CORNERS))
    score += w[2] * popcount(moves & CORNERS) - w[3] * popcount(replies & CORNERS)
    score += w[4] * (popcount(beside & opponents) - popcount(beside & own))
    score += w[5] * (popcount(around(own) & empty) - popcount(around(opponents) & empty))
    score += w[6] * (popcount(x_squares(empty) & own) - popcount(x_squares(empty) & opponents))
    score += w[7] * (popcount(c_squares(empty) & own) - popcount(c_squares(empty) & opponents))
    score += w[8] * (popcount(safe_edges(own)) - popcount(safe_edges(opponents)))
    score += w[9] * (popcount(own) - popcount(opponents)) + w[10] + (w[11] if free & 1 else 0)
    if s.run.noise:
        score += noise_of(s.run, key_of_discs(own, opponents))
    return min(max(score, -64 * DISC), 64 * DISC)


def x_squares(empty):
    """The squares diagonally beside the empty corners."""
    corners = empty & CORNERS
    return (
        (corners & 1) << 9 | (corners >> 7 & 1) << 14 | (corners >> 56 & 1) << 49 | (corners >> 63 & 1) << 54
    )


def c_squares(empty):
    """The squares on the edge beside the empty corners."""
    corners = empty & CORNERS
    return (
        (corners & LEFT_EDGE) << 1 | (corners & RIGHT_EDGE) >> 1 | (corners << 8 & BOARD) | corners >> 8
    ) & BOARD


def safe_edges(own):
    """Edge discs joined to a corner of the same colour: nothing flips them any more."""
    safe = own & CORNERS
    if not safe:
        return safe
    along = own & (TOP | BOTTOM)
    upright = own & (LEFT_EDGE | RIGHT_EDGE)
    rows = safe
    files = safe
    for _ in range(6):
        rows |= ((rows & ~RIGHT_EDGE) << 1 | (rows & ~LEFT_EDGE) >> 1) & along
        files |= ((files << 8 & BOARD) | files >> 8) & upright
    return rows | files


def key_of_discs(own, opponents):
    """The position as 64 bits; the side to move is the one that owns `own`."""
    return mix(mix(own * MIX_C & FULL) ^ opponents)
