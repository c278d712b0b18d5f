"""The rulebook, measured from outside like every other program."""

from __future__ import annotations

from collections.abc import Mapping

import rulebook
from bench.drivers.answering import Judge, answer_all
from rulebook.perft import perft


class Ours:
    def count(self, ruleset: str, options: Mapping[str, str], depth: int, distinct: bool) -> int:  # noqa: ARG002  ours are always distinct
        return perft(rulebook.initial_position(rulebook.ruleset(ruleset, options)), depth)

    def judge(self, ruleset: str, options: Mapping[str, str]) -> Judge:
        rules = rulebook.ruleset(ruleset, options)
        parse_fen, validate = rulebook.parse_fen, rulebook.validate

        def parse_and_validate(fen: str, move: str) -> bool:
            return validate(parse_fen(rules, fen), move).move is not None

        return parse_and_validate


if __name__ == "__main__":
    answer_all(Ours())
