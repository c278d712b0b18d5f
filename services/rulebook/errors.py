"""What can be wrong with the data handed to the rulebook.

Every error is a fact: it carries the offending value and where it stands.
A refused move is not an error but a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Sequence


class RulebookError(ValueError):
    """The parent of all of them, so that a caller may catch one."""


class UnknownRuleset(RulebookError):
    """No rule set has this key."""

    def __init__(self, value: str, known: Sequence[str]) -> None:
        super().__init__(f"no rule set {value!r}; there are {', '.join(known)}")
        self.value = value
        self.known = tuple(known)


class UnknownOption(RulebookError):
    """The rule set has no such option, or the option has no such value."""

    def __init__(self, key: str, value: str, known: Sequence[str]) -> None:
        super().__init__(f"no option {key}={value!r}; known: {', '.join(known) or 'none'}")
        self.key = key
        self.value = value
        self.known = tuple(known)


class BadFen(RulebookError):
    """The text is not a position of this rule set.

    `reason` is one of syntax, square_out_of_range, square_twice, man_on_promotion_row,
    side_missing, wrong_length, marks_not_allowed; `at` is the offset of `value` in the text.
    """

    def __init__(self, reason: str, value: str, at: int, fen: str) -> None:
        shown = fen if len(fen) <= 200 else fen[:200] + "…"
        super().__init__(f"{reason}: {value!r} at {at} in {shown!r}")
        self.reason = reason
        self.value = value
        self.at = at
        self.fen = fen


class BadRuleState(RulebookError):
    """The bytes are not a rule state, or belong to another position."""

    def __init__(self, reason: str, fen: str) -> None:
        super().__init__(f"{reason}, position {fen}")
        self.reason = reason
        self.fen = fen


class LotsNeeded(RulebookError):
    """A capture of marked pieces has no next position before its lots are drawn."""

    def __init__(self, notation: str, fen: str) -> None:
        super().__init__(f"{notation} needs lots, position {fen}")
        self.notation = notation
        self.fen = fen


class BadLots(RulebookError):
    """The lots do not fit the move: wrong number, or an ordinary piece that withstands."""

    def __init__(self, reason: str, lots: Sequence[bool], notation: str, fen: str) -> None:
        super().__init__(f"{reason}: {list(lots)} for {notation}, position {fen}")
        self.reason = reason
        self.lots = tuple(lots)
        self.notation = notation
        self.fen = fen


class TooManyMoves(RulebookError):
    """A set-up position with more captures than the generator lists; no game reaches one."""

    def __init__(self, fen: str) -> None:
        super().__init__(f"too many captures, position {fen}")
        self.fen = fen
