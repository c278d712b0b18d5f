"""`brettwerk gtp`: the engine behind the Go Text Protocol, for interfaces and matches of Othello programs."""

from __future__ import annotations

import argparse
import sys

from cli.arguments import Subcommands, ruleset_of
from cli.strength import add_strength, opponent_of
from cli.version import version
from engine import Limits
from engine.protocols.gtp import Gtp, Strength
from rulebook import initial_position

_A_SECOND = Limits(time_ms=1000)
_LONGEST_LINE = 100_000  # characters


def add(commands: Subcommands) -> None:
    command = commands.add_parser("gtp", help="speak GTP on standard input and output (Othello, Reversi)")
    command.add_argument(
        "ruleset", metavar="RULESET", nargs="?", default="othello", help="(default: othello)"
    )
    add_strength(command)
    command.set_defaults(run=run, usage_error=command.error, option=[])


def run(given: argparse.Namespace) -> int:
    """0 when the other side has said `quit` or has gone."""
    rules = ruleset_of(given.ruleset, given)
    if rules.is_draughts:
        given.usage_error(f"{rules.key} is draughts; `brettwerk hub` plays it")
    opponent = opponent_of(given, initial_position(rules), _A_SECOND)
    gtp = Gtp(rules, Strength(limits=opponent.limits, level=opponent.level), version=version())
    while line := sys.stdin.readline(_LONGEST_LINE):
        sys.stdout.write(gtp.receive(line))
        sys.stdout.flush()
        if gtp.is_over:
            break
    return 0
