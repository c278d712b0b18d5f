"""py-draughts (imported as draughts): its engine has a perft for international draughts alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import draughts
from draughts.engines.simple import SimpleEngine
from draughts.engines.turbo import TurboEngine, perft_from_board

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


class Player:
    """One of its engines: turbo (international draughts alone), or simple."""

    def __init__(self, words: list[str]) -> None:
        self._engine = words[0] if words else "turbo"
        self.name = f"py-draughts {self._engine}"
        self.new_game("international")

    def new_game(self, ruleset: str) -> None:
        self._board = BOARDS[ruleset]
        kind = TurboEngine if self._engine == "turbo" else SimpleEngine
        self._playing = kind(depth_limit=60, time_limit=1.0)

    def move(self, start: str, moves: Sequence[str], fen: str, time_ms: int) -> str:  # noqa: ARG002  its board replays
        board = self._board.from_fen(start)
        for text in moves:
            said = [int(square) - 1 for square in re.split("[-x]", text)]
            board.push(
                next(
                    move
                    for move in board.legal_moves
                    if [move.square_list[0], move.square_list[-1], *sorted(move.captured_list)] == said
                )
            )
        self._playing.time_limit = time_ms / 1000
        move = self._playing.get_best_move(board)
        squares = [move.square_list[0], move.square_list[-1], *sorted(move.captured_list)]
        return ("x" if move.captured_list else "-").join(str(square + 1) for square in squares)


if __name__ == "__main__":
    answer_all(PyDraughts(), Player)
