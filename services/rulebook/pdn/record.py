"""A game as it is written down: tags, start, moves with what is said about them, result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rulebook import Move, Position, Result, Ruleset, result
from rulebook.pdn.clocks import Clocks
from rulebook.pdn.results import Outcome, outcome_of
from rulebook.ruleset import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMove:
    """One step of a game and what the text says about it.

    `move` is None where the text sets up a position (`/FEN "…"/`) instead of playing; `after` is
    then that position.
    """

    move: Move | None
    after: Position
    comment: str = ""  # blanks are single, commands are taken out
    clocks: Clocks | None = None
    nags: tuple[int, ...] = ()
    strength: str = ""  # "!?", "(?)" as written
    lots: tuple[bool, ...] = ()  # of the captured pieces in order, where captures can fail
    variations: tuple[Variation, ...] = ()  # other moves in place of this one


def certain_lots(before: Position, move: Move) -> tuple[bool, ...]:
    """The lots of a capture that needs none drawn; () where the rules know no lots (A-49)."""
    if before.ruleset.family is Family.REVERSI or before.ruleset.draughts.medieval is None:
        return ()
    return (True,) * len(move.captured)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """A line that begins in the position before the move it hangs on."""

    moves: tuple[PlayedMove, ...]
    comment: str = ""  # said before its first move


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedGame:
    """A game whose every move has been replayed.

    Everything is told in the numbers and colours of the rulebook, whatever the numbers and colours of
    the file: `tags["White"]` is the player of the side that the rulebook calls White.
    `tags` holds what no other field holds; the whole header of a file is `header_of(game)`.
    """

    ruleset: Ruleset
    start: Position
    moves: tuple[PlayedMove, ...]
    tags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    comment: str = ""  # said before the first move
    result_text: str = "*"  # in the form of the game's type
    number: int = field(default=1, compare=False)  # in its archive, from 1
    line: int = field(default=1, compare=False)  # where it begins, from 1

    @property
    def outcome(self) -> Outcome:
        """What the written result means; the board's own verdict is `result`."""
        return outcome_of(self.result_text)

    @property
    def final(self) -> Position:
        return self.moves[-1].after if self.moves else self.start

    @property
    def result(self) -> Result | None:
        """What the rules say about the final position; None if they let the game go on."""
        return result(self.final)

    def played(self) -> Iterator[tuple[Position, PlayedMove]]:
        """The steps of the main line, each with the position before it."""
        before = self.start
        for step in self.moves:
            yield before, step
            before = step.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with one game of an archive; reading goes on with the next.

    `reason` is a `Refusal.reason`, a `BadFen.reason`, or one of the constants in `faults`.
    """

    game: int  # number in the archive, from 1
    line: int  # from 1
    reason: str
    value: str  # the piece of text at fault, at most 200 characters
    detail: str = ""  # what would be right, or more about it

    def __str__(self) -> str:
        text = f"game {self.game}, line {self.line}: {self.reason}"
        text += f" {self.value!r}" if self.value else ""
        # A file may hold anything, control characters of the terminal too.
        detail = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in self.detail)
        return f"{text} ({detail})" if detail else text
