# The types of ordering.py.

cdef unsigned int sign_of(int word, u64 captured) noexcept nogil
@cython.locals(side=int, i=int, word=int, kings=int)
cdef void rate(Search* s, Ply* p, int first, int n, unsigned int hash_move) noexcept nogil
@cython.locals(top=int, j=int)
cdef void pick(Search* s, int i, int end) noexcept nogil
@cython.locals(word=int, worth=int, captured=u64, order=u64)
cdef void swap(Search* s, int i, int j) noexcept nogil
@cython.locals(side=int, move=int, gain=int, j=int)
cdef void credit(Search* s, Ply* p, int first, int i, int depth) noexcept nogil
@cython.locals(size=int)
cdef void lift_history(Search* s, int at, int gain) noexcept nogil
