"""Facts collected outside this project: small positions, positions from random play, node counts.

Node counts up to a million are told on every run.
`BRETTWERK_PERFT_NODES=100000000` goes on to the deeper ones and reports each line on stderr.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulebook import Move, Position, initial_position, legal_moves, legal_paths, parse_fen, ruleset
from rulebook.perft import divide, perft
from tests.rulebook.playing import at

FACTS = Path(__file__).parent / "conformance"
CASES: list[dict[str, Any]] = json.loads((FACTS / "cases.json").read_text())
POSITIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (FACTS / "positions.jsonl").read_text().splitlines()
]
PERFT: list[dict[str, Any]] = json.loads((FACTS / "perft.json").read_text())
NODES = int(os.environ.get("BRETTWERK_PERFT_NODES", "1000000"))


def identity(move: Move) -> tuple[int | None, int | None, frozenset[int], bool]:
    return (move.origin, move.target, frozenset(move.captured), move.promotes)


def square(position: Position, name: str) -> int:
    """A square number, whichever way the case names it."""
    return position.ruleset.board.square_named[name]


# Positions with all their legal moves


@pytest.mark.parametrize("case", [case for case in CASES if "legal" in case], ids=lambda case: case["id"])
def test_the_legal_moves_are_exactly_those_of_the_case(case: dict[str, Any]) -> None:
    position = at(case["ruleset"], case["fen"], **case.get("options", {}))
    spelled = {move.path: move for move in legal_paths(position)}

    expected = set()
    for text in case["legal"]:
        path = tuple(square(position, name) for name in re.split("[-x]", text))
        assert path in spelled, text
        expected.add(identity(spelled[path]))
        if text in case.get("captured", {}):
            taken = [str(name) for name in case["captured"][text]]
            squares = tuple(square(position, name) for name in taken if name != "+K")
            assert squares == spelled[path].captured
            assert spelled[path].promotes == ("+K" in taken)

    assert {identity(move) for move in legal_moves(position)} == expected
    assert len(legal_moves(position)) == len(case["legal"])


@pytest.mark.parametrize("key", sorted({case["ruleset"] for case in POSITIONS}))
def test_the_legal_moves_of_positions_from_random_play(key: str) -> None:
    for case in (case for case in POSITIONS if case["ruleset"] == key):
        position = at(key, case["fen"], **case.get("options", {}))
        expected = {
            (move["from"], move["to"], frozenset(move["captured"]), move["promotes"])
            for move in case["moves"]
        }

        assert {identity(move) for move in legal_moves(position)} == expected, case["fen"]
        paths = {move.path for move in legal_paths(position)}
        assert {tuple(move["path"]) for move in case["moves"]} <= paths, case["fen"]


# Node counts


def _perft_id(line: dict[str, Any]) -> str:
    options = "-".join(line.get("options", {}).values())
    return " ".join(filter(None, [line["ruleset"], options, line.get("fen", "start")]))


@pytest.mark.parametrize("line", PERFT, ids=_perft_id)
def test_node_counts(line: dict[str, Any]) -> None:
    rules = ruleset(line["ruleset"], line.get("options"))
    position = parse_fen(rules, line["fen"]) if "fen" in line else initial_position(rules)
    started = time.perf_counter()
    for depth, nodes in enumerate(line["nodes"], start=1):
        if nodes > NODES:
            break
        found = perft(position, depth)
        if "BRETTWERK_PERFT_NODES" in os.environ:
            seconds = time.perf_counter() - started
            print(f"{_perft_id(line)}: depth {depth}, {found} nodes, {seconds:.1f} s", file=sys.stderr)
        if found != nodes:
            split = "\n".join(f"{move.notation}: {count}" for move, count in divide(position, depth))
            pytest.fail(f"depth {depth}: {found} nodes, should be {nodes}\n{split}")
