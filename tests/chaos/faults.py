"""What must not be, and how it is told: with all that is needed to look for it."""

from __future__ import annotations

from dataclasses import dataclass


class Fault(Exception):
    """Something that must not be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A fault as it was found."""

    at: str
    """The time of day."""
    game_id: str
    """Empty where it is no single game's."""
    kind: str
    """Of the game: rules and clock."""
    what: str
    killed: str
    """What was killed shortly before."""

    def __str__(self) -> str:
        return (
            f"{self.at} game {self.game_id or '-'} ({self.kind}): {self.what}\n  killed before: {self.killed}"
        )


def require(holds: object, what: str) -> None:
    """Raises Fault unless it holds."""
    if not holds:
        raise Fault(what)
