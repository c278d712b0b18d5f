"""`python -m bench.quick_games --ruleset KEY --save FILE`: positions to learn from, of games against itself.

Games begin with 4 to 14 random moves, go on with a search of some thousand nodes a move, and are given to who is far ahead
and stays so. Saved is a line for each quiet position: the points of White (0, 0.5 or 1), the search's score for White in
hundredths of a man, whether White is to move, and the bitboards of White, Black and kings. A game takes a fifth of a second
and gives some hundred positions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from tqdm import tqdm

from engine import Limits, TranspositionTable, search
from rulebook import Position, Ruleset, Side, initial_position, legal_moves, play, result, ruleset

_FAR_AHEAD = 600
_STAYS_PLIES = 8


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.quick_games", description=__doc__)
    parser.add_argument("--ruleset", default="international", help="(default: international)")
    parser.add_argument("--nodes", type=int, default=2000, help="of each search (default: 2000)")
    parser.add_argument("--seconds", type=int, default=1200, help="(default: 1200)")
    parser.add_argument("--seed", type=int, default=1, help="other games for another seed")
    parser.add_argument("--save", type=Path, metavar="FILE", required=True, help="append the positions to it")
    wishes = parser.parse_args(arguments)
    with wishes.save.open("a") as saved:
        for line in played(ruleset(wishes.ruleset), wishes.nodes, wishes.seconds, wishes.seed):
            saved.write(f"{line}\n")
    return 0


def positions(rules: Ruleset, lines: Iterable[str]) -> Iterator[tuple[float, Position]]:
    """What was saved, with the points of White."""
    start = initial_position(rules)
    for line in lines:
        points, _, white_to_move, white, black, kings = line.split()
        yield (
            float(points),
            start._replace(
                white_to_move=white_to_move == "1", white=int(white), black=int(black), kings=int(kings)
            ),
        )


def played(rules: Ruleset, nodes: int, seconds: int, seed: int) -> Iterator[str]:
    """The lines to be saved, game after game for so long."""
    table = TranspositionTable()
    began = time.monotonic()
    with tqdm(total=seconds, disable=None, leave=False, file=sys.stderr) as bar:
        game = 0
        while time.monotonic() - began < seconds:
            yield from one_game(rules, nodes, Random(f"{seed} {game}"), table)
            game += 1
            bar.update(int(time.monotonic() - began) - bar.n)


def one_game(rules: Ruleset, nodes: int, chance: Random, table: TranspositionTable) -> Iterator[str]:
    """The quiet positions of a game, as they are saved."""
    position = initial_position(rules)
    for _ in range(chance.randint(4, 14)):
        if result(position) is None:
            position = play(position, chance.choice(legal_moves(position)))
    seen: list[tuple[int, Position]] = []
    far = 0
    points = 0.5
    while (ended := result(position)) is None:
        found = search(position, Limits(nodes=nodes), table)
        score = found.score if position.white_to_move else -found.score
        far = far + (1 if score > 0 else -1) if abs(score) > _FAR_AHEAD else 0
        if abs(far) >= _STAYS_PLIES:
            points = 1.0 if far > 0 else 0.0
            break
        if not found.move.captured and abs(score) < _FAR_AHEAD:
            seen.append((score, position))
        position = play(position, found.move)
    else:
        if ended.winner is not None:
            points = float(ended.winner is Side.WHITE)
    for score, one in seen:
        yield f"{points} {score} {int(one.white_to_move)} {one.white} {one.black} {one.kings}"


if __name__ == "__main__":
    raise SystemExit(main())
