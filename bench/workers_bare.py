"""Searches in processes of their own without anything around them: what workers are measured by."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import TypeAlias

import engine
import rulebook

Counter: TypeAlias = "Synchronized[int]"
RULESETS = ("international", "battledame", "othello")
TABLE_MIB = 32


def game(number: int, plies: int) -> tuple[str, list[str], list[rulebook.Position]]:
    """A random game: its rule set, its moves, and the position before each of them."""
    ruleset = rulebook.ruleset(RULESETS[number % len(RULESETS)])
    chance = random.Random(number)
    while True:
        at = rulebook.initial_position(ruleset)
        moves: list[str] = []
        positions: list[rulebook.Position] = []
        while rulebook.result(at) is None and len(moves) < plies:
            move = chance.choice(rulebook.legal_moves(at))
            positions.append(at)
            moves.append(move.notation)
            at = rulebook.play(at, move)
        if len(moves) == plies:
            return ruleset.key, moves, positions


def search_for_ever(numbers: Sequence[int], plies: int, nodes: int, searched: Counter, stop: Event) -> None:
    """Games one after the other, each from its last position back with one table, as a worker does."""
    for number in numbers:
        table = engine.TranspositionTable(TABLE_MIB)
        _, _, positions = game(number, plies)
        for position in reversed(positions):
            found = engine.search(position, engine.Limits(nodes=nodes), table)
            with searched.get_lock():
                searched.value += found.nodes
            if stop.is_set():
                return


@contextmanager
def searching(processes: int, numbers: Sequence[int], plies: int, nodes: int) -> Iterator[Counter]:
    """So many at work on the games of these numbers; what all of them have looked at so far."""
    context = multiprocessing.get_context("spawn")
    searched: Counter = context.Value("q", 0)
    stop = context.Event()
    workers = [
        context.Process(
            target=search_for_ever,
            args=(numbers[index::processes], plies, nodes, searched, stop),
            daemon=True,
        )
        for index in range(processes)
    ]
    for worker in workers:
        worker.start()
    try:
        yield searched
    finally:
        stop.set()
        for worker in workers:
            worker.join()
