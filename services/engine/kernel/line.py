"""A line of play in draughts: positions by ply, what the draw rules count, and how a line ends.

A part of each draughts kernel, joined behind the generator and table.py. A position is seen by the
side to move; `Ply` is the position with its counts. The counts follow rulebook.moves, and the order
in which an end is looked for follows rulebook.outcome.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def key_of(p):
    """The position alone as 64 bits: pieces, marks, side to move."""
    h = mix(p.own * MIX_C & FULL)
    h = mix(h ^ p.opponents)
    h = mix(h ^ p.kings)
    if p.marks:
        h = mix(h ^ p.marks)
    if p.white:
        h ^= MIX_A
    return h


def entry_key(s, p):
    """The position with what else its value hangs on: counts that end soon, runs of a king, the seed."""
    h = p.key ^ s.run.salt
    if s.no_progress_plies and s.no_progress_plies - p.no_progress <= NEAR_PLIES:
        h = mix(h + p.no_progress & FULL)
    if p.counting:
        for n in range(s.endgames):
            h = mix(h + p.plies[n] & FULL)
    if s.king_run_plies and (p.own_run | p.opposing_run):
        h = mix(
            h + (p.own_run_square | p.own_run << 8 | p.opposing_run_square << 16 | p.opposing_run << 24)
            & FULL
        )
    return h


def advance(s, ply, word, captured):
    """Put the position after a move of `ply` at the next ply."""
    p = ply_at(s, ply)
    q = ply_at(s, ply + 1)
    origin = square(word & 63)
    target = square(word >> 6 & 63)
    man = not p.kings & origin
    q.white = not p.white
    q.own = p.opponents & ~captured
    q.opponents = (p.own ^ origin) | target
    q.kings = p.kings & ~captured
    if not man:
        q.kings = (q.kings ^ origin) | target
    elif word >> 12 & 1:
        q.kings |= target
    q.marks = p.marks
    if ORDER_COUNTS and p.marks:
        q.marks = p.marks & ~captured
        if q.marks & origin:
            q.marks = (q.marks ^ origin) | target
    promotes = word >> 12 & 1
    count(s, p, q, word, captured != 0, man, promotes)


def count(s, p, q, word, captures, man, promotes):
    """The counts of q, which a move of p led to."""
    if (captures and s.capture_resets) or (man and s.man_resets) or (promotes and s.promotion_resets):
        q.no_progress = 0
    else:
        q.no_progress = p.no_progress + 1
    q.counting = 0
    if s.endgames and (not s.endgames_need_kings or (q.kings & q.own and q.kings & q.opponents)):
        count_endgames(s, p, q, captures, promotes)
    if s.king_run_plies:
        count_runs(p, q, word, captures, man)
    if captures or (man and (not ORTHOGONAL or (word >> 3 & 7) != (word >> 9 & 7))):
        q.reversible = 0
    else:
        q.reversible = p.reversible + 1


def count_runs(p, q, word, captures, man):
    """The runs of quiet moves by one king; q's opponent has just moved (Frisian)."""
    q.own_run_square = p.opposing_run_square
    q.own_run = p.opposing_run
    if q.own_run and not (q.own & q.kings & square(q.own_run_square)):
        q.own_run = 0
    if man or captures or not p.own & ~p.kings:
        q.opposing_run = 0
    elif p.own_run and p.own_run_square == word & 63:
        q.opposing_run = p.own_run + 1
    else:
        q.opposing_run = 1
    q.opposing_run_square = word >> 6 & 63
    if not q.own_run:
        q.own_run_square = 0
    if not q.opposing_run:
        q.opposing_run_square = 0


def frozen_of(s, p):
    """The king that may not make another quiet move."""
    if s.king_run_plies and p.own_run >= s.king_run_plies and p.own & ~p.kings:
        return square(p.own_run_square) & p.own & p.kings
    return 0


def count_endgames(s, p, q, captures, promotes):
    """The endgame counts of q: each runs from 1 while its balance of force holds."""
    own_kings = popcount(q.own & q.kings)
    opposing_kings = popcount(q.opponents & q.kings)
    own_men = popcount(q.own) - own_kings
    opposing_men = popcount(q.opponents) - opposing_kings
    for n in range(s.endgames):
        q.plies[n] = 0
        if is_balance(
            s, n, own_men, own_kings, opposing_men, opposing_kings, q.opponents & q.kings
        ) or is_balance(s, n, opposing_men, opposing_kings, own_men, own_kings, q.own & q.kings):
            q.plies[n] = 1
            q.counting = 1
            restarted = (captures and force_of(s, n, CAPTURE_RESTARTS)) or (
                promotes and force_of(s, n, PROMOTION_RESTARTS)
            )
            if p.counting and not restarted:
                q.plies[n] = p.plies[n] + 1


def is_balance(s, n, strong_men, strong_kings, weak_men, weak_kings, weak_king_bits):
    """Whether the two sides are the stronger and the weaker one of endgame count n."""
    if not is_force(s, n, 0, strong_men, strong_kings) or not is_force(s, n, 5, weak_men, weak_kings):
        return False
    total = strong_men + strong_kings + weak_men + weak_kings
    if total < force_of(s, n, LEAST_PIECES) or total > force_of(s, n, MOST_PIECES):
        return False
    return not force_of(s, n, ON_LONG_DIAGONAL) or weak_king_bits & s.long_diagonal != 0


def is_force(s, n, at, men, kings):
    """Whether one side's pieces are of a class: (men, kings, least kings, least and most pieces)."""
    if force_of(s, n, at) >= 0 and men != force_of(s, n, at):
        return False
    if force_of(s, n, at + 1) >= 0 and kings != force_of(s, n, at + 1):
        return False
    return (
        kings >= force_of(s, n, at + 2)
        and men + kings >= force_of(s, n, at + 3)
        and men + kings <= force_of(s, n, at + 4)
    )


def decided(s, p, ply):
    """The score of a position in which the game is over whatever moves there are; else UNDECIDED."""
    if s.goal == BREAKTHROUGH and p.kings:
        return ply - WIN if p.kings & p.opponents else WIN - ply
    if not p.own:
        return WIN - ply if s.goal == ANTI else ply - WIN
    if not p.opponents:
        return ply - WIN if s.goal == ANTI else WIN - ply
    if s.few_pieces_end and not p.own & p.own - 1 and not p.opponents & p.opponents - 1:
        own_king = p.own & p.kings != 0
        opposing_king = p.opponents & p.kings != 0
        if own_king and opposing_king and s.few_pieces_end & KINGS_DRAW:
            return 0
        if s.few_pieces_end & KING_BEATS_MAN and own_king != opposing_king:
            return WIN - ply if own_king else ply - WIN
        if s.few_pieces_end & ONE_EACH_ENDS:
            return 0
    return UNDECIDED


def is_repeated(s, p, ply):
    """Whether the position draws by repetition: again in this line, or once too often in the game."""
    seen = 0
    here = s.played + ply
    for back in range(4, p.reversible + 1, 2):
        if s.keys[here - back] == p.key:
            seen += 1
            if back <= ply or seen + 1 >= s.repetition:
                return True
    return False


def is_counted_out(s, p):
    """Whether a count has come to its end."""
    if s.no_progress_plies and p.no_progress >= s.no_progress_plies:
        return True
    if p.counting:
        for n in range(s.endgames):
            if p.plies[n] > force_of(s, n, PLIES):
                return True
    return False
