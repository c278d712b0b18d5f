"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from rulebook import Ruleset, ruleset

Subcommands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  its only name


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        type=_key_and_value,
        help="an option of the rule set, such as capture=maximum; may be repeated",
    )


def ruleset_of(key: str, given: argparse.Namespace) -> Ruleset:
    """The rule set with the options of the command line. Raises UnknownRuleset or UnknownOption."""
    return ruleset(key, dict(given.option))


def _key_and_value(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return key, value
