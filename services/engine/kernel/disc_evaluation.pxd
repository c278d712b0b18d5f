# The types of disc_evaluation.py and of the state of a Reversi search.

cdef enum:
    DISC = 100  # the unit of scores
    DISC_PLIES = 136  # moves and passes of a game, and some
    DISC_ROOM = 4096  # moves of a whole line
    PASSED = 64  # in the place of a square
    NO_SCORE = 30000  # below every score

ctypedef struct Search:
    Run* run
    bint full_width
    int score  # of the root
    # What a position is worth.
    int mobility
    int corner
    int corner_move
    int frontier
    int x_square
    int c_square
    int stable
    int parity
    int disc_late
    int placing[64]
    # The moves of each ply, one behind the other.
    int square[DISC_ROOM]
    int worth[DISC_ROOM]
    u64 flipped[DISC_ROOM]
    # The best lines, a row for each ply.
    int pv_length[DISC_PLIES + 2]
    int pv[DISC_PLIES * DISC_PLIES]

cdef extern from *:
    """
    #define CORNER_BITS 0x8100000000000081ULL
    #define TOP_BITS 0x00000000000000FFULL
    #define BOTTOM_BITS 0xFF00000000000000ULL
    #define A_FILE_BITS 0x0101010101010101ULL
    #define H_FILE_BITS 0x8080808080808080ULL
    #define QUARTER_BITS 0x0F0F0F0FULL
    #define SQUARE_BIT(at) (1ULL << (at))
    """
    const u64 CORNERS "CORNER_BITS"
    const u64 TOP "TOP_BITS"
    const u64 BOTTOM "BOTTOM_BITS"
    const u64 LEFT_EDGE "A_FILE_BITS"
    const u64 RIGHT_EDGE "H_FILE_BITS"
    const u64 QUARTER "QUARTER_BITS"
    u64 square_bit "SQUARE_BIT"(int at) noexcept nogil
    int ctz "__builtin_ctzll"(u64) noexcept nogil
    Search* new_search "calloc"(size_t count, size_t size) noexcept nogil
    void free_search "free"(Search* s) noexcept nogil

@cython.locals(empty=u64, free=int, score=int)
cdef int evaluate(Search* s, u64 own, u64 opponents, u64 moves, u64 replies) noexcept nogil
@cython.locals(wide=u64)
cdef u64 around(u64 b) noexcept nogil
@cython.locals(corners=u64)
cdef u64 x_squares(u64 empty) noexcept nogil
@cython.locals(corners=u64)
cdef u64 c_squares(u64 empty) noexcept nogil
@cython.locals(safe=u64, along=u64, upright=u64, rows=u64, files=u64, _=int)
cdef u64 safe_edges(u64 own) noexcept nogil
@cython.locals(mine=int, theirs=int)
cdef int final_score(u64 own, u64 opponents) noexcept nogil
cdef u64 key_of_discs(u64 own, u64 opponents) noexcept nogil
