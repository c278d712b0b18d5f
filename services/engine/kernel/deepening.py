"""The root of a draughts search: one depth after the other, and the door for Python.

A part of each draughts kernel, joined behind search.py.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def search_root(s, n, depth, alpha, beta):
    """The score of the root within the window; its best move comes first in the list."""
    p = ply_at(s, 0)
    best = -WIN
    for i in range(n):
        captured = s.captured[i]
        if ORDER_COUNTS and p.marks & captured:
            score = search_lots(s, depth - 1, 0, i, n)
        else:
            advance(s, 0, s.word[i], captured)
            if i == 0:
                score = -search(s, depth - 1, -beta, -alpha, 1, n)
            else:
                less = 0
                if depth >= 3 and i >= 4 and s.word[i] >> 12 == 0 and not s.full_width:
                    less = 1
                score = -search(s, depth - 1 - less, -alpha - 1, -alpha, 1, n)
                if not s.run.stopped and score > alpha and (less or score < beta):
                    score = -search(s, depth - 1, -beta, -alpha, 1, n)
        if s.run.stopped:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                s.score = score
                keep_line(s, 0, i)
                for j in range(i, 0, -1):
                    swap(s, j, j - 1)
                if score >= beta:
                    break
    return best


def search_depth(s, n, depth):
    """One iteration, first with a narrow window about the score of the last one."""
    alpha = -WIN
    beta = WIN
    if depth >= 4 and -WON < s.score < WON:
        alpha = s.score - WINDOW
        beta = s.score + WINDOW
    score = search_root(s, n, depth, alpha, beta)
    if not s.run.stopped and score <= alpha:
        score = search_root(s, n, depth, -WIN, beta)
    if not s.run.stopped and score >= beta:
        score = search_root(s, n, depth, alpha, WIN)
    if not s.run.stopped and (score <= alpha or score >= beta):
        score = search_root(s, n, depth, -WIN, WIN)
    return score


def explore(position, played, rules, weights, limits, reading, report):
    """Search a position in which the game goes on: (line, score, depth, nodes, why it stopped).

    `position`: own, opponents, kings, marks, white, no progress plies, the endgame counts, and square and
    length of the own and the opposing king's run. `played`: the positions since the last irreversible
    move, oldest first, as (own, opponents, kings, marks, white). `rules`, `weights`, `limits`: see
    engine.facts, engine.weights and set_limits. `reading`: greatest depth, full width, sees recaptures.
    `report(line, score, depth, nodes)` is called after each finished depth. A line is a tuple of
    (origin bit, target bit, captured, order of captures). Releases the GIL while it searches.
    """
    run = new_run(cython.sizeof(Run))
    m = new_moves(cython.sizeof(Moves))
    other = new_moves(cython.sizeof(Moves))
    s = new_search(1, cython.sizeof(Search))
    if not s:
        raise MemoryError
    try:
        s.run = run
        s.m = m
        s.other = other
        set_limits(run, limits)
        set_rules(s, rules)
        set_weights(s, weights)
        s.full_width = reading[1]
        s.sees_recaptures = reading[2]
        n = set_root(s, position, played)
        depth = 0
        while depth < reading[0] and not run.stopped and n:
            depth += 1
            with cython.nogil:
                score = search_depth(s, n, depth)
            if run.stopped:
                raise_pending()
                depth -= 1
                break
            s.score = score
            if report is not None:
                report(line_of(s), score, depth, run.nodes)
            if (score > WON and WIN - score <= depth) or (score < -WON and WIN + score <= depth):
                break
        return line_of(s), s.score, depth, run.nodes, run.stopped
    finally:
        free_search(s)


def set_root(s, position, played):
    """Make the first position and list its moves; how many there are."""
    s.played = min(len(played), HISTORY)
    p = ply_at(s, 0)
    for i in range(s.played):
        p.own, p.opponents, p.kings, p.marks, p.white = played[len(played) - s.played + i]
        s.keys[i] = key_of(p)
    p.own, p.opponents, p.kings, p.marks, p.white = position[:5]
    p.no_progress = position[5]
    counts = position[6]
    p.counting = len(counts) > 0
    for i in range(len(counts)):
        p.plies[i] = counts[i]
    p.own_run_square, p.own_run, p.opposing_run_square, p.opposing_run = position[7:]
    p.reversible = s.played
    p.key = key_of(p)
    s.keys[s.played] = p.key
    n = list_at(s, p, 0)
    rate(s, p, 0, n, 0)
    for i in range(n):
        pick(s, i, n)
    s.score = evaluate(s, p)
    return n


def set_rules(s, rules):
    """The draw rules and the goal, in the order of engine.facts."""
    s.goal, s.repetition, s.no_progress_plies = rules[:3]
    s.capture_resets, s.man_resets, s.promotion_resets = rules[3:6]
    s.few_pieces_end, s.king_run_plies, s.long_diagonal, s.success_percent = rules[6:10]
    s.endgames_need_kings = rules[10]
    force = rules[11]
    s.endgames = len(force)
    for n in range(len(force)):
        for i in range(FORCE):
            s.force[n * FORCE + i] = force[n][i]


def set_weights(s, weights):
    """What positions are worth, in the order of engine.weights."""
    s.man, s.king, s.first_king, s.tempo, s.mobility, s.full_board, s.drawish = weights[:7]
    for i in range(2 * PLANES):
        s.man_planes[i] = weights[7][i]
        s.king_planes[i] = weights[8][i]


def line_of(s):
    """The best line for Python; before anything was found its first move alone."""
    length = ply_at(s, 0).pv_length
    if not length:
        return ((s.word[0] & 63, s.word[0] >> 6 & 63, s.captured[0], s.order[0]),)
    return tuple(
        [(s.pv_word[i] & 63, s.pv_word[i] >> 6 & 63, s.pv_captured[i], s.pv_order[i]) for i in range(length)]
    )
