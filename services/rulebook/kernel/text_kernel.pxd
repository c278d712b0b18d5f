# cython: language_level=3
# The types of text_kernel.py.
cimport cython

ctypedef unsigned long long u64

cdef extern from *:
    """
    #define ONE_BIT 1ULL
    """
    const u64 ONE "ONE_BIT"
    int ctz "__builtin_ctzll"(u64) noexcept nogil

cdef u64 square(int bit) noexcept nogil
@cython.locals(
    n=Py_ssize_t, at=Py_ssize_t, start=Py_ssize_t, digits=Py_ssize_t, white=u64, black=u64,
    kings=u64, marks=u64, pieces=u64, last_row=u64, b=u64, halfmoves=int, value=int, side=int,
    part=int, letter=int, rank=int, first=int, last=int, marked=bint, king=bint,
    seen_white=bint, seen_black=bint,
)
cpdef scan(bytes text, int squares, bytes bit_of, bytes square_at, u64 white_last_row, u64 black_last_row)
@cython.locals(b=u64, name=str, tokens=list)
cpdef str piece_list(u64 pieces, u64 kings, u64 marks, tuple names)
