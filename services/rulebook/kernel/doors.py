"""Whole positions: what the generator is asked for, by C and by Python.

The build joins this text to generator.py, and so do the tests that run both uncompiled.
"""

import cython

if not cython.compiled:
    from rulebook.kernel.plain import *


def set_up(m, own, opponents, kings, white, frozen, paths):
    """Make m the position of the side to move, with an empty list of moves."""
    m.own = own
    m.opponents = opponents
    m.kings = kings
    m.opposing_kings = kings & opponents
    m.empty = SQUARES & ~(own | opponents)
    m.white = white
    m.frozen = frozen
    m.paths = paths
    m.n = 0
    m.best = -1
    m.emitted = 0
    m.overflow = 0


def generate(m):
    """Fill the list of legal moves."""
    add_captures(m)
    if m.n == 0 or not MANDATORY:
        add_quiet_moves(m)


def count_moves(m):
    """How many legal moves there are; quiet ones are counted without being listed."""
    add_captures(m)
    if m.n == 0 or not MANDATORY:
        return m.n + count_quiet_moves(m)
    return m.n


def can_move(m):
    """Whether there is a legal move; obligation and precedence never take the last one."""
    if count_quiet_moves(m):
        return True
    add_captures(m)
    return m.n > 0


def count_leaves(own, opponents, kings, white, depth):
    """How many lines of `depth` plies there are; 1 or more."""
    m = new_moves(cython.sizeof(Moves))
    set_up(m, own, opponents, kings, white, 0, NO_PATH)
    if depth == 1:
        return count_moves(m)
    generate(m)
    leaves = 0
    for i in range(m.n):
        origin = square(m.word[i] & 63)
        target = square(m.word[i] >> 6 & 63)
        after = (own ^ origin) | target
        crowned = kings & ~m.captured[i]
        if kings & origin:
            crowned = (crowned ^ origin) | target
        elif m.word[i] >> 12 & 1:
            crowned |= target
        leaves += count_leaves(opponents & ~m.captured[i], after, crowned, not white, depth - 1)
    return leaves


# --- doors for Python -------------------------------------------------------------------------


def perft(own, opponents, kings, white, depth):
    """How many lines of `depth` plies there are from here. Releases the GIL."""
    if depth <= 0:
        return 1
    with cython.nogil:
        leaves = count_leaves(own, opponents, kings, white, depth)
    return leaves


def has_move(own, opponents, kings, white, frozen):
    """Whether the side to move has a legal move."""
    m = new_moves(cython.sizeof(Moves))
    set_up(m, own, opponents, kings, white, frozen, NO_PATH)
    return can_move(m)


def list_moves(own, opponents, kings, white, frozen, paths):
    """The legal moves as tuples (origin, target, captured, promotes, path, prey).

    Squares are bit indices, `captured` is a bitboard; `path` and `prey` are the bit indices of the
    landings and of the captured pieces in order (bytes). `paths`: SMALLEST_PATH gives each move once
    with the lexicographically smallest path, EVERY_PATH each path of each move. None when there are
    too many.
    """
    m = new_moves(cython.sizeof(Moves))
    set_up(m, own, opponents, kings, white, frozen, paths)
    generate(m)
    if m.overflow:
        return None
    return [as_tuple(m, i) for i in range(m.n)]


def find_moves(own, opponents, kings, white, frozen, origin, target):
    """The moves of list_moves, smallest paths, that lead from bit `origin` to bit `target`.

    With what the only one leads to: (moves, own, opponents, kings, can_reply), the mover's side still
    called own; `can_reply` says that the other side has a legal move then, if none of its kings is
    frozen. Without meaning unless there is one move. None when there are too many.
    """
    m = new_moves(cython.sizeof(Moves))
    set_up(m, own, opponents, kings, white, frozen, SMALLEST_PATH)
    generate(m)
    if m.overflow:
        return None
    found = []
    word = origin | target << 6
    taken = 0
    promotes = False
    for i in range(m.n):
        if m.word[i] & 4095 == word:
            found.append(as_tuple(m, i))
            taken = m.captured[i]
            promotes = m.word[i] >> 12 & 1
    if len(found) != 1:
        return found, own, opponents, kings, False
    crowned = kings & ~(taken | square(origin))
    if kings & square(origin) or promotes:
        crowned |= square(target)
    own = (own & ~square(origin)) | square(target)
    opponents &= ~taken
    set_up(m, opponents, own, crowned, not white, 0, NO_PATH)
    return found, own, opponents, crowned, can_move(m)


def configure(rules):
    """Set the constants of the open copy; the other copies have theirs for good."""
    for i in range(len(rules)):
        set_rule(i, rules[i])


def follow_moves(own, opponents, kings, white, frozen, landings):
    """The tuples of list_moves, every path, whose n-th landing lies in the bitboard landings[n].

    For shapes with `guided`, which the open copy can take.
    """
    m = new_moves(cython.sizeof(Moves))
    set_up(m, own, opponents, kings, white, frozen, EVERY_PATH)
    for i in range(len(landings)):
        m.follow[i] = landings[i]
    m.follow[len(landings)] = 0
    generate(m)
    if m.overflow:
        return None
    return [as_tuple(m, i) for i in range(m.n)]


def as_tuple(m, i):
    """Move i for Python."""
    count = m.word[i] >> 13
    target = m.word[i] >> 6 & 63
    first = i * JUMPS
    path = bytes(m.path[first : first + count]) if count else bytes((target,))
    prey = bytes(m.prey[first : first + count])
    return m.word[i] & 63, target, m.captured[i], bool(m.word[i] >> 12 & 1), path, prey


def is_compiled():
    """Whether this copy runs as C."""
    return cython.compiled
