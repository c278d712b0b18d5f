"""`python -m bench.match FIRST SECOND --ruleset KEY`: a match between any two players, with Elo and its error.

Every opening is some random plies that a short search calls balanced, and is played with both colours.
The rulebook is the referee: it alone says what is legal and how a game has ended. Games run in several
processes; the result so far stands in the bar, and Ctrl-C shows what was played until then.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.queues import Queue
from pathlib import Path
from threading import current_thread, main_thread
from typing import TextIO

from tqdm import tqdm

from bench.elo import Score, Sprt
from bench.openings import opening
from bench.players import WORDS, BadWords, Spec, milliseconds
from bench.playing import Played, Times, Unplayable, play_game
from bench.programs import Stopped, Unavailable
from bench.tables import processor
from rulebook import Position, Ruleset, Side, ruleset
from rulebook.errors import RulebookError
from rulebook.pdn import Outcome, compose, write_game


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that a process needs to play any pair of the match."""

    first: str
    second: str
    key: str
    options: dict[str, str]
    time_ms: int
    seed: str
    plies: int | None

    @property
    def rules(self) -> Ruleset:
        return ruleset(self.key, self.options)

    def spec(self, text: str) -> Spec:
        return Spec(text=text, rules=self.rules, time_ms=self.time_ms)


@dataclass(slots=True, kw_only=True)
class PairPlayed:
    """Both games of an opening, seen by the first player."""

    number: int
    points: list[float] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    plies: int = 0
    times: tuple[Times, Times] = field(default_factory=lambda: (Times(), Times()))
    games: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Tally:
    """What a match has come to."""

    score: Score = field(default_factory=Score)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    times: tuple[Times, Times] = field(default_factory=lambda: (Times(), Times()))

    def add(self, pair: PairPlayed) -> None:
        self.score.add(sum(pair.points))
        self.wins += pair.points.count(1.0)
        self.draws += pair.points.count(0.5)
        self.losses += pair.points.count(0.0)
        self.plies += pair.plies
        self.endings.update(pair.endings)
        for mine, theirs in zip(self.times, pair.times, strict=True):
            mine.merge(theirs)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if the match was played, 1 if a player cannot play or an SPRT was refused, 2 for wrong usage."""
    wishes = _parser().parse_args(arguments)
    plan = Plan(
        first=wishes.first,
        second=wishes.second,
        key=wishes.ruleset,
        options=dict(option.split("=", 1) for option in wishes.option),
        time_ms=milliseconds(wishes.time),
        seed=wishes.seed,
        plies=wishes.plies,
    )
    sprt = None if wishes.sprt is None else Sprt(elo0=wishes.sprt[0], elo1=wishes.sprt[1])
    pairs = max(1, math.ceil(wishes.games / 2))
    try:
        names = _names(plan)
    except (BadWords, Unplayable, Unavailable, Stopped, RulebookError) as fault:
        print(f"match: {fault}", file=sys.stderr)
        return 1
    print(f"{plan.key}: {names[0]} against {names[1]}; {processor()}, {os.cpu_count()} cores")
    tally = Tally()
    verdict: str | None = None
    stopped = ""
    try:
        with wishes.save.open("a", encoding="utf-8") if wishes.save else nullcontext() as saved:
            verdict = play_match(plan, pairs, wishes.processes, sprt, tally, saved)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    except Stopped as fault:
        stopped = str(fault)
    for line in report(names, tally, sprt):
        print(line)
    if verdict is not None:
        print(f"SPRT {verdict}")
    if stopped:
        print(f"match: {stopped}", file=sys.stderr)
    return int(bool(stopped) or (verdict is not None and verdict.startswith("refused")))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.match",
        description=__doc__,
        epilog=f"Players:{WORDS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", metavar="FIRST")
    parser.add_argument("second", metavar="SECOND")
    parser.add_argument("--ruleset", default="international", help="(default: international)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=200, help="at most so many (default: 200)")
    parser.add_argument("--time", default="100ms", help="a move, for players from outside (default: 100ms)")
    parser.add_argument("--plies", type=int, help="random plies of an opening (default: 6, Reversi 8)")
    parser.add_argument("--seed", default="1", help="other openings for another seed")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1), help="(default: 2)")
    parser.add_argument(
        "--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop as soon as it is sure which"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="append the games as PDN")
    return parser


def report(names: tuple[str, str], tally: Tally, sprt: Sprt | None) -> Iterator[str]:
    """The lines that are shown when a match is over."""
    if not tally.games:
        yield "no game was finished"
        return
    yield f"{names[0]}: {tally} of {tally.games}, {tally.score}"
    low, high = tally.score.rate_bounds
    yield f"pairs by points 0 ½ 1 1½ 2: {' '.join(f'{n:.0f}' for n in tally.score.pairs)}; 95 %: {low:.1%} to {high:.1%}"
    if sprt is not None:
        bottom, top = sprt.bounds
        yield f"SPRT({sprt.elo0:g}, {sprt.elo1:g}): {sprt.ratio(tally.score):+.2f} of {bottom:+.2f} … {top:+.2f}"
    yield f"{tally.plies / tally.games:.0f} plies a game; " + ", ".join(
        f"{name} {n}" for name, n in tally.endings.most_common()
    )
    for name, times in zip(names, tally.times, strict=True):
        if times.moves:
            mean_ms = times.seconds / times.moves * 1000
            yield f"{name}: {mean_ms:.1f} ms a move, at most {times.most_s * 1000:.0f} ms"


def _names(plan: Plan) -> tuple[str, str]:
    """Make both players once, here, so that what is wrong with one is told before anything begins."""
    found = []
    for text in (plan.first, plan.second):
        player = plan.spec(text).make()
        player.close()
        found.append(player.name)
    return found[0], found[1]


def end_on_signals() -> None:
    """Let SIGTERM end the match as Ctrl-C does, so that its processes end with it."""
    if current_thread() is main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.default_int_handler)


def play_match(
    plan: Plan, pairs: int, processes: int, sprt: Sprt | None, tally: Tally, saved: TextIO | None = None
) -> str | None:
    """Play the pairs, or as many as the test needs; its verdict. Raises Stopped."""
    context = get_context("spawn")
    asked: Queue[int | None] = context.Queue()
    answers: Queue[PairPlayed | str] = context.Queue()
    for number in range(pairs):
        asked.put(number)
    workers = [
        context.Process(target=work, args=(plan, asked, answers), daemon=True)
        for _ in range(max(1, min(processes, pairs)))
    ]
    for worker in workers:
        asked.put(None)
        worker.start()
    bar = tqdm(total=pairs * 2, unit="game", disable=None, file=sys.stderr, dynamic_ncols=True)
    try:
        for _ in range(pairs):
            answer = answers.get()
            if isinstance(answer, str):
                raise Stopped(answer)
            tally.add(answer)
            if saved is not None:
                saved.write("".join(f"{text}\n" for text in answer.games))
                saved.flush()
            bar.set_postfix_str(f"{tally} {tally.score}", refresh=False)
            bar.update(len(answer.points))
            verdict = None if sprt is None else sprt.verdict(tally.score)
            if verdict is not None:
                return verdict
        return None
    finally:
        bar.close()
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def work(plan: Plan, asked: Queue[int | None], answers: Queue[PairPlayed | str]) -> None:
    """A process of the match: pairs by their numbers until there is none left."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its processes
    players = []
    try:
        for text in (plan.first, plan.second):
            players.append(plan.spec(text).make())  # noqa: PERF401  those made are closed, whatever happens
        parent = parent_process()
        while (number := asked.get()) is not None and (parent is None or parent.is_alive()):
            begin = opening(plan.rules, f"{plan.seed}:{number}", plan.plies)
            pair = PairPlayed(number=number)
            for side in Side:
                first, second = players
                played = play_game(
                    begin, {side: first, side.opponent: second}, f"{plan.seed}:{number}:{side}"
                )
                _note(pair, played, side, (first.name, second.name))
            answers.put(pair)
    except Exception as fault:  # noqa: BLE001  told to the parent, which ends the match
        answers.put(f"{type(fault).__name__}: {fault}")
    finally:
        for player in players:
            player.close()


def _note(pair: PairPlayed, played: Played, side: Side, names: tuple[str, str]) -> None:
    pair.points.append(played.points(side))
    blamed = names[0] if played.winner is side.opponent else names[1]
    illegal = played.ending.startswith("illegal")
    pair.endings.append(f"{played.ending} by {blamed}" if illegal else played.ending)
    pair.plies += len(played.game.moves)
    pair.times[0].merge(played.times[side])
    pair.times[1].merge(played.times[side.opponent])
    pair.games.append(_written(played, side, names))


def _written(played: Played, side: Side, names: tuple[str, str]) -> str:
    game = played.game
    start: Position = game.positions[0]
    white, black = names if side is Side.WHITE else names[::-1]
    outcome = (
        Outcome.DRAW
        if played.winner is None
        else Outcome.WHITE_WINS
        if played.winner is Side.WHITE
        else Outcome.BLACK_WINS
    )
    tags = {"Event": "Match of engines", "White": white, "Black": black, "Termination": played.ending}
    return write_game(compose(start, game.moves, lots=game.lots, tags=tags, result=outcome))


if __name__ == "__main__":
    end_on_signals()
    raise SystemExit(main())
