"""Reversi: the end of a game is read exactly."""

from __future__ import annotations

from random import Random

import pytest

from engine import Found, Limits, TranspositionTable, search
from rulebook import Position, initial_position, legal_moves, play, result, ruleset

OTHELLO = ruleset("othello")
TABLE = TranspositionTable()


def with_empties(empties: int, seed: int) -> Position:
    """A position of a random game with so many squares empty, in which the game goes on."""
    chance = Random(seed)
    while True:
        position = initial_position(OTHELLO)
        while result(position) is None and (position.white | position.black).bit_count() < 64 - empties:
            position = play(position, chance.choice(legal_moves(position)))
        if result(position) is None:
            return position


def exact(position: Position, alpha: int = -64, beta: int = 64) -> int:
    """The result with best play, in discs from the side to move; the empty squares go to the winner."""
    if result(position) is not None:
        white, black = position.white.bit_count(), position.black.bit_count()
        own, opponents = (white, black) if position.white_to_move else (black, white)
        free = 64 - own - opponents
        return own - opponents + (free if own > opponents else -free if own < opponents else 0)
    for move in legal_moves(position):
        alpha = max(alpha, -exact(play(position, move), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


@pytest.mark.parametrize("empties", [1, 2, 3, 4, 5, 6, 7])
def test_the_end_of_a_game_is_exact(empties: int) -> None:
    for seed in range(6):
        position = with_empties(empties, seed)

        found = search(position, Limits(depth=60), TABLE)

        assert 100 * exact(position) == found.score, position.fen


def test_the_line_of_an_exact_score_leads_to_it() -> None:
    for seed in range(10):
        position = with_empties(11, seed)

        found = search(position, Limits(depth=60), TABLE)

        end = position
        for move in found.pv:
            end = play(end, move)
        assert result(end) is not None
        assert found.score == (exact(end) if end.side is position.side else -exact(end)) * 100


def test_the_score_does_not_depend_on_who_has_which_colour() -> None:
    for seed in range(5):
        position = with_empties(30, seed)
        exchanged = position._replace(
            white=position.black, black=position.white, white_to_move=not position.white_to_move
        )

        mine, theirs = (search(p, Limits(nodes=5000)) for p in (position, exchanged))

        assert (mine.score, mine.move, mine.nodes) == (theirs.score, theirs.move, theirs.nodes)


@pytest.mark.parametrize("nodes", [300, 1_000, 3_000, 5_000, 10_000, 20_000])
def test_a_depth_that_is_broken_off_leaves_the_score_of_the_one_before(nodes: int) -> None:
    finished: list[Found] = []

    found = search(initial_position(ruleset("othello")), Limits(nodes=nodes), on_depth=finished.append)

    assert found.depth == finished[-1].depth
    if found.move == finished[-1].move:
        assert abs(found.score - finished[-1].score) < 300
    assert abs(found.score) < 6_400
