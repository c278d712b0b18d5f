"""`brettwerk moves`: the legal moves of a position, or of every position that comes in."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from cli.answer import answer, answer_line
from cli.arguments import Subcommands, add_options, ruleset_of
from rulebook import legal_moves, parse_fen, result

_LONGEST_LINE = 1_000_000  # bytes


def add(commands: Subcommands) -> None:
    command = commands.add_parser("moves", help="list the legal moves of a position")
    command.add_argument("ruleset", metavar="RULESET", nargs="?")
    command.add_argument("fen", metavar="FEN", nargs="?")
    add_options(command)
    command.add_argument("--json", action="store_true", help="one JSON object, squares as numbers")
    command.add_argument(
        "--jsonl",
        action="store_true",
        help='answer every line {"ruleset": …, "options": {…}, "fen": …} of standard input with one line',
    )
    command.set_defaults(run=run, usage_error=command.error)


def run(given: argparse.Namespace) -> int:
    if given.jsonl:
        if given.ruleset is not None:
            given.usage_error("--jsonl reads rule sets and positions from standard input")
        return _filter(sys.stdin.buffer)
    if given.fen is None:
        given.usage_error("RULESET and FEN are needed")
    position = parse_fen(ruleset_of(given.ruleset, given), given.fen)
    if given.json:
        print(json.dumps(answer(position)))
        return 0
    for move in legal_moves(position):
        print(move.notation)
    ended = result(position)
    if ended is not None:
        print(f"over: {ended.winner.value if ended.winner else 'draw'} ({ended.termination.value})")
    return 0


def _filter(source: BinaryIO) -> int:
    for line in _lines(source):
        if line is None:
            reply: dict[str, object] = {"error": f"longer than {_LONGEST_LINE} bytes"}
        else:
            reply = answer_line(line)
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
    return 0


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines one by one as they come; None for one that is too long to be held."""
    while line := source.readline(_LONGEST_LINE + 1):
        if len(line) <= _LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(_LONGEST_LINE)
        yield None
