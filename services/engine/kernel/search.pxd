# The types of search.py.

cdef enum:
    FORCED_DEPTH = 4  # up to here the only reply costs no depth; on the principal variation it never does
    PROBE_DEPTH = 4  # the least depth at which a shallower search may answer for it
    PROBE_MARGIN = 7  # how surely, in hundredths of a man a ply
    ALONE_DEPTH = 8  # the least depth at which a move that stands alone is searched a ply deeper
    ALONE_PLIES = 4  # by so much less deep the others are looked at
    ALONE_MARGIN = 40  # by so much they have to be worse, in hundredths of a man

@cython.locals(run="Run*", p="Ply*", score=int, counted_out=bint, remembered=bint, key=u64, hash_move="unsigned int", known=u64, n=int, capturing=bint, best=int, deeper=int, further=int)
cdef int search(Search* s, int depth, int alpha, int beta, int ply, int first) noexcept nogil
@cython.locals(margin=int, score=int)
cdef int probe(Search* s, int depth, int beta, int ply, int first) noexcept nogil
@cython.locals(run="Run*", is_pv=bint, lower=int, best_move="unsigned int", i=int, word=int, quiet=bint, later=int, score=int, less=int, bound=int)
cdef int search_moves(Search* s, Ply* p, int depth, int deeper, int alpha, int beta, int best, int ply, int first, int n, u64 key, int further) noexcept nogil
@cython.locals(i=int)
cdef bint is_alone(Search* s, int depth, int bar, int ply, int first, int n) noexcept nogil
@cython.locals(p="Ply*", q="Ply*", word=int, jumps=int, taken=u64, left="long long", total="long long", least=int, j=int, victim=u64, chance="long long", score=int)
cdef int search_lots(Search* s, int deeper, int ply, int i, int after) noexcept nogil
cdef int calm(int score) noexcept nogil
@cython.locals(_=int)
cdef int victim_of(u64 order, int behind) noexcept nogil
@cython.locals(m="Moves*", i=int)
cdef int list_at(Search* s, Ply* p, int first) noexcept nogil
@cython.locals(i=int)
cdef int count_captures(Search* s, int first, int n) noexcept nogil
@cython.locals(kept=int, i=int, sure=bint, capture=bint)
cdef int keep_what_is_seen(Search* s, Ply* p, int ply, int first, int n) noexcept nogil
@cython.locals(row=int, length=int, j=int)
cdef void keep_line(Search* s, int ply, int i) noexcept nogil
cdef int to_entry(int score, int ply) noexcept nogil
cdef int from_entry(int score, int ply) noexcept nogil
