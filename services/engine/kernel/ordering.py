"""The order in which a draughts search tries moves: what it knows to be good first.

A part of each draughts kernel, joined behind evaluation.py.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def sign_of(word, captured):
    """A move in 32 bits: squares and promotion, and 19 bits that tell captures apart."""
    return word & 8191 | int_of((captured * MIX_A & FULL) >> 45) << 13


def rate(s, p, first, n, hash_move):
    """Rate the listed moves, the likely best highest."""
    side = 0 if p.white else 4096
    for i in range(first, first + n):
        word = s.word[i]
        if hash_move and sign_of(word, s.captured[i]) == hash_move:
            s.worth[i] = 1 << 30
        elif word >> 13:
            kings = popcount(s.captured[i] & p.kings)
            s.worth[i] = (1 << 24) + ((word >> 13) + 2 * kings << 8)
        elif word >> 12 & 1:
            s.worth[i] = 1 << 23
        elif word & 4095 == p.killers[0]:
            s.worth[i] = (1 << 22) + 1
        elif word & 4095 == p.killers[1]:
            s.worth[i] = 1 << 22
        else:
            s.worth[i] = s.history[side + (word & 4095)]


def pick(s, i, end):
    """Bring the highest rated of the moves from i on to place i; of equals the first."""
    top = i
    for j in range(i + 1, end):
        if s.worth[j] > s.worth[top]:
            top = j
    if top != i:
        swap(s, i, top)


def swap(s, i, j):
    """Exchange two listed moves."""
    word = s.word[i]
    s.word[i] = s.word[j]
    s.word[j] = word
    worth = s.worth[i]
    s.worth[i] = s.worth[j]
    s.worth[j] = worth
    captured = s.captured[i]
    s.captured[i] = s.captured[j]
    s.captured[j] = captured
    if ORDER_COUNTS:
        order = s.order[i]
        s.order[i] = s.order[j]
        s.order[j] = order


def credit(s, p, first, i, depth):
    """Remember a quiet move that refuted, and hold it half as much against those tried before it in vain."""
    side = 0 if p.white else 4096
    move = s.word[i] & 4095
    if p.killers[0] != move:
        p.killers[1] = p.killers[0]
        p.killers[0] = move
    gain = depth * depth if depth > 0 else 1
    lift_history(s, side + move, gain)
    for j in range(first, i):
        if s.word[j] >> 13 == 0:
            lift_history(s, side + (s.word[j] & 4095), -(gain // 2))


def lift_history(s, at, gain):
    """Move a history value towards its bounds of 2^14, the slower the nearer it is."""
    size = gain if gain > 0 else -gain
    s.history[at] += gain * 32 - (s.history[at] * size >> 9)
