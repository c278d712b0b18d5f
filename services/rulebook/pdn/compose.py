"""Makes a record of a game that was played here and not read from a text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rulebook import Move, Position, apply_lots, play
from rulebook.errors import RulebookError
from rulebook.pdn.clocks import split_comment
from rulebook.pdn.record import ParsedGame, PlayedMove, certain_lots
from rulebook.pdn.results import Outcome, outcome_of, result_text
from rulebook.pdn.tags import is_told_elsewhere

_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_TEXT_OF_SPACE = re.compile(r"\s+")


class BadTag(RulebookError):
    """The name of a tag is not a capital letter followed by letters, digits and underscores."""

    def __init__(self, name: str) -> None:
        super().__init__(f"not the name of a tag: {name!r}")
        self.name = name


def compose(
    start: Position,
    moves: Sequence[Move],
    *,
    lots: Sequence[Sequence[bool]] = (),
    comments: Sequence[str] = (),
    tags: Mapping[str, str] = MappingProxyType({}),
    result: str | Outcome = Outcome.UNKNOWN,
) -> ParsedGame:
    """A game of legal moves from `start`.

    `lots` and `comments` are empty or have an entry for each move; a comment may hold commands such as
    `[%clk 0:03:05]`, and the lots as `[%duel 17:1]` where `lots` is empty. Tags that other fields tell (Result, GameType, FEN …) are passed over.
    Raises BadTag; LotsNeeded or BadLots where the lots do not fit.
    """
    steps = []
    position = start
    for at, move in enumerate(moves):
        comment, clocks, told = split_comment(comments[at]) if comments else ("", None, ())
        drawn = tuple(lots[at]) if lots else tuple(lot for _, lot in told)
        if not drawn and not move.duels:
            drawn = certain_lots(position, move)
        position = apply_lots(position, move, drawn) if drawn else play(position, move)
        steps.append(PlayedMove(move=move, after=position, comment=comment, clocks=clocks, lots=drawn))
    outcome = result if isinstance(result, Outcome) else outcome_of(result)
    text = result_text(outcome, start.ruleset.notation.results)
    if outcome is Outcome.UNKNOWN and not isinstance(result, Outcome):
        text = " ".join(result.split()).strip("?") or "*"  # a tournament's own scoring
    return ParsedGame(
        ruleset=start.ruleset,
        start=start,
        moves=tuple(steps),
        tags=_told(start, tags),
        result_text=text,
    )


def _told(start: Position, tags: Mapping[str, str]) -> Mapping[str, str]:
    told = {}
    for name, value in tags.items():
        if not _TAG_NAME.fullmatch(name):
            raise BadTag(name)
        if not is_told_elsewhere(name, value, start.ruleset):
            told[name] = _TEXT_OF_SPACE.sub(" ", value)
    return MappingProxyType(told)
