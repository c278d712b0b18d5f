"""Reversi games as rows of squares: transcripts ("f5d6c3…") and GGF, the format of game servers.

Transcripts leave passes out; reading puts them in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rulebook.catalogue import initial_position
from rulebook.errors import BadFen, RulebookError
from rulebook.fen import parse_fen
from rulebook.moves import Move, legal_moves, play
from rulebook.position import Position
from rulebook.ruleset import Family, Ruleset
from rulebook.validate import validate

_WORD = re.compile(
    r"(?P<null>(?P<square>[a-h][1-8])(?P=square))"  # a king-style null move, of some engines
    r"|(?P<disc>[a-h][1-8])"
    r"|(?P<pass>pass|pa|ps|--|@@@@)"
    r"|(?P<blank>[\s,;]+|[0-9]+\.)"
    r"|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_GGF_PROPERTY = re.compile(r"([A-Z]{1,2})\[([^\]]*)\]")
_GGF_MOVE = re.compile(r"\s*([A-Ha-h][1-8]|PA(?:SS)?)\s*(?:/.*)?", re.IGNORECASE | re.DOTALL)
_LONGEST = 10_000  # characters; a game of 60 discs has 120
_VALUE_SHOWN = 20


class BadTranscript(RulebookError):
    """The text is not a game: `reason` is that of a refused move, or "syntax"; `at` is its offset."""

    def __init__(self, reason: str, value: str, at: int, fen: str) -> None:
        super().__init__(f"{reason}: {value!r} at {at}, position {fen}")
        self.reason = reason
        self.value = value
        self.at = at
        self.fen = fen


@dataclass(frozen=True, slots=True, kw_only=True)
class GgfGame:
    """A game in GGF. `properties` are all others than the board and the moves, such as PB and PW."""

    start: Position
    moves: tuple[Move, ...]
    properties: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def parse_transcript(start: Position, text: str) -> list[Move]:
    """The moves of a transcript, with the passes that it leaves out.

    Passes may be written: PA, ps, --, @@@@, or a null move such as a1a1. Blanks, commas and move
    numbers are passed over. Raises BadTranscript.
    """
    return [move for move, _ in _replayed(start, _words(start, text))]


def format_transcript(moves: Iterable[Move]) -> str:
    """The squares of a game in a row, in lower case and without passes."""
    return "".join(move.notation for move in moves if not move.is_pass)


def read_ggf(ruleset: Ruleset, text: str) -> GgfGame:
    """A game such as `(;GM[Othello]PB[..]PW[..]BO[8 <64 squares> *]B[F5//2.4]W[D6];)`.

    Raises BadTranscript, or BadFen for its board.
    """
    properties: dict[str, str] = {}
    start = initial_position(ruleset)
    words: list[tuple[str, int]] = []
    if len(text) > _LONGEST:
        raise BadTranscript("syntax", text[_LONGEST : _LONGEST + _VALUE_SHOWN], _LONGEST, start.fen)
    body, at = text.strip(), len(text) - len(text.lstrip())
    if not body.startswith("(;") or "GM[Othello]" not in body.replace("GM[othello]", "GM[Othello]"):
        raise BadTranscript("syntax", body[:_VALUE_SHOWN], at, start.fen)
    for match in _GGF_PROPERTY.finditer(text):
        name, value = match.groups()
        if name in {"B", "W"}:
            move = _GGF_MOVE.fullmatch(value)
            if move is None:
                raise BadTranscript("syntax", value[:_VALUE_SHOWN], match.start(2), start.fen)
            words.append((move[1].lower(), match.start(2)))
        elif name == "BO":
            start = _ggf_board(ruleset, value, match.start(2))
        else:
            properties.setdefault(name, value)
    moves = tuple(move for move, _ in _replayed(start, words))
    return GgfGame(start=start, moves=moves, properties=MappingProxyType(properties))


def _words(start: Position, text: str) -> Iterator[tuple[str, int]]:
    if len(text) > _LONGEST:
        raise BadTranscript("syntax", text[_LONGEST : _LONGEST + _VALUE_SHOWN], _LONGEST, start.fen)
    for match in _WORD.finditer(text):
        kind = match.lastgroup
        if kind in {"null", "pass"}:
            yield "pass", match.start()
        elif kind == "disc":
            yield match[0].lower(), match.start()
        elif kind == "other":
            value = text[match.start() : match.start() + _VALUE_SHOWN]
            raise BadTranscript("syntax", value, match.start(), start.fen)


def _replayed(start: Position, words: Iterable[tuple[str, int]]) -> Iterator[tuple[Move, Position]]:
    """The moves that the words mean, and the position after each."""
    if start.ruleset.family is not Family.REVERSI:
        raise BadTranscript("syntax", start.ruleset.key, 0, start.fen)
    position = start
    for word, at in words:
        said = "pass" if word.startswith("pa") else word
        verdict = validate(position, said)
        if verdict.move is None and said != "pass":
            forced = legal_moves(position)
            if len(forced) == 1 and forced[0].is_pass:
                position = play(position, forced[0])
                yield forced[0], position
                verdict = validate(position, said)
        if verdict.move is None or verdict.next is None:
            reason = "syntax" if verdict.refusal is None else verdict.refusal.reason
            raise BadTranscript(reason, word, at, position.fen)
        position = verdict.next
        yield verdict.move, position


def _ggf_board(ruleset: Ruleset, value: str, at: int) -> Position:
    """`8 <64 squares> *`: size, board, side to move; * is Black and O is White."""
    size, _, rest = value.strip().partition(" ")
    squares = "".join(rest.split())
    if size != "8":
        raise BadFen("wrong_length", value[:_VALUE_SHOWN], at, value)
    return parse_fen(ruleset, f"{squares[:64]} {squares[64:]}")
