"""A plain look ahead that asks the rulebook at every step, and small positions to look at."""

from __future__ import annotations

from random import Random

from rulebook import Position, Ruleset, legal_moves, parse_fen, play, result

WIN = 30000


def bounds(position: Position, depth: int, ply: int = 0) -> tuple[int, int]:
    """What the score of a position lies between, whatever its leaves are worth."""
    end = result(position)
    if end is not None:
        if end.winner is None:
            return 0, 0
        score = WIN - ply if end.winner is position.side else ply - WIN
        return score, score
    if depth == 0:
        return -WIN, WIN
    low, high = -WIN, -WIN
    for move in legal_moves(position):
        below = bounds(play(position, move), depth - 1, ply + 1)
        low, high = max(low, -below[1]), max(high, -below[0])
    return low, high


def few_pieces(rules: Ruleset, chance: Random, most: int = 6) -> Position:
    """A position with two to `most` pieces, most of them kings, in which the game goes on."""
    board = rules.board
    while True:
        squares = chance.sample(range(1, board.squares + 1), chance.randint(2, most))
        white: list[str] = []
        black: list[str] = []
        for square in squares:
            side = chance.choice((white, black))
            last_row = 1 if side is white else board.size
            king = chance.random() < (0 if rules.options["goal"] == "breakthrough" else 0.6)
            if not king and board.row_of(square) == last_row:
                continue
            side.append(("K" if king else "") + board.name_of[square])
        if white and black:
            halfmoves = chance.choice(("", ":H27:F1", ":H38:F1", ":H48:F1"))
            position = parse_fen(
                rules, f"{chance.choice('WB')}:W{','.join(white)}:B{','.join(black)}{halfmoves}"
            )
            if result(position) is None:
                return position
