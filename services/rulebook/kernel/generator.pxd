# cython: language_level=3
# The types of generator.py. The build puts the name of the shape's constants in place of SHAPE.
cimport cython
from rulebook.kernel.SHAPE cimport *

ctypedef unsigned long long u64

cdef enum:
    NO_PATH = 0
    SMALLEST_PATH = 1
    EVERY_PATH = 2
    NOWHERE = 99  # no direction: nothing has been jumped yet
    CAPACITY = 1024  # moves in a list
    JUMPS = 32  # jumps in a capture
    PATIENCE = 65536  # captures looked at, equal ones included

ctypedef struct Moves:
    # The position, seen by the side to move.
    u64 own
    u64 opponents
    u64 kings
    u64 opposing_kings
    u64 empty
    u64 frozen
    bint white
    # The piece in hand and its way so far.
    u64 origin
    bint is_king
    bint risen
    unsigned char trail[JUMPS]
    unsigned char victims[JUMPS]
    u64 follow[JUMPS + 1]
    # The list. A word is origin | target << 6 | promotes << 12 | jumps << 13.
    int paths
    int n
    int emitted
    bint overflow
    long long best
    int word[CAPACITY]
    u64 captured[CAPACITY]
    u64 order[CAPACITY]
    unsigned char path[CAPACITY * JUMPS]
    unsigned char prey[CAPACITY * JUMPS]

cdef extern from *:
    """
    #define SQUARE(bit) (1ULL << (bit))
    """
    u64 square "SQUARE"(int bit) noexcept nogil
    u64 ctz "__builtin_ctzll"(u64) noexcept nogil
    int popcount "__builtin_popcountll"(u64) noexcept nogil
    Moves* new_moves "__builtin_alloca"(size_t) noexcept nogil

cdef u64 step(u64 b, int d) noexcept nogil
cdef int opposite(int d) noexcept nogil

@cython.locals(men=u64, movers=u64, b=u64)
cdef void add_captures(Moves* m) noexcept nogil
cdef void lift(Moves* m, u64 b, bint is_king) noexcept nogil
@cython.locals(prey=u64, movers=u64, d=int)
cdef u64 capturing_men(Moves* m, u64 men) noexcept nogil
@cython.locals(movers=u64, d=int)
cdef u64 capturing_short_kings(Moves* m, u64 kings) noexcept nogil
@cython.locals(standing=u64, free=u64, reach=int, last_row=u64, goes_on=bint, d=int, target=u64, landing=u64)
cdef void man_captures(Moves* m, u64 b, u64 taken, int count, int came) noexcept nogil
@cython.locals(standing=u64, free=u64, goes_on=bint, d=int, target=u64, landing=u64)
cdef void king_captures(Moves* m, u64 b, u64 taken, int count, int came) noexcept nogil
@cython.locals(free=u64)
cdef bint any_landing_continues(Moves* m, u64 landing, u64 taken, int came) noexcept nogil
@cython.locals(standing=u64, free=u64, d=int, target=u64)
cdef bint king_goes_on(Moves* m, u64 b, u64 taken, int came) noexcept nogil
@cython.locals(key="long long", promotes=int, word=int, order=u64, i=int)
cdef void add_capture(Moves* m, u64 b, u64 taken, int count) noexcept nogil
@cython.locals(key="long long", i=int)
cdef long long precedence_key(Moves* m, u64 taken, int count) noexcept nogil
@cython.locals(j=int)
cdef bint trail_is_smaller(Moves* m, int i, int count) noexcept nogil
@cython.locals(j=int)
cdef void keep_path(Moves* m, int i, int count) noexcept nogil

@cython.locals(men=u64, reach=int, last_row=u64, d=int, targets=u64, b=u64, kings=u64, target=u64)
cdef void add_quiet_moves(Moves* m) noexcept nogil
cdef void add_quiet(Moves* m, int origin, int target, int promotes) noexcept nogil
@cython.locals(men=u64, total=int, d=int, kings=u64, targets=u64)
cdef int count_quiet_moves(Moves* m) noexcept nogil
