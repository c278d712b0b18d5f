# cython: language_level=3
# The types of text_kernel.py.
cimport cython

ctypedef unsigned long long u64

cdef extern from *:
    """
    #define ONE_BIT 1ULL
    #define ALL_BITS 0xFFFFFFFFFFFFFFFFULL
    #define LONGEST_FEN 600
    #define SPLITMIX_STEP 0x9E3779B97F4A7C15ULL
    #define SPLITMIX_FIRST 0xBF58476D1CE4E5B9ULL
    #define SPLITMIX_SECOND 0x94D049BB133111EBULL
    """
    const u64 ONE "ONE_BIT"
    const u64 FULL "ALL_BITS"
    const u64 STEP "SPLITMIX_STEP"
    const u64 FIRST "SPLITMIX_FIRST"
    const u64 SECOND "SPLITMIX_SECOND"
    const int LONGEST "LONGEST_FEN"
    unsigned char* new_text "__builtin_alloca"(size_t) noexcept nogil
    int ctz "__builtin_ctzll"(u64) noexcept nogil

cdef u64 square(int bit) noexcept nogil
@cython.locals(
    n=Py_ssize_t, at=Py_ssize_t, start=Py_ssize_t, digits=Py_ssize_t, white=u64, black=u64,
    kings=u64, marks=u64, pieces=u64, last_row=u64, b=u64, halfmoves=int, value=int, side=int,
    part=int, letter=int, rank=int, first=int, last=int, marked=bint, king=bint,
    seen_white=bint, seen_black=bint,
)
cpdef scan(bytes text, int squares, bytes bit_of, bytes square_at, u64 white_last_row, u64 black_last_row)
@cython.locals(out="unsigned char*", n=int)
cpdef str write(bint white_to_move, u64 white, u64 black, u64 kings, u64 marks, bytes names)
@cython.locals(b=u64, at=int, i=int, name="const unsigned char*")
cdef int add_pieces(unsigned char* out, int n, u64 pieces, u64 kings, u64 marks, bytes names)
cpdef u64 mix(u64 side, u64 white, u64 black, u64 kings, u64 marks) noexcept nogil
cdef u64 spread(u64 h, u64 word) noexcept nogil
