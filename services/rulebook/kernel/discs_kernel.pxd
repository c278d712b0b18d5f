# cython: language_level=3
# The types of discs_kernel.py.
cimport cython

ctypedef unsigned long long u64

cdef extern from *:
    """
    #define BOARD_BITS 0xFFFFFFFFFFFFFFFFULL
    #define INNER_BITS 0x7E7E7E7E7E7E7E7EULL
    """
    const u64 BOARD "BOARD_BITS"
    const u64 INNER "INNER_BITS"
    int popcount "__builtin_popcountll"(u64) noexcept nogil

cdef u64 step(u64 b, int d) noexcept nogil
@cython.locals(empty=u64, targets=u64, d=int, between=u64, line=u64)
cpdef u64 mobility(u64 own, u64 opponents) noexcept nogil
@cython.locals(flipped=u64, d=int, between=u64, line=u64)
cpdef u64 flips(u64 own, u64 opponents, u64 b) noexcept nogil
@cython.locals(targets=u64, leaves="long long", b=u64, flipped=u64)
cdef long long count_leaves(u64 own, u64 opponents, int depth) noexcept nogil
@cython.locals(leaves="long long")
cpdef perft(u64 own, u64 opponents, int depth)
