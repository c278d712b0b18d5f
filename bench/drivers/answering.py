"""The loop of every driver: a question on each line of stdin, an answer on each line of stdout.

A driver runs one program in an environment of its own, so that programs that exclude each other can be
measured in one run. It knows the standard library and its program, nothing else of ours.

    {"ask": "perft", "ruleset": KEY, "options": {…}, "depth": 5, "distinct": false}
        -> {"nodes": 27117, "seconds": 0.0012}
    {"ask": "judge", "ruleset": KEY, "options": {…}, "fen": F, "move": M, "times": 1000}
        -> {"legal": true, "seconds": 0.0034}

A program that plays (`Playing` below) is asked by `bench.match`:

    {"ask": "name", "ruleset": KEY}          -> {"name": "py-draughts turbo"}
    {"ask": "new_game", "ruleset": KEY, "options": {…}}          -> {}
    {"ask": "move", "ruleset": KEY, "options": {…}, "start": F, "moves": [M, …], "fen": F, "time_ms": 100}
        -> {"move": "28x19x23"}

`moves` lead from `start` to `fen`; `32-28`, captures with everything they take behind both squares, discs by
their names, and `pass`. What cannot be answered is {"error": "why"}.

Perft begins at the start position. With `distinct`, moves of the same origin, target and captured
squares count once, for programs that otherwise count every path. Seconds are CPU time of this process.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

Judge = Callable[[str, str], bool]  # FEN and move: is it legal there?


class Driven(Protocol):
    """A program as its driver shows it."""

    def count(self, ruleset: str, options: Mapping[str, str], depth: int, distinct: bool) -> int:
        """Leaves below the start position."""

    def judge(self, ruleset: str, options: Mapping[str, str]) -> Judge:
        """What reads a FEN, then a move, and plays it if it is legal."""


class Playing(Protocol):
    """A program that plays, as its driver shows it."""

    name: str

    def new_game(self, ruleset: str) -> None:
        """Forget the game before."""

    def move(self, start: str, moves: Sequence[str], fen: str, time_ms: int) -> str:
        """The program's move in this position."""


def answer_all(program: Driven, player: Callable[[list[str]], Playing] | None = None) -> None:
    """Answer until stdin ends; `player` makes the program that plays, from the words of the command line."""
    playing: Playing | None = None
    for line in sys.stdin:
        question = json.loads(line)
        if question["ask"] == "perft":
            answer = _perft(program, question)
        elif question["ask"] == "judge":
            answer = _judge(program, question)
        elif player is None:
            answer = {"error": "it does not play"}
        else:
            playing = playing or player(sys.argv[1:])
            answer = _play(playing, question)
        print(json.dumps(answer), flush=True)


def _play(player: Playing, question: Mapping[str, object]) -> dict[str, object]:
    if question["ask"] == "name":
        return {"name": player.name}
    if question["ask"] == "new_game":
        player.new_game(str(question["ruleset"]))
        return {}
    moves = question["moves"]
    assert isinstance(moves, list)
    time_ms = int(str(question["time_ms"]))
    return {"move": player.move(str(question["start"]), moves, str(question["fen"]), time_ms)}


def _perft(program: Driven, question: Mapping[str, object]) -> dict[str, object]:
    begun = time.process_time()
    nodes = program.count(
        str(question["ruleset"]),
        _options(question),
        int(str(question["depth"])),
        bool(question["distinct"]),
    )
    return {"nodes": nodes, "seconds": time.process_time() - begun}


def _judge(program: Driven, question: Mapping[str, object]) -> dict[str, object]:
    judge = program.judge(str(question["ruleset"]), _options(question))
    fen, move, times = str(question["fen"]), str(question["move"]), int(str(question["times"]))
    legal = judge(fen, move)
    begun = time.process_time()
    for _ in range(times):
        judge(fen, move)
    return {"legal": legal, "seconds": time.process_time() - begun}


def _options(question: Mapping[str, object]) -> Mapping[str, str]:
    options = question["options"]
    assert isinstance(options, dict)
    return options
