"""`brettwerk pdn check`: replays archives and says what is wrong with them, game by game."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

from tqdm import tqdm

from cli.arguments import Subcommands, add_options, ruleset_of
from rulebook import Ruleset
from rulebook.pdn import Fault, read_archive


def add(commands: Subcommands) -> None:
    group = commands.add_parser("pdn", help="work on archives in Portable Draughts Notation")
    subcommands = group.add_subparsers(metavar="COMMAND", required=True)
    check = subcommands.add_parser("check", help="replay archives and report every fault")
    check.add_argument("files", metavar="FILE", nargs="+", type=Path)
    check.add_argument("--ruleset", metavar="RULESET", help="for games that do not name their rules")
    add_options(check)
    check.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """0 if every game is legal, 1 if one has a fault, 2 if a file cannot be read."""
    default = None if given.ruleset is None else ruleset_of(given.ruleset, given)
    tally = _Tally()
    unreadable = 0
    # The bar shows itself on a terminal only, on standard error, so that the report can be piped.
    with tqdm(total=_size(given.files), unit="B", unit_scale=True, disable=None, leave=False) as bar:
        for path in given.files:
            try:
                with path.open("rb") as source:
                    tally.check(path, _counted(source, bar), default)
            except OSError as error:
                unreadable += 1
                print(f"{path}: {error.strerror or error}", file=sys.stderr)
    tally.print_summary(len(given.files) - unreadable)
    return 2 if unreadable else 1 if tally.faults.total() else 0


class _Tally:
    """What has been found so far."""

    def __init__(self) -> None:
        self.games = 0
        self.plies = 0
        self.faults: Counter[str] = Counter()

    def check(self, path: Path, lines: Iterator[bytes], default: Ruleset | None) -> None:
        for game in read_archive(lines, default):
            self.games += 1
            if isinstance(game, Fault):
                self.faults[game.reason] += 1
                tqdm.write(f"{path}: {game}", file=sys.stdout)
            else:
                self.plies += sum(1 for step in game.moves if step.move is not None)

    def print_summary(self, files: int) -> None:
        legal = self.games - self.faults.total()
        print(
            f"{_counted_noun(files, 'file')}, {_counted_noun(self.games, 'game')}: {legal} legal with "
            f"{_counted_noun(self.plies, 'move')}, {_counted_noun(self.faults.total(), 'fault')}"
        )
        for reason, count in self.faults.most_common():
            print(f"  {count:>6}  {reason}")


def _size(paths: list[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def _counted(source: BinaryIO, bar: tqdm[NoReturn]) -> Iterator[bytes]:
    """The lines of a file; moves the bar by what has been read."""
    for line in source:
        bar.update(len(line))
        yield line


def _counted_noun(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
