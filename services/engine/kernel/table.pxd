# The types of table.py; joined behind the generator's, which declare u64.

cdef enum:
    POLL_NODES = 1024  # between two looks at the limits
    OUT_OF_NODES = 1
    TOLD_TO_STOP = 2
    OUT_OF_TIME = 3
    EMPTY = 0  # kinds of bounds
    LOWER = 1
    UPPER = 2
    EXACT = 3

ctypedef struct Run:
    # The limits.
    long long nodes
    long long budget
    long long next_look
    long long deadline_ms
    size_t flag
    int stopped
    int looks
    bint in_main_thread
    # The table: 4 * (mask + 1) entries of two words, the key mixed with what is known, and that.
    u64* entries
    u64 mask
    int age
    int oldest
    # What it gets wrong on purpose.
    u64 salt
    int noise
    int overlook  # out of 1024 replies

cdef extern from *:
    """
    #include <time.h>
    #include <stdlib.h>
    static long long monotonic_ms(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    }
    static int signals_raise(void) {
        PyGILState_STATE state = PyGILState_Ensure();
        int raised = PyErr_CheckSignals();
        PyGILState_Release(state);
        return raised;
    }
    #define PENDING() (PyErr_Occurred() ? -1 : 0)
    #define FULL_BITS 0xFFFFFFFFFFFFFFFFULL
    #define MIX_A_BITS 0x9E3779B97F4A7C15ULL
    #define MIX_B_BITS 0xD6E8FEB86659FD93ULL
    #define MIX_C_BITS 0xA0761D6478BD642FULL
    #define FLAG_AT(address) ((address) != 0 && *(volatile int*)(address) != 0)
    #define LOAD(run, i) __atomic_load_n(&(run)->entries[i], __ATOMIC_RELAXED)
    #define FETCH(run, key) __builtin_prefetch(&(run)->entries[((key) & (run)->mask) << 3])
    #define STORE(run, i, word) __atomic_store_n(&(run)->entries[i], (word), __ATOMIC_RELAXED)
    """
    const u64 FULL "FULL_BITS"
    const u64 MIX_A "MIX_A_BITS"
    const u64 MIX_B "MIX_B_BITS"
    const u64 MIX_C "MIX_C_BITS"
    long long now_ms "monotonic_ms"() noexcept nogil
    int signals_raise() noexcept nogil
    int raise_pending "PENDING"() except -1
    int flag_at "FLAG_AT"(size_t address) noexcept nogil
    long long int_of "(long long)"(u64 value) noexcept nogil
    u64 uint_of "(unsigned long long)"(long long value) noexcept nogil
    u64* entries_at "(void*)"(size_t address) noexcept nogil
    u64 load "LOAD"(Run* run, long long i) noexcept nogil
    void fetch "FETCH"(Run* run, u64 key) noexcept nogil  # bring an entry near that will be asked for
    void store "STORE"(Run* run, long long i, u64 word) noexcept nogil
    Run* new_run "__builtin_alloca"(size_t size) noexcept nogil

cdef u64 mix(u64 h) noexcept nogil
cdef bint enter(Run* run) noexcept nogil
@cython.locals(first="long long", i="long long", known=u64)
cdef u64 find(Run* run, u64 key) noexcept nogil
cdef u64 pack(unsigned int move, int score, int depth, int mark) noexcept nogil
cdef unsigned int move_in(u64 known) noexcept nogil
cdef int score_in(u64 known) noexcept nogil
cdef int depth_in(u64 known) noexcept nogil
cdef int bound_in(u64 known) noexcept nogil
@cython.locals(bound=int)
cdef bint settles(u64 known, int score, int alpha, int beta) noexcept nogil
@cython.locals(first="long long", i="long long", place="long long", least=int, worth=int, known=u64)
cdef void keep(Run* run, u64 key, unsigned int move, int score, int depth, int bound) noexcept nogil
cdef void look_up(Run* run) noexcept nogil
cdef int noise_of(Run* run, u64 key) noexcept nogil
cdef bint overlooks(Run* run, u64 key, u64 move) noexcept nogil
cdef set_limits(Run* run, tuple limits)
