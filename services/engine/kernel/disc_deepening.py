"""The root of a Reversi search: one depth after the other, and the door for Python.

A part of the Reversi kernel, joined behind disc_search.py.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def search_root(s, own, opponents, n, depth, alpha, beta, exact):
    """The score of the root within the window; its best move comes first in the list."""
    best = -NO_SCORE
    for i in range(n):
        flipped = s.flipped[i]
        after = own | flipped | square_bit(s.square[i])
        if i == 0:
            score = -search(s, opponents ^ flipped, after, depth - 1, -beta, -alpha, 1, n)
        else:
            less = 1 if i >= 5 and depth >= 3 and not exact and not s.full_width else 0
            score = -search(s, opponents ^ flipped, after, depth - 1 - less, -alpha - 1, -alpha, 1, n)
            if not s.run.stopped and score > alpha and (less or score < beta):
                score = -search(s, opponents ^ flipped, after, depth - 1, -beta, -alpha, 1, n)
        if s.run.stopped:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                s.score = score
                keep_line(s, 0, s.square[i])
                for j in range(i, 0, -1):
                    swap(s, j, j - 1)
                if score >= beta:
                    break
    return best


def search_depth(s, own, opponents, n, depth, exact):
    """One iteration, first with a narrow window about the score of the last one."""
    alpha = -NO_SCORE
    beta = NO_SCORE
    if depth >= 4:
        alpha = s.score - DISC_WINDOW
        beta = s.score + DISC_WINDOW
    score = search_root(s, own, opponents, n, depth, alpha, beta, exact)
    if not s.run.stopped and score <= alpha:
        score = search_root(s, own, opponents, n, depth, -NO_SCORE, beta, exact)
    if not s.run.stopped and score >= beta:
        score = search_root(s, own, opponents, n, depth, alpha, NO_SCORE, exact)
    if not s.run.stopped and (score <= alpha or score >= beta):
        score = search_root(s, own, opponents, n, depth, -NO_SCORE, NO_SCORE, exact)
    return score


def explore(position, weights, limits, reading, report):
    """Search a position with a legal move: (line, score, depth, nodes, why it stopped).

    `position`: own, opponents. `weights`, `limits`: see engine.weights and set_limits. `reading`: greatest
    depth, full width. `report(line, score, depth, nodes)` is called after each finished depth. A line is a
    tuple of bits, 64 for a pass. Releases the GIL while it searches.
    """
    run = new_run(cython.sizeof(Run))
    s = new_search(1, cython.sizeof(Search))
    if not s:
        raise MemoryError
    try:
        s.run = run
        own = position[0]
        opponents = position[1]
        set_limits(run, limits)
        set_weights(s, weights)
        s.full_width = reading[1]
        moves = mobility(own, opponents)
        empty = popcount(BOARD & ~(own | opponents))
        n = list_squares(s, own, opponents, moves, 3, empty + 8, 0, 0, 0)
        for i in range(n):
            pick(s, i, n)
        s.score = evaluate(s, own, opponents, moves, mobility(opponents, own))
        depth = 0
        while depth < reading[0] and depth < empty and not run.stopped and n:
            # Close to the end the whole rest is read at once.
            reached = depth
            depth += 1
            if depth + SOLVED_AHEAD >= empty and reading[0] >= empty:
                depth = empty
            with cython.nogil:
                score = search_depth(s, own, opponents, n, depth, depth >= empty)
            if run.stopped:
                raise_pending()
                depth = reached
                break
            s.score = score
            if report is not None:
                report(line_of(s), score, depth, run.nodes)
        return line_of(s), s.score, depth, run.nodes, run.stopped
    finally:
        free_search(s)


def set_weights(s, weights):
    """What positions are worth, in the order of engine.weights."""
    s.mobility, s.corner, s.corner_move, s.frontier, s.x_square, s.c_square = weights[:6]
    s.stable, s.parity, s.disc_late = weights[6:9]
    for i in range(64):
        s.placing[i] = weights[9][i]


def line_of(s):
    """The best line for Python; before anything was found its first move alone."""
    if not s.pv_length[0]:
        return (s.square[0],)
    return tuple([s.pv[i] for i in range(s.pv_length[0])])
