"""What the bench does without a network: its driver of ours, native programs, and its words."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest

from bench.plan import PEERS, Case, rows
from bench.programs import Native, Program, Stopped, Unavailable, natives, node_count, ours, why_pip_failed
from bench.rounds import Series, choose_size
from bench.tables import judge_lines, perft_lines, ratio, verdict
from rulebook import RULESETS


def perft_question(depth: int) -> dict[str, object]:
    return {"ask": "perft", "ruleset": "english", "options": {}, "depth": depth, "distinct": False}


def test_our_driver_counts_and_judges() -> None:
    program = ours()
    judged = {"ask": "judge", "ruleset": "international", "options": {}, "fen": "W:W31-50:B1-20", "times": 2}
    try:
        leaves = program.ask(perft_question(3))["nodes"]
        verdicts = [program.ask({**judged, "move": move})["legal"] for move in ("32-28", "32-27", "36-27")]
    finally:
        program.close()

    assert leaves == 302
    assert verdicts == [True, True, False]


def test_a_driver_that_dies_says_its_last_words() -> None:
    program = ours()
    try:
        with pytest.raises(Stopped, match="UnknownRuleset"):
            program.ask({**perft_question(3), "ruleset": "chess"})
    finally:
        program.close()


@pytest.mark.parametrize(
    ("printed", "nodes"),
    [("4265\n", 4265), ("perft 4\nnodes: 4,265", 4265), ("depth 4 time 0.1 s nodes 1_049_442", 1049442)],
)
def test_the_last_number_of_a_native_program_is_its_node_count(printed: str, nodes: int) -> None:
    assert nodes == node_count(printed)


def test_a_native_program_without_a_number_has_stopped() -> None:
    with pytest.raises(Stopped):
        node_count("unknown command: perft")


def test_a_native_program_is_run_with_the_start_position_and_the_depth() -> None:
    found = natives(
        {"BRETTWERK_BENCH_ECHO": f"english {sys.executable} -c 'print({{depth}} + 40)'", "PATH": "/"}
    )
    [program] = found["english"]

    assert program.name == "echo"
    assert program.ask({"ask": "perft", "depth": 2, "fen": "B:W21-32:B1-12"})["nodes"] == 42


def test_a_native_program_without_a_command_is_refused() -> None:
    with pytest.raises(Unavailable, match="BRETTWERK_BENCH_SCAN"):
        natives({"BRETTWERK_BENCH_SCAN": "international"})


def test_a_native_program_that_is_not_there_has_stopped() -> None:
    with pytest.raises(Stopped):
        Native("nobody", ["./nobody-of-this-name", "{depth}"]).ask({"depth": 1})


def test_every_rule_set_has_a_row_and_every_peer_plays_one() -> None:
    labels = {row.label for row in rows()}

    assert {row.rules.key for row in rows()} == {rules.key for rules in RULESETS}
    for peer in PEERS:
        assert set(peer.perft) <= labels


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken\nERROR: No matching",
            "cannot be reached",
        ),
        ("ERROR: No matching distribution found for dame-rs==9", "No matching distribution"),
    ],
)
def test_a_failed_installation_is_told_in_one_line(words: str, told: str) -> None:
    assert told in why_pip_failed(words)


class Counter:
    """A program whose every further ply takes six times as long."""

    name = "counter"

    def ask(self, question: Mapping[str, object]) -> Mapping[str, object]:
        depth = int(str(question["depth"]))
        return {"nodes": 7**depth, "seconds": 6**depth / 1e5}

    def close(self) -> None: ...


def test_the_depth_is_the_one_whose_time_is_nearest() -> None:
    program: Program = Counter()
    series = Series(label="english", program=program, question=perft_question(1))

    choose_size(series, 0.1)

    assert series.question["depth"] == 5


def test_tables_show_best_median_spread_and_ratio() -> None:
    row = next(row for row in rows() if row.label == "english")
    program: Program = Counter()
    mine = Series(
        label="english", program=program, question={"depth": 9}, work=300, seconds=[1e-6, 2e-6, 3e-6]
    )
    theirs = Series(label="english", name="peer 1", program=program, question={"depth": 5}, work=10)
    theirs.seconds = [1e-6]
    case = Case(label="start", fen="W:W31-50:B1-20", move="32-28")

    perft_table = list(perft_lines([(row, [mine, theirs])], 5))
    judged = list(judge_lines([(case, [mine])], 10, 4))

    assert perft_table[2].split() == ["english", "9", "300.0", "150.0", "100%", "target", "100:", "met"]
    assert "ours x 30" in perft_table[3]
    assert "aim met" in judged[2]


def test_words_for_targets_and_ratios() -> None:
    assert verdict(90, 100) == "target 100: MISSED"
    assert verdict(8.7, 5, " times") == "target 5 times: met"
    assert verdict(1, None) == ""
    assert [ratio(0.1823), ratio(8.72), ratio(12345)] == ["0.182", "8.72", "12,345"]
