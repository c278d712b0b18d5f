"""The search in draughts: alpha-beta along the principal variation, captures read to their end.

A part of each draughts kernel, joined behind evaluation.py. A side that has to capture is never
evaluated as it stands; where capturing is free it may also stand still. Scores are hundredths of a
man from the side to move; a win is worth WIN less the plies to it, so shorter wins come first.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def search(s, depth, alpha, beta, ply, first):
    """The score of the position at `ply`, fail-soft; its moves are listed from `first` on."""
    run = s.run
    p = ply_at(s, ply)
    p.pv_length = 0
    if enter(run):
        return 0
    score = decided(s, p, ply)
    if score != UNDECIDED:
        return score
    # Nothing below can be better than a win by the next move, or worse than a loss here.
    if alpha < ply - WIN:
        alpha = ply - WIN
    if beta > WIN - ply - 1:
        beta = WIN - ply - 1
    if alpha >= beta:
        return alpha
    # At the end of a line nothing is remembered, for that costs more time than it saves, and few need a key.
    remembered = depth > 0
    if remembered or p.reversible >= 4 or run.salt:
        p.key = key_of(p)
        s.keys[s.played + ply] = p.key
        if p.reversible >= 4 and is_repeated(s, p, ply):
            return 0
    counted_out = is_counted_out(s, p)
    key = 0
    if remembered and not counted_out:
        key = entry_key(s, p)
        fetch(run, key)
    # With something of his own under attack he has a move to look after it, once a line.
    if depth <= 0 and not counted_out and is_quiet(s, p) and (depth < 0 or not is_threatened(s, p)):
        return evaluate(s, p)
    n = list_at(s, p, first)
    if n == 0:
        return WIN - ply if s.goal == ANTI else ply - WIN
    if counted_out:
        return 0
    hash_move = 0
    known = 0
    if remembered:
        known = find(run, key)
        if known:
            hash_move = move_in(known)
            score = from_entry(score_in(known), ply)
            if depth_in(known) >= depth and beta - alpha == 1 and settles(known, score, alpha, beta):
                return score
    capturing = s.word[first] >> 13 > 0
    best = -WIN
    if depth <= 0 and capturing and not MANDATORY:
        best = evaluate(s, p)
        if best >= beta:
            return best
        n = count_captures(s, first, n)
    if ply >= MAX_PLY or first + n + CAPACITY > ROOM:
        return evaluate(s, p)
    if run.overlook:
        n = keep_what_is_seen(s, p, ply, first, n)
        if n == 0:
            return evaluate(s, p)
    if (
        depth >= PROBE_DEPTH
        and beta - alpha == 1
        and not (capturing or s.probing or s.full_width)
        and -WON < beta < WON
        and evaluate(s, p) >= beta
    ):
        score = probe(s, depth, beta, ply, first)
        if run.stopped or score >= beta:
            return score
    deeper = depth - 1
    if depth <= 0:
        deeper = depth if capturing else -1
    elif n == 1 and not s.full_width and (beta - alpha > 1 or depth <= FORCED_DEPTH):
        deeper = depth
    rate(s, p, first, n, hash_move)
    further = 0
    if (
        depth >= ALONE_DEPTH
        and beta - alpha > 1
        and n > 1
        and hash_move
        and not (capturing or s.full_width)
        and depth_in(known) >= depth - ALONE_PLIES
        and bound_in(known) & LOWER
        and -WON < score_in(known) < WON
    ):
        pick(s, first, first + n)
        if s.worth[first] == 1 << 30 and is_alone(s, depth, score_in(known) - ALONE_MARGIN, ply, first, n):
            further = 1
        if run.stopped:
            return 0
    return search_moves(s, p, depth, deeper, alpha, beta, best, ply, first, n, key, further)


def is_alone(s, depth, bar, ply, first, n):
    """Whether no move but the first reaches the bar, by a shallower search: then it is worth a ply more."""
    for i in range(first + 1, first + n):
        if ORDER_COUNTS and ply_at(s, ply).marks & s.captured[i]:
            return False
        advance(s, ply, s.word[i], s.captured[i])
        if -search(s, depth - 1 - ALONE_PLIES, -bar, 1 - bar, ply + 1, first + n) >= bar or s.run.stopped:
            return False
    return True


def probe(s, depth, beta, ply, first):
    """A score of at least beta if a much shallower search is sure of it; else what stands below beta."""
    margin = PROBE_MARGIN * depth
    s.probing = True
    score = search(s, depth * 2 // 5, beta + margin - 1, beta + margin, ply, first)
    s.probing = False
    return score - margin


def search_moves(s, p, depth, deeper, alpha, beta, best, ply, first, n, key, further):
    """The best of the listed and rated moves, the first `further` plies deeper; what was learnt is kept."""
    run = s.run
    is_pv = beta - alpha > 1
    lower = alpha
    best_move = 0
    for i in range(first, first + n):
        pick(s, i, first + n)
        word = s.word[i]
        quiet = word >> 13 == 0
        later = i - first
        if ORDER_COUNTS and p.marks & s.captured[i]:
            score = search_lots(s, deeper, ply, i, first + n)
        else:
            advance(s, ply, word, s.captured[i])
            less = 0
            if depth >= 2 and quiet and not word >> 12 & 1 and not s.full_width:
                if later >= (4 if is_pv else 2):
                    less = 1
                if later >= 5 and not is_pv:
                    less = 2
            if later == 0:
                score = -search(s, deeper + further, -beta, -alpha, ply + 1, first + n)
            else:
                score = -search(s, deeper - less, -alpha - 1, -alpha, ply + 1, first + n)
                if not run.stopped and score > alpha and (less or score < beta):
                    score = -search(s, deeper, -beta, -alpha, ply + 1, first + n)
        if run.stopped:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = sign_of(word, s.captured[i])
                alpha = score
                if is_pv:
                    keep_line(s, ply, i)
                if score >= beta:
                    if quiet:
                        credit(s, p, first, i, depth)
                    break
    if depth > 0:
        bound = LOWER if best >= beta else EXACT if best > lower else UPPER
        keep(run, key, best_move, to_entry(best, ply), depth, bound)
    return best


def search_lots(s, deeper, ply, i, after):
    """The expected score of a capture whose victims may withstand (medieval mode).

    Its lots are drawn in the order of the path: the outcomes are a failure at each marked victim and
    the success of all. Each is searched with a full window, for an average needs true scores.
    """
    p = ply_at(s, ply)
    q = ply_at(s, ply + 1)
    word = s.word[i]
    jumps = word >> 13
    taken = 0
    left = 1 << 16
    total = 0
    least = WIN
    for j in range(jumps):
        victim = square(victim_of(s.order[i], jumps - 1 - j))
        if victim & p.marks:
            chance = left * (100 - s.success_percent) // 100
            q.white = not p.white
            q.own = p.opponents & ~taken
            q.opponents = p.own & ~square(word & 63)
            q.kings = p.kings & ~(taken | square(word & 63))
            q.marks = p.marks & ~(taken | square(word & 63))
            count(s, p, q, word, True, True, False)
            q.no_progress = 0
            score = -search(s, deeper, -WIN, WIN, ply + 1, after)
            if s.run.stopped:
                return 0
            total += chance * calm(score)
            left -= chance
            if score < least:
                least = score
        taken |= victim
    advance(s, ply, word, s.captured[i])
    score = -search(s, deeper, -WIN, WIN, ply + 1, after)
    if score < least:
        least = score
    # A win is certain only if every outcome wins.
    ply_at(s, ply + 1).pv_length = 0
    return least if least > WON else (total + left * calm(score)) >> 16


def calm(score):
    """A score fit for averages: a win is worth as much as a lead that wins, and no more."""
    return 1500 if score > 1500 else max(score, -1500)


def victim_of(order, behind):
    """The bit of a victim in the generator's code of an order of captures."""
    for _ in range(behind):
        order = order // 35
    return int_of(order % 35)


def list_at(s, p, first):
    """List the legal moves from `first` on; how many there are."""
    m = s.m
    set_up(m, p.own, p.opponents, p.kings, p.white, frozen_of(s, p), NO_PATH)
    generate(m)
    for i in range(m.n):
        s.word[first + i] = m.word[i]
        s.captured[first + i] = m.captured[i]
        if ORDER_COUNTS:
            s.order[first + i] = m.order[i] if m.captured[i] else 0
    return m.n


def count_captures(s, first, n):
    """How many of the listed moves are captures; they come first."""
    i = first
    while i < first + n and s.word[i] >> 13:
        i += 1
    return i - first


def keep_what_is_seen(s, p, ply, first, n):
    """Drop the moves that a weak player overlooks, though never his own at the root; how many are left.

    Who overlooks every capture takes the position for a quiet one; of quiet moves one is always seen.
    """
    if ply == 0:
        return n
    kept = first
    for i in range(first, first + n):
        capture = s.word[i] >> 13 > 0
        sure = capture and ply == 1 and s.sees_recaptures
        if not capture and i == first + n - 1 and kept == first:
            sure = True
        if sure or not overlooks(s.run, p.key, sign_of(s.word[i], s.captured[i])):
            s.word[kept] = s.word[i]
            s.captured[kept] = s.captured[i]
            s.order[kept] = s.order[i]
            kept += 1
    return kept - first


def keep_line(s, ply, i):
    """The best line from `ply` is move i and the best line behind it."""
    row = ply * MAX_PLY
    length = ply_at(s, ply + 1).pv_length
    if length > MAX_PLY - 1 - ply:
        length = MAX_PLY - 1 - ply
    s.pv_word[row] = s.word[i]
    s.pv_captured[row] = s.captured[i]
    s.pv_order[row] = s.order[i]
    for j in range(length):
        s.pv_word[row + 1 + j] = s.pv_word[row + MAX_PLY + j]
        s.pv_captured[row + 1 + j] = s.pv_captured[row + MAX_PLY + j]
        s.pv_order[row + 1 + j] = s.pv_order[row + MAX_PLY + j]
    ply_at(s, ply).pv_length = length + 1


def to_entry(score, ply):
    """A win counted from the root as one counted from the position."""
    if score > WON:
        return score + ply
    return score - ply if score < -WON else score


def from_entry(score, ply):
    """The opposite of to_entry."""
    if score > WON:
        return score - ply
    return score + ply if score < -WON else score
