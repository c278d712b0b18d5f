"""Counting the lines of play: how a move generator is proved right, and how fast it is."""

from __future__ import annotations

from rulebook.kernel import discs
from rulebook.moves import Move, apply_lots, legal_moves
from rulebook.position import Position


def perft(position: Position, depth: int) -> int:
    """How many lines of `depth` plies begin here. Draws by count or repetition do not end a line.

    In Reversi a pass is a ply, and a finished game counts as one line at every greater depth.
    Captures that lots decide count as successful.
    """
    ruleset, white_to_move, white, black, kings, _, _ = position
    own, opponents = (white, black) if white_to_move else (black, white)
    if not ruleset.is_draughts:
        return discs.perft(own, opponents, depth)
    return ruleset.generator.perft(own, opponents, kings, white_to_move, depth)


def divide(position: Position, depth: int) -> list[tuple[Move, int]]:
    """The count below each legal move; their sum is perft(position, depth). Depth 1 or more."""
    return [
        (move, perft(apply_lots(position, move, [True] * len(move.captured)), depth - 1))
        for move in legal_moves(position)
    ]
