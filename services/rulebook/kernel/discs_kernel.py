"""The legal moves of Reversi: where a disc may be placed, and what it flips.

Plain Python that the build compiles with the types in `discs_kernel.pxd`. Bit 0 is a1, the top left
corner; bit 63 is h8. A line of opposing discs is found for all own discs at a time: six steps
suffice, for at most six discs lie between two ends of a line.
"""

import cython

if not cython.compiled:
    from rulebook.kernel.plain import ctz, popcount  # noqa: F401

    BOARD = 0xFFFFFFFFFFFFFFFF
    INNER = 0x7E7E7E7E7E7E7E7E


def step(b, d):
    """The squares next to those of b; lines never wrap, for INNER masks what they run through."""
    if d == 0:
        return b << 1 & BOARD
    if d == 1:
        return b << 7 & BOARD
    if d == 2:
        return b << 8 & BOARD
    if d == 3:
        return b << 9 & BOARD
    if d == 4:
        return b >> 1
    if d == 5:
        return b >> 7
    if d == 6:
        return b >> 8
    return b >> 9


def mobility(own, opponents):
    """The squares on which the side to move may place a disc."""
    empty = BOARD & ~(own | opponents)
    targets = 0
    for d in range(8):
        between = opponents if d == 2 or d == 6 else opponents & INNER
        line = step(own, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        targets |= step(line, d)
    return targets & empty


def flips(own, opponents, b):
    """The opposing discs that a disc on b encloses; none if it may not be placed there."""
    flipped = 0
    for d in range(8):
        between = opponents if d == 2 or d == 6 else opponents & INNER
        line = step(b, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        line |= step(line, d) & between
        if step(line, d) & own:
            flipped |= line
    return flipped


def count_leaves(own, opponents, depth):
    """How many lines of `depth` plies there are; a finished game is one at every greater depth."""
    targets = mobility(own, opponents)
    if targets == 0:
        if mobility(opponents, own) == 0 or depth == 1:
            return 1
        return count_leaves(opponents, own, depth - 1)
    if depth == 1:
        return popcount(targets)
    leaves = 0
    while targets:
        b = targets & -targets
        targets ^= b
        flipped = flips(own, opponents, b)
        leaves += count_leaves(opponents ^ flipped, own | flipped | b, depth - 1)
    return leaves


def perft(own, opponents, depth):
    """How many lines of `depth` plies there are from here. Releases the GIL."""
    if depth <= 0:
        return 1
    with cython.nogil:
        leaves = count_leaves(own, opponents, depth)
    return leaves


def is_compiled():
    """Whether this kernel runs as C."""
    return cython.compiled
