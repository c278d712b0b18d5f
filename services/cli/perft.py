"""`brettwerk perft`: counts the leaves of the tree of moves, to compare with other programs."""

from __future__ import annotations

import argparse

from cli.arguments import Subcommands, add_options, ruleset_of
from rulebook import initial_position, parse_fen
from rulebook.perft import divide, perft


def add(commands: Subcommands) -> None:
    command = commands.add_parser("perft", help="count the positions to a depth")
    command.add_argument("ruleset", metavar="RULESET")
    add_options(command)
    command.add_argument("--fen", help="start here and not from the initial position")
    command.add_argument("--depth", type=_depth, required=True, help="in plies, from 1")
    command.add_argument("--divide", action="store_true", help="show the count below each first move")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    spec = ruleset_of(given.ruleset, given)
    position = initial_position(spec) if given.fen is None else parse_fen(spec, given.fen)
    if given.divide:
        total = 0
        for move, nodes in divide(position, given.depth):
            print(f"{move.notation}: {nodes}", flush=True)
            total += nodes
        print(total)
    else:
        print(perft(position, given.depth))
    return 0


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a depth from 1 to 100")
    return int(text)
