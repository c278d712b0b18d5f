"""The game so far, as a draughts search needs it: the counts, and the positions that could come again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rulebook.board import Board
from rulebook.position import Position, position_hash
from rulebook.ruleset import DraughtsRules, Lines


def state(position: Position) -> tuple[object, ...]:
    """The position and its counts, seen by the side to move, in the order of the kernel's set_root."""
    counters = position.counters
    bit_of = position.ruleset.board.bit_of
    white = (bit_of[counters.runs[0]] if counters.runs[0] else 0, counters.runs[1])
    black = (bit_of[counters.runs[2]] if counters.runs[2] else 0, counters.runs[3])
    own, opposing = (white, black) if position.white_to_move else (black, white)
    return (
        *_seen_by_mover(position),
        counters.no_progress_plies,
        counters.endgames,
        *own,
        *opposing,
    )


def _seen_by_mover(position: Position) -> tuple[int, ...]:
    own, opponents = position.white, position.black
    if not position.white_to_move:
        own, opponents = opponents, own
    return own, opponents, position.kings, position.marks, position.white_to_move


def played(position: Position) -> tuple[tuple[int, ...], ...]:
    """The positions since the last irreversible move, oldest first, seen by the side to move.

    The rule state has only their hashes. But each is one quiet move away from the next, so they are found
    again from the last one backwards; a hash that no such move leads to ends the row.
    """
    seen = position.counters.seen
    found: list[tuple[int, ...]] = []
    later = position
    for end in range(len(seen), 0, -8):
        wanted = seen[end - 8 : end]
        for earlier in _before(later):
            if position_hash(earlier) == wanted:
                break
        else:
            break
        found.append(_seen_by_mover(earlier))
        later = earlier
    return tuple(reversed(found))


def _before(position: Position) -> Iterator[Position]:
    """The positions that a quiet move by a king, or a man's step sideways, turns into this one."""
    ruleset, white_to_move, white, black, kings, marks, counters = position
    mover = black if white_to_move else white
    rules = ruleset.draughts
    squares = rules.board
    for target in squares.squares_in(mover):
        bit = 1 << squares.bit_of[target]
        king = bool(kings & bit)
        for origin in _reached_from(rules, white | black, target, king):
            both = bit | 1 << squares.bit_of[origin]
            yield Position(
                ruleset,
                not white_to_move,
                white if white_to_move else white ^ both,
                black ^ both if white_to_move else black,
                kings ^ both if king else kings,
                marks ^ both if marks & bit else marks,
                counters,
            )


def _reached_from(
    rules: DraughtsRules,
    occupied: int,
    square: int,
    king: bool,
) -> Iterator[int]:
    """The empty squares from which the piece on a square can have come: the way back is a move too."""
    board = rules.board
    orthogonal = rules.lines is Lines.ORTHOGONAL
    if not king and not orthogonal:
        return
    for line in _lines(board, orthogonal)[square]:
        if not king and board.row_of(line[0]) != board.row_of(square):
            continue
        for origin in line if king and rules.flying_king else line[:1]:
            if occupied >> board.bit_of[origin] & 1:
                break
            yield origin


@cache
def _lines(board: Board, orthogonal: bool) -> dict[int, tuple[tuple[int, ...], ...]]:
    """square -> the squares in each of the four directions, the nearest first."""
    at = {(board.row_of(s), board.column(s)): s for s in range(1, board.squares + 1)}
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0)) if orthogonal else ((1, 1), (1, -1), (-1, 1), (-1, -1))
    lines = {}
    for (row, column), square in at.items():
        found = [
            tuple(
                at[row + down * far, column + right * far]
                for far in range(1, board.size)
                if (row + down * far, column + right * far) in at
            )
            for down, right in steps
        ]
        lines[square] = tuple(line for line in found if line)
    return lines
