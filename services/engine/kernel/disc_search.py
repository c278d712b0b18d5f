"""The search in Reversi: alpha-beta along the principal variation, and the exact end of the game.

A part of the Reversi kernel, joined behind disc_evaluation.py. Scores are hundredths of a disc from
the side to move; a finished game counts its discs, and the empty squares go to the winner. A search
as deep as there are empty squares is exact. A pass costs no depth.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def search(s, own, opponents, depth, alpha, beta, ply, first):
    """The score of a position, fail-soft; its moves are listed from `first` on."""
    run = s.run
    empty = popcount(BOARD & ~(own | opponents))
    exact = depth >= empty
    if exact and beta - alpha == 1 and empty > 1 and not run.overlook:
        return solve_window(s, own, opponents, alpha, empty, first)
    s.pv_length[ply] = 0
    if enter(run):
        return 0
    moves = targets(own, opponents)
    if not moves:
        if not targets(opponents, own):
            return DISC * result_of(own, opponents)
        score = -search(s, opponents, own, depth, -beta, -alpha, ply + 1, first)
        if beta - alpha > 1:
            keep_line(s, ply, PASSED)
        return score
    if depth <= 0:
        return evaluate(s, own, opponents, moves, targets(opponents, own))
    if empty == 1:
        return place_last(s, own, opponents, moves, ply, beta - alpha > 1)
    if exact:
        depth = empty
    key = key_of_discs(own, opponents) ^ run.salt
    hash_move = 0
    hashed = depth >= 2 and (not exact or empty >= MANY_EMPTY)
    if hashed:
        known = find(run, key)
        if known:
            hash_move = move_in(known)
            # An exact score and an estimate never stand for each other: depth tells them apart.
            if depth_in(known) >= depth and beta - alpha == 1:
                score = score_in(known)
                if settles(known, score, alpha, beta):
                    return score
    if depth >= COMPARED_DEPTH and beta - alpha == 1 and not (exact or s.full_width):
        score = compare(s, own, opponents, moves, depth, empty, alpha, ply, first)
        if run.stopped or score != NO_SCORE:
            return score
    n = list_squares(s, own, opponents, moves, depth, empty, hash_move, first, ply)
    return search_squares(s, own, opponents, depth, alpha, beta, ply, first, n, key, hashed, exact)


def compare(s, own, opponents, moves, depth, empty, alpha, ply, first):
    """A bound if a much shallower search is sure of the answer, else NO_SCORE (Buro's Multi-ProbCut).

    How sure is known from how far the two stood from each other in searches of both depths.
    """
    shallow = 2 * (depth // 4) + depth % 2
    margin = s.apart[empty >> 3] * (6 + depth - shallow) >> 3
    if evaluate(s, own, opponents, moves, targets(opponents, own)) > alpha:
        bound = alpha + 1 + margin
        if bound < 64 * DISC and search(s, own, opponents, shallow, bound - 1, bound, ply, first) >= bound:
            return alpha + 1
    else:
        bound = alpha - margin
        if bound > -64 * DISC and search(s, own, opponents, shallow, bound, bound + 1, ply, first) <= bound:
            return alpha
    return NO_SCORE


def solve_window(s, own, opponents, alpha, empty, first):
    """The answer of the exact search, in hundredths of a disc, to whether the score is above alpha."""
    alpha = min(max(alpha, -64 * DISC - 1), 64 * DISC)
    # The greatest whole number of discs that is not above alpha; nothing negative may be divided.
    discs = (alpha + 65 * DISC) // DISC - 65
    if empty < FEW_EMPTY:
        return DISC * solve_few(s, own, opponents, discs, BOARD & ~(own | opponents))
    return DISC * solve(s, own, opponents, discs, first)


def search_squares(s, own, opponents, depth, alpha, beta, ply, first, n, key, hashed, exact):
    """The best of the listed squares; what was learnt is kept."""
    run = s.run
    is_pv = beta - alpha > 1
    lower = alpha
    best = -NO_SCORE
    best_move = 0
    for i in range(first, first + n):
        pick(s, i, first + n)
        b = square_bit(s.square[i])
        flipped = s.flipped[i]
        later = i - first
        less = 1 if later >= 4 and depth >= 3 and not exact and not s.full_width else 0
        if later == 0:
            score = -search(
                s, opponents ^ flipped, own | flipped | b, depth - 1, -beta, -alpha, ply + 1, first + n
            )
        else:
            score = -search(
                s,
                opponents ^ flipped,
                own | flipped | b,
                depth - 1 - less,
                -alpha - 1,
                -alpha,
                ply + 1,
                first + n,
            )
            if not run.stopped and score > alpha and (less or score < beta):
                score = -search(
                    s, opponents ^ flipped, own | flipped | b, depth - 1, -beta, -alpha, ply + 1, first + n
                )
        if run.stopped:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = s.square[i] + 1
                if is_pv:
                    keep_line(s, ply, s.square[i])
                if score >= beta:
                    break
    if hashed:
        bound = LOWER if best >= beta else EXACT if best > lower else UPPER
        keep(run, key, best_move, best, depth, bound)
    return best


def place_last(s, own, opponents, b, ply, is_pv):
    """The score when one square is left and the side to move may take it."""
    flipped = popcount(flips_at(own, opponents, ctz(b)))
    if is_pv:
        s.pv_length[ply + 1] = 0
        keep_line(s, ply, ctz(b))
    return DISC * (popcount(own) + 1 + flipped - (popcount(opponents) - flipped))


def list_squares(s, own, opponents, moves, depth, empty, hash_move, first, ply):
    """List the moves with their worth, the likely best highest; how many are seen."""
    n = first
    left = popcount(moves)
    while moves:
        b = moves & -moves
        moves ^= b
        left -= 1
        at = ctz(b)
        if (
            s.run.overlook
            and ply
            and (left or n > first)
            and overlooks(s.run, key_of_discs(own, opponents), at)
        ):
            continue
        flipped = flips_at(own, opponents, at)
        s.square[n] = at
        s.flipped[n] = flipped
        if hash_move == at + 1:
            worth = 1 << 20
        else:
            worth = s.placing[at]
            if depth >= 3 and (empty > 6 or depth < empty):
                replies = targets(opponents ^ flipped, own | flipped | b)
                if depth >= empty:
                    worth = (worth >> 3) - 32 * (popcount(replies) + popcount(replies & CORNERS))
                    if is_odd_region(own | opponents, at):
                        worth += 16
                else:
                    worth -= 16 * (popcount(replies) + popcount(replies & CORNERS))
            elif depth >= empty and is_odd_region(own | opponents, at):
                worth += 64
        s.worth[n] = worth
        n += 1
    return n - first


def is_odd_region(discs, at):
    """Whether the quadrant of a square has an odd number of empty squares: whoever enters leaves it."""
    quadrant = (QUARTER << (at & 4)) << (at & 32)
    return popcount(quadrant & ~discs) & 1


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
    at = s.square[i]
    s.square[i] = s.square[j]
    s.square[j] = at
    worth = s.worth[i]
    s.worth[i] = s.worth[j]
    s.worth[j] = worth
    flipped = s.flipped[i]
    s.flipped[i] = s.flipped[j]
    s.flipped[j] = flipped


def keep_line(s, ply, at):
    """The best line from `ply` is the square `at` and the best line behind it."""
    row = ply * DISC_PLIES
    length = s.pv_length[ply + 1]
    s.pv[row] = at
    for j in range(length):
        s.pv[row + 1 + j] = s.pv[row + DISC_PLIES + j]
    s.pv_length[ply] = length + 1
