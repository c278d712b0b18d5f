# The types of disc_endgame.py.

cdef enum:
    FEW_EMPTY = 5  # below, each empty square is tried
    MANY_EMPTY = 7  # from here on moves are ordered by replies, and positions remembered
    ASKING_EMPTY = 9  # from here on the table is asked for each move before one is tried
    FORESEEING_EMPTY = 14  # from here on two plies are looked ahead behind each move, to order them
    FORESIGHT_PLY = 128  # in a row of lines that no game reaches

cdef int HOPES[65]  # by empty squares: the score from which discs that stay are worth counting

@cython.locals(run="Run*", discs=u64, empty=u64, left=int, bound=int, moves=u64, key=u64, hash_move=int, known=u64, n=int, i=int, best=int, best_move=int, flipped=u64, score=int)
cdef int solve(Search* s, u64 own, u64 opponents, int alpha, int first) noexcept nogil
@cython.locals(n=int, odd=u64, b=u64, at=int, flipped=u64, mine=u64, theirs=u64, worth=int, replies=u64, ahead=int)
cdef int list_endgame(Search* s, u64 own, u64 opponents, u64 moves, int left, int hash_move, int first) noexcept nogil
@cython.locals(odd=u64)
cdef u64 odd_regions(u64 discs) noexcept nogil
@cython.locals(best=int, odd=u64, few=bint, part=u64, rest=u64, b=u64, flipped=u64, score=int)
cdef int solve_shallow(Search* s, u64 own, u64 opponents, int alpha, int first, u64 moves, u64 empty) noexcept nogil
@cython.locals(best=int, odd=u64, left=int, part=u64, rest=u64, b=u64, at=int, flipped=u64, score=int)
cdef int solve_few(Search* s, u64 own, u64 opponents, int alpha, u64 empty) noexcept nogil
@cython.locals(mine=int, flipped=int)
cdef int solve_last(Search* s, u64 own, int at) noexcept nogil
@cython.locals(mine=int, theirs=int)
cdef int result_of(u64 own, u64 opponents) noexcept nogil
@cython.locals(left=int)
cdef void fill_hopes() noexcept
