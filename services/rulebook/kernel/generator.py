"""The legal moves of one shape of draughts rules, as a player would tell them.

This is plain Python. The build compiles one copy for each shape of rules (see `shape.py`) beside
the types in `generator.pxd`; capital names are constants of the shape, made from a rule set's
entry. Uncompiled it is the same generator, only slower, and the tests use it so.

A bitboard has one bit a square; `b` is a board with a single piece. Direction d and OPPOSITE - d
face each other; directions 0 and 1 (on orthogonal boards 0) lead down the board, away from White's
last row. `board.py` says why a step needs no look at the edge.
"""

import cython

if not cython.compiled:
    from rulebook.kernel.plain import *


def step(b, d):
    """The squares next to those of b in direction d; ghosts and beyond are for the caller to mask."""
    if ORTHOGONAL:
        if d == 0:
            return b << 8
        if d == 1:
            return (b & ~LEFT) >> 1
        if d == 2:
            return (b & ~RIGHT) << 1
        return b >> 8
    if d == 0:
        return b << ROW
    if d == 1:
        return b << ROW + 1
    if d == 2:
        return b >> ROW + 1
    if d == 3:
        return b >> ROW
    # Straight lines of a board with dark squares: two rows, or two columns, at a time.
    if d == 4:
        return b << 2 * ROW + 1
    if d == 5:
        return (b & ~LEFT) >> 1
    if d == 6:
        return (b & ~RIGHT) << 1
    return b >> 2 * ROW + 1


def opposite(d):
    """The direction that leads back."""
    return 3 - d if d < 4 else 11 - d


# --- captures ---------------------------------------------------------------------------------


def add_captures(m):
    """Add every legal capture of the side to move; precedence is applied while adding."""
    men = m.own & ~m.kings
    movers = capturing_men(m, men)
    while movers:
        b = movers & -movers
        movers ^= b
        lift(m, b, 0)
        man_captures(m, b, 0, 0, NOWHERE)
        m.empty ^= b
    movers = m.own & m.kings
    if not FLYING and movers:
        movers = capturing_short_kings(m, movers)
    while movers:
        b = movers & -movers
        movers ^= b
        lift(m, b, 1)
        king_captures(m, b, 0, 0, NOWHERE)
        m.empty ^= b


def lift(m, b, is_king):
    """Take the piece in hand: its own square counts as empty while it captures."""
    m.empty ^= b
    m.origin = b
    m.is_king = is_king
    m.risen = 0


def capturing_men(m, men):
    """The men that can capture at least one piece."""
    prey = m.opponents
    if MEN_SPARE_KINGS:
        prey &= ~m.opposing_kings
    movers = 0
    if m.white:
        for d in range(DIRECTIONS):
            if WHITE_CAPTURES >> d & 1:
                movers |= step(step(m.empty, opposite(d)) & prey, opposite(d))
    else:
        for d in range(DIRECTIONS):
            if BLACK_CAPTURES >> d & 1:
                movers |= step(step(m.empty, opposite(d)) & prey, opposite(d))
    return movers & men


def capturing_short_kings(m, kings):
    """The kings that can capture at least one piece, where kings do not fly."""
    movers = 0
    for d in range(DIRECTIONS):
        movers |= step(step(m.empty, opposite(d)) & m.opponents, opposite(d))
    return movers & kings


def man_captures(m, b, taken, count, came):
    """Every way in which the man on b goes on capturing; each complete one is added."""
    standing = m.opponents if TAKES_TWICE else m.opponents & ~taken
    if MEN_SPARE_KINGS:
        standing &= ~m.opposing_kings
    free = m.empty | taken if LIFTED_AT_ONCE else m.empty
    reach = WHITE_CAPTURES if m.white else BLACK_CAPTURES
    last_row = WHITE_LAST_ROW if m.white else BLACK_LAST_ROW
    goes_on = False
    for d in range(DIRECTIONS):
        if not reach >> d & 1:
            continue
        if NO_TURNING_BACK and came == opposite(d):
            continue
        target = step(b, d) & standing
        landing = step(target, d) & free
        if not landing:
            continue
        goes_on = True
        if GUIDED and not landing & m.follow[count]:
            continue
        m.trail[count] = ctz(landing)
        m.victims[count] = ctz(target)
        if RISES_IN_PASSING and landing & last_row:
            m.risen = 1
            king_captures(m, landing, taken | target, count + 1, d)
            m.risen = 0
        elif STOPS_ON_LAST_ROW and landing & last_row:
            add_capture(m, landing, taken | target, count + 1)
        else:
            man_captures(m, landing, taken | target, count + 1, d)
    if count and (not goes_on or STOPS_EARLY):
        add_capture(m, b, taken, count)


def king_captures(m, b, taken, count, came):
    """Every way in which the king on b goes on capturing; each complete one is added."""
    standing = m.opponents if TAKES_TWICE else m.opponents & ~taken
    free = m.empty | taken if LIFTED_AT_ONCE else m.empty
    goes_on = False
    if m.overflow:
        return
    for d in range(DIRECTIONS):
        if NO_TURNING_BACK and came == opposite(d):
            continue
        target = step(b, d)
        if FLYING:
            while target & free:
                target = step(target, d)
        target &= standing
        landing = step(target, d) & free
        if not landing:
            continue
        goes_on = True
        m.victims[count] = ctz(target)
        if MUST_CONTINUE and any_landing_continues(m, landing, taken | target, d):
            while landing:
                if king_goes_on(m, landing, taken | target, d):
                    if not GUIDED or landing & m.follow[count]:
                        m.trail[count] = ctz(landing)
                        king_captures(m, landing, taken | target, count + 1, d)
                landing = step(landing, d) & free
        else:
            while landing:
                if not GUIDED or landing & m.follow[count]:
                    m.trail[count] = ctz(landing)
                    king_captures(m, landing, taken | target, count + 1, d)
                if not FLYING or LANDS_BEHIND:
                    break
                landing = step(landing, d) & free
    if count and (not goes_on or STOPS_EARLY):
        add_capture(m, b, taken, count)


def any_landing_continues(m, landing, taken, came):
    """Whether the king can go on from one of the squares behind the piece it has just jumped."""
    free = m.empty | taken if LIFTED_AT_ONCE else m.empty
    while landing:
        if king_goes_on(m, landing, taken, came):
            return True
        if LANDS_BEHIND:
            break
        landing = step(landing, came) & free
    return False


def king_goes_on(m, b, taken, came):
    """Whether a king on b can capture a further piece."""
    standing = m.opponents if TAKES_TWICE else m.opponents & ~taken
    free = m.empty | taken if LIFTED_AT_ONCE else m.empty
    for d in range(DIRECTIONS):
        if NO_TURNING_BACK and came == opposite(d):
            continue
        target = step(b, d)
        if FLYING:
            while target & free:
                target = step(target, d)
        if step(target & standing, d) & free:
            return True
    return False


def add_capture(m, b, taken, count):
    """Add the capture that ends on b, unless a better or an equal one is there already."""
    m.emitted += 1
    if m.emitted > PATIENCE:
        m.overflow = 1
    if m.overflow:
        return
    if KEYED:
        key = precedence_key(m, taken, count)
        if key < m.best:
            return
        if key > m.best:
            m.best = key
            m.n = 0
    promotes = m.risen
    if not m.is_king and b & (WHITE_LAST_ROW if m.white else BLACK_LAST_ROW):
        promotes = 1
    word = ctz(m.origin) | ctz(b) << 6 | promotes << 12 | count << 13
    order = 0
    if ORDER_COUNTS:
        # Exact for up to 12 pieces on an 8x8 board, whose bit indices are below 35.
        for i in range(count):
            order = order * 35 + m.victims[i]
    if m.paths != EVERY_PATH:
        i = m.n - 1
        while i >= 0 and (m.word[i] ^ word) & 63 == 0:
            if m.word[i] == word and m.captured[i] == taken:
                if not ORDER_COUNTS or m.order[i] == order:
                    if m.paths == SMALLEST_PATH and trail_is_smaller(m, i, count):
                        keep_path(m, i, count)
                    return
            i -= 1
    if m.n == CAPACITY:
        m.overflow = 1
        return
    m.word[m.n] = word
    m.captured[m.n] = taken
    if ORDER_COUNTS:
        m.order[m.n] = order
    if m.paths:
        keep_path(m, m.n, count)
    m.n += 1


def precedence_key(m, taken, count):
    """The sort key of a capture: the rule set's components, the most important one highest."""
    key = PIECE_WEIGHT * count
    if KING_WEIGHT:
        key += KING_WEIGHT * popcount(taken & m.opposing_kings)
    if MOVER_WEIGHT and m.is_king:
        key += MOVER_WEIGHT
    if KINGS_FIRST:
        for i in range(count):
            key = key + (m.opposing_kings >> m.victims[i] & 1) * (32768 >> i)
    return key


def trail_is_smaller(m, i, count):
    """Whether the path just found comes before the one kept for move i, square by square."""
    for j in range(count):
        if m.trail[j] != m.path[i * JUMPS + j]:
            return m.trail[j] < m.path[i * JUMPS + j]
    return False


def keep_path(m, i, count):
    """Keep the path just found, and the pieces it takes in their order, for move i."""
    for j in range(count):
        m.path[i * JUMPS + j] = m.trail[j]
        m.prey[i * JUMPS + j] = m.victims[j]


# --- quiet moves ------------------------------------------------------------------------------


def add_quiet_moves(m):
    """Add every move that takes nothing."""
    men = m.own & ~m.kings
    reach = WHITE_MOVES if m.white else BLACK_MOVES
    last_row = WHITE_LAST_ROW if m.white else BLACK_LAST_ROW
    for d in range(DIRECTIONS):
        if reach >> d & 1:
            targets = step(men, d) & m.empty
            while targets:
                b = targets & -targets
                targets ^= b
                add_quiet(m, ctz(step(b, opposite(d))), ctz(b), 1 if b & last_row else 0)
    kings = m.own & m.kings & ~m.frozen
    while kings:
        b = kings & -kings
        kings ^= b
        for d in range(QUIET_DIRECTIONS):
            target = step(b, d) & m.empty
            while target:
                add_quiet(m, ctz(b), ctz(target), 0)
                if not FLYING:
                    break
                target = step(target, d) & m.empty


def add_quiet(m, origin, target, promotes):
    """Add one quiet move."""
    if m.n == CAPACITY:
        m.overflow = 1
        return
    m.word[m.n] = origin | target << 6 | promotes << 12
    m.captured[m.n] = 0
    m.n += 1


def count_quiet_moves(m):
    """How many moves take nothing; the same squares as add_quiet_moves, all pieces at a time."""
    men = m.own & ~m.kings
    total = 0
    if m.white:
        for d in range(DIRECTIONS):
            if WHITE_MOVES >> d & 1:
                total += popcount(step(men, d) & m.empty)
    else:
        for d in range(DIRECTIONS):
            if BLACK_MOVES >> d & 1:
                total += popcount(step(men, d) & m.empty)
    kings = m.own & m.kings & ~m.frozen
    if kings:
        for d in range(QUIET_DIRECTIONS):
            targets = step(kings, d) & m.empty
            total += popcount(targets)
            if FLYING:
                while targets:
                    targets = step(targets, d) & m.empty
                    total += popcount(targets)
    return total
