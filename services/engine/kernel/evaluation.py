"""What a quiet draughts position is worth, in hundredths of a man.

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
    if s.has_formations:
        score += formations(s, p, gone)
    else:
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


def formations(s, p, gone):
    """What the own men are worth more than the opponent's by how they stand together.

    Blocks of four rows and four columns, eight squares each, cover the board and overlap by half. Each way to fill a block
    has two learned worths, for a full board and for an empty one. Two rows are looked up at once: what they hold of each
    block is a number in base three (empty, White, Black), one in each byte.
    """
    white = (p.own if p.white else p.opponents) & ~p.kings
    black = (p.opponents if p.white else p.own) & ~p.kings
    rows = (1 << 2 * ROW) - 1
    both = 0
    lower = s.thirds[int_of(white & rows)] + 2 * s.thirds[int_of(black & rows)]
    for i in range(ROW - 1):
        upper = lower
        white >>= 2 * ROW + 1
        black >>= 2 * ROW + 1
        lower = s.thirds[int_of(white & rows)] + 2 * s.thirds[int_of(black & rows)]
        for j in range(ROW - 1):
            filling = int_of(upper >> 8 * j & 255) + 81 * int_of(lower >> 8 * j & 255)
            both += s.formations[(i * (ROW - 1) + j) * FILLINGS + filling]
    # The low half of each word is for the full board, the high half for the empty one.
    if not p.white:
        both = -both
    full = ((both + 32768) & 65535) - 32768
    empty = (both - full) >> 16
    return full + ((empty - full) * gone * s.empty_share >> 12)


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
    set_up(s.other, p.opponents, p.own, p.kings, not p.white, 0, NO_PATH)
    return can_capture(s.other)


def is_quiet(s, p):
    """Whether the side to move has moves and none of them captures. None is listed: most positions need no more."""
    set_up(s.m, p.own, p.opponents, p.kings, p.white, frozen_of(s, p), NO_PATH)
    return not can_capture(s.m) and count_quiet_moves(s.m) > 0


def can_capture(m):
    """Whether the side to move could capture something."""
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
