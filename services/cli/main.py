"""Entry of the command `brettwerk`. A new command is a module with `add` and one row in COMMANDS."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from cli import analyse, gtp, hub, moves, pdn, perft, play, rulesets, verify
from engine import EngineError
from rulebook.errors import RulebookError

COMMANDS = (rulesets, perft, moves, pdn, analyse, play, hub, gtp, verify)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="brettwerk",
        description="Draughts and Reversi at the keyboard: rules, archives, analysis, an opponent.",
    )
    commands = made.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 for faults found or a refused question, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name or a text that it cannot show stops nothing
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except (RulebookError, EngineError) as error:
        print(f"brettwerk: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does. Python must not flush into it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(main())
