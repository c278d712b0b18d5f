"""Several best lines, and several threads on one search."""

from __future__ import annotations

from random import Random

import pytest

from engine import BadLimit, Found, Limits, StopFlag, TranspositionTable, search
from engine.limits import Reading
from engine.searching import Memory, run
from rulebook import Position, initial_position, legal_moves, parse_fen, play, ruleset
from tests.engine.games import opening
from tests.engine.test_reversi import with_empties

TABLE = TranspositionTable()
KEYS = ("international", "russian", "italian", "turkish", "othello")


def at_full_width(position: Position, depth: int, lines: int) -> Found:
    memory = Memory.of(TABLE, 65536, forget=True)
    return run(position, Limits(depth=depth), Reading(full_width=True), memory, lines=lines)


@pytest.mark.parametrize("key", KEYS)
def test_lines_begin_with_different_moves_the_best_first(key: str) -> None:
    position = opening(ruleset(key), 8, 5)
    moves = legal_moves(position)

    found = search(position, Limits(depth=7), lines=4)

    assert min(4, len(moves)) == len(found.lines) == len({line.move for line in found.lines})
    scores = [line.score for line in found.lines]
    assert sorted(scores, reverse=True) == scores
    assert (found.move, found.score, found.pv) == (
        found.lines[0].move,
        found.lines[0].score,
        found.lines[0].pv,
    )
    for line in found.lines:
        after = position
        for move in line.pv:
            assert move in legal_moves(after)
            after = play(after, move)


@pytest.mark.parametrize("key", KEYS)
def test_the_first_of_several_lines_is_worth_what_one_alone_finds(key: str) -> None:
    position = opening(ruleset(key), 10, 2)

    alone, among = (at_full_width(position, 4, lines) for lines in (1, 3))

    assert alone.score == among.score


def test_every_line_of_a_solved_ending_has_its_exact_score() -> None:
    for seed in range(6):
        position = with_empties(9, seed)

        for line in search(position, Limits(depth=60), lines=16).lines:
            after = play(position, line.move)
            if len(line.pv) > 1:
                assert line.score == -search(after, Limits(depth=60)).score, position.fen


def test_one_line_is_found_unless_more_are_asked_for() -> None:
    found = search(initial_position(ruleset("russian")), Limits(depth=4))

    assert [found.move] == [line.move for line in found.lines]


def test_a_forced_move_is_one_line() -> None:
    found = search(parse_fen(ruleset("russian"), "W:W21,32:B17,1,2,3"), Limits(depth=4), lines=5)

    assert 1 == len(found.lines)


@pytest.mark.parametrize("key", ["international", "othello"])
def test_lines_are_those_of_the_last_finished_depth(key: str) -> None:
    position = opening(ruleset(key), 8, 3)
    reported: list[Found] = []

    found = search(position, Limits(nodes=20_000), lines=3, on_depth=reported.append)

    assert found.lines == reported[-1].lines
    assert found.depth == reported[-1].depth
    assert {min(3, len(legal_moves(position)))} == {len(one.lines) for one in reported}


@pytest.mark.parametrize(("name", "value"), [("lines", 0), ("lines", 17), ("threads", 0), ("threads", 9)])
def test_too_few_or_too_many_are_refused(name: str, value: int) -> None:
    with pytest.raises(BadLimit, match=name):
        search(initial_position(ruleset("russian")), Limits(depth=1), **{name: value})  # type: ignore[arg-type]


def test_two_threads_solve_an_ending_alike() -> None:
    for seed in range(8):
        position = with_empties(13, seed)

        alone, together = (search(position, Limits(depth=60), threads=threads) for threads in (1, 2))

        assert alone.score == together.score, position.fen
        assert alone.depth == together.depth


def test_two_threads_find_the_shortest_win() -> None:
    position = parse_fen(ruleset("russian", {"goal": "breakthrough"}), "W:W9:B24")

    assert 30000 - 3 == search(position, Limits(depth=5), threads=2).score


@pytest.mark.parametrize("key", ["international", "othello"])
def test_threads_divide_the_budget_of_nodes(key: str) -> None:
    found = search(initial_position(ruleset(key)), Limits(nodes=60_000), threads=2)

    assert 30_000 < found.nodes <= 60_000


def test_a_flag_stops_every_thread() -> None:
    stop = StopFlag()
    reported: list[Found] = []

    def stop_at(found: Found) -> None:
        reported.append(found)
        if found.depth >= 6:
            stop.set()

    found = search(initial_position(ruleset("russian")), Limits(), stop=stop, on_depth=stop_at, threads=3)

    assert found.move in legal_moves(initial_position(ruleset("russian")))
    assert found.depth == reported[-1].depth


def test_an_exception_in_the_report_ends_the_helpers() -> None:
    def fail(_: Found) -> None:
        raise KeyError("told")

    with pytest.raises(KeyError, match="told"):
        search(initial_position(ruleset("russian")), Limits(depth=9), on_depth=fail, threads=2)


def test_rules_without_a_copy_of_their_own_may_be_searched_by_two_threads() -> None:
    rules = ruleset("battledame", {"capture": "maximum", "landing": "must_continue"})
    position = opening(rules, 6, Random(1).randrange(9))

    assert search(position, Limits(depth=5), threads=2).move in legal_moves(position)
