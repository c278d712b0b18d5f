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
    s.pv_length[ply] = 0
    run.nodes += 1
    if run.nodes >= run.next_look:
        look_up(run)
    if run.stopped:
        return 0
    moves = mobility(own, opponents)
    if not moves:
        if not mobility(opponents, own):
            return final_score(own, opponents)
        score = -search(s, opponents, own, depth, -beta, -alpha, ply + 1, first)
        if beta - alpha > 1:
            keep_line(s, ply, PASSED)
        return score
    if depth <= 0:
        return evaluate(s, own, opponents, moves, mobility(opponents, own))
    empty = popcount(BOARD & ~(own | opponents))
    if empty == 1:
        return place_last(s, own, opponents, moves, ply, beta - alpha > 1)
    exact = depth >= empty
    if exact:
        depth = empty
    key = key_of_discs(own, opponents) ^ run.salt
    hash_move = 0
    hashed = depth >= 2 and (not exact or empty > 5)
    if hashed:
        place = find(run, key)
        if place >= 0:
            entry = entry_at(run, place)
            hash_move = entry.move
            # An exact score and an estimate never stand for each other: depth tells them apart.
            if entry.depth >= depth and beta - alpha == 1:
                bound = entry.mark & 3
                score = entry.score
                if (
                    bound == EXACT
                    or (bound == LOWER and score >= beta)
                    or (bound == UPPER and score <= alpha)
                ):
                    return score
    if exact and empty > 4 and beta - alpha == 1:
        # Discs that the opponent can never lose bound what is left to win.
        bound = DISC * (64 - 2 * popcount(safe_edges(opponents)))
        if bound <= alpha:
            return bound
    n = list_squares(s, own, opponents, moves, depth, empty, hash_move, first, ply)
    if exact and empty > 7 and beta - alpha == 1:
        score = known_refutation(s, own, opponents, depth, beta, first, n)
        if score >= beta:
            return score
    return search_squares(s, own, opponents, depth, alpha, beta, ply, first, n, key, hashed, exact)


def known_refutation(s, own, opponents, depth, beta, first, n):
    """The score of a move that the table knows to reach beta, or NO_SCORE below every score."""
    run = s.run
    for i in range(first, first + n):
        flipped = s.flipped[i]
        after = own | flipped | square_bit(s.square[i])
        place = find(run, key_of_discs(opponents ^ flipped, after) ^ run.salt)
        if place >= 0:
            entry = entry_at(run, place)
            if entry.depth >= depth - 1 and entry.mark & UPPER and -entry.score >= beta:
                return -entry.score
    return -NO_SCORE


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
    flipped = popcount(flips(own, opponents, b))
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
        flipped = flips(own, opponents, b)
        s.square[n] = at
        s.flipped[n] = flipped
        if hash_move == at + 1:
            worth = 1 << 20
        else:
            worth = s.placing[at]
            if depth >= 3 and (empty > 6 or depth < empty):
                replies = mobility(opponents ^ flipped, own | flipped | b)
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
