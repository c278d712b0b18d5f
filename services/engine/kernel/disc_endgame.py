"""The end of a Reversi game read to the last square: whether a score can be exceeded.

A part of the Reversi kernel, joined behind disc_evaluation.py. Scores are discs here, from the side to
move. Each search asks one question, whether the score is greater than `alpha`, and answers with a bound:
at least what it returns if that is greater, at most if not.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def solve(s, own, opponents, alpha, first):
    """Answer for a position with five empty squares or more; its moves are listed from `first` on."""
    run = s.run
    if enter(run):
        return 0
    discs = own | opponents
    empty = BOARD & ~discs
    left = popcount(empty)
    # Discs that the opponent can never lose bound what is left to win.
    if alpha >= HOPES[left]:
        bound = 64 - 2 * popcount(stable_discs(opponents, own))
        if bound <= alpha:
            return bound
    moves = targets(own, opponents)
    if not moves:
        if not targets(opponents, own):
            return result_of(own, opponents)
        return -solve(s, opponents, own, -alpha - 1, first)
    if left < MANY_EMPTY:
        return solve_shallow(s, own, opponents, alpha, first, moves, empty)
    key = key_of_discs(own, opponents) ^ run.salt
    hash_move = 0
    known = find(run, key)
    if known:
        hash_move = move_in(known)
        if depth_in(known) >= left:
            bound = score_in(known)
            if settles(known, bound, alpha * DISC, alpha * DISC + 1):
                return bound // DISC if bound >= 0 else -(-bound // DISC)
    n = list_endgame(s, own, opponents, moves, left, hash_move, first)
    if left >= ASKING_EMPTY:
        for i in range(first, first + n):
            known = s.known[i]
            if known and depth_in(known) >= left - 1 and bound_in(known) & UPPER:
                bound = -score_in(known)
                if bound > alpha * DISC:
                    return bound // DISC if bound >= 0 else -(-bound // DISC)
    best = -NO_SCORE
    best_move = 0
    for i in range(first, first + n):
        pick(s, i, first + n)
        flipped = s.flipped[i]
        score = -solve(s, opponents ^ flipped, own | flipped | square_bit(s.square[i]), -alpha - 1, first + n)
        if run.stopped:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = s.square[i] + 1
                break
    keep(run, key, best_move, best * DISC, left, LOWER if best > alpha else UPPER)
    return best


def list_endgame(s, own, opponents, moves, left, hash_move, first):
    """List the moves with their worth; how many there are. Few replies come first, then odd regions."""
    n = first
    odd = odd_regions(own | opponents)
    while moves:
        b = moves & -moves
        moves ^= b
        at = ctz(b)
        flipped = flips_at(own, opponents, at)
        s.square[n] = at
        s.flipped[n] = flipped
        mine = own | flipped | b
        theirs = opponents ^ flipped
        if left >= ASKING_EMPTY:
            s.known[n] = find(s.run, key_of_discs(theirs, mine) ^ s.run.salt)
        if hash_move == at + 1:
            worth = 1 << 20
        elif not theirs:
            worth = 1 << 21
        else:
            replies = targets(theirs, mine)
            worth = (s.placing[at] >> 3) - 32 * (popcount(replies) + popcount(replies & CORNERS))
            worth -= 4 * popcount(around(mine) & ~theirs)
            if b & odd:
                worth += 16
            if left >= FORESEEING_EMPTY:
                # Room for as many moves as there are empty squares lies between the lists.
                ahead = search(s, theirs, mine, 2, -NO_SCORE, NO_SCORE, FORESIGHT_PLY, first + left)
                worth -= ahead * 20 >> 6
            # Each helper of a search by several threads prefers other squares among equals.
            worth += at * s.wander & 31
        s.worth[n] = worth
        n += 1
    return n - first


def odd_regions(discs):
    """The quadrants with an odd number of empty squares: whoever enters one there also leaves it."""
    odd = 0
    if popcount(discs & QUARTER) & 1:
        odd |= QUARTER
    if popcount(discs & QUARTER << 4) & 1:
        odd |= QUARTER << 4
    if popcount(discs & QUARTER << 32) & 1:
        odd |= QUARTER << 32
    if popcount(discs & QUARTER << 36) & 1:
        odd |= QUARTER << 36
    return odd


def solve_shallow(s, own, opponents, alpha, first, moves, empty):
    """Answer where ordering costs more than it saves: odd regions first, and nothing is remembered."""
    best = -NO_SCORE
    odd = odd_regions(BOARD & ~empty)
    few = popcount(empty) <= FEW_EMPTY
    part = moves & odd
    rest = moves & ~odd
    while part or rest:
        if not part:
            part = rest
            rest = 0
        b = part & -part
        part ^= b
        flipped = flips_at(own, opponents, ctz(b))
        if few:
            score = -solve_few(s, opponents ^ flipped, own | flipped | b, -alpha - 1, empty ^ b)
        else:
            score = -solve(s, opponents ^ flipped, own | flipped | b, -alpha - 1, first)
        if s.run.stopped:
            return 0
        if score > best:
            best = score
            if score > alpha:
                break
    return best


def solve_few(s, own, opponents, alpha, empty):
    """Answer for four empty squares or less, and at least two."""
    if enter(s.run):
        return 0
    best = -NO_SCORE
    odd = empty & odd_regions(own | opponents)
    left = popcount(empty)
    part = odd
    rest = empty ^ odd
    while part or rest:
        if not part:
            part = rest
            rest = 0
        b = part & -part
        part ^= b
        at = ctz(b)
        if NEIGHBOURS[at] & opponents:
            flipped = flips_at(own, opponents, at)
            if flipped:
                if left == 2:
                    score = -solve_last(s, opponents ^ flipped, ctz(empty ^ b))
                else:
                    score = -solve_few(s, opponents ^ flipped, own | flipped | b, -alpha - 1, empty ^ b)
                if score > best:
                    best = score
                    if score > alpha:
                        return best
    if best == -NO_SCORE:
        if not targets(opponents, own):
            return result_of(own, opponents)
        return -solve_few(s, opponents, own, -alpha - 1, empty)
    return best


def solve_last(s, own, at):
    """The score when `at` is the only empty square."""
    if enter(s.run):
        return 0
    mine = popcount(own)
    flipped = last_flips(own, at)
    if flipped:
        return 2 * (mine + flipped) - 62
    # He passes.
    flipped = last_flips(BOARD & ~own & ~square_bit(at), at)
    if flipped:
        return 2 * (mine - flipped) - 64
    return 2 * mine - (62 if mine > 31 else 64)


def result_of(own, opponents):
    """The discs by which a finished game is won; the empty squares go to the winner."""
    mine = popcount(own)
    theirs = popcount(opponents)
    if mine > theirs:
        return 64 - 2 * theirs
    return 2 * mine - 64 if mine < theirs else 0


def fill_hopes():
    """From which score on stable discs are looked for."""
    for left in range(65):
        HOPES[left] = 64 - 2 * left if left < 20 else 20


fill_hopes()
