# The types of line.py and of the state of a draughts search.

cdef enum:
    MAX_PLY = 120
    HISTORY = 1024  # positions before the first one
    ROOM = 40000  # moves of a whole line
    WIN = 30000  # a win at once; later wins are worth a point less a ply
    WON = 29000  # scores beyond are wins
    UNDECIDED = 32001
    NEAR_PLIES = 40  # a count this near to its end is part of an entry's key
    ANTI = 1  # goals; 0 is the normal one
    BREAKTHROUGH = 2
    KINGS_DRAW = 1  # bits of few_pieces_end
    ONE_EACH_ENDS = 2
    KING_BEATS_MAN = 4
    ENDGAMES = 8  # endgame counts of a rule set
    FORCE = 16  # numbers of an endgame count: 0 to 4 the stronger side, 5 to 9 the weaker one, and
    LEAST_PIECES = 10
    MOST_PIECES = 11
    ON_LONG_DIAGONAL = 12
    PLIES = 13
    CAPTURE_RESTARTS = 14
    PROMOTION_RESTARTS = 15
    LINES = 16  # that one may ask for
    PLANES = 7  # bits of a square's worth
    FILLINGS = 6561  # of a block of eight squares

ctypedef struct Ply:
    u64 own
    u64 opponents
    u64 kings
    u64 marks
    u64 key
    bint white
    int no_progress
    bint counting  # whether any endgame count runs
    int plies[ENDGAMES]
    int reversible
    int own_run
    int own_run_square
    int opposing_run
    int opposing_run_square
    int killers[2]
    int pv_length

ctypedef struct Search:
    Run* run
    Moves* m
    Moves* other
    # The draw rules.
    int goal
    int repetition
    int no_progress_plies
    bint capture_resets
    bint man_resets
    bint promotion_resets
    int few_pieces_end
    int king_run_plies
    int endgames
    bint endgames_need_kings
    int force[ENDGAMES * FORCE]
    u64 long_diagonal
    int success_percent
    # How it reads.
    bint full_width
    bint sees_recaptures
    bint probing  # a shallower search is under way in place of a deeper one
    # What a position is worth; see evaluation.py.
    int man
    int man_growth
    int king
    int king_growth
    int first_king
    int kings_on_both
    int tempo
    int mobility

    int full_board
    int drawish
    u64 man_planes[2 * PLANES]
    u64 king_planes[2 * PLANES]
    bint has_formations
    const int* thirds  # by what stands on two rows
    const int* formations  # by block and filling
    int empty_share  # of 4096: how much emptier the board is without one more piece
    # The line.
    int played
    u64 keys[HISTORY + MAX_PLY + 8]
    Ply at[MAX_PLY + 8]
    # The moves of each ply, one behind the other.
    int word[ROOM]
    int worth[ROOM]
    u64 captured[ROOM]
    u64 order[ROOM]
    int history[2 * 4096]
    # The best lines, a row of MAX_PLY moves for each ply.
    int pv_word[MAX_PLY * MAX_PLY]
    u64 pv_captured[MAX_PLY * MAX_PLY]
    u64 pv_order[MAX_PLY * MAX_PLY]
    # The best lines of the root, a row of MAX_PLY moves for each.
    int line_score[LINES]
    int line_length[LINES]
    int line_word[LINES * MAX_PLY]
    u64 line_captured[LINES * MAX_PLY]
    u64 line_order[LINES * MAX_PLY]

cdef extern from *:
    """
    #define PLY_AT(s, i) (&(s)->at[i])
    #define FORCE_OF(s, n, i) ((s)->force[(n) * 16 + (i)])
    #define WORDS_IN(words) ((const int*)PyBytes_AS_STRING(words))
    """
    const int* words_in "WORDS_IN"(bytes words)
    Ply* ply_at "PLY_AT"(Search* s, int i) noexcept nogil
    int force_of "FORCE_OF"(Search* s, int n, int i) noexcept nogil
    Search* new_search "calloc"(size_t count, size_t size) noexcept nogil
    void free_search "free"(Search* s) noexcept nogil

@cython.locals(h=u64)
cdef u64 key_of(Ply* p) noexcept nogil
@cython.locals(h=u64, n=int)
cdef u64 entry_key(Search* s, Ply* p) noexcept nogil
@cython.locals(p="Ply*", q="Ply*", origin=u64, target=u64, man=bint, promotes=int)
cdef void advance(Search* s, int ply, int word, u64 captured) noexcept nogil
cdef void count(Search* s, Ply* p, Ply* q, int word, bint captures, bint man, bint promotes) noexcept nogil
cdef void count_runs(Ply* p, Ply* q, int word, bint captures, bint man) noexcept nogil
cdef u64 frozen_of(Search* s, Ply* p) noexcept nogil
@cython.locals(own_kings=int, opposing_kings=int, own_men=int, opposing_men=int, n=int, restarted=bint)
cdef void count_endgames(Search* s, Ply* p, Ply* q, bint captures, bint promotes) noexcept nogil
@cython.locals(total=int)
cdef bint is_balance(Search* s, int n, int strong_men, int strong_kings, int weak_men, int weak_kings, u64 weak_king_bits) noexcept nogil
cdef bint is_force(Search* s, int n, int at, int men, int kings) noexcept nogil
@cython.locals(own_king=bint, opposing_king=bint)
cdef int decided(Search* s, Ply* p, int ply) noexcept nogil
@cython.locals(seen=int, here=int, back=int)
cdef bint is_repeated(Search* s, Ply* p, int ply) noexcept nogil
@cython.locals(n=int)
cdef bint is_counted_out(Search* s, Ply* p) noexcept nogil
