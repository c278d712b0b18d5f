"""pydraughts (imported as draughts): pure Python; its inner game is quicker than its outer board."""

from __future__ import annotations

from collections.abc import Mapping

from draughts import Board, Move
from draughts.core.game import Game

from bench.drivers.answering import Judge, answer_all

VARIANTS = {
    "international": "standard",
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "turkish": "turkish",
    "italian": "italian",
    "frisian": "frisian",
}


class Pydraughts:
    def count(self, ruleset: str, options: Mapping[str, str], depth: int, distinct: bool) -> int:  # noqa: ARG002  no options
        return leaves(Game(VARIANTS[ruleset]), depth, distinct=distinct)

    def judge(self, ruleset: str, options: Mapping[str, str]) -> Judge:  # noqa: ARG002  no options
        variant = VARIANTS[ruleset]

        def parse_and_push(fen: str, move: str) -> bool:
            board = Board(variant, fen)
            try:
                meant = Move(board, pdn_move=move)
            except KeyError:  # its way to say that no legal move is written so
                return False
            board.push(meant)
            return True

        return parse_and_push


def leaves(game: Game, depth: int, *, distinct: bool) -> int:
    moves, captures = game.legal_moves()
    if distinct:
        once = {
            (move[0][0], move[-1][1], frozenset(taken)): move
            for move, taken in zip(moves, captures, strict=True)
        }
        moves = list(once.values())
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy_fast()
        after.push(move)
        total += leaves(after, depth - 1, distinct=distinct)
    return total


if __name__ == "__main__":
    answer_all(Pydraughts())
