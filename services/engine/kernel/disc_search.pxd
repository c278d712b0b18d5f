# The types of disc_search.py.

cdef enum:
    COMPARED_DEPTH = 3  # the least depth at which a shallower search may answer for it

@cython.locals(run="Run*", score=int, empty=int, moves=u64, key=u64, hash_move=int, exact=bint, hashed=bint, known=u64, n=int)
cdef int search(Search* s, u64 own, u64 opponents, int depth, int alpha, int beta, int ply, int first) noexcept nogil
@cython.locals(shallow=int, margin=int, bound=int)
cdef int compare(Search* s, u64 own, u64 opponents, u64 moves, int depth, int empty, int alpha, int ply, int first) noexcept nogil
@cython.locals(discs=int)
cdef int solve_window(Search* s, u64 own, u64 opponents, int alpha, int empty, int first) noexcept nogil
@cython.locals(run="Run*", is_pv=bint, lower=int, best=int, best_move=int, i=int, b=u64, flipped=u64, later=int, less=int, score=int, bound=int)
cdef int search_squares(Search* s, u64 own, u64 opponents, int depth, int alpha, int beta, int ply, int first, int n, u64 key, bint hashed, bint exact) noexcept nogil
@cython.locals(flipped=int)
cdef int place_last(Search* s, u64 own, u64 opponents, u64 b, int ply, bint is_pv) noexcept nogil
@cython.locals(n=int, left=int, b=u64, at=int, flipped=u64, worth=int, replies=u64)
cdef int list_squares(Search* s, u64 own, u64 opponents, u64 moves, int depth, int empty, int hash_move, int first, int ply) noexcept nogil
@cython.locals(quadrant=u64)
cdef bint is_odd_region(u64 discs, int at) noexcept nogil
@cython.locals(top=int, j=int)
cdef void pick(Search* s, int i, int end) noexcept nogil
@cython.locals(at=int, worth=int, flipped=u64)
cdef void swap(Search* s, int i, int j) noexcept nogil
@cython.locals(row=int, length=int, j=int)
cdef void keep_line(Search* s, int ply, int at) noexcept nogil
