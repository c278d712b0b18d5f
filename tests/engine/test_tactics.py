"""What a player sees: shots, hanging pieces, the shortest win; and that White and Black see alike."""

from __future__ import annotations

from random import Random

import pytest

from engine import LEVELS, PERSONAS, Level, Limits, TranspositionTable, choose, search
from engine.limits import Reading
from engine.searching import Memory, run
from rulebook import Position, Ruleset, legal_moves, ruleset
from tests.engine.games import opening
from tests.engine.looking_ahead import WIN, bounds, few_pieces
from tests.rulebook.playing import at

TABLE = TranspositionTable()

SHOTS = {
    # a man is given, or two, and more are taken: (rule set, FEN, the move, what it gains at least)
    "one for two, English": ("english", "B:W17,18,26,27,28,30,32:B2,3,4,8,10,11,20", "20-24", 80),
}


@pytest.mark.parametrize(("key", "fen", "move", "gain"), SHOTS.values(), ids=SHOTS)
def test_a_shot_is_found(key: str, fen: str, move: str, gain: int) -> None:
    found = search(at(key, fen), Limits(depth=9))

    assert move == found.move.notation
    assert found.score >= gain


@pytest.mark.parametrize(
    "level",
    [*[LEVELS[n] for n in range(3, 11)], PERSONAS["mittel"].level],
    ids=[*map(str, range(3, 11)), "mittel"],
)
def test_no_man_is_left_hanging_above_level_two(level: Level) -> None:
    """22-17 would lose a man to 13x22 at once."""
    position = at("english", "W:W22,32:B13,1")

    moves = {choose(position, level, seed, TABLE).move.notation for seed in range(12)}

    assert "22-17" not in moves


def test_the_weakest_levels_do_leave_a_man_hanging_at_times() -> None:
    position = at("russian", "W:W22,32:B13,1")

    moves = [choose(position, LEVELS[1], seed, TABLE).move.notation for seed in range(60)]

    assert 0 < moves.count("c3-b4") < 40


@pytest.mark.parametrize("side", "WB")
def test_whoever_moves_wins_the_race_for_the_first_king(side: str) -> None:
    position = at("russian", f"{side}:W9:B24", goal="breakthrough")

    assert WIN - 3 == search(position, Limits(depth=5)).score


@pytest.mark.parametrize("key", ["english", "russian", "battledame", "international", "frisian"])
def test_a_win_in_three_plies_is_found_at_its_distance(key: str) -> None:
    chance = Random(key)
    rules = ruleset(key)
    wins = 0
    for _ in range(1000):
        position = few_pieces(rules, chance, most=4)
        if search(position, Limits(depth=2), TABLE).score < 50:
            continue
        if bounds(position, 3) == (WIN - 3, WIN - 3):
            wins += 1

            assert WIN - 3 == search(position, Limits(depth=7), TABLE).score, position.fen
        if wins == 4:
            break
    assert 4 == wins


@pytest.mark.parametrize("key", ["english", "russian", "turkish", "international"])
def test_extensions_and_reductions_lose_no_win(key: str) -> None:
    """What a plain search of 7 plies proves, one with all its shortcuts proves at 11."""
    chance = Random(key)
    rules = ruleset(key)
    wins = 0
    for _ in range(60):
        position = few_pieces(rules, chance, most=5)
        memory = Memory.of(TABLE, 65536, forget=True)
        if run(position, Limits(depth=7), Reading(full_width=True), memory).score > WIN - 20:
            wins += 1

            assert search(position, Limits(depth=11)).score > WIN - 20, position.fen
    assert wins > 2


def turned(position: Position) -> Position:
    """The board turned round, and the colours exchanged."""
    board = position.ruleset.board

    def turn(bits: int) -> int:
        return board.mask(tuple(board.squares + 1 - square for square in board.squares_in(bits)))

    return position._replace(
        white=turn(position.black),
        black=turn(position.white),
        kings=turn(position.kings),
        marks=turn(position.marks),
        white_to_move=not position.white_to_move,
    )


def middle_games(rules: Ruleset, how_many: int) -> list[Position]:
    return [opening(rules, 6 + seed, seed) for seed in range(how_many)]


@pytest.mark.parametrize(
    "key", ["beatem-dame", "battledame", "italian", "international", "turkish", "frisian", "club-medieval"]
)
def test_white_and_black_see_alike(key: str) -> None:
    for position in middle_games(ruleset(key), 20):
        scores = []
        for one in (position, turned(position)):
            memory = Memory.of(TABLE, 4096, forget=True)
            scores.append(run(one, Limits(depth=4), Reading(full_width=True), memory).score)

        assert scores[0] == scores[1], position.fen


def test_mittel_looks_exactly_four_plies_ahead() -> None:
    level = PERSONAS["mittel"].level

    assert (4, True, 0) == (level.depth, level.full_width, level.overlooked_per_mille)
    for position in middle_games(ruleset("battledame"), 20):
        found = choose(position, level, 1, TABLE)

        assert found.depth == (1 if len(legal_moves(position)) == 1 else 4)
