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

ctypedef struct Entry:
    u64 key
    unsigned int move
    short score
    signed char depth
    unsigned char mark  # age << 2 | bound

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
    # The table: 4 * (mask + 1) entries.
    Entry* entries
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
    #define ENTRY_AT(run, i) (&(run)->entries[i])
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
    Entry* entries_at "(void*)"(size_t address) noexcept nogil
    Entry* entry_at "ENTRY_AT"(Run* run, long long i) noexcept nogil
    Run* new_run "__builtin_alloca"(size_t size) noexcept nogil

cdef u64 mix(u64 h) noexcept nogil
@cython.locals(first="long long", i="long long", entry="Entry*")
cdef long long find(Run* run, u64 key) noexcept nogil
@cython.locals(first="long long", i="long long", place="long long", least=int, worth=int, entry="Entry*")
cdef void keep(Run* run, u64 key, unsigned int move, int score, int depth, int bound) noexcept nogil
cdef void look_up(Run* run) noexcept nogil
cdef int noise_of(Run* run, u64 key) noexcept nogil
cdef bint overlooks(Run* run, u64 key, u64 move) noexcept nogil
cdef set_limits(Run* run, tuple limits)
