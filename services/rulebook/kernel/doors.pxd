# The types of doors.py; joined to generator.pxd.

cdef void set_up(Moves* m, u64 own, u64 opponents, u64 kings, bint white, u64 frozen, int paths) noexcept nogil
cdef void generate(Moves* m) noexcept nogil
cdef int count_moves(Moves* m) noexcept nogil
cdef bint can_move(Moves* m) noexcept nogil
@cython.locals(m="Moves*", leaves="long long", i=int, origin=u64, target=u64, after=u64, crowned=u64)
cdef long long count_leaves(u64 own, u64 opponents, u64 kings, bint white, int depth) noexcept nogil

@cython.locals(leaves="long long")
cpdef perft(u64 own, u64 opponents, u64 kings, bint white, int depth)
@cython.locals(m="Moves*")
cpdef bint has_move(u64 own, u64 opponents, u64 kings, bint white, u64 frozen)
@cython.locals(m="Moves*", i=int)
cpdef list_moves(u64 own, u64 opponents, u64 kings, bint white, u64 frozen, int paths)
@cython.locals(m="Moves*", i=int, word=int, found=list, taken=u64, promotes=bint, crowned=u64)
cpdef find_moves(u64 own, u64 opponents, u64 kings, bint white, u64 frozen, int origin, int target)
@cython.locals(i=int)
cpdef configure(tuple rules)
@cython.locals(m="Moves*", i=int)
cpdef follow_moves(u64 own, u64 opponents, u64 kings, bint white, u64 frozen, tuple landings)
@cython.locals(count=int, target=int, first=int)
cdef as_tuple(Moves* m, int i)
