"""What every search keeps beside its position: the transposition table, the counted nodes, the clock.

A part of each search kernel: the build joins it, as text, with a generator and a search (see
`sources.py`), so that the C compiler sees one file and inlines across the parts.

A table is made of clusters of four entries. An entry belongs to the search that wrote it by its age;
what is older than `run.oldest` counts as empty, for reading and for replacing alike. So a search
that may see its own entries alone plays as on a cleared table, whatever lies in it.
"""

import cython

if not cython.compiled:
    from engine.kernel.plain import *


def mix(h):
    """64 bits scrambled, so that each bit of the result hangs on all bits of h."""
    h ^= h >> 32
    h = h * MIX_A & FULL
    h ^= h >> 29
    h = h * MIX_B & FULL
    return h ^ h >> 32


def enter(run):
    """Count a node, and look at the limits when it is time; whether the search has been stopped."""
    run.nodes += 1
    if run.nodes >= run.next_look:
        look_up(run)
    return run.stopped


def find(run, key):
    """What is known of a position, or 0; `move_in`, `score_in`, `depth_in` and `bound_in` read it."""
    first = int_of(key & run.mask) << 2
    for i in range(first, first + 4):
        known = load(run, i + i + 1)
        if load(run, i + i) ^ known == key and int_of(known & 255) >> 2 >= run.oldest:
            return known
    return 0


def pack(move, score, depth, mark):
    """What a search learnt, as 64 bits: move, score, depth, and the age with the kind of bound."""
    return uint_of(move) << 32 | uint_of(score + 32768) << 16 | uint_of(depth + 128) << 8 | uint_of(mark)


def move_in(known):
    return int_of(known >> 32)


def score_in(known):
    return int_of(known >> 16 & 65535) - 32768


def depth_in(known):
    return int_of(known >> 8 & 255) - 128


def bound_in(known):
    return int_of(known & 3)


def settles(known, score, alpha, beta):
    """Whether a known score, exact or a bound, answers for a window."""
    bound = bound_in(known)
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)


def keep(run, key, move, score, depth, bound):
    """Enter a position in place of the one that is worth least: foreign, or searched least deep.

    Threads write without a lock: the key is stored mixed with what it stands for, so that halves of two
    entries never pass for one.
    """
    first = int_of(key & run.mask) << 2
    place = first
    least = 100000
    for i in range(first, first + 4):
        known = load(run, i + i + 1)
        if int_of(known & 255) >> 2 < run.oldest:
            worth = -1000
        elif load(run, i + i) ^ known == key:
            place = i
            if not move:
                move = move_in(known)
            break
        else:
            worth = depth_in(known)
            if int_of(known & 255) >> 2 == run.age:
                worth += 16
        if worth < least:
            least = worth
            place = i
    known = pack(move, score, depth, run.age << 2 | bound)
    store(run, place + place, key ^ known)
    store(run, place + place + 1, known)


def look_up(run):
    """Look at the limits; `nodes` never passes the budget."""
    if run.nodes >= run.budget:
        run.stopped = OUT_OF_NODES
    elif flag_at(run.flag):
        run.stopped = TOLD_TO_STOP
    elif run.deadline_ms and now_ms() >= run.deadline_ms:
        run.stopped = OUT_OF_TIME
    # Signal handlers of Python run in its main thread alone, which this search may hold.
    run.looks += 1
    if run.in_main_thread and run.looks & 15 == 0 and signals_raise():
        run.stopped = TOLD_TO_STOP
    run.next_look = run.nodes + POLL_NODES
    if run.next_look > run.budget:
        run.next_look = run.budget


def noise_of(run, key):
    """What this search misjudges a position by, between -run.noise and run.noise."""
    return ((int_of(mix(key ^ run.salt) >> 44) - 524288) * run.noise) >> 19


def overlooks(run, key, move):
    """Whether this search fails to see a move of a position; always the same answer."""
    return int_of(mix(key ^ run.salt ^ move * MIX_C & FULL) >> 54) < run.overlook


def set_limits(run, limits):
    """Start counting: (nodes, time in ms, stop flag, entries, mask, age, oldest, seed, noise, overlook,
    whether this is the main thread).
    """
    run.nodes = 0
    run.looks = 0
    run.stopped = 0
    run.budget = limits[0]
    run.deadline_ms = now_ms() + limits[1] if limits[1] else 0
    run.flag = limits[2]
    run.entries = entries_at(limits[3])
    run.mask = limits[4]
    run.age = limits[5]
    run.oldest = limits[6]
    run.noise = limits[8]
    run.overlook = limits[9]
    run.in_main_thread = limits[10]
    # Only who misjudges or overlooks depends on the seed.
    run.salt = mix(limits[7]) if run.noise or run.overlook else 0
    look_up(run)
