"""What a quiet draughts position is worth before anything is learned, in hundredths of a man.

A part of each draughts kernel, joined behind line.py. The numbers come from engine.weights, which
knows the rule set; a square's worth for men and for kings lies in bit planes, so that one count of
bits adds one binary digit for all squares at a time.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def evaluate(s, p):
    """The score of a position without captures, for the side to move."""
    own_men = p.own & ~p.kings
    opposing_men = p.opponents & ~p.kings
    own_kings = popcount(p.own & p.kings)
    opposing_kings = popcount(p.opponents & p.kings)
    men = popcount(own_men) - popcount(opposing_men)
    kings = own_kings - opposing_kings
    # A piece more counts for the more, the fewer there are.
    gone = s.full_board - popcount(p.own | p.opponents)
    score = (
        men * s.man + kings * s.king + (gone * (men * s.man_growth + kings * s.king_growth) >> 6) + s.tempo
    )
    if own_kings and not opposing_kings:
        score += s.first_king
    elif opposing_kings and not own_kings:
        score -= s.first_king
    elif own_kings:
        score += s.kings_on_both * (men + kings)
    own = 0 if p.white else PLANES
    opposing = PLANES - own
    for i in range(PLANES):
        digits = popcount(own_men & s.man_planes[own + i]) - popcount(
            opposing_men & s.man_planes[opposing + i]
        )
        score += digits << i
    if p.kings:
        for i in range(PLANES - 2):
            digits = popcount(p.own & p.kings & s.king_planes[own + i]) - popcount(
                p.opponents & p.kings & s.king_planes[opposing + i]
            )
            score += digits << i
    if s.mobility:
        score += s.mobility * (count_steps(p.own, p, p.white) - count_steps(p.opponents, p, not p.white))
    if s.drawish:
        score = draw_nearer(s, score, own_kings, opposing_kings, popcount(own_men), popcount(opposing_men))
    if s.run.noise:
        score += noise_of(s.run, p.key)
    return score


def count_steps(own, p, white):
    """How many steps the men and kings of a side could take; a flying king counts its first steps."""
    empty = SQUARES & ~(p.own | p.opponents)
    men = own & ~p.kings
    kings = own & p.kings
    total = 0
    if white:
        for d in range(QUIET_DIRECTIONS):
            if WHITE_MOVES >> d & 1:
                total += popcount(step(men, d) & empty)
    else:
        for d in range(QUIET_DIRECTIONS):
            if BLACK_MOVES >> d & 1:
                total += popcount(step(men, d) & empty)
    if kings:
        for d in range(QUIET_DIRECTIONS):
            total += popcount(step(kings, d) & empty)
    return total


def draw_nearer(s, score, own_kings, opposing_kings, own_men, opposing_men):
    """The score, less where few pieces cannot catch a flying king."""
    own = own_men + own_kings
    opposing = opposing_men + opposing_kings
    if score > 0 and opposing_kings and own <= s.drawish and own - opposing <= 2:
        return score >> 3
    if score < 0 and own_kings and opposing <= s.drawish and opposing - own <= 2:
        return -(-score >> 3)
    if own_kings and own_kings == opposing_kings and -1 <= own_men - opposing_men <= 1:
        return score >> 1 if score > 0 else -(-score >> 1)
    return score


def is_threatened(s, p):
    """Whether the opponent could capture if it were to move."""
    m = s.other
    set_up(m, p.opponents, p.own, p.kings, not p.white, 0, NO_PATH)
    if capturing_men(m, m.own & ~m.kings):
        return True
    kings = m.own & m.kings
    if not FLYING:
        return kings and capturing_short_kings(m, kings) != 0
    while kings:
        b = kings & -kings
        kings ^= b
        if king_goes_on(m, b, 0, NOWHERE):
            return True
    return False
