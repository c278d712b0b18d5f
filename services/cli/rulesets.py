"""`brettwerk rulesets`: what can be played."""

from __future__ import annotations

import argparse
import json

from cli.arguments import Subcommands
from rulebook import RULESETS, Ruleset, initial_position


def add(commands: Subcommands) -> None:
    command = commands.add_parser("rulesets", help="list the rule sets and their options")
    command.add_argument("--json", action="store_true", help="one JSON object a line")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    width = max(len(spec.key) for spec in RULESETS)
    for spec in RULESETS:
        if given.json:
            print(json.dumps(_as_json(spec), ensure_ascii=False))
            continue
        print(f"{spec.key:<{width}}  {spec.name.en}")
        for option in spec.option_specs:
            values = " | ".join(choice.value for choice in option.choices)
            print(f"{'':<{width}}    {option.key} = {values}")
    return 0


def _as_json(spec: Ruleset) -> dict[str, object]:
    return {
        "key": spec.key,
        "name": {"de": spec.name.de, "en": spec.name.en},
        "family": spec.family.value,
        "options": {o.key: [choice.value for choice in o.choices] for o in spec.option_specs},
        "fen": initial_position(spec).fen,
        "game_type": spec.notation.game_type,
    }
