"""What can be wrong with a game in an archive, besides a refused move and a bad FEN."""

from __future__ import annotations

SYNTAX = "syntax"  # a piece of text that is nothing a game is made of
TAG = "tag"  # a tag without its closing quote or bracket
TAG_TWICE = "tag_twice"  # two different values where only one can hold
COMMENT_OPEN = "comment_open"
SETUP_OPEN = "setup_open"
VARIATION_OPEN = "variation_open"  # the game ends inside a variation
VARIATION_CLOSED = "variation_closed"  # a ")" without its "("
VARIATION_EMPTY = "variation_empty"  # nothing stands where it belongs: no move before or after it
VARIATION_TOO_DEEP = "variation_too_deep"
UNKNOWN_RULESET = "unknown_ruleset"
UNKNOWN_OPTION = "unknown_option"
RULESET_CONFLICT = "ruleset_conflict"  # Variant and GameType name different games
GAME_TYPE = "game_type"  # not a GameType, or a board that the game is not played on
SQUARE = "square_out_of_range"
NULL_MOVE = "null_move"  # where the rules know none
RESULT_CONFLICT = "result_conflict"  # the tag and the end of the moves name different winners
LOTS_MISSING = "lots_missing"  # a capture that could fail, without its [%duel]
MARKS = "marks"  # a mark on a square without a piece of that side
LOTS = "lots"  # a [%duel] that does not fit the capture before it
POSITION = "position"  # a set-up position that no generator can handle

MAX_VALUE = 200


class FaultFound(Exception):
    """Ends the reading of one game; never leaves the package."""

    def __init__(self, reason: str, value: str, line: int, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = str(reason)
        self.value = _shortened(value)
        self.line = line
        self.detail = _shortened(detail)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1] + "…"
