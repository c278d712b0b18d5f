"""Lines of the Reversi board: which discs a move flips, where one may move, what can never be flipped.

A part of the Reversi kernel, joined behind the rulebook's discs_kernel.py and table.py. It finds what
the rulebook finds, in less time: a move is looked at along its own eight rays only. A ray towards the
higher bits ends at the lowest bit that is no opposing disc; of the rays towards the lower bits, three
point upwards once the board is turned upside down, by swapping its bytes.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def fill_rays():
    """Fill the tables: rays, neighbours and diagonals of each square, and the flips along a full line."""
    for at in range(64):
        row = at >> 3
        column = at & 7
        RAYS[at * 4] = ray(row, column, 0, 1)
        RAYS[at * 4 + 1] = ray(row, column, 1, -1)
        RAYS[at * 4 + 2] = ray(row, column, 1, 0)
        RAYS[at * 4 + 3] = ray(row, column, 1, 1)
        LEFT_RAY[at] = ray(row, column, 0, -1)
        FALLING[at] = square_bit(at) | ray(row, column, 1, 1) | ray(row, column, -1, -1)
        RISING[at] = square_bit(at) | ray(row, column, 1, -1) | ray(row, column, -1, 1)
        b = square_bit(at)
        NEIGHBOURS[at] = around(b)
    for place in range(8):
        for discs in range(256):
            LAST_FLIPS[place * 256 + discs] = flips_on(discs, place)


def ray(row, column, down, right):
    """The squares from here to the edge, in one direction."""
    squares = 0
    row += down
    column += right
    while 0 <= row < 8 and 0 <= column < 8:
        squares |= square_bit(8 * row + column)
        row += down
        column += right
    return squares


def flips_on(own, place):
    """How many discs flip on a full line of eight when a disc comes to its only empty place."""
    total = 0
    after = place + 1
    while after < 8 and not own >> after & 1:
        after += 1
    if after < 8:
        total += after - place - 1
    before = place - 1
    while before >= 0 and not own >> before & 1:
        before -= 1
    if before >= 0:
        total += place - 1 - before
    return total


def around(b):
    """The squares next to those of b."""
    wide = b | (b & ~RIGHT_EDGE) << 1 | (b & ~LEFT_EDGE) >> 1
    return (wide | (wide << 8 & BOARD) | wide >> 8) & ~b


def flips_at(own, opponents, at):
    """The discs that a disc on the square `at` flips."""
    flipped = along(RAYS[at * 4], own, opponents)
    flipped |= along(RAYS[at * 4 + 1], own, opponents)
    flipped |= along(RAYS[at * 4 + 2], own, opponents)
    flipped |= along(RAYS[at * 4 + 3], own, opponents)
    own_turned = turned(own)
    opponents_turned = turned(opponents)
    at_turned = at ^ 56
    upwards = along(RAYS[at_turned * 4 + 1], own_turned, opponents_turned)
    upwards |= along(RAYS[at_turned * 4 + 2], own_turned, opponents_turned)
    upwards |= along(RAYS[at_turned * 4 + 3], own_turned, opponents_turned)
    flipped |= turned(upwards)
    line = LEFT_RAY[at]
    stops = line & ~opponents
    end = top_bit(stops | 1) & stops & own
    return flipped | (line & -(end << 1))


def along(line, own, opponents):
    """The opposing discs between the start of a ray and the first own disc on it, if nothing else is."""
    stops = line & ~opponents
    end = stops & -stops & own
    return line & (end - (end != 0))


def targets(own, opponents):
    """The squares on which the side to move may place a disc."""
    inner = opponents & INNER
    found = 0
    for d in range(4):
        by = 8 if d == 2 else 1 if d == 0 else 7 if d == 1 else 9
        between = opponents if d == 2 else inner
        up = between & own << by
        up |= between & up << by
        pairs = between & between << by
        up |= pairs & up << by + by
        up |= pairs & up << by + by
        down = between & own >> by
        down |= between & down >> by
        pairs = pairs >> by
        down |= pairs & down >> by + by
        down |= pairs & down >> by + by
        found |= up << by | down >> by
    return found & BOARD & ~(own | opponents)


def last_flips(own, at):
    """How many discs a disc on `at` flips, the only empty square of the board."""
    row = at >> 3
    column = at & 7
    return (
        LAST_FLIPS[column * 256 + int_of(own >> (at & 56) & 255)]
        + LAST_FLIPS[row * 256 + int_of(((own >> column & LEFT_EDGE) * FILE_TO_ROW & FULL) >> 56)]
        + LAST_FLIPS[column * 256 + int_of(((own & FALLING[at]) * LEFT_EDGE & FULL) >> 56)]
        + LAST_FLIPS[column * 256 + int_of(((own & RISING[at]) * LEFT_EDGE & FULL) >> 56)]
    )


def stable_discs(own, opponents):
    """Own discs that nothing flips any more: full lines in all four directions, or a stable neighbour.

    A disc is safe along a line if the line is full, ends beside it, or has a safe own disc beside it.
    Not all such discs are found, but all that are found are safe.
    """
    discs = own | opponents
    rows = full_rows(discs)
    files = full_files(discs)
    falling = full_diagonals(discs, 9)
    rising = full_diagonals(discs, 7)
    rows |= LEFT_EDGE | RIGHT_EDGE
    files |= TOP | BOTTOM
    falling |= TOP | BOTTOM | LEFT_EDGE | RIGHT_EDGE
    rising |= TOP | BOTTOM | LEFT_EDGE | RIGHT_EDGE
    stable = own & rows & files & falling & rising
    if not stable:
        return stable
    grown = 0
    while stable != grown:
        grown = stable
        across = (stable & ~RIGHT_EDGE) << 1 | (stable & ~LEFT_EDGE) >> 1 | rows
        upright = (stable << 8 & BOARD) | stable >> 8 | files
        down = ((stable & ~RIGHT_EDGE) << 9 & BOARD) | (stable & ~LEFT_EDGE) >> 9 | falling
        up = ((stable & ~LEFT_EDGE) << 7 & BOARD) | (stable & ~RIGHT_EDGE) >> 7 | rising
        stable |= own & across & upright & down & up
    return stable


def full_rows(discs):
    """The rows without an empty square."""
    full = discs & discs >> 4 & LOW_HALVES
    full &= full >> 2
    full &= full >> 1
    return (full & LEFT_EDGE) * 255


def full_files(discs):
    """The files without an empty square."""
    full = discs & (discs >> 8 | discs << 56 & BOARD)
    full &= full >> 16 | full << 48 & BOARD
    return full & (full >> 32 | full << 32 & BOARD)


def full_diagonals(discs, by):
    """The diagonals without an empty square, in steps of 9 or 7 bits."""
    empty = BOARD & ~discs
    left = LEFT_EDGE if by == 9 else RIGHT_EDGE
    right = RIGHT_EDGE if by == 9 else LEFT_EDGE
    down = empty | ((empty & ~right) << by & BOARD)
    up = empty | (empty & ~left) >> by
    right |= right >> 1 if by == 9 else right << 1
    left |= left << 1 if by == 9 else left >> 1
    down |= (down & ~right) << by + by & BOARD
    up |= (up & ~left) >> by + by
    if by == 9:
        down |= (down & LOW_HALVES) << 36 & BOARD
        up |= (up & ~LOW_HALVES & BOARD) >> 36
    else:
        down |= (down & ~LOW_HALVES & BOARD) << 28 & BOARD
        up |= (up & LOW_HALVES) >> 28
    return BOARD & ~(down | up)


fill_rays()
