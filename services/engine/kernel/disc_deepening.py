"""The root of a Reversi search: one depth after the other, and the door for Python.

A part of the Reversi kernel, joined behind disc_search.py.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def search_root(s, own, opponents, n, depth, alpha, beta, exact, place):
    """The score of the root within the window, without its first `place` moves; the best comes next."""
    best = -NO_SCORE
    for i in range(place, n):
        flipped = s.flipped[i]
        after = own | flipped | square_bit(s.square[i])
        if i == place:
            score = -search(s, opponents ^ flipped, after, depth - 1, -beta, -alpha, 1, n)
        else:
            less = 1 if i - place >= 5 and depth >= 3 and not exact and not s.full_width else 0
            score = -search(s, opponents ^ flipped, after, depth - 1 - less, -alpha - 1, -alpha, 1, n)
            if not s.run.stopped and score > alpha and (less or score < beta):
                score = -search(s, opponents ^ flipped, after, depth - 1, -beta, -alpha, 1, n)
        if s.run.stopped:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                keep_line(s, 0, s.square[i])
                keep_result(s, place, score)
                for j in range(i, place, -1):
                    swap(s, j, j - 1)
                if score >= beta:
                    break
    return best


def keep_result(s, place, score):
    """The best line from the root is so far the one of this place."""
    s.line_score[place] = score
    s.line_length[place] = s.pv_length[0]
    for i in range(s.pv_length[0]):
        s.line[place * DISC_PLIES + i] = s.pv[i]


def search_depth(s, own, opponents, n, depth, exact, place):
    """One iteration for one line, first with a narrow window about its last score."""
    alpha = -NO_SCORE
    beta = NO_SCORE
    if depth >= 4:
        alpha = s.line_score[place] - DISC_WINDOW
        beta = s.line_score[place] + DISC_WINDOW
    score = search_root(s, own, opponents, n, depth, alpha, beta, exact, place)
    if not s.run.stopped and score <= alpha:
        score = search_root(s, own, opponents, n, depth, -NO_SCORE, beta, exact, place)
    if not s.run.stopped and score >= beta:
        score = search_root(s, own, opponents, n, depth, alpha, NO_SCORE, exact, place)
    if not s.run.stopped and (score <= alpha or score >= beta):
        score = search_root(s, own, opponents, n, depth, -NO_SCORE, NO_SCORE, exact, place)
    # What was broken off says nothing, but for a better move that keep_result has seen.
    if not s.run.stopped:
        s.line_score[place] = score


def explore(position, weights, limits, reading, report):
    """Search a position with a legal move: (lines, depth, nodes, why it stopped).

    `position`: own, opponents. `weights`, `limits`: see engine.weights and set_limits. `reading`: greatest
    depth, full width, how many lines, which helper of a search by several threads this is or 0.
    `report(lines, depth, nodes)` is called after each finished depth. Lines are (score, line), the best
    first, and a line is a tuple of bits, 64 for a pass. Releases the GIL while it searches.
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
        s.wander = 13 * reading[3]
        moves = targets(own, opponents)
        empty = popcount(BOARD & ~(own | opponents))
        n = list_squares(s, own, opponents, moves, 3, empty + 8, 0, 0, 0)
        for i in range(n):
            pick(s, i, n)
        lines = min(reading[2], n, LINES)
        value = evaluate(s, own, opponents, moves, targets(opponents, own))
        for place in range(lines):
            s.line_score[place] = value
        finished = None
        depth = 0
        while depth < reading[0] and depth < empty and not run.stopped and n:
            # Close to the end the whole rest is read at once. A helper is a ply ahead of the search it helps.
            reached = depth
            depth += 1
            if depth == 1 and reading[3]:
                depth = min(1 + reading[3], reading[0], empty)
            if depth + SOLVED_AHEAD >= empty and reading[0] >= empty:
                depth = empty
            for place in range(lines):
                with cython.nogil:
                    search_depth(s, own, opponents, n, depth, depth >= empty, place)
                if run.stopped:
                    break
            if run.stopped:
                raise_pending()
                depth = reached
                break
            if report is not None or lines > 1:
                finished = lines_of(s, lines)
            if report is not None:
                report(finished, depth, run.nodes)
        if lines == 1 or finished is None:
            # The depth that was broken off may have found a better move already.
            finished = lines_of(s, 1)
        return finished, depth, run.nodes, run.stopped
    finally:
        free_search(s)


def set_weights(s, weights):
    """What positions are worth, in the order of engine.weights."""
    for stage in range(DISC_STAGES):
        for i in range(DISC_FEATURES):
            s.disc_worth[stage * DISC_FEATURES + i] = weights[0][stage][i]
    for i in range(64):
        s.placing[i] = weights[1][i]
    for i in range(8):
        s.apart[i] = weights[2][i]


def lines_of(s, lines):
    """The best lines for Python; before anything was found its first move alone."""
    if not s.line_length[0]:
        return ((s.line_score[0], (s.square[0],)),)
    found = []
    for place in range(lines):
        row = place * DISC_PLIES
        length = s.line_length[place]
        found.append((s.line_score[place], tuple([s.line[row + i] for i in range(length)])))
    # What a later line learnt can put it before an earlier one.
    return tuple(sorted(found, key=score_of, reverse=True))


def score_of(line):
    return line[0]
