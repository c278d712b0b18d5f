"""`brettwerk hub`: the engine behind the Hub protocol, for interfaces and matches of draughts programs."""

from __future__ import annotations

import argparse
import sys

from cli.arguments import Subcommands, add_options, ruleset_of
from cli.version import version
from engine.protocols.hub import Hub

_LONGEST_LINE = 100_000  # characters


def add(commands: Subcommands) -> None:
    command = commands.add_parser(
        "hub", help="speak the Hub protocol on standard input and output (draughts)"
    )
    command.add_argument(
        "ruleset",
        metavar="RULESET",
        nargs="?",
        default="international",
        help="the value that `variant` has at first (default: international)",
    )
    add_options(command)
    command.set_defaults(run=run, usage_error=command.error)


def run(given: argparse.Namespace) -> int:
    """0 when the other side has said `quit` or has gone."""
    rules = ruleset_of(given.ruleset, given)
    if not rules.is_draughts:
        given.usage_error(f"{rules.key} is no draughts; `brettwerk gtp` plays it")
    if rules.draughts.medieval is not None:
        given.usage_error(f"{rules.key} draws lots, which Hub cannot say")
    hub = Hub(rules, _say, version=version())
    while line := sys.stdin.readline(_LONGEST_LINE):
        if not hub.receive(line):
            return 0
    hub.close()
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
