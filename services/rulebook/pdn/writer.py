"""Writes games as PDN 3.0: the whole header, moves in lines of 80 characters, `*` at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulebook import Position, format_fen
from rulebook.pdn.clocks import commands
from rulebook.pdn.header import header_of
from rulebook.pdn.numbering import FileNumbers
from rulebook.pdn.positions import fen_of, with_side
from rulebook.pdn.record import ParsedGame, PlayedMove, Variation
from rulebook.pdn.spelling import Captures, spelled
from rulebook.ruleset import Side

LINE_LENGTH = 80

_BLANKS = re.compile(r"\s")


def write_game(game: ParsedGame, captures: Captures = "short") -> str:
    """One game, ending with `*` and a line feed.

    `captures`: "short" writes first and last square, and the path where that is ambiguous; "full"
    writes every landing square.
    """
    header = [f'[{name} "{_escaped(value)}"]' for name, value in header_of(game).items()]
    body = _Body(FileNumbers.written(game.ruleset), captures)
    body.comment(game.comment)
    body.moves(game)
    return "\n".join((*header, "", *body.finished(), ""))


def write_archive(games: Iterable[ParsedGame], captures: Captures = "short") -> Iterator[str]:
    """The text of an archive, a piece for each game."""
    for number, game in enumerate(games):
        yield ("\n" if number else "") + write_game(game, captures)


def annotation(step: PlayedMove) -> str:
    """What is written after a move, without braces: its commands and its comment."""
    squares = step.move.captured if step.move is not None else ()
    lots = [(str(square), lot) for square, lot in zip(squares, step.lots, strict=False)]
    return " ".join(part for part in (commands(step.clocks, lots), step.comment) if part)


def _escaped(value: str) -> str:
    return _BLANKS.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')


class _Place:
    """A line of moves and how much of it has been written."""

    __slots__ = ("before", "comment", "moves", "next", "number")

    def __init__(self, line: ParsedGame | Variation, before: Position, number: int) -> None:
        self.moves = line.moves
        self.comment = line.comment
        self.before = before
        self.number = number  # of the move that comes next
        self.next = 0


class _Body:
    """The moves as words that are filled into lines."""

    def __init__(self, numbers: FileNumbers, captures: Captures) -> None:
        self._numbers = numbers
        self._captures = captures
        self._lines: list[str] = []
        self._line = ""
        self._shows_number = True

    def finished(self) -> list[str]:
        self._word("*")
        return [*self._lines, self._line]

    def comment(self, text: str, clocks_and_lots: str = "") -> None:
        """A comment with the commands in front of it; blanks may become line ends."""
        in_braces = clocks_and_lots if "}" in text else f"{clocks_and_lots} {text}".strip()
        if in_braces:
            for word in f"{{{in_braces}}}".split():
                self._word(word)
        if "}" in text:  # only a comment to the end of a line can hold it
            if self._line:
                self._lines.append(self._line)
            self._lines.append(f"; {text}")
            self._line = ""
        self._shows_number = self._shows_number or bool(in_braces or text)

    def moves(self, game: ParsedGame) -> None:
        """The main line and all its variations, without recursion."""
        first = game.ruleset.first
        open_places = [_Place(game, game.start, 1)]
        variations: list[Iterator[_Place]] = [iter(())]
        while open_places:
            inner = next(variations[-1], None)
            if inner is not None:
                self._word("(")
                self._shows_number = True
                self.comment(inner.comment)
                open_places.append(inner)
                variations.append(iter(()))
                continue
            place = open_places[-1]
            if place.next == len(place.moves):
                open_places.pop()
                variations.pop()
                if open_places:
                    self._word(")")
                    self._shows_number = True
                continue
            variations[-1] = self._step(place, first)

    def _step(self, place: _Place, first: Side) -> Iterator[_Place]:
        """Write one move with all that is said about it; returns its variations."""
        step = place.moves[place.next]
        before, number = place.before, place.number
        if step.move is None:
            text = self._set_up(before, step.after)
            self._shows_number = True
        else:
            text = spelled(before, step.move, self._numbers, self._captures)
            if before.side is first:
                self._word(f"{number}.")
            elif self._shows_number:
                self._word(f"{number}...")
            self._shows_number = False
            if before.side is not first:
                place.number += 1
        self._word(text + step.strength)
        for nag in step.nags:
            self._word(f"${nag}")
        squares = step.move.captured if step.move is not None else ()
        lots = [(self._numbers.text_of[square], lot) for square, lot in zip(squares, step.lots, strict=False)]
        self.comment(step.comment, commands(step.clocks, lots, swapped=self._numbers.swapped))
        place.before = step.after
        place.next += 1
        return self._variations(step, before, number)

    def _variations(self, step: PlayedMove, before: Position, number: int) -> Iterator[_Place]:
        for variation in step.variations:
            yield _Place(variation, before, number)

    def _set_up(self, before: Position, after: Position) -> str:
        side = "W" if after.side is Side.WHITE else "B"
        if fen_of(after) == with_side(format_fen(before), side):
            return f'/FEN "{self._colour(side)}::"/'
        return f'/FEN "{self._numbers.fen_out(fen_of(after))}"/'

    def _colour(self, side: str) -> str:
        return side.translate(str.maketrans("WB", "BW")) if self._numbers.swapped else side

    def _word(self, word: str) -> None:
        if not self._line:
            self._line = word
        elif len(self._line) + 1 + len(word) <= LINE_LENGTH:
            self._line += f" {word}"
        else:
            self._lines.append(self._line)
            self._line = word
