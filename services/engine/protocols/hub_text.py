"""The Hub protocol's lines, positions and moves as text, in both directions.

Source: rhalbersma/scan, protocol.txt (version 2, 2019). Squares are numbers in it under every rule set, and
a capture names its first and last square and everything it takes, in any order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.errors import EngineError
from rulebook import Move, Position, Ruleset, legal_moves, parse_fen, play

_WORD = re.compile(r'([^\s=]+)(?:=(?:"([^"]*)"|(\S*)))?')
_SPECIAL = re.compile(r'[\s="]')
_MOVE = re.compile(r"[0-9]{1,2}(-[0-9]{1,2}|(x[0-9]{1,2}){1,40})")
_LONGEST = 100_000


class BadLine(EngineError):
    """A line of the protocol that says nothing that could be done."""


def read_line(text: str) -> tuple[str, dict[str, str]]:
    """The command and its arguments; a flag's value is empty. An empty line is the command ""."""
    words = _WORD.findall(text[:_LONGEST])
    if not words:
        return "", {}
    return words[0][0], {name: quoted or plain for name, quoted, plain in words[1:]}


def write_line(command: str, arguments: Mapping[str, object]) -> str:
    """The opposite of read_line; a value is quoted where it has to be."""
    return " ".join((command, *(f"{name}={_quoted(str(value))}" for name, value in arguments.items())))


def write_position(position: Position) -> str:
    """Side to move, then a letter for each square: w, b, W and B for kings, e."""
    pieces = position.pieces()
    letters = [position.side.value[0].upper()]
    for square in range(1, position.ruleset.board.squares + 1):
        piece = pieces.get(square)
        if piece is None:
            letters.append("e")
        else:
            letter = piece.side.value[0]
            letters.append(letter.upper() if piece.king else letter)
    return "".join(letters)


def read_position(rules: Ruleset, text: str) -> Position:
    """The opposite of write_position. Raises BadLine, or BadFen for a man on its last row."""
    squares = rules.board.squares
    if len(text) != squares + 1 or text[0] not in "WB" or not set(text[1:]) <= set("wbWBe"):
        raise BadLine(f"a position is W or B and {squares} letters of w, b, W, B, e")
    pieces: dict[str, list[str]] = {"W": [], "B": []}
    for square, letter in enumerate(text[1:], 1):
        if letter != "e":
            king = "K" if letter.isupper() else ""
            pieces[letter.upper()].append(king + rules.board.name_of[square])
    return parse_fen(rules, f"{text[0]}:W{','.join(pieces['W'])}:B{','.join(pieces['B'])}")


def write_move(move: Move) -> str:
    """`32-28`, `28x19x23`."""
    assert move.origin is not None
    if not move.captured:
        return f"{move.origin}-{move.target}"
    return "x".join(str(square) for square in (move.origin, move.target, *sorted(move.captured)))


def read_move(position: Position, text: str) -> Move:
    """The legal move that the text means. Raises BadLine."""
    if _MOVE.fullmatch(text):
        origin, target, *captured = map(int, re.split("[-x]", text))
        found = [
            move
            for move in legal_moves(position)
            if (move.origin, move.target) == (origin, target) and bool(move.captured) is ("x" in text)
        ]
        exact = [move for move in found if sorted(move.captured) == sorted(captured)]
        if exact or (len(found) == 1 and not captured):
            return (exact or found)[0]
    raise BadLine(f"not a legal move: {text[:40]}")


def replay(position: Position, moves: Sequence[str]) -> Position:
    """The position after these moves, which it then remembers as played. Raises BadLine."""
    for text in moves:
        position = play(position, read_move(position, text))
    return position


def write_score(score: int) -> str:
    """Hundredths of a man as men; a win in n plies is 100 men less n hundredths."""
    if abs(score) > _WON:
        score = (10_000 - (_WIN - abs(score))) * (1 if score > 0 else -1)
    return f"{score / 100:.2f}"


_WIN, _WON = 30_000, 29_000


def _quoted(value: str) -> str:
    return f'"{value}"' if not value or _SPECIAL.search(value) else value
