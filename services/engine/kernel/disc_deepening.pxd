# The types of disc_deepening.py.

cdef enum:
    DISC_WINDOW = 300  # on each side of the last score
    SOLVED_AHEAD = 5  # plies from the end at which the search goes straight to it

@cython.locals(best=int, i=int, j=int, flipped=u64, after=u64, score=int, less=int)
cdef int search_root(Search* s, u64 own, u64 opponents, int n, int depth, int alpha, int beta, bint exact, int place) noexcept nogil
@cython.locals(i=int)
cdef void keep_result(Search* s, int place, int score) noexcept nogil
@cython.locals(alpha=int, beta=int, score=int)
cdef void search_depth(Search* s, u64 own, u64 opponents, int n, int depth, bint exact, int place) noexcept nogil
@cython.locals(run="Run*", s="Search*", own=u64, opponents=u64, moves=u64, empty=int, n=int, i=int, lines=int, place=int, value=int, depth=int, reached=int)
cpdef explore(tuple position, tuple weights, tuple limits, tuple reading, report)
@cython.locals(stage=int, i=int)
cdef set_weights(Search* s, tuple weights)
@cython.locals(place=int, row=int, length=int, i=int)
cdef lines_of(Search* s, int lines)
