"""Reading a move as people and programs write it: lenient about form, strict about meaning."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rulebook.ruleset import Ruleset


class MoveText(NamedTuple):
    """What a text says: the squares in order, none for a pass.

    `takes`: the text claims a capture (`x` or `:`). A dash claims nothing, for many files and
    protocols write captures with it.
    """

    squares: tuple[int, ...]
    takes: bool


PASS_TEXT = MoveText((), False)

_PASSES = frozenset({"pass", "pa", "ps", "--"})
_MARKS_OF_STRENGTH = "!?+#*. "
_SAME = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", "X": "x", "*": "x", " ": None}
)
_GLUED = re.compile(r"(?:[a-j](?:10|[1-9]))+")
_NAME = re.compile(r"[a-j](?:10|[1-9])")
_LONGEST = 200
_MOST_SQUARES = 32  # the kernel's captures are no longer


def read_move(ruleset: Ruleset, text: str) -> MoveText | None:
    """The squares that the text names, by number or algebraic name; None if it is not a move.

    Read too: spaces, capital letters, other dashes, leading zeros, marks of strength, names without
    a separator.
    """
    return _meaning(ruleset, text) if 0 < len(text) <= _LONGEST else None


# A board has a few hundred moves, and a service reads them over and over.
@lru_cache(maxsize=16384)
def _meaning(ruleset: Ruleset, text: str) -> MoveText | None:
    read = _read(ruleset, text)
    if read is None:
        plain = text.strip().rstrip(_MARKS_OF_STRENGTH).translate(_SAME).lower()
        read = _read(ruleset, plain) or _read(ruleset, _respell(plain))
    return read


def _read(ruleset: Ruleset, text: str) -> MoveText | None:
    if not ruleset.is_draughts:
        if text in _PASSES:
            return PASS_TEXT
        square = ruleset.board.square_named.get(text)
        return None if square is None else MoveText((square,), False)
    separator = "x" if "x" in text else ":" if ":" in text else "-"
    parts = text.split(separator)
    if not 2 <= len(parts) <= _MOST_SQUARES:
        return None
    named = ruleset.board.square_named
    try:
        squares = tuple([named[part] for part in parts])
    except KeyError:
        return None
    return MoveText(squares, separator != "-")


def _respell(text: str) -> str:
    """Spellings with leading zeros, mixed separators, or none at all."""
    if _GLUED.fullmatch(text):
        names = _NAME.findall(text)
        return names[0] if len(names) == 1 else "-".join(names)
    separator = "x" if "x" in text or ":" in text else "-"
    return separator.join(part.lstrip("0") for part in re.split("[-x:]", text))
