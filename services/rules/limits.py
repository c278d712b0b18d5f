"""The bounds of a request. What is longer than any game needs is refused before anything reads it."""

from __future__ import annotations

from typing import NoReturn

from chassis import at
from rules.service import InvalidField

MAX_KEY_CHARS = 64
MAX_OPTIONS = 16
MAX_FEN_CHARS = 500  # fifty kings one by one take 207
MAX_RULE_STATE_BYTES = 65536
MAX_MOVE_CHARS = 200
MAX_PLIES = 2000
MAX_ITEMS = 256
MAX_BATCH_PLIES = 20_000  # about half a second
MAX_TEXT_CHARS = 1_000_000
MAX_GAMES = 256
MAX_TAGS = 100
MAX_NESTING = 16


def require(holds: bool, pointer: str, description: str) -> None:
    """Raises InvalidField at the pointer unless the claim holds."""
    if not holds:
        refuse(pointer, description)


def refuse(pointer: str, description: str) -> NoReturn:
    error = InvalidField(description)
    with at(pointer):
        raise error
