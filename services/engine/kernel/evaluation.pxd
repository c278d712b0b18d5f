# The types of evaluation.py.

@cython.locals(own_men=u64, opposing_men=u64, own_kings=int, opposing_kings=int, men=int, kings=int, gone=int, score=int, own=int, opposing=int, digits=int, i=int)
cdef int evaluate(Search* s, Ply* p) noexcept nogil
@cython.locals(white=u64, black=u64, rows=u64, both=int, lower=u64, upper=u64, filling=int, i=int, j=int, full=int, empty=int)
cdef int formations(Search* s, Ply* p, int gone) noexcept nogil
@cython.locals(empty=u64, men=u64, kings=u64, total=int, d=int)
cdef int count_steps(u64 own, Ply* p, bint white) noexcept nogil
@cython.locals(own=int, opposing=int)
cdef int draw_nearer(Search* s, int score, int own_kings, int opposing_kings, int own_men, int opposing_men) noexcept nogil
cdef bint is_threatened(Search* s, Ply* p) noexcept nogil
cdef bint is_quiet(Search* s, Ply* p) noexcept nogil
@cython.locals(kings=u64, b=u64)
cdef bint can_capture(Moves* m) noexcept nogil
