"""Plays what a text says, move by move, with variations to any side, and builds the record of it.

A variation begins in the position before the move it follows. What hangs on a move (comments, clocks,
strengths, variations) is gathered until the next move and then bound to it.
"""

from __future__ import annotations

import re

from rulebook import (
    Move,
    Position,
    Refusal,
    Ruleset,
    apply_lots,
    format_fen,
    legal_moves,
    parse_fen,
    play,
    result,
    validate,
)
from rulebook.errors import BadFen, RulebookError
from rulebook.pdn import faults
from rulebook.pdn.clocks import Lots, split_comment
from rulebook.pdn.faults import FaultFound
from rulebook.pdn.numbering import FileNumbers
from rulebook.pdn.positions import with_side
from rulebook.pdn.record import PlayedMove, Variation, certain_lots
from rulebook.ruleset import Family

MAX_DEPTH = 100  # of variations within variations; deeper ones are a fault and not a task for the stack

_CANDIDATES_SHOWN = 8
_NULL_MOVE = re.compile(r"([WB]):[WB]?(?::[WB]?)?")
_EXCHANGED = str.maketrans("WB", "BW")
_REVERSI_SQUARE = re.compile(r"[A-La-l][0-9]{1,2}")
_PASSES = {"pa", "pass", "ps", "--", "@@@@"}


class _Step:
    """A move or set-up position and what has been said about it so far."""

    __slots__ = ("after", "comments", "line", "move", "nags", "strength", "text", "variations")

    def __init__(self, move: Move | None, after: Position | None, text: str, line: int) -> None:
        self.move = move
        self.after = after  # None until the lots of the capture are known
        self.text = text
        self.line = line
        self.comments: list[str] = []
        self.nags: list[int] = []
        self.strength = ""
        self.variations: list[Variation] = []


class _Line:
    """The main line or a variation while it is read."""

    __slots__ = ("before", "comments", "last", "moves", "opened_at", "position", "variations_ahead")

    def __init__(self, position: Position, opened_at: int = 0) -> None:
        self.opened_at = opened_at  # line of its "("
        self.before = position  # before the last step
        self.position = position  # after it
        self.last: _Step | None = None
        self.moves: list[PlayedMove] = []
        self.comments: list[str] = []
        self.variations_ahead: list[Variation] = []  # written before the move they replace


class Replay:
    """One game in the making. Every method raises FaultFound at the first thing that is wrong."""

    def __init__(self, start: Position, numbers: FileNumbers) -> None:
        self.start = start
        self._ruleset: Ruleset = start.ruleset
        self._numbers = numbers
        self._is_reversi = start.ruleset.family is Family.REVERSI
        self._is_medieval = not self._is_reversi and start.ruleset.draughts.medieval is not None
        self._line = _Line(start)
        self._above: list[_Line] = []

    @property
    def depth(self) -> int:
        return len(self._above)

    def move(self, text: str, line: int) -> None:
        """A move of the file, or several Reversi squares in a row."""
        if self._is_reversi:
            squares = [square.lower() for square in _REVERSI_SQUARE.findall(text)]
            if len(squares) == 2 and squares[0] == squares[1]:
                squares = ["pass"]  # some engines pass as a chess king stays where it is
            for square in squares or [text]:
                self._place(square, line)
            return
        move = self._numbers.move_in(text)
        if move is None:
            raise FaultFound(faults.SQUARE, text, line)
        self._bind()
        verdict = validate(self._line.position, move)
        if verdict.move is None:
            raise self._refused(verdict.refusal, text, line)
        self._step(verdict.move, verdict.next, text, line)

    def word(self, text: str, line: int) -> None:
        """Something that is no move by its form: a pass in Reversi, else a fault."""
        if not (self._is_reversi and text.lower() in _PASSES):
            raise FaultFound(faults.SYNTAX, text, line)
        self._place("pass", line)

    def setup(self, text: str, line: int) -> None:
        """The text between the slashes of `/FEN "…"/`; `B::` hands the move to Black."""
        fen = text.strip().removeprefix("FEN").strip().strip('"').strip()
        null = _NULL_MOVE.fullmatch(fen)
        self._bind()
        if null:
            if self._is_reversi:
                raise FaultFound(faults.NULL_MOVE, text, line)
            side = null[1].translate(_EXCHANGED) if self._numbers.swapped else null[1]
            fen = with_side(format_fen(self._line.position), side)
        else:
            fen = self._numbers.fen_in(fen)
        try:
            after = parse_fen(self._ruleset, fen)
        except BadFen as error:
            raise FaultFound(error.reason, error.value, line, fen) from None
        self._step(None, after, text, line)

    def comment(self, text: str) -> None:
        line = self._line
        (line.last.comments if line.last is not None else line.comments).append(text)

    def nag(self, text: str, line: int) -> None:
        self._last(text, line).nags.append(int(text[1:]))

    def strength(self, text: str, line: int) -> None:
        self._last(text, line).strength += text

    def open(self, line: int) -> None:
        if len(self._above) == MAX_DEPTH:
            raise FaultFound(faults.VARIATION_TOO_DEEP, "(", line, f"more than {MAX_DEPTH} within each other")
        self._above.append(self._line)
        self._line = _Line(self._line.before, line)

    def close(self, line: int) -> None:
        if not self._above:
            raise FaultFound(faults.VARIATION_CLOSED, ")", line)
        comment, moves = self._finished(line)
        self._line = self._above.pop()
        if not moves and not comment:
            return
        variation = Variation(moves=moves, comment=comment)
        last = self._line.last
        (last.variations if last is not None else self._line.variations_ahead).append(variation)

    def finish(self, line: int) -> tuple[str, tuple[PlayedMove, ...]]:
        """The comment before the first move, and the moves."""
        if self._above:
            raise FaultFound(faults.VARIATION_OPEN, "(", self._line.opened_at)
        return self._finished(line)

    def _finished(self, line: int) -> tuple[str, tuple[PlayedMove, ...]]:
        self._bind()
        if self._line.variations_ahead:
            raise FaultFound(faults.VARIATION_EMPTY, "(", line, "no move follows that it could replace")
        comment = split_comment(" ".join(self._line.comments))[0] if self._line.comments else ""
        return comment, tuple(self._line.moves)

    def _place(self, square: str, line: int) -> None:
        """A disc or a pass; a pass that the text leaves out is put in."""
        self._bind()
        verdict = validate(self._line.position, square)
        if verdict.move is None and square != "pass":
            forced = legal_moves(self._line.position)
            if len(forced) == 1 and forced[0].is_pass:
                self._step(forced[0], play(self._line.position, forced[0]), "", line)
                self._bind()
                verdict = validate(self._line.position, square)
        if verdict.move is None:
            raise self._refused(verdict.refusal, square, line)
        self._step(verdict.move, verdict.next, square, line)

    def _step(self, move: Move | None, after: Position | None, text: str, line: int) -> None:
        current = self._line
        step = _Step(move, after, text, line)
        if current.variations_ahead:
            step.variations.extend(current.variations_ahead)
            current.variations_ahead.clear()
        current.last = step
        current.before = current.position
        if after is not None:
            current.position = after

    def _bind(self) -> None:
        """Make a record of the last step, now that all is said about it."""
        current = self._line
        step = current.last
        if step is None:
            return
        if step.after is not None and not (step.comments or step.nags or step.strength or step.variations):
            lots = self._lots(step, ()) if self._is_medieval else ()
            current.moves.append(PlayedMove(move=step.move, after=step.after, lots=lots))
        else:
            text = " ".join(step.comments)
            comment, clocks, drawn = split_comment(text, swapped=self._numbers.swapped)
            lots = self._lots(step, drawn)
            assert step.after is not None
            current.moves.append(
                PlayedMove(
                    move=step.move,
                    after=step.after,
                    comment=comment,
                    clocks=clocks,
                    nags=tuple(step.nags),
                    strength=step.strength,
                    lots=lots,
                    variations=tuple(step.variations),
                )
            )
        current.last = None
        current.position = step.after

    def _lots(self, step: _Step, drawn: Lots) -> tuple[bool, ...]:
        """The lots of a capture that could fail; sets the position after it."""
        move = step.move
        if not drawn:
            if step.after is None:
                raise FaultFound(faults.LOTS_MISSING, step.text, step.line)
            return () if move is None else certain_lots(self._line.before, move)
        lots = tuple(lot for _, lot in drawn)
        squares = tuple(self._numbers.square_of.get(square) for square, _ in drawn)
        if move is None or squares != move.captured[: len(squares)]:
            raise FaultFound(faults.LOTS, step.text, step.line)
        try:
            step.after = apply_lots(self._line.before, move, lots)
        except RulebookError as error:
            raise FaultFound(faults.LOTS, step.text, step.line, str(error)) from None
        return lots

    def _last(self, text: str, line: int) -> _Step:
        if self._line.last is None:
            raise FaultFound(faults.VARIATION_EMPTY, text, line, "no move before it")
        return self._line.last

    def _refused(self, refusal: Refusal | None, text: str, line: int) -> FaultFound:
        assert refusal is not None, text
        instead = ", ".join(move.notation for move in refusal.candidates[:_CANDIDATES_SHOWN])
        ended = result(self._line.position)
        detail = ended.termination.value if ended is not None else f"legal: {instead}" if instead else ""
        return FaultFound(refusal.reason, text, line, detail)
