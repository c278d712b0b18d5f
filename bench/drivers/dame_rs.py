"""dame-rs: international draughts in Rust. It has a perft of its own."""

from __future__ import annotations

from collections.abc import Mapping

import dame

from bench.drivers.answering import Judge, answer_all


class DameRs:
    def count(self, ruleset: str, options: Mapping[str, str], depth: int, distinct: bool) -> int:  # noqa: ARG002  one rule set, distinct moves
        return int(dame.perft(dame.Board(), depth))

    def judge(self, ruleset: str, options: Mapping[str, str]) -> Judge:  # noqa: ARG002  one rule set
        return parse_and_push


def parse_and_push(fen: str, move: str) -> bool:
    board = dame.Board(fen)
    try:
        board.push(move)
    except dame.IllegalMoveError:
        return False
    return True


if __name__ == "__main__":
    answer_all(DameRs())
