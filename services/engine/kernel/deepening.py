"""The root of a draughts search: one depth after the other, and the door for Python.

A part of each draughts kernel, joined behind search.py.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def search_root(s, n, depth, alpha, beta, place):
    """The score of the root within the window, without its first `place` moves; the best comes next."""
    p = ply_at(s, 0)
    best = -WIN
    for i in range(place, n):
        captured = s.captured[i]
        if ORDER_COUNTS and p.marks & captured:
            score = search_lots(s, depth - 1, 0, i, n)
        else:
            advance(s, 0, s.word[i], captured)
            if i == place:
                score = -search(s, depth - 1, -beta, -alpha, 1, n)
            else:
                less = 0
                if depth >= 3 and i - place >= 4 and s.word[i] >> 12 == 0 and not s.full_width:
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
                keep_line(s, 0, i)
                keep_result(s, place, score)
                for j in range(i, place, -1):
                    swap(s, j, j - 1)
                if score >= beta:
                    break
    return best


def keep_result(s, place, score):
    """The best line from the root is so far the one of this place."""
    row = place * MAX_PLY
    s.line_score[place] = score
    s.line_length[place] = ply_at(s, 0).pv_length
    for i in range(ply_at(s, 0).pv_length):
        s.line_word[row + i] = s.pv_word[i]
        s.line_captured[row + i] = s.pv_captured[i]
        s.line_order[row + i] = s.pv_order[i]


def search_depth(s, n, depth, place):
    """One iteration for one line, first with a narrow window about its last score."""
    alpha = -WIN
    beta = WIN
    if depth >= 4 and -WON < s.line_score[place] < WON:
        alpha = s.line_score[place] - WINDOW
        beta = s.line_score[place] + WINDOW
    score = search_root(s, n, depth, alpha, beta, place)
    if not s.run.stopped and score <= alpha:
        score = search_root(s, n, depth, -WIN, beta, place)
    if not s.run.stopped and score >= beta:
        score = search_root(s, n, depth, alpha, WIN, place)
    if not s.run.stopped and (score <= alpha or score >= beta):
        score = search_root(s, n, depth, -WIN, WIN, place)
    return score


def explore(position, played, rules, weights, limits, reading, report):
    """Search a position in which the game goes on: (lines, depth, nodes, why it stopped).

    `position`: own, opponents, kings, marks, white, no progress plies, the endgame counts, and square and
    length of the own and the opposing king's run. `played`: the positions since the last irreversible
    move, oldest first, as (own, opponents, kings, marks, white). `rules`, `weights`, `limits`: see
    engine.facts, engine.weights and set_limits. `reading`: greatest depth, full width, sees recaptures, how
    many lines, which helper of a search by several threads this is or 0. `report(lines, depth, nodes)` is
    called after each finished depth. Lines are (score, line), the best first, and a line is a tuple of
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
        lines = min(reading[3], n, LINES)
        for place in range(lines):
            s.line_score[place] = evaluate(s, ply_at(s, 0))
        finished = None
        depth = 0
        while depth < reading[0] and not run.stopped and n:
            # A helper is a ply ahead of the search it helps.
            reached = depth
            depth += 1
            if depth == 1 and reading[4]:
                depth = min(1 + reading[4], reading[0])
            for place in range(lines):
                with cython.nogil:
                    score = search_depth(s, n, depth, place)
                if run.stopped:
                    break
                s.line_score[place] = score
            if run.stopped:
                raise_pending()
                depth = reached
                break
            if report is not None or lines > 1:
                finished = lines_of(s, lines)
            if report is not None:
                report(finished, depth, run.nodes)
            score = s.line_score[0]
            if lines == 1 and (
                (score > WON and WIN - score <= depth) or (score < -WON and WIN + score <= depth)
            ):
                break
        if lines == 1 or finished is None:
            # The depth that was broken off may have found a better move already.
            finished = lines_of(s, 1)
        return finished, depth, run.nodes, run.stopped
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
    s.man, s.man_growth, s.king, s.king_growth, s.first_king, s.kings_on_both = weights[:6]
    s.tempo, s.mobility, s.full_board, s.drawish = weights[6:10]
    for i in range(2 * PLANES):
        s.man_planes[i] = weights[10][i]
        s.king_planes[i] = weights[11][i]
    s.has_formations = len(weights[12]) > 0
    if s.has_formations:
        # The bytes outlive the search: its caller holds them.
        s.thirds = words_in(weights[12])
        s.formations = words_in(weights[13])
        s.empty_share = 4096 // s.full_board


def lines_of(s, lines):
    """The best lines for Python; before anything was found its first move alone."""
    if not s.line_length[0]:
        return ((s.line_score[0], (raw_move(s.word[0], s.captured[0], s.order[0]),)),)
    found = []
    for place in range(lines):
        row = place * MAX_PLY
        line = [
            raw_move(s.line_word[row + i], s.line_captured[row + i], s.line_order[row + i])
            for i in range(s.line_length[place])
        ]
        found.append((s.line_score[place], tuple(line)))
    # What a later line learnt can put it before an earlier one.
    return tuple(sorted(found, key=score_of, reverse=True))


def raw_move(word, captured, order):
    return word & 63, word >> 6 & 63, captured, order


def score_of(line):
    return line[0]
