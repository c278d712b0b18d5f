"""`brettwerk analyse`: the games of an archive with their mistakes marked and better lines beside them."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO

from tqdm import tqdm

from cli.annotating import annotated
from cli.arguments import Subcommands, add_options, ruleset_of
from cli.strength import add_limits, limits_of
from engine import Limits, TranspositionTable
from rulebook import Ruleset
from rulebook.pdn import Fault, read_archive, write_game

_DEFAULT = Limits(nodes=200_000)


def add(commands: Subcommands) -> None:
    command = commands.add_parser("analyse", help="mark the mistakes in the games of an archive (PDN)")
    command.add_argument("file", metavar="FILE", help="an archive in PDN; - is standard input")
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write there, not to standard output"
    )
    command.add_argument("--ruleset", metavar="RULESET", help="for games that do not name their rules")
    add_options(command)
    add_limits(command.add_mutually_exclusive_group())
    command.add_argument("--scores", action="store_true", help="the score of every move as a comment")
    command.add_argument("--hash", type=int, default=64, metavar="MIB", help="(default: 64)")
    command.set_defaults(run=run, usage_error=command.error)


def run(given: argparse.Namespace) -> int:
    """0 if every game was analysed, 1 if one has a fault, 2 if a file cannot be read or written."""
    limits = limits_of(given)
    if limits == Limits():
        limits = _DEFAULT
    default = None if given.ruleset is None else ruleset_of(given.ruleset, given)
    try:
        data = sys.stdin.buffer.read() if given.file == "-" else Path(given.file).read_bytes()
        with _writing(given.output) as out:
            return _analyse(data, default, limits, TranspositionTable(given.hash), out, given)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        print(f"{error.filename or given.file}: {error.strerror or error}", file=sys.stderr)
        return 2


def _analyse(
    data: bytes,
    default: Ruleset | None,
    limits: Limits,
    table: TranspositionTable,
    out: TextIO,
    given: argparse.Namespace,
) -> int:
    faults = written = 0
    with tqdm(total=_plies(data, default), unit="move", disable=None, leave=False, file=sys.stderr) as bar:
        for game in read_archive(_lines(data), default):
            if isinstance(game, Fault):
                faults += 1
                tqdm.write(f"{given.file}: {game}", file=sys.stderr)
                continue
            bar.set_description(f"game {game.number}", refresh=False)
            told = annotated(game, limits, table, scores=given.scores, on_move=lambda: _advance(bar))
            out.write(("\n" if written else "") + write_game(told))
            out.flush()
            written += 1
    return 1 if faults else 0


def _plies(data: bytes, default: Ruleset | None) -> int:
    """How many moves there are to judge."""
    return sum(
        sum(1 for step in game.moves if step.move is not None)
        for game in read_archive(_lines(data), default)
        if not isinstance(game, Fault)
    )


def _advance(bar: tqdm[NoReturn]) -> None:
    bar.update()


def _lines(data: bytes) -> BinaryIO:
    return io.BytesIO(data)


@contextmanager
def _writing(path: Path | None) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdout
        return
    with path.open("w", encoding="utf-8") as out:
        yield out
