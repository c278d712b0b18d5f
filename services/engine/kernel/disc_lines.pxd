# The types of disc_lines.py, and its tables.

cdef extern from *:
    """
    #define CORNER_BITS 0x8100000000000081ULL
    #define TOP_BITS 0x00000000000000FFULL
    #define BOTTOM_BITS 0xFF00000000000000ULL
    #define A_FILE_BITS 0x0101010101010101ULL
    #define H_FILE_BITS 0x8080808080808080ULL
    #define LOW_HALF_BITS 0x0F0F0F0F0F0F0F0FULL
    #define FILE_TO_ROW_BITS 0x0102040810204080ULL
    #define QUARTER_BITS 0x0F0F0F0FULL
    #define SQUARE_BIT(at) (1ULL << (at))
    #define TOP_BIT(b) (0x8000000000000000ULL >> __builtin_clzll(b))
    """
    const u64 CORNERS "CORNER_BITS"
    const u64 TOP "TOP_BITS"
    const u64 BOTTOM "BOTTOM_BITS"
    const u64 LEFT_EDGE "A_FILE_BITS"
    const u64 RIGHT_EDGE "H_FILE_BITS"
    const u64 LOW_HALVES "LOW_HALF_BITS"  # the left four squares of each row
    const u64 FILE_TO_ROW "FILE_TO_ROW_BITS"  # times the a-file, it has that file as its highest byte
    const u64 QUARTER "QUARTER_BITS"
    u64 square_bit "SQUARE_BIT"(int at) noexcept nogil
    u64 top_bit "TOP_BIT"(u64) noexcept nogil
    u64 turned "__builtin_bswap64"(u64) noexcept nogil
    int ctz "__builtin_ctzll"(u64) noexcept nogil

cdef u64 RAYS[256]  # of each square: right, down left, down, down right
cdef u64 LEFT_RAY[64]
cdef u64 NEIGHBOURS[64]
cdef u64 FALLING[64]
cdef u64 RISING[64]
cdef unsigned char LAST_FLIPS[2048]  # place * 256 + own discs

@cython.locals(at=int, row=int, column=int, place=int, discs=int, b=u64)
cdef void fill_rays() noexcept
@cython.locals(squares=u64)
cdef u64 ray(int row, int column, int down, int right) noexcept
@cython.locals(total=int, after=int, before=int)
cdef int flips_on(int own, int place) noexcept
@cython.locals(wide=u64)
cdef u64 around(u64 b) noexcept nogil
@cython.locals(flipped=u64, own_turned=u64, opponents_turned=u64, at_turned=int, upwards=u64, line=u64, stops=u64, end=u64)
cdef u64 flips_at(u64 own, u64 opponents, int at) noexcept nogil
@cython.locals(stops=u64, end=u64)
cdef u64 along(u64 line, u64 own, u64 opponents) noexcept nogil
@cython.locals(inner=u64, found=u64, d=int, by=int, between=u64, up=u64, pairs=u64, down=u64)
cdef u64 targets(u64 own, u64 opponents) noexcept nogil
@cython.locals(row=int, column=int)
cdef int last_flips(u64 own, int at) noexcept nogil
@cython.locals(discs=u64, rows=u64, files=u64, falling=u64, rising=u64, stable=u64, grown=u64, across=u64, upright=u64, down=u64, up=u64)
cdef u64 stable_discs(u64 own, u64 opponents) noexcept nogil
@cython.locals(full=u64)
cdef u64 full_rows(u64 discs) noexcept nogil
@cython.locals(full=u64)
cdef u64 full_files(u64 discs) noexcept nogil
@cython.locals(empty=u64, left=u64, right=u64, down=u64, up=u64)
cdef u64 full_diagonals(u64 discs, int by) noexcept nogil
