"""FEN: one position as text.

Draughts: `side:Wlist:Blist`, K before kings, M before marked pieces, ranges, `:H…` for the plies
without progress. Squares are numbers from the top left, or algebraic names; boards that play on
every square are written with names. Reversi: 64 characters from a1 row by row, and the side to move.
"""

from __future__ import annotations

from rulebook.errors import BadFen
from rulebook.kernel.text import scan, write
from rulebook.position import NOTHING_COUNTED, Position, decode_rule_state, fresh_counters, new_tuple
from rulebook.ruleset import Ruleset

_REASONS = (
    "",
    "side_missing",
    "syntax",
    "square_out_of_range",
    "square_twice",
    "man_on_promotion_row",
    "syntax",
)
_LONGEST = 1000  # no position needs more; keeps the error short to find


def parse_fen(ruleset: Ruleset, text: str, rule_state: bytes = b"") -> Position:
    """The position that the text describes, with its counters.

    Without `rule_state` the counters are fresh, but for plies without progress given by `:H…`.
    Raises BadFen, or BadRuleState if the bytes do not belong to this position.
    """
    if len(text) > _LONGEST:
        raise BadFen("syntax", text[_LONGEST : _LONGEST + 20], _LONGEST, text)
    if not ruleset.is_draughts:
        position = _parse_discs(ruleset, text)
        if rule_state:
            decode_rule_state(position, rule_state)
        return position
    try:
        data = text.encode("ascii")
    except UnicodeEncodeError as error:
        at = error.start
        raise BadFen("syntax", text[at : at + 1], at, text) from None
    fault, at, length, white_to_move, white, black, kings, marks, halfmoves = scan(
        data, *ruleset.board.scanning
    )
    if fault:
        raise BadFen(_REASONS[fault], text[at : at + length], at, text)
    if marks and ruleset.draughts.medieval is None:
        at = text.index("M")
        raise BadFen("marks_not_allowed", "M", at, text)
    counters = NOTHING_COUNTED
    if halfmoves or kings or not ruleset.endgames_need_kings:
        counters = fresh_counters(ruleset, white, black, kings, halfmoves)
    position = new_tuple(Position, (ruleset, white_to_move, white, black, kings, marks, counters))
    if rule_state:
        return position._replace(counters=decode_rule_state(position, rule_state))
    return position


def format_fen(position: Position) -> str:
    """The position as text; parse_fen reads it back but for the counters."""
    ruleset, white_to_move, white, black, kings, marks, _ = position
    if not ruleset.is_draughts:
        discs = "".join("X" if black >> bit & 1 else "O" if white >> bit & 1 else "-" for bit in range(64))
        return f"{discs} {'O' if white_to_move else 'X'}"
    return write(white_to_move, white, black, kings, marks, ruleset.board.fen_names)


def _parse_discs(ruleset: Ruleset, text: str) -> Position:
    if len(text) != 66:
        raise BadFen("wrong_length", text[:80], 0, text)
    white = black = 0
    for bit, character in enumerate(text[:64]):
        if character in "Xx*":
            black |= 1 << bit
        elif character in "Oo":
            white |= 1 << bit
        elif character not in "-.":
            raise BadFen("syntax", character, bit, text)
    if text[64] != " " or text[65] not in "XxOo*":
        raise BadFen("side_missing", text[64:], 64, text)
    return Position(ruleset, text[65] in "Oo", white, black, 0, 0, NOTHING_COUNTED)
