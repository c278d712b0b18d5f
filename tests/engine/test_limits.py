"""What ends a search, and that nothing else changes what it finds."""

from __future__ import annotations

import signal
import threading
from dataclasses import replace

import pytest

from engine import (
    LEVELS,
    PERSONAS,
    BadLimit,
    Found,
    Limits,
    NoLimit,
    StopFlag,
    TranspositionTable,
    UnknownLevel,
    choose,
    persona,
    search,
    seed_of,
)
from rulebook import Position, initial_position, legal_moves, parse_fen, ruleset

KEYS = ("international", "othello")
POLL_NODES = 1024


def start(key: str) -> Position:
    return initial_position(ruleset(key))


def facts(found: Found) -> tuple[object, ...]:
    return found.move, found.score, found.depth, found.nodes, found.pv


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("nodes", [1, 2, 1000, 1024, 1025, 77_777])
def test_a_budget_of_nodes_is_exact(key: str, nodes: int) -> None:
    found = search(start(key), Limits(nodes=nodes))

    assert nodes == found.nodes
    assert found.move in legal_moves(start(key))


@pytest.mark.parametrize("key", KEYS)
def test_the_same_budget_finds_the_same(key: str) -> None:
    first, second = (search(start(key), Limits(nodes=30_000)) for _ in range(2))

    assert facts(first) == facts(second)


@pytest.mark.parametrize("key", KEYS)
def test_a_level_moves_alike_whatever_its_table_has_seen(key: str) -> None:
    used, large = TranspositionTable(), TranspositionTable(64)
    search(start(key), Limits(nodes=50_000), used)
    position, level = start(key), replace(LEVELS[10], nodes=20_000)

    moves = [facts(choose(position, level, 7, table)) for table in (None, used, used, large)]

    assert moves == moves[:1] * 4


def test_the_age_of_a_table_may_wrap() -> None:
    table = TranspositionTable()
    position, level = start("russian"), replace(LEVELS[8], nodes=500)

    moves = {choose(position, level, 7, table).move for _ in range(130)}

    assert 1 == len(moves)


def test_a_table_saves_work_in_a_second_search() -> None:
    table = TranspositionTable()

    first, second = (search(start("russian"), Limits(depth=9), table) for _ in range(2))

    assert second.nodes < first.nodes * 3 / 4


@pytest.mark.parametrize("key", KEYS)
def test_a_set_flag_stops_a_search_before_it_begins(key: str) -> None:
    stop = StopFlag()
    stop.set()

    found = search(start(key), Limits(), stop=stop)

    assert found.nodes <= 1
    assert found.move in legal_moves(start(key))


@pytest.mark.parametrize("key", KEYS)
def test_a_flag_stops_a_search_at_the_next_look(key: str) -> None:
    stop = StopFlag()
    reported: list[Found] = []

    def stop_at(found: Found) -> None:
        reported.append(found)
        if found.depth == 6:
            stop.set()

    found = search(start(key), Limits(), stop=stop, on_depth=stop_at)

    assert [1, 2, 3, 4, 5, 6] == [one.depth for one in reported]
    assert found.nodes - reported[-1].nodes <= POLL_NODES


def test_another_thread_stops_a_search() -> None:
    """The search has released the interpreter, or nobody would ever set the flag."""
    stop = StopFlag()
    under_way = threading.Event()
    found: list[Found] = []
    thread = threading.Thread(
        target=lambda: found.append(
            search(start("international"), Limits(), stop=stop, on_depth=lambda _: under_way.set())
        )
    )
    thread.start()
    assert under_way.wait(10)

    stop.set()
    thread.join(10)

    assert found
    assert not thread.is_alive()


def test_searches_in_several_threads_do_not_disturb_each_other() -> None:
    alone = [facts(search(start(key), Limits(nodes=60_000))) for key in KEYS]
    together: dict[int, object] = {}

    def find(i: int) -> None:
        together[i] = facts(search(start(KEYS[i % 2]), Limits(nodes=60_000)))

    threads = [threading.Thread(target=find, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {i: alone[i % 2] for i in range(4)} == together


def test_a_signal_handler_stops_a_search_in_the_main_thread() -> None:
    stop = StopFlag()
    before = signal.signal(signal.SIGUSR1, lambda *_: stop.set())
    try:
        found = search(
            start("international"),
            Limits(),
            stop=stop,
            on_depth=lambda one: signal.raise_signal(signal.SIGUSR1) if one.depth == 6 else None,
        )
    finally:
        signal.signal(signal.SIGUSR1, before)

    assert 6 == found.depth


def test_an_exception_in_a_signal_handler_ends_a_search() -> None:
    def fail(*_: object) -> None:
        raise TimeoutError("enough")

    before = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        with pytest.raises(TimeoutError, match="enough"):
            search(start("international"), Limits(), stop=StopFlag())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_time_limit_ends_a_search() -> None:
    assert search(start("international"), Limits(time_ms=1)).nodes < 10_000_000


def test_depths_are_reported_with_score_line_and_nodes() -> None:
    reported: list[Found] = []

    found = search(start("russian"), Limits(depth=7), on_depth=reported.append)

    assert list(range(1, 8)) == [one.depth for one in reported]
    assert facts(found) == facts(reported[-1])
    assert all(one.pv[0] == one.move for one in reported)
    assert sorted(one.nodes for one in reported) == [one.nodes for one in reported]


def test_an_exception_in_the_report_ends_the_search() -> None:
    def fail(_: Found) -> None:
        raise KeyError("told")

    with pytest.raises(KeyError, match="told"):
        search(start("russian"), Limits(depth=7), on_depth=fail)


def test_a_search_without_an_end_is_refused() -> None:
    with pytest.raises(NoLimit):
        search(start("russian"), Limits())


@pytest.mark.parametrize("name", ["nodes", "depth", "time_ms"])
def test_a_limit_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(BadLimit, match=name):
        Limits(**{name: 0})


def test_a_table_too_small_for_a_level_is_refused() -> None:
    with pytest.raises(BadLimit, match="size_mib"):
        TranspositionTable(1)


def test_a_level_depends_on_game_and_turn_alone() -> None:
    position = start("battledame")

    moves = {choose(position, LEVELS[3], seed_of("a game", turn)).move.notation for turn in range(12)}
    again = {choose(position, LEVELS[3], seed_of("a game", turn)).move.notation for turn in range(12)}

    assert moves == again
    assert len(moves) > 1


def test_a_forced_move_is_played_without_thinking() -> None:
    position = parse_fen(ruleset("russian"), "W:W21,32:B17,1,2,3")

    found = choose(position, PERSONAS["stark"].level, 1)

    assert 1 == found.depth
    assert found.nodes < 1000


@pytest.mark.parametrize(
    ("key", "name"), [("russian", "commander-hex"), ("othello", "die-koenigin"), ("russian", "x")]
)
def test_a_persona_that_does_not_play_a_game_is_unknown_there(key: str, name: str) -> None:
    with pytest.raises(UnknownLevel, match="mittel"):
        persona(name, start(key))


@pytest.mark.parametrize("name", PERSONAS)
def test_every_persona_speaks_both_languages(name: str) -> None:
    one = PERSONAS[name]

    assert name == one.key
    assert all((one.name.de, one.name.en, one.introduction.de, one.introduction.en))
    assert one.introduction.de != one.introduction.en
