# The types of disc_evaluation.py and of the state of a Reversi search.

cdef enum:
    DISC = 100  # the unit of scores
    DISC_PLIES = 136  # moves and passes of a game, and some
    DISC_ROOM = 4096  # moves of a whole line
    PASSED = 64  # in the place of a square
    NO_SCORE = 30000  # below every score
    LINES = 16  # that one may ask for
    DISC_STAGES = 16
    DISC_FEATURES = 12

ctypedef struct Search:
    Run* run
    bint full_width
    int wander  # how a helper's order of moves differs; 0 in a search by one thread
    int apart[8]  # by empty squares / 8: how far a shallow score stands from a deep one
    # The best lines of the root, a row of DISC_PLIES for each.
    int line_score[LINES]
    int line_length[LINES]
    int line[LINES * DISC_PLIES]
    # What a position is worth: a row of features for each stage of four empty squares.
    int disc_worth[DISC_STAGES * DISC_FEATURES]
    int placing[64]
    # The moves of each ply, one behind the other.
    int square[DISC_ROOM]
    int worth[DISC_ROOM]
    u64 flipped[DISC_ROOM]
    u64 known[DISC_ROOM]  # by the table of the position behind the move
    # The best lines, a row for each ply.
    int pv_length[DISC_PLIES + 2]
    int pv[DISC_PLIES * DISC_PLIES]

cdef extern from *:
    """
    #define WORTH_AT(s, stage) (&(s)->disc_worth[(stage) * 12])
    """
    int* worth_at "WORTH_AT"(Search* s, int stage) noexcept nogil
    Search* new_search "calloc"(size_t count, size_t size) noexcept nogil
    void free_search "free"(Search* s) noexcept nogil

@cython.locals(empty=u64, free=int, w="int*", beside=u64, score=int)
cdef int evaluate(Search* s, u64 own, u64 opponents, u64 moves, u64 replies) noexcept nogil
@cython.locals(corners=u64)
cdef u64 x_squares(u64 empty) noexcept nogil
@cython.locals(corners=u64)
cdef u64 c_squares(u64 empty) noexcept nogil
@cython.locals(safe=u64, along=u64, upright=u64, rows=u64, files=u64, _=int)
cdef u64 safe_edges(u64 own) noexcept nogil
cdef u64 key_of_discs(u64 own, u64 opponents) noexcept nogil
