"""`make chaos KILLS=n`: games run while a random process is killed again and again, and everything has to add up.

The whole platform runs as `make run` starts it. Simulated players, each with a stream that resumes, play games of
many rule sets and clocks, among themselves and against engines; a random process (any service, worker, Valkey,
Postgres) is killed by SIGKILL every second or so, and the launcher starts it again. In the end: every acknowledged
move is in its game, none twice; every finished game has one result, counted once; every clock adds up; no game is
stuck; every stream has told every event once.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tqdm import tqdm

from tests.chaos.run import Outcome, run
from tests.e2e.whole import Victim

_TELLS_EVERY = 50
"""Kills, where there is no terminal for a bar."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how many (default: 50)")
    parser.add_argument("--games", type=int, default=24, help="games at once (default: 24)")
    parser.add_argument("--seed", type=int, help="of all that is left to chance here (default: a new one)")
    parser.add_argument(
        "--data", type=Path, help="folder of the house's data and logs, to be kept (default: none)"
    )
    wishes = parser.parse_args(arguments)
    seed = random.randrange(1 << 32) if wishes.seed is None else wishes.seed
    print(f"seed {seed}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with ExitStack() as stack:
        data = wishes.data or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        progress = stack.enter_context(tqdm(total=wishes.kills, unit="kill", disable=None))

        numbers = itertools.count(1)

        def heard(victim: Victim) -> None:
            progress.set_description(f"{victim}")
            progress.update()
            number = next(numbers)
            if progress.disable and number % _TELLS_EVERY == 0:
                print(f"{number} kills, load {os.getloadavg()[0]:.1f}", flush=True)

        outcome = run(data, wishes.kills, wishes.games, seed, heard)
    report(outcome, seed)
    return 1 if outcome.faults else 0


def report(outcome: Outcome, seed: int) -> None:
    """Print what was counted, and every fault with what is needed to find it again."""
    killed = Counter(str(kill.victim) for kill in outcome.kills)
    print(
        f"\n{len(outcome.kills)} kills in {outcome.seconds:.0f} s, load {os.getloadavg()[0]:.1f} at the end"
    )
    print("  " + ", ".join(f"{name} {count}" for name, count in sorted(killed.items())))
    for name, count in sorted(outcome.counts.items()):
        print(f"{count:10,} {name}")
    print(
        f"{outcome.longest_pause_s:10.1f} s was the longest pause of a game, {outcome.away_s:.0f} s were outages"
    )
    for fault in outcome.faults:
        print(f"\nFAULT with seed {seed}: {fault}")
    print(f"\n{len(outcome.faults)} faults")


if __name__ == "__main__":
    sys.exit(main())
