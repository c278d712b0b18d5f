"""Personas with a preference: Die Königin sets traps, Commander Hex takes choices away, and neither gives much for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import PERSONAS, Found, Level, Limits, StopFlag, TranspositionTable, choose, search
from engine.control import control
from engine.levels import Preference
from engine.preferring import GLANCE_NOISE, choose_preferred
from engine.traps import Look, trap_size
from rulebook import (
    RULESETS,
    Family,
    Position,
    apply_lots,
    initial_position,
    legal_moves,
    parse_fen,
    play,
    result,
    ruleset,
)

TABLE = TranspositionTable()
SETS_TRAPS = Level(nodes=250_000, noise=0, prefers=Preference.TRAPS, margin=15)
CONTROLS = Level(nodes=250_000, noise=0, prefers=Preference.CONTROL, margin=40)


def look(position: Position, depth: int | None) -> Found:
    return search(position, Limits(nodes=20_000) if depth is None else Limits(depth=depth))


def positions(key: str, count: int) -> list[Position]:
    found = []
    for seed in range(count):
        chance = Random(seed)
        position = initial_position(ruleset(key))
        for _ in range(12):
            move = chance.choice(legal_moves(position))
            position = (
                apply_lots(position, move, [True] * len(move.captured))
                if move.duels
                else play(position, move)
            )
        if result(position) is None:
            found.append(position)
    return found


def test_a_position_with_one_reply_is_no_trap() -> None:
    position = parse_fen(ruleset("russian"), "B:W22,31:B18,1")

    assert 1 == len(legal_moves(position))
    assert trap_size(position, look(position, 4), look) == 0


def test_a_position_in_which_the_first_glance_loses_a_man_is_a_trap() -> None:
    sizes = []
    for position in positions("russian", 20):
        best = look(position, None)
        glance = look(position, 1)
        size = trap_size(position, best, look)
        if glance.move == best.move and look(position, 2).move == best.move:
            assert size == 0
        sizes.append(size)

    assert max(sizes) > 30
    assert min(sizes) == 0


def test_a_trap_is_the_larger_the_more_the_obvious_reply_loses() -> None:
    # Not where he is so far ahead that a man less would still be too much to count.
    position = next(one for one in positions("russian", 20) if abs(look(one, None).score) < 100)
    best, glance = look(position, None), legal_moves(position)

    def losing(by: int) -> float:
        obvious = next(move for move in glance if move != best.move)

        def pretend(at: Position, depth: int | None) -> Found:
            if at == position:
                return replace(best, move=obvious)
            return replace(best, score=-(best.score - by))

        return trap_size(position, best, pretend)

    assert [0, 50, 300] == [losing(by) for by in (0, 50, 300)]


@pytest.mark.parametrize(
    ("key", "level"), [("russian", SETS_TRAPS), ("international", SETS_TRAPS), ("othello", CONTROLS)]
)
def test_the_move_is_never_much_worse_than_the_best_and_the_same_again(key: str, level: Level) -> None:
    for position in positions(key, 8):
        found = choose(position, level, 7, TABLE)
        again = choose(position, level, 7)
        plain = choose(position, replace(level, prefers=None, margin=0), 7)

        assert (found.move, found.score, found.pv) == (again.move, again.score, again.pv)
        assert found.move in legal_moves(position)
        assert found.pv[0] == found.move
        assert found.score >= plain.score - level.margin - (60 if key == "othello" else 30)


@pytest.mark.parametrize("key", [spec.key for spec in RULESETS if spec.is_draughts])
def test_the_queen_plays_every_kind_of_draughts(key: str) -> None:
    level = replace(PERSONAS["die-koenigin"].level, nodes=200_000)
    position = initial_position(ruleset(key))

    assert choose(position, level, 1, TABLE).move in legal_moves(position)


def test_what_she_plays_instead_of_the_best_move_is_the_greater_trap() -> None:
    def look_well(position: Position, depth: int | None) -> Found:
        glance = Level(nodes=60_000, depth=depth, noise=0 if depth is None else GLANCE_NOISE)
        return choose(position, glance, 1, TABLE)

    others, hers, theirs = 0, 0.0, 0.0
    for position in positions("international", 40):
        found = choose(position, SETS_TRAPS, 1, TABLE)
        plain = choose(position, replace(SETS_TRAPS, prefers=None, margin=0), 1, TABLE)
        if found.move != plain.move:
            others += 1
            hers += size_after(position, found, look_well)
            theirs += size_after(position, plain, look_well)

    assert others >= 3
    assert hers > theirs


def size_after(position: Position, found: Found, look_well: Look) -> float:
    after = play(position, found.move)
    return 0.0 if result(after) is not None else trap_size(after, look_well(after, None), look_well)


def test_fewer_moves_and_no_corner_for_the_opponent_is_control() -> None:
    start = initial_position(ruleset("othello"))
    corner_open = parse_fen(ruleset("othello"), "-OX" + "-" * 24 + "OX------XO" + "-" * 27 + " X")
    corner_shut = parse_fen(ruleset("othello"), "-OO" + "-" * 24 + "OX------XO" + "-" * 27 + " X")

    assert control(corner_shut) > control(corner_open)
    assert control(start) < 0


def test_hex_leaves_fewer_moves_than_the_plain_search_does() -> None:
    with_control = without = 0.0
    for position in positions("othello", 15):
        plain = choose(position, replace(CONTROLS, prefers=None, margin=0), 1, TABLE)
        found = choose(position, CONTROLS, 1, TABLE)
        with_control += control(play(position, found.move))
        without += control(play(position, plain.move))

    assert with_control > without


def test_with_few_nodes_or_one_move_there_is_no_time_for_taste() -> None:
    position = positions("russian", 1)[0]
    asked: list[Level] = []

    def think(at: Position, level: Level) -> Found:
        asked.append(level)
        return choose(at, level, 1, TABLE)

    choose_preferred(position, replace(SETS_TRAPS, nodes=50_000), think)
    choose_preferred(parse_fen(ruleset("russian"), "W:W22:B18"), SETS_TRAPS, think)

    assert [None, None] == [level.prefers for level in asked]


def test_a_stopped_player_still_has_a_move() -> None:
    stop = StopFlag()
    stop.set()
    position = positions("russian", 1)[0]

    assert choose(position, PERSONAS["die-koenigin"].level, 1, TABLE, stop).move in legal_moves(position)


def test_everybody_has_a_name_an_introduction_and_a_manner_in_both_languages() -> None:
    for key, persona in PERSONAS.items():
        assert key == persona.key
        for text in (persona.name, persona.introduction, persona.manner):
            assert text.de.strip()
            assert text.en.strip()
        assert persona.introduction != persona.manner
    assert PERSONAS["die-koenigin"].families == {Family.DRAUGHTS}
    assert PERSONAS["commander-hex"].families == {Family.REVERSI}
