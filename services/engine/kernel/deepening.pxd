# The types of deepening.py.

cdef enum:
    WINDOW = 30  # on each side of the last score

@cython.locals(p="Ply*", best=int, i=int, j=int, captured=u64, score=int, less=int)
cdef int search_root(Search* s, int n, int depth, int alpha, int beta, int place) noexcept nogil
@cython.locals(row=int, i=int)
cdef void keep_result(Search* s, int place, int score) noexcept nogil
@cython.locals(alpha=int, beta=int, score=int)
cdef int search_depth(Search* s, int n, int depth, int place) noexcept nogil
@cython.locals(run="Run*", m="Moves*", other="Moves*", s="Search*", n=int, lines=int, place=int, depth=int, reached=int, score=int)
cpdef explore(tuple position, tuple played, tuple rules, tuple weights, tuple limits, tuple reading, report)
@cython.locals(p="Ply*", i=int, n=int)
cdef int set_root(Search* s, tuple position, tuple played) except -1
@cython.locals(n=int, i=int)
cdef set_rules(Search* s, tuple rules)
@cython.locals(i=int)
cdef set_weights(Search* s, tuple weights)
@cython.locals(place=int, row=int, i=int)
cdef lines_of(Search* s, int lines)
cdef raw_move(int word, u64 captured, u64 order)
