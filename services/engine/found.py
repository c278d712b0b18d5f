"""What a search found, in the rulebook's terms."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel import RawMove
from rulebook import Move, Position, legal_moves, play

PASSED = 64  # a pass in a line of the Reversi kernel


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One of the best lines: its score, as in Found, and its moves."""

    score: int
    pv: tuple[Move, ...]

    @property
    def move(self) -> Move:
        return self.pv[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The best move and what is known of it.

    `score` is from the side to move: hundredths of a man in draughts, of a disc in Reversi. In draughts a
    win in n plies scores 30000 - n, a loss n - 30000; in Reversi a game read to its end scores its exact
    result, the empty squares going to the winner. `depth` is the last depth that was finished. `pv` begins with
    the move; it ends where lots would have to be drawn. `lines` are the best lines with different first
    moves, the best first; as many as were asked for, if there are so many moves.
    """

    move: Move
    score: int
    depth: int
    nodes: int
    pv: tuple[Move, ...]
    time_ms: int
    lines: tuple[Line, ...] = ()


def moves_of(position: Position, line: tuple[RawMove, ...]) -> tuple[Move, ...]:
    """A line of the draughts kernel as moves."""
    moves: list[Move] = []
    for raw in line:
        move = _move_of(position, raw)
        if move is None:
            break
        moves.append(move)
        if move.duels:
            break
        position = play(position, move)
    return tuple(moves)


def _move_of(position: Position, raw: RawMove) -> Move | None:
    """The legal move that the kernel means; None behind the end of the game."""
    origin_bit, target_bit, captured, order = raw
    board = position.ruleset.board
    origin, target = board.square_of[origin_bit], board.square_of[target_bit]
    for move in legal_moves(position):
        if (move.origin, move.target) != (origin, target) or board.mask(move.captured) != captured:
            continue
        if not order or order == _order_of([board.bit_of[square] for square in move.captured]):
            return move
    return None


def _order_of(victims: list[int]) -> int:
    """The generator's code of an order of captures."""
    order = 0
    for victim in victims:
        order = order * 35 + victim
    return order


def disc_moves_of(position: Position, line: tuple[int, ...]) -> tuple[Move, ...]:
    """A line of the Reversi kernel as moves."""
    moves: list[Move] = []
    for bit in line:
        square = None if bit == PASSED else bit + 1
        move = next((move for move in legal_moves(position) if move.target == square), None)
        if move is None:
            break
        moves.append(move)
        position = play(position, move)
    return tuple(moves)
