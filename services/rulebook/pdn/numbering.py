"""The squares and colours of PDN files against those of the rulebook.

The GameType tag fixes where square 1 lies, seen by the player who begins; the rulebook counts row by
row from the top left, seen by White, who is at the bottom. Both are known, so the conversion is
computed and not listed.

A file without a GameType has the rulebook's own numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rulebook import Ruleset, Side
from rulebook.board import Board
from rulebook.ruleset import Family

_GAME_TYPE = re.compile(
    r"\s*([0-9]{1,2})\s*(?:,\s*([WB])\s*,\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*,\s*([ANS])([0-3])\s*(?:,\s*[01]\s*)?)?"
)
_SQUARE = re.compile(r"[a-l][0-9]{1,2}|[0-9]{1,3}")
_SQUARES_OF_SIDE = re.compile(r"(\s*[WB]?)(.*)", re.DOTALL)
_CAPTURES = re.compile(r"[x:X\u00d7]")
_MOVES_KEPT = 20_000
_EXCHANGED = str.maketrans("WB", "BW")
_LISTED = re.compile(r"([KM]*)([a-l][0-9]{1,2}|[0-9]{1,3})(?:-([0-9]{1,3}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameType:
    """A GameType tag; what it does not say is None."""

    number: int
    first: Side | None = None
    width: int | None = None
    algebraic: bool = False
    corner: int = 0  # of the first square, seen by the player who begins: 1 bottom right, 2 top left

    @classmethod
    def parse(cls, text: str) -> GameType | None:
        """None if the text has not the form of the tag."""
        match = _GAME_TYPE.fullmatch(text)
        if match is None:
            return None
        number, first, width, _, letter, corner = match.groups()
        return cls(
            number=int(number),
            first=None if first is None else (Side.WHITE if first == "W" else Side.BLACK),
            width=None if width is None else int(width),
            algebraic=letter == "A",
            corner=int(corner or 0),
        )


@dataclass(frozen=True, kw_only=True)
class FileNumbers:
    """How one file writes the squares of one board."""

    board: Board
    turned: bool = False  # file number = squares + 1 - number of the rulebook
    names_turned: bool = False  # the same for algebraic squares
    writes_names: bool = False  # a move is written "c3-d4"
    swapped: bool = False  # the file's White is the rulebook's Black

    @classmethod
    def of(cls, ruleset: Ruleset, tag: GameType | None) -> FileNumbers:
        """The numbers of a file with this GameType tag, or without one."""
        own = GameType.parse(ruleset.notation.game_type or "")
        if tag is None or own is None or ruleset.family is Family.REVERSI:
            return _numbers(board=ruleset.board)
        begins_below = ruleset.first is Side.WHITE
        return _numbers(
            board=ruleset.board,
            # The corner in the tag itself is not believed: a large site writes N1 for N2.
            turned=not own.algebraic and (own.corner == 1) == begins_below,
            names_turned=(own.algebraic or tag.algebraic) and not begins_below,
            writes_names=own.algebraic,
            swapped=(tag.first or own.first) is not ruleset.first,
        )

    @classmethod
    def written(cls, ruleset: Ruleset) -> FileNumbers:
        """The numbers that we write for a rule set."""
        return cls.of(ruleset, GameType.parse(ruleset.notation.game_type or ""))

    @property
    def is_plain(self) -> bool:
        """Whether the file's numbers and names are the rulebook's."""
        return not (self.turned or self.names_turned or self.swapped)

    @cached_property
    def text_of(self) -> tuple[str, ...]:
        """Number of the rulebook -> square as the file writes it; entry 0 is unused."""
        squares = self.board.squares
        turned = self.names_turned if self.writes_names else self.turned
        order = [squares + 1 - n if turned else n for n in range(1, squares + 1)]
        return ("", *((self.board.name_of[n] if self.writes_names else str(n)) for n in order))

    @cached_property
    def square_of(self) -> dict[str, int]:
        """Square as a file may write it, number or name, -> number of the rulebook."""
        last = self.board.squares + 1
        squares = {}
        for text, number in self.board.square_named.items():
            turned = self.turned if text.isdigit() else self.names_turned
            squares[text] = last - number if turned else number
        return squares

    def move_in(self, token: str) -> str | None:
        """A move of the file as the rulebook reads it; None if a square is not on the board."""
        known = self._moves_in
        move = known.get(token)
        if move is None:
            squares = []
            for text in _SQUARE.findall(token.lower()):
                square = self.square_of.get(text.lstrip("0") if text.isdigit() else text)
                if square is None:
                    return None
                squares.append(str(square))
            is_quiet = len(squares) == 2 and _CAPTURES.search(token) is None
            move = ("-" if is_quiet else "x").join(squares)
            if len(known) < _MOVES_KEPT:
                known[token] = move
        return move

    @cached_property
    def _moves_in(self) -> dict[str, str]:
        """Tokens met before: an archive repeats a few thousand spellings."""
        return {}

    def fen_in(self, fen: str) -> str:
        """A FEN of the file in the rulebook's numbers. What it cannot read it hands on unchanged."""
        if self.is_plain:
            return fen
        last = self.board.squares + 1

        def listed(match: re.Match[str]) -> str:
            marks, first, end = match.groups()
            if end is not None:
                low, high = (last - int(end), last - int(first)) if self.turned else (first, end)
                return f"{marks}{low}-{high}"
            square = self.square_of.get(first)
            return marks + (str(square) if square is not None else first)

        return self._fen_lists(fen, lambda text: _LISTED.sub(listed, text))

    def fen_out(self, fen: str) -> str:
        """A FEN of the rulebook in the file's numbers and colours, White's pieces first."""
        if self.is_plain and not self.writes_names:
            return fen

        def relisted(squares: str) -> str:
            written = []
            for marks, first, end in _LISTED.findall(squares):
                low = self.board.square_named[first]
                written += [marks + self.text_of[n] for n in range(low, int(end or low) + 1)]
            return ",".join(reversed(written) if self.turned else written)

        side, one, other, *counters = self._fen_lists(fen, relisted).split(":")
        return ":".join((side, *sorted((one, other), reverse=True), *counters))

    def _fen_lists(self, fen: str, change: Callable[[str], str]) -> str:
        """Apply `change` to the lists of pieces, and exchange the colours if the file does."""
        parts = fen.split(":")
        for at, part in enumerate(parts):
            match = _SQUARES_OF_SIDE.match(part)
            if match is None or not part.lstrip().startswith(("W", "B")):
                continue
            side, squares = match.groups()
            parts[at] = (side.translate(_EXCHANGED) if self.swapped else side) + change(squares)
        return ":".join(parts)


_numbers = lru_cache(maxsize=64)(FileNumbers)
