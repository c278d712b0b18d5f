"""The answer to the question whether a text is a legal move."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rulebook.moves import Move
from rulebook.outcome import Result
from rulebook.position import Position


class Reason(StrEnum):
    """Why a move is refused: the rule that forbids it."""

    SYNTAX = "syntax"  # the text is not a move on this board
    GAME_OVER = "game_over"
    AMBIGUOUS = "ambiguous"  # several moves are written so; the full path tells them apart
    NO_PIECE = "no_piece"  # nothing stands on the first square
    NOT_YOUR_TURN = "not_your_turn"  # a piece of the other side stands there
    SQUARE_OCCUPIED = "square_occupied"
    CAPTURE_MANDATORY = "capture_mandatory"
    CAPTURE_NOT_MAXIMUM = "capture_not_maximum"  # another capture takes more
    CAPTURE_NOT_PREFERRED = "capture_not_preferred"  # as many pieces, but another takes precedence
    CAPTURE_INCOMPLETE = "capture_incomplete"  # the capture goes on from there
    LANDING_MUST_CONTINUE = "landing_must_continue"  # land where the capture can go on
    LANDING_NOT_ADJACENT = "landing_not_adjacent"  # land directly behind the captured piece
    CAPTURED_TWICE = "captured_twice"  # no piece is jumped twice in a move
    BLOCKED_BY_CAPTURED = "blocked_by_captured"  # captured pieces stay until the move is over
    TURN_BACK = "turn_back"  # no turn by 180 degrees in a capture
    DIRECTION = "direction"  # men do not go that way
    MAN_TAKES_KING = "man_takes_king"  # men may not capture kings
    TOO_FAR = "too_far"  # the piece does not fly
    PROMOTION_ENDS_MOVE = "promotion_ends_move"
    NOT_YET_KING = "not_yet_king"  # a man in mid-capture does not go on as a king
    KING_RUN = "king_run"  # this king has made its quiet moves in a row
    NOTHING_CAPTURED = "nothing_captured"  # written as a capture, but it takes nothing
    BLOCKED = "blocked"  # something stands in the way
    ILLEGAL = "illegal"  # no rule but geometry forbids it
    NO_FLIP = "no_flip"
    PASS_NOT_ALLOWED = "pass_not_allowed"  # noqa: S105  a pass, not a password
    MUST_PASS = "must_pass"  # noqa: S105  same


class Refusal(NamedTuple):
    """`candidates` are what is legal instead: the nearest moves, or all of them."""

    reason: Reason
    candidates: tuple[Move, ...]


class Verdict(NamedTuple):
    """Exactly one of `move` and `refusal` is set.

    `next` is the position after the move; None if lots decide it (then `move.duels` is not empty).
    `result` is how the game ends with it, if it does.
    """

    move: Move | None
    next: Position | None
    refusal: Refusal | None
    result: Result | None = None

    @property
    def legal(self) -> bool:
        return self.move is not None
