"""What a Reversi position is worth before anything is learned, in hundredths of a disc.

A part of the Reversi kernel, joined behind the rulebook's discs_kernel.py and table.py. The weights
come from engine.weights.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def evaluate(s, own, opponents, moves, replies):
    """The score of a position: corners and what lies beside them, mobility, edges, who moves last."""
    empty = BOARD & ~(own | opponents)
    free = popcount(empty)
    score = s.mobility * (popcount(moves) - popcount(replies))
    score += s.corner * (popcount(own & CORNERS) - popcount(opponents & CORNERS))
    score += s.corner_move * (popcount(moves & CORNERS) - popcount(replies & CORNERS))
    score += s.frontier * (popcount(around(empty) & opponents) - popcount(around(empty) & own))
    score += s.x_square * (popcount(x_squares(empty) & own) - popcount(x_squares(empty) & opponents))
    score += s.c_square * (popcount(c_squares(empty) & own) - popcount(c_squares(empty) & opponents))
    score += s.stable * (popcount(safe_edges(own)) - popcount(safe_edges(opponents)))
    if free < 20:
        score += (popcount(own) - popcount(opponents)) * (20 - free) * s.disc_late
    if free & 1:
        score += s.parity
    if s.run.noise:
        score += noise_of(s.run, key_of_discs(own, opponents))
    return score


def around(b):
    """The squares next to those of b."""
    wide = b | (b & INNER) << 1 | (b & INNER) >> 1
    # A disc on the a- or h-file has its neighbours on one side.
    wide |= (b & LEFT_EDGE) << 1 | (b & RIGHT_EDGE) >> 1
    return (wide | (wide << 8 & BOARD) | wide >> 8) & ~b


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


def final_score(own, opponents):
    """The score of a finished game; the empty squares go to the winner."""
    mine = popcount(own)
    theirs = popcount(opponents)
    if mine > theirs:
        return DISC * (64 - 2 * theirs)
    return DISC * (2 * mine - 64) if mine < theirs else 0


def key_of_discs(own, opponents):
    """The position as 64 bits; the side to move is the one that owns `own`."""
    return mix(mix(own * MIX_C & FULL) ^ opponents)
