"""rust-reversi: Othello in Rust. It has no perft; its children and move sets come from Rust."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import rust_reversi

from bench.drivers.answering import Judge, answer_all


class RustReversi:
    def count(self, ruleset: str, options: Mapping[str, str], depth: int, distinct: bool) -> int:  # noqa: ARG002  one rule set, distinct moves
        return leaves(rust_reversi.Board(), depth)

    def judge(self, ruleset: str, options: Mapping[str, str]) -> Judge:  # noqa: ARG002  one rule set
        return parse_and_place


def leaves(board: rust_reversi.Board, depth: int) -> int:
    targets = board.get_legal_moves()
    if depth == 1:
        return targets.bit_count() or 1
    if targets:
        return sum([leaves(child, depth - 1) for child in board.get_child_boards()])
    if board.is_game_over():
        return 1
    passed = board.clone()
    passed.do_pass()
    return leaves(passed, depth - 1)


def board_of(fen: str) -> rust_reversi.Board:
    board = rust_reversi.Board()
    turn = rust_reversi.Turn.BLACK if fen[65] == "X" else rust_reversi.Turn.WHITE
    board.set_board_str(fen[:64], turn)
    return board


def parse_and_place(fen: str, move: str) -> bool:
    board = board_of(fen)
    try:
        board.do_move(8 * int(move[1]) - 8 + ord(move[0]) - ord("a"))
    except ValueError:
        return False
    return True


_DEEPEST = 60
_WIN = 1 << 20
# The usual worths of squares from textbooks: its own search has no table of its own.
_QUARTER = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))
_WORTHS = [[_QUARTER[min(y, 7 - y)][min(x, 7 - x)] for x in range(8)] for y in range(8)]


class Player:
    """Its alpha-beta search with one of its evaluations (matrix, mobility, discs), or its mcts."""

    def __init__(self, words: list[str]) -> None:
        engine = words[0] if words else "matrix"
        self.name = f"rust-reversi {engine}"
        if engine == "mcts":
            self._search = rust_reversi.MctsSearch(1 << 40, 1.0, 10)
            return
        evaluator = {
            "matrix": lambda: rust_reversi.MatrixEvaluator(_WORTHS),
            "mobility": rust_reversi.LegalNumEvaluator,
            "discs": rust_reversi.PieceEvaluator,
        }[engine]()
        self._search = rust_reversi.AlphaBetaSearch(evaluator, _DEEPEST, _WIN)

    def new_game(self, ruleset: str) -> None:
        """It remembers nothing."""

    def move(self, start: str, moves: Sequence[str], fen: str, time_ms: int) -> str:  # noqa: ARG002  the board is all
        board = board_of(fen)
        if board.is_pass():
            return "pass"
        square = self._search.get_move_with_timeout(board, time_ms)
        return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


if __name__ == "__main__":
    answer_all(RustReversi(), Player)
