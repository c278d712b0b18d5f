"""The result of a game as PDN writes it, and what it means."""

from __future__ import annotations

import re
from enum import StrEnum

from rulebook.ruleset import Side


class Outcome(StrEnum):
    """Who has won, for whatever reason; the reason is not in the result."""

    WHITE_WINS = "white_wins"
    BLACK_WINS = "black_wins"
    DRAW = "draw"
    BOTH_LOSE = "both_lose"  # a double forfeit, "0-0"
    UNKNOWN = "unknown"  # unfinished, not recorded, or a tournament's own scoring

    @property
    def winner(self) -> Side | None:
        return _WINNER.get(self)

    @property
    def with_sides_exchanged(self) -> Outcome:
        return _EXCHANGED.get(self, self)


_WINNER = {Outcome.WHITE_WINS: Side.WHITE, Outcome.BLACK_WINS: Side.BLACK}
_EXCHANGED = {
    Outcome.WHITE_WINS: Outcome.BLACK_WINS,
    Outcome.BLACK_WINS: Outcome.WHITE_WINS,
}
_MEANING = {
    "2-0": Outcome.WHITE_WINS,
    "1-0": Outcome.WHITE_WINS,
    "0-2": Outcome.BLACK_WINS,
    "0-1": Outcome.BLACK_WINS,
    "1-1": Outcome.DRAW,
    "1/2-1/2": Outcome.DRAW,
    "½-½": Outcome.DRAW,
    "0-0": Outcome.BOTH_LOSE,
}
_TEXTS = {
    "2-0": {Outcome.WHITE_WINS: "2-0", Outcome.BLACK_WINS: "0-2", Outcome.DRAW: "1-1"},
    "1-0": {Outcome.WHITE_WINS: "1-0", Outcome.BLACK_WINS: "0-1", Outcome.DRAW: "1/2-1/2"},
}
_PAIR = re.compile(r"([^-]+)-([^-]+)")


def outcome_of(text: str) -> Outcome:
    """The meaning of a result; UNKNOWN for scores that only their tournament understands."""
    return _MEANING.get(text.replace(" ", ""), Outcome.UNKNOWN)


def result_text(outcome: Outcome, style: str) -> str:
    """The result in the form of a game type; `style` is "2-0" or "1-0" as in `Notation.results`."""
    if outcome is Outcome.BOTH_LOSE:
        return "0-0"
    return _TEXTS[style].get(outcome, "*")


def exchanged(text: str) -> str:
    """An unusual result seen from the other side: "4-6" becomes "6-4"."""
    pair = _PAIR.fullmatch(text)
    return f"{pair[2].strip()}-{pair[1].strip()}" if pair else text
