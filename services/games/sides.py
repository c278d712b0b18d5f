"""The two sides of a board."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE
