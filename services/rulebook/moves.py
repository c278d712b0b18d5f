"""Moves: what may be played, how it is written, and what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulebook.errors import BadLots, LotsNeeded, TooManyMoves
from rulebook.kernel import EVERY_PATH, SMALLEST_PATH, RawMove
from rulebook.kernel.discs import flips, mobility
from rulebook.outcome import result
from rulebook.position import Counters, Position, balances, fresh_counters, new_tuple, position_hash
from rulebook.ruleset import Progress, Ruleset


class Move(NamedTuple):
    """A legal move of one position.

    `path` begins with the origin and lists every landing; of equal moves it is the smallest, square
    by square. A Reversi disc has no origin, and `captured` are the discs it flips; a pass has neither
    origin nor target. `duels` are the captured squares whose pieces may withstand (medieval mode).
    """

    notation: str
    origin: int | None
    target: int | None
    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    promotes: bool = False
    duels: tuple[int, ...] = ()

    @property
    def is_pass(self) -> bool:
        return self.target is None


PASS = Move("pass", None, None, ())


def legal_moves(position: Position) -> list[Move]:
    """Every legal move once, ordered by path; none when the game is over.

    Raises TooManyMoves for a set-up position beyond anything that can be played.
    """
    if result(position) is not None:
        return []
    if not position.ruleset.is_draughts:
        return _disc_moves(position)
    return _sorted_moves(position, SMALLEST_PATH)


def legal_paths(position: Position) -> list[Move]:
    """Every path of every legal move: the ways a player may enter it, hop by hop."""
    if result(position) is not None:
        return []
    if not position.ruleset.is_draughts:
        return _disc_moves(position)
    return _sorted_moves(position, EVERY_PATH)


def play(position: Position, move: Move) -> Position:
    """The position after a legal move of this position.

    Raises LotsNeeded if captured pieces may withstand; then apply_lots gives the next position.
    """
    if move.duels:
        raise LotsNeeded(move.notation, position.fen)
    return _after(position, move)


def apply_lots(position: Position, move: Move, lots: Sequence[bool]) -> Position:
    """The position after a capture whose lots have been drawn.

    One lot for each captured piece in the order of the path, up to the first failure: True takes the
    piece, False costs the attacker. What was captured before stays captured (A-27 to A-30).
    Raises BadLots if the number does not fit or an ordinary piece is said to withstand.
    """
    failed = next((i for i, lot in enumerate(lots) if not lot), None)
    needed = len(move.captured) if failed is None else failed + 1
    if len(lots) != needed:
        raise BadLots(f"{needed} lots expected", lots, move.notation, position.fen)
    if failed is None:
        return _after(position, move)
    if move.captured[failed] not in move.duels:
        raise BadLots("an ordinary piece cannot withstand", lots, move.notation, position.fen)
    ruleset, white_to_move, white, black, kings, marks, _ = position
    bit_of = ruleset.board.bit_of
    assert move.origin is not None
    gone = 1 << bit_of[move.origin]
    for square in move.captured[:failed]:
        gone |= 1 << bit_of[square]
    white, black, kings, marks = white & ~gone, black & ~gone, kings & ~gone, marks & ~gone
    # A failed attack removes a piece: progress, and nothing before it can be repeated.
    counters = fresh_counters(ruleset, white, black, kings)
    return Position(ruleset, not white_to_move, white, black, kings, marks, counters)


# --- draughts ---------------------------------------------------------------------------------


def find_moves(position: Position, origin: int, target: int) -> tuple[list[Move], Position | None, bool]:
    """The legal moves between two squares, for a game that is not over.

    Of a single one also the position after it, and whether the other side can move there. The position
    is None for several moves, and where lots decide.
    """
    ruleset, white_to_move, white, black, kings, _, _ = position
    bit_of = ruleset.board.bit_of
    own, opponents = (white, black) if white_to_move else (black, white)
    has_runs = ruleset.draughts.king_run_plies is not None
    frozen = position.frozen if has_runs else 0
    found = ruleset.generator.find_moves(
        own, opponents, kings, white_to_move, frozen, bit_of[origin], bit_of[target]
    )
    if found is None:
        raise TooManyMoves(position.fen)
    raws, own, opponents, kings, can_reply = found
    if len(raws) != 1:
        return [move_of(position, raw) for raw in raws], None, False
    move = move_of(position, raws[0])
    if move.duels:
        return [move], None, False
    white, black = (own, opponents) if white_to_move else (opponents, own)
    after = _position_after(position, move, white, black, kings)
    if has_runs and after.frozen:
        can_reply = ruleset.generator.has_move(opponents, own, kings, not white_to_move, after.frozen)
    return [move], after, can_reply


def raw_moves(position: Position, paths: int) -> list[RawMove]:
    """The legal moves as the generator gives them."""
    ruleset, white_to_move, white, black, kings, _, _ = position
    own, opponents = (white, black) if white_to_move else (black, white)
    found = ruleset.generator.list_moves(own, opponents, kings, white_to_move, position.frozen, paths)
    if found is None:
        raise TooManyMoves(position.fen)
    return found


def move_of(position: Position, raw: RawMove) -> Move:
    """The generator's move with square numbers and notation."""
    origin_bit, target_bit, captured_bits, promotes, landings, prey = raw
    ruleset = position.ruleset
    square_of = ruleset.board.square_of
    names = ruleset.square_names
    origin = square_of[origin_bit]
    target = square_of[target_bit]
    if not captured_bits:
        notation = f"{names[origin]}-{names[target]}"
        return new_tuple(Move, (notation, origin, target, (origin, target), (), promotes, ()))
    table = ruleset.board.square_table
    path = (origin, *landings.translate(table))
    captured = tuple(prey.translate(table))
    notation = ruleset.notation.separator.join([names[square] for square in path])
    duels: tuple[int, ...] = ()
    marks = position.marks
    if marks & captured_bits:
        duels = tuple(square_of[bit] for bit in prey if marks >> bit & 1)
    return new_tuple(Move, (notation, origin, target, path, captured, promotes, duels))


def _sorted_moves(position: Position, paths: int) -> list[Move]:
    moves = [move_of(position, raw) for raw in raw_moves(position, paths)]
    moves.sort(key=_path_of)
    return moves


def _path_of(move: Move) -> tuple[int, ...]:
    return move.path


def _after(position: Position, move: Move) -> Position:
    if not position.ruleset.is_draughts:
        return _after_disc(position, move)
    ruleset, white_to_move, white, black, kings, _, _ = position
    bit_of = ruleset.board.bit_of
    assert move.origin is not None
    assert move.target is not None
    origin, target = 1 << bit_of[move.origin], 1 << bit_of[move.target]
    captured = 0
    for square in move.captured:
        captured |= 1 << bit_of[square]
    if white_to_move:
        white, black = white & ~origin | target, black & ~captured
    else:
        white, black = white & ~captured, black & ~origin | target
    crowned = kings & ~(origin | captured)
    if move.promotes or kings & origin:
        crowned |= target
    return _position_after(position, move, white, black, crowned)


def _position_after(position: Position, move: Move, white: int, black: int, kings: int) -> Position:
    """The position with these bitboards and its counters, after a move that led to them."""
    ruleset, white_to_move, _, _, kings_before, marks, counters = position
    _, origin, target, _, captured, promotes, _ = move
    assert origin is not None
    assert target is not None
    bit_of = ruleset.board.bit_of
    if marks:
        if marks >> bit_of[origin] & 1:
            marks |= 1 << bit_of[target]
        marks &= white | black
    man_moved = not kings_before >> bit_of[origin] & 1
    rules = ruleset.draughts
    draws = rules.draws
    no_progress, endgames, runs, seen = counters
    if draws.no_progress is not None:
        reset = _is_progress(move, draws.no_progress.reset_by, man_moved)
        no_progress = 0 if reset else min(no_progress + 1, 65535)
    if draws.endgames:
        endgames = _endgames_after(ruleset, endgames, move, white, black, kings)
    if rules.king_run_plies is not None:
        runs = _runs_after(position, move, man_moved)
    rows = ruleset.board.rows
    goes_forward = man_moved and (promotes or rows[origin] != rows[target])
    if draws.repetition is None or captured or goes_forward:
        seen = b""  # no position before can occur again
    else:
        seen += position_hash(position)
    counters = new_tuple(Counters, (no_progress, endgames, runs, seen))
    return new_tuple(Position, (ruleset, not white_to_move, white, black, kings, marks, counters))


def _is_progress(move: Move, kinds: frozenset[Progress], man_moved: bool) -> bool:
    return bool(
        (move.captured and _CAPTURE in kinds)
        or (man_moved and _MAN_MOVE in kinds)
        or (move.promotes and _PROMOTION in kinds)
    )


# Looked up once: an enum's member costs more than the rest of the question.
_CAPTURE, _MAN_MOVE, _PROMOTION = Progress.CAPTURE, Progress.MAN_MOVE, Progress.PROMOTION


def _endgames_after(
    ruleset: Ruleset, before: tuple[int, ...], move: Move, white: int, black: int, kings: int
) -> tuple[int, ...]:
    """The endgame counts: a count begins after the move that made its balance."""
    holding = balances(ruleset, white, black, kings)
    if not holding:
        return ()
    counts = ruleset.draughts.draws.endgames
    running = before or (0,) * len(counts)
    return tuple(
        (1 if _is_progress(move, count.restarted_by, False) else min(plies + 1, 65535)) if holds else 0
        for holds, plies, count in zip(holding, running, counts, strict=True)
    )


def _runs_after(
    before: Position,
    move: Move,
    man_moved: bool,
) -> tuple[int, int, int, int]:
    """The runs of quiet king moves (Frisian): who moved another piece or captured begins anew."""
    assert move.origin is not None
    assert move.target is not None
    runs = before.counters.runs
    # A captured king's run is forgotten, so that another king on its square has none.
    kept = [0 if square in move.captured else square for square in runs[::2]]
    lengths = [length if square else 0 for square, length in zip(kept, runs[1::2], strict=True)]
    mover = 0 if before.white_to_move else 1
    own = before.white if before.white_to_move else before.black
    if man_moved or move.captured or not own & ~before.kings:
        kept[mover], lengths[mover] = 0, 0
    elif kept[mover] == move.origin:
        kept[mover], lengths[mover] = move.target, min(lengths[mover] + 1, 255)
    else:
        kept[mover], lengths[mover] = move.target, 1
    return kept[0], lengths[0], kept[1], lengths[1]


# --- Reversi ----------------------------------------------------------------------------------


def _disc_moves(position: Position) -> list[Move]:
    own, opponents = position.white, position.black
    if not position.white_to_move:
        own, opponents = opponents, own
    targets = mobility(own, opponents)
    if not targets:
        return [PASS]
    return [disc_move(position, square) for square in position.ruleset.board.squares_in(targets)]


def disc_move(position: Position, square: int) -> Move:
    """The placing of a disc; `captured` is empty where that is not legal."""
    own, opponents = position.white, position.black
    if not position.white_to_move:
        own, opponents = opponents, own
    board = position.ruleset.board
    flipped = board.squares_in(flips(own, opponents, 1 << square - 1))
    return Move(board.name_of[square], None, square, (square,), tuple(flipped))


def _after_disc(position: Position, move: Move) -> Position:
    ruleset, white_to_move, white, black, kings, marks, counters = position
    if move.target is not None:
        flipped = ruleset.board.mask(move.captured)
        own = flipped | 1 << move.target - 1
        white, black = (white | own, black & ~own) if white_to_move else (white & ~own, black | own)
    return Position(ruleset, not white_to_move, white, black, kings, marks, counters)
