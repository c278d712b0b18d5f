"""rust-reversi: Othello in Rust. It has no perft; its children and move sets come from Rust."""

from __future__ import annotations

from collections.abc import Mapping

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


def parse_and_place(fen: str, move: str) -> bool:
    board = rust_reversi.Board()
    turn = rust_reversi.Turn.BLACK if fen[65] == "X" else rust_reversi.Turn.WHITE
    board.set_board_str(fen[:64], turn)
    try:
        board.do_move(8 * int(move[1]) - 8 + ord(move[0]) - ord("a"))
    except ValueError:
        return False
    return True


if __name__ == "__main__":
    answer_all(RustReversi())
