"""Why a move is refused: relax one rule at a time and ask the same generator again.

The first rule without which the move would be legal is the reason.
Obligation and precedence come first; the others are tried without them, since a man that moves
backwards moves backwards whether or not a capture waits elsewhere.
"""

from __future__ import annotations

from functools import cache

from rulebook.board import Board
from rulebook.kernel import Generator, RawMove, generator
from rulebook.kernel.shape import shape_of
from rulebook.moves import Move, legal_moves, move_of
from rulebook.movetext import MoveText
from rulebook.position import Position
from rulebook.ruleset import Lines, Precedence, Removal, Ruleset
from rulebook.verdict import Reason, Refusal

_ALL_WAYS = 0xFF


def refuse(position: Position, said: MoveText) -> Refusal:
    """The rule that forbids what the text says; the move must not be legal."""
    reason = _reason(position, said)
    return Refusal(reason, _candidates(legal_moves(position), said, reason))


def refuse_disc(position: Position, said: MoveText) -> Refusal:
    """The same for Reversi."""
    moves = tuple(legal_moves(position))
    if not said.squares:
        return Refusal(Reason.PASS_NOT_ALLOWED, moves)
    if (position.white | position.black) >> said.squares[0] - 1 & 1:
        return Refusal(Reason.SQUARE_OCCUPIED, moves)
    return Refusal(Reason.MUST_PASS if moves[0].is_pass else Reason.NO_FLIP, moves)


@cache
def _relaxations(ruleset: Ruleset) -> tuple[tuple[Reason, Generator, bool], ...]:
    """Reason, generator without that rule, and whether it can only follow a path hop by hop."""
    free = shape_of(ruleset.draughts)._replace(mandatory=0, keyed=0)
    every_way = {
        "white_moves": _ALL_WAYS & (1 << free.quiet_directions) - 1,
        "black_moves": _ALL_WAYS & (1 << free.quiet_directions) - 1,
        "white_captures": _ALL_WAYS & (1 << free.directions) - 1,
        "black_captures": _ALL_WAYS & (1 << free.directions) - 1,
    }
    crowned = Reason.PROMOTION_ENDS_MOVE if free.stops_on_last_row else Reason.NOT_YET_KING
    relaxed = (
        (Reason.LANDING_MUST_CONTINUE, {"must_continue": 0}, False),
        (Reason.CAPTURE_INCOMPLETE, {"must_continue": 0, "stops_early": 1}, False),
        (Reason.TURN_BACK, {"no_turning_back": 0}, False),
        (Reason.DIRECTION, every_way, False),
        (Reason.MAN_TAKES_KING, {"men_spare_kings": 0}, False),
        (Reason.TOO_FAR, {"flying": 1}, False),
        (Reason.LANDING_NOT_ADJACENT, {"lands_behind": 0}, False),
        (crowned, {"stops_on_last_row": 0, "rises_in_passing": 1}, False),
        (Reason.CAPTURED_TWICE, {"takes_twice": 1, "stops_early": 1}, True),
        (Reason.BLOCKED_BY_CAPTURED, {"lifted_at_once": 1, "stops_early": 1}, True),
    )
    return tuple(
        (reason, generator(shape), by_hops)
        for reason, changes, by_hops in relaxed
        if (shape := free._replace(guided=1, **changes)) != free._replace(guided=1)
    )


@cache
def _without_obligation(ruleset: Ruleset) -> Generator:
    return generator(shape_of(ruleset.draughts)._replace(mandatory=0, keyed=0, guided=1))


def _reason(position: Position, said: MoveText) -> Reason:
    allowed = _search(_without_obligation(position.ruleset), position, said, position.frozen)
    if allowed is not None:
        return _overruled(position, allowed)
    reason = _wrong_squares(position, said)
    if reason is not None:
        return reason
    if position.frozen and _search(_without_obligation(position.ruleset), position, said, 0):
        return Reason.KING_RUN
    for reason, relaxed, by_hops in _relaxations(position.ruleset):
        if by_hops and len(said.squares) == 2:
            continue
        if _search(relaxed, position, said, position.frozen) is not None:
            return reason
    return _geometry(position, said)


def _wrong_squares(position: Position, said: MoveText) -> Reason | None:
    """What the squares alone forbid: nothing to move, the wrong piece, a landing that is taken."""
    bit_of = position.ruleset.board.bit_of
    own, opponents = position.white, position.black
    if not position.white_to_move:
        own, opponents = opponents, own
    first, *landings = (1 << bit_of[square] for square in said.squares)
    if opponents & first:
        return Reason.NOT_YOUR_TURN
    if not own & first:
        return Reason.NO_PIECE
    # Where captured pieces leave at once, a longer path may end on the square of one of them.
    blocking = own
    if len(landings) == 1 or position.ruleset.draughts.removal is Removal.END:
        blocking |= opponents
    if any(blocking & ~first & landing for landing in landings):
        return Reason.SQUARE_OCCUPIED
    return None


def _search(rules: Generator, position: Position, said: MoveText, frozen: int) -> RawMove | None:
    """A move that the text can mean under these rules."""
    ruleset, white_to_move, white, black, kings, _, _ = position
    own, opponents = (white, black) if white_to_move else (black, white)
    bit_of = ruleset.board.bit_of
    bits = [bit_of[square] for square in said.squares]
    landings = tuple(1 << bit for bit in bits[1:])
    found = rules.follow_moves(own, opponents, kings, white_to_move, frozen, landings) or []
    path = bytes(bits[1:])
    for raw in found:
        if raw[0] == bits[0] and raw[4] == path and (raw[2] or not said.takes):
            return raw
    if len(bits) > 2:
        return None
    anywhere = (ruleset.board.valid,) * 31
    found = rules.follow_moves(own, opponents, kings, white_to_move, frozen, anywhere) or []
    for raw in found:
        if raw[0] == bits[0] and raw[1] == bits[1] and (raw[2] or not said.takes):
            return raw
    return None


def _overruled(position: Position, raw: RawMove) -> Reason:
    """The move itself is in order; a duty or a precedence stands above it."""
    move = move_of(position, raw)
    if not move.captured:
        return Reason.CAPTURE_MANDATORY
    precedence = position.ruleset.draughts.precedence
    best = max(_most(position, other, precedence) for other in legal_moves(position))
    if precedence and _most(position, move, precedence) < best:
        return Reason.CAPTURE_NOT_MAXIMUM
    return Reason.CAPTURE_NOT_PREFERRED


def _most(position: Position, move: Move, precedence: tuple[Precedence, ...]) -> int:
    """How much a capture takes, where the rule set counts that first of all."""
    if not precedence or precedence[0] is Precedence.PIECES:
        return len(move.captured)
    if precedence[0] is not Precedence.VALUE:
        return 0
    bit_of = position.ruleset.board.bit_of
    return sum(199 if position.kings >> bit_of[square] & 1 else 100 for square in move.captured)


def _geometry(position: Position, said: MoveText) -> Reason:
    """Without any rule to blame: a capture of nothing, an obstacle, a piece that has no such reach."""
    if said.takes and len(said.squares) == 2:
        quiet = MoveText(said.squares, takes=False)
        found = _search(_without_obligation(position.ruleset), position, quiet, position.frozen)
        if found is not None:
            return Reason.NOTHING_CAPTURED
    board, lines = position.ruleset.board, position.ruleset.draughts.lines
    occupied = position.white | position.black
    for start, end in zip(said.squares, said.squares[1:], strict=False):
        between = _squares_between(board, lines, start, end)
        if between is None:
            return Reason.ILLEGAL
        if any(occupied >> board.bit_of[square] & 1 for square in between):
            return Reason.BLOCKED
    flies = position.ruleset.draughts.flying_king and bool(
        position.kings >> board.bit_of[said.squares[0]] & 1
    )
    return Reason.ILLEGAL if flies else Reason.TOO_FAR


def _squares_between(board: Board, lines: Lines, start: int, end: int) -> list[int] | None:
    """The squares between two on a line that pieces move along; None if they share none."""
    rows = board.row_of(end) - board.row_of(start)
    columns = board.column(end) - board.column(start)
    steps = max(abs(rows), abs(columns))
    is_diagonal = abs(rows) == abs(columns) != 0
    is_straight = (rows == 0) != (columns == 0)
    if not (is_straight if lines is Lines.ORTHOGONAL else is_diagonal):
        return None
    at = board.square_at
    way = range(1, steps)
    first_row, first_column = board.row_of(start), board.column(start)
    return [at[first_row + rows * i // steps, first_column + columns * i // steps] for i in way]


def _candidates(legal: list[Move], said: MoveText, reason: Reason) -> tuple[Move, ...]:
    """The legal moves nearest to what was said, or all of them."""
    if reason is Reason.CAPTURE_INCOMPLETE:
        longer = tuple(m for m in legal if m.path[: len(said.squares)] == said.squares)
        if longer:
            return longer
    if reason in (Reason.CAPTURE_MANDATORY, Reason.CAPTURE_NOT_MAXIMUM, Reason.CAPTURE_NOT_PREFERRED):
        return tuple(legal)
    same_piece = tuple(m for m in legal if m.origin == said.squares[0])
    return same_piece or tuple(legal)
