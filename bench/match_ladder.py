"""`python -m bench.match_ladder`: how far apart neighbouring levels are, under several rule sets.

Each level plays the one above it. A row is what the higher one scored, as Elo with its 95 % error; the aim
is 150 ± 50, and an order that is certain ("sure") everywhere.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from bench.elo import Sprt
from bench.match import Plan, Tally, end_on_signals, play_match
from bench.tables import processor
from engine import LEVELS

_RULESETS = ("international", "battledame", "english", "russian", "othello")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if every level beats the one below it beyond doubt, else 1."""
    parser = argparse.ArgumentParser(prog="python -m bench.match_ladder", description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=_RULESETS, help=f"(default: {', '.join(_RULESETS)})")
    lower = sorted(LEVELS)[:-1]
    parser.add_argument(
        "--levels", type=int, nargs="+", default=lower, choices=lower, metavar="LEVEL", help="the lower ones"
    )
    parser.add_argument("--games", type=int, default=200, help="of each pair of levels (default: 200)")
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop when sure")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--save", type=Path, metavar="FILE", help="append the games as PDN")
    wishes = parser.parse_args(arguments)
    sprt = None if wishes.sprt is None else Sprt(elo0=wishes.sprt[0], elo1=wishes.sprt[1])
    print(f"{processor()}, {os.cpu_count()} cores; the higher level against the lower one")
    uncertain = 0
    with wishes.save.open("a", encoding="utf-8") if wishes.save else nullcontext() as saved:
        for key in wishes.rulesets:
            for lower in wishes.levels:
                plan = Plan(
                    first=f"level:{lower + 1}",
                    second=f"level:{lower}",
                    key=key,
                    options={},
                    time_ms=100,
                    seed=wishes.seed,
                    plies=None,
                )
                tally = Tally()
                play_match(plan, max(wishes.games // 2, 1), wishes.processes, sprt, tally, saved)
                print(f"{key:16} {lower + 1:>2} v {lower:<2} {tally} {tally.score}", flush=True)
                uncertain += tally.score.superiority < _CERTAIN
    print(f"{uncertain} of these orders are not certain", file=sys.stderr)
    return int(uncertain > 0)


_CERTAIN = 0.999

if __name__ == "__main__":
    end_on_signals()
    raise SystemExit(main())
