"""`brettwerk play`: a game against the engine in the terminal, in German or English."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from cli.arguments import Subcommands, add_options, ruleset_of
from cli.strength import Opponent, add_strength, opponent_of
from cli.table import Table
from cli.words import LANGUAGES, language_of
from engine import LEVELS, Limits
from rulebook import Position, Side, initial_position, parse_fen

_FIRST_LEVEL = 4
_A_SECOND = Limits(time_ms=1000)


def add(commands: Subcommands) -> None:
    command = commands.add_parser("play", help="play against the engine in the terminal")
    command.add_argument("ruleset", metavar="RULESET")
    add_options(command)
    command.add_argument("--fen", help="start here and not from the initial position")
    command.add_argument("--side", choices=[side.value for side in Side], help="yours; else who begins")
    command.add_argument("--lang", choices=LANGUAGES, help="else that of the terminal")
    command.add_argument("--seed", help="the same choices and lots for the same text")
    command.add_argument("--save", type=Path, metavar="FILE", help="append the game as PDN when it is over")
    add_strength(command)
    command.set_defaults(run=run, usage_error=command.error)


def run(given: argparse.Namespace) -> int:
    """0 when the game is over or was left."""
    rules = ruleset_of(given.ruleset, given)
    start = initial_position(rules) if given.fen is None else parse_fen(rules, given.fen)
    table = Table(
        start=start,
        side=Side(given.side) if given.side else start.side,
        opponent=_opponent(given, start),
        language=given.lang or language_of(),
        seed=given.seed or random.SystemRandom().randbytes(8).hex(),
        say=_say,
    )
    table.open()
    while not table.is_over:
        if table.is_ours:
            table.answer()
            continue
        _say_on(table.prompt)
        line = sys.stdin.readline()
        if not line:
            _say("")
            break
        table.enter(line.strip())
    table.close(given.save)
    return 0


def _opponent(given: argparse.Namespace, start: Position) -> Opponent:
    chosen = opponent_of(given, start, _A_SECOND)
    if chosen == Opponent(limits=_A_SECOND):
        return Opponent(limits=_A_SECOND, level=LEVELS[_FIRST_LEVEL])
    return chosen


def _say(text: str) -> None:
    print(text, flush=True)


def _say_on(text: str) -> None:
    print(text, end="", flush=True)
