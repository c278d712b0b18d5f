"""Boards: squares, their numbers and names, and their places in a bitboard.

Squares are numbered from 1, row by row from the top left as White sees the board.
On boards where only the dark squares play, the bitboard has one ghost column: two rows of
`cols / 2` squares are followed by one bit that is never set, so that a step along a diagonal
is the same shift from every square and a step off the board lands on a ghost or outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, kw_only=True)
class Board:
    """A square board; `dark_only` plays on half of the squares.

    `mirrored`: the bottom right corner plays and not the bottom left one.
    `a1_on_top`: algebraic names count from the top left corner, not from the bottom left one.
    """

    size: int  # rows and columns
    dark_only: bool = True
    mirrored: bool = False
    a1_on_top: bool = False

    @property
    def squares(self) -> int:
        return self.size * self.size // 2 if self.dark_only else self.size * self.size

    @property
    def squares_per_row(self) -> int:
        return self.size // 2 if self.dark_only else self.size

    @cached_property
    def bit_of(self) -> tuple[int, ...]:
        """square number -> bit index; entry 0 is unused."""
        return (-1, *(self._bit(square) for square in range(1, self.squares + 1)))

    @cached_property
    def square_of(self) -> tuple[int, ...]:
        """bit index -> square number, 0 for ghosts."""
        squares = [0] * 64
        for square in range(1, self.squares + 1):
            squares[self._bit(square)] = square
        return tuple(squares)

    @cached_property
    def square_table(self) -> bytes:
        """square_of for bytes.translate."""
        return bytes(self.square_of).ljust(256, b"\0")

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """square number -> row; entry 0 is unused."""
        return (0, *(self.row_of(square) for square in range(1, self.squares + 1)))

    @cached_property
    def square_at(self) -> dict[tuple[int, int], int]:
        """(row, column) -> square number."""
        return {(self.row_of(square), self.column(square)): square for square in range(1, self.squares + 1)}

    @cached_property
    def scanning(self) -> tuple[int, bytes, bytes, int, int]:
        """What the kernel's scanner asks about the board."""
        return self.squares, self.bit_table, self.name_table, self.top_row, self.bottom_row

    @cached_property
    def name_of(self) -> tuple[str, ...]:
        """square number -> algebraic name; entry 0 is unused."""
        return ("", *(self._name(square) for square in range(1, self.squares + 1)))

    @cached_property
    def square_named(self) -> dict[str, int]:
        """Both spellings of a square, "21" and "a3", to its number."""
        named = {name: square for square, name in enumerate(self.name_of) if square}
        named.update((str(square), square) for square in range(1, self.squares + 1))
        return named

    @cached_property
    def bit_table(self) -> bytes:
        """bit_of for the kernel's scanner; entry 0 is unused."""
        return bytes((0, *self.bit_of[1:]))

    @cached_property
    def name_table(self) -> bytes:
        """16 * file + rank -> square number, both from 1; 0 where no square plays."""
        table = bytearray(256)
        for square in range(1, self.squares + 1):
            table[16 * self.column(square) + self._rank(square)] = square
        return bytes(table)

    @cached_property
    def fen_names(self) -> bytes:
        """Four bytes for each bit index: the length of the square's name in a FEN, and the name.

        Squares are named by numbers, but a1, b2 … where all squares play.
        """
        names = bytearray(256)
        for square in range(1, self.squares + 1):
            name = (str(square) if self.dark_only else self._name(square)).encode()
            at = 4 * self._bit(square)
            names[at : at + 1 + len(name)] = bytes((len(name),)) + name
        return bytes(names)

    @cached_property
    def valid(self) -> int:
        """The bits of all squares."""
        return self.mask(range(1, self.squares + 1))

    def mask(self, squares: range | tuple[int, ...]) -> int:
        bits = 0
        for square in squares:
            bits |= 1 << self._bit(square)
        return bits

    def squares_in(self, bits: int) -> list[int]:
        """The numbers of the squares of a bitboard, in rising order."""
        squares = []
        square_of = self.square_of
        while bits:
            low = bits & -bits
            squares.append(square_of[low.bit_length() - 1])
            bits ^= low
        return squares

    @cached_property
    def top_row(self) -> int:
        """The bits of the row on which White's men promote."""
        return self.row(1)

    @cached_property
    def bottom_row(self) -> int:
        """The bits of the row on which Black's men promote."""
        return self.row(self.size)

    def row(self, row: int) -> int:
        """The bits of one row; row 1 is at the top."""
        first = (row - 1) * self.squares_per_row + 1
        return self.mask(range(first, first + self.squares_per_row))

    def column(self, square: int) -> int:
        """The column of a square, 1 at the left."""
        row, place = divmod(square - 1, self.squares_per_row)
        if not self.dark_only:
            return place + 1
        starts_left = (row % 2 == 1) != self.mirrored
        return 2 * place + (1 if starts_left else 2)

    def row_of(self, square: int) -> int:
        """The row of a square, 1 at the top."""
        return (square - 1) // self.squares_per_row + 1

    @cached_property
    def long_diagonal(self) -> int:
        """The bits of the diagonal through the playing corners (the main road)."""
        squares = range(1, self.squares + 1)
        if self.mirrored:
            return self.mask(tuple(s for s in squares if self.row_of(s) == self.column(s)))
        total = self.size + 1
        return self.mask(tuple(s for s in squares if self.row_of(s) + self.column(s) == total))

    def _bit(self, square: int) -> int:
        if not self.dark_only:
            return square - 1
        # A mirrored board is a normal one from its second row on.
        place = square - 1 + (self.squares_per_row if self.mirrored else 0)
        return place + place // self.size

    def _name(self, square: int) -> str:
        return f"{chr(ord('a') + self.column(square) - 1)}{self._rank(square)}"

    def _rank(self, square: int) -> int:
        row = self.row_of(square)
        return row if self.a1_on_top else self.size + 1 - row


DARK_8 = Board(size=8)
DARK_8_MIRRORED = Board(size=8, mirrored=True)
DARK_10 = Board(size=10)
ALL_8 = Board(size=8, dark_only=False)
DISCS_8 = Board(size=8, dark_only=False, a1_on_top=True)
