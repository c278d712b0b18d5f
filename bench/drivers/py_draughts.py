"""py-draughts (imported as draughts): its engine has a perft for international draughts alone."""

from __future__ import annotations

from collections.abc import Mapping

import draughts
from draughts.engines.turbo import perft_from_board

from bench.drivers.answering import Judge, answer_all

BOARDS = {
    "international": draughts.StandardBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
    "frisian": draughts.FrisianBoard,
}


class PyDraughts:
    def count(self, ruleset: str, options: Mapping[str, str], depth: int, distinct: bool) -> int:  # noqa: ARG002  no options
        board = BOARDS[ruleset]()
        if ruleset == "international" and not distinct:
            return int(perft_from_board(board, depth))
        return leaves(board, depth, distinct=distinct)

    def judge(self, ruleset: str, options: Mapping[str, str]) -> Judge:  # noqa: ARG002  no options
        from_fen = BOARDS[ruleset].from_fen

        def parse_and_push(fen: str, move: str) -> bool:
            board = from_fen(fen)
            try:
                board.push_uci(move)
            except ValueError:
                return False
            return True

        return parse_and_push


def leaves(board: draughts.BaseBoard, depth: int, *, distinct: bool) -> int:
    moves = board.legal_moves
    if distinct:
        moves = {
            (move.square_list[0], move.square_list[-1], frozenset(move.captured_list)): move for move in moves
        }.values()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += leaves(board, depth - 1, distinct=distinct)
        board.pop()
    return total


if __name__ == "__main__":
    answer_all(PyDraughts())
