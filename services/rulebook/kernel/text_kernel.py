"""Reading and writing the piece lists of a draughts FEN, compiled because every request does it.

Plain Python that the build compiles with the types in `text_kernel.pxd`.
`fen.py` is the face of it: there are the reasons behind the numbers of faults.
"""

import cython

if not cython.compiled:
    from rulebook.kernel.plain import ctz

    ONE = 1
    FULL = (1 << 64) - 1
    STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
    LONGEST = 600
    new_text = bytearray


def scan(text, squares, bit_of, square_at, white_last_row, black_last_row):
    """Read `side:Wlist:Blist`, with `:H…` and `:F…` behind it (text is bytes).

    `bit_of[square]` is a bit index; `square_at[16 * file + rank]` the square of an algebraic name,
    0 where there is none, both with a = 1. Returns (fault, at, length, white_to_move, white, black,
    kings, marks, halfmoves). Fault 0 is none; otherwise at and length are the offending text.
    """
    n = len(text)
    white = 0
    black = 0
    kings = 0
    marks = 0
    halfmoves = 0
    seen_white = False
    seen_black = False
    side = 0
    at = 0
    if n > 0:
        side = text[0]
    if side != 87 and side != 66:  # W, B
        return 1, 0, 1 if n else 0, True, 0, 0, 0, 0, 0
    at = 1
    while at < n:
        if text[at] == 46 and at == n - 1:  # a final dot
            break
        if text[at] != 58:  # a colon before each part
            return 2, at, 1, True, 0, 0, 0, 0, 0
        at += 1
        if at == n:
            return 2, at - 1, 1, True, 0, 0, 0, 0, 0
        part = text[at]
        if part == 72 or part == 70:  # H halfmoves, F fullmove
            start = at
            at += 1
            value = 0
            while at < n and 48 <= text[at] <= 57 and at - start < 8:
                value = value * 10 + text[at] - 48
                at += 1
            if at == start + 1:
                return 2, start, 1, True, 0, 0, 0, 0, 0
            if part == 72:
                halfmoves = value
            continue
        if part == 87 and not seen_white:
            seen_white = True
        elif part == 66 and not seen_black:
            seen_black = True
        else:
            return 2, at, 1, True, 0, 0, 0, 0, 0
        at += 1
        last_row = white_last_row if part == 87 else black_last_row
        pieces = 0
        while at < n and text[at] != 58 and not (text[at] == 46 and at == n - 1):
            start = at
            marked = text[at] == 77  # M
            if marked:
                at += 1
            king = at < n and text[at] == 75  # K
            if king:
                at += 1
            first = 0
            letter = text[at] | 32 if at < n else 0
            if 97 <= letter <= 106:  # a to j
                at += 1
                rank = 0
                while at < n and 48 <= text[at] <= 57 and rank < 16:
                    rank = rank * 10 + text[at] - 48
                    at += 1
                if rank < 16:
                    first = square_at[16 * (letter - 96) + rank]
                last = first
                if first == 0:
                    return 3, start, at - start, True, 0, 0, 0, 0, 0
            else:
                digits = at
                while at < n and 48 <= text[at] <= 57 and first < 1000:
                    first = first * 10 + text[at] - 48
                    at += 1
                if at == digits:
                    return 2, start, at - start + 1, True, 0, 0, 0, 0, 0
                last = first
                if at < n and text[at] == 45:  # a range
                    at += 1
                    digits = at
                    last = 0
                    while at < n and 48 <= text[at] <= 57 and last < 1000:
                        last = last * 10 + text[at] - 48
                        at += 1
                    if at == digits or last < first:
                        return 2, start, at - start, True, 0, 0, 0, 0, 0
                if first < 1 or last > squares:
                    return 3, start, at - start, True, 0, 0, 0, 0, 0
            while first <= last:
                b = square(bit_of[first])
                if (white | black | pieces) & b:
                    return 4, start, at - start, True, 0, 0, 0, 0, 0
                if not king and b & last_row:
                    return 5, start, at - start, True, 0, 0, 0, 0, 0
                pieces |= b
                if king:
                    kings |= b
                if marked:
                    marks |= b
                first += 1
            if at < n and text[at] == 44:  # a comma, with a piece behind it
                at += 1
                if at == n or text[at] == 58:
                    return 2, at - 1, 1, True, 0, 0, 0, 0, 0
            elif at < n and text[at] != 58 and not (text[at] == 46 and at == n - 1):
                return 2, at, 1, True, 0, 0, 0, 0, 0
        if part == 87:
            white |= pieces
        else:
            black |= pieces
    if not seen_white or not seen_black:
        return 6, 0, n, True, 0, 0, 0, 0, 0
    return 0, 0, 0, side == 87, white, black, kings, marks, halfmoves


def write(white_to_move, white, black, kings, marks, names):
    """The position as `side:Wlist:Blist`, `K` before kings and `M` before marked pieces.

    `names` holds four bytes for each bit index: the length of the square's name, and the name.
    """
    out = new_text(LONGEST)
    out[0] = 87 if white_to_move else 66
    out[1] = 58
    out[2] = 87
    n = add_pieces(out, 3, white, kings, marks, names)
    out[n] = 58
    out[n + 1] = 66
    n = add_pieces(out, n + 2, black, kings, marks, names)
    return out[:n].decode("ascii")


def add_pieces(out, n, pieces, kings, marks, names):
    """Write the squares of a bitboard, by comma, from out[n] on; the end of what is written."""
    while pieces:
        b = pieces & -pieces
        pieces ^= b
        if marks & b:
            out[n] = 77
            n += 1
        if kings & b:
            out[n] = 75
            n += 1
        at = ctz(b) * 4
        for i in range(names[at]):
            out[n] = names[at + 1 + i]
            n += 1
        if pieces:
            out[n] = 44
            n += 1
    return n


def mix(side, white, black, kings, marks):
    """64 bits for a position, well spread: the finaliser of splitmix64 over each of its words."""
    return spread(spread(spread(spread(side, white), black), kings), marks)


def spread(h, word):
    """One step of mix."""
    h = (h ^ word) + STEP & FULL
    h = (h ^ h >> 30) * FIRST & FULL
    h = (h ^ h >> 27) * SECOND & FULL
    return h ^ h >> 31


def square(bit):
    """The board with a piece on this bit alone."""
    return ONE << bit


def is_compiled():
    """Whether this kernel runs as C."""
    return cython.compiled
