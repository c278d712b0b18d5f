"""Marks in a FEN, and choices that cannot be changed afterwards."""

from __future__ import annotations

import hashlib

import pytest

from games.sides import Side
from games.stones import Stones, marked_squares, shown_duels, squares_of, with_marks, without_marks

FEN = "W:W21,M22,MK30:B1,MK5,12:H3"
WHITE, BLACK = Side.WHITE, Side.BLACK


def test_pieces_and_marks_are_found_by_their_squares() -> None:
    assert squares_of(FEN, WHITE) == (21, 22, 30)
    assert squares_of(FEN, BLACK) == (1, 5, 12)
    assert marked_squares(FEN, WHITE) == {22, 30}
    assert marked_squares(FEN, BLACK) == {5}


def test_a_side_without_pieces_has_none() -> None:
    assert squares_of("B:W:B1", WHITE) == ()
    assert without_marks("B:W:BM1", [BLACK]) == "B:W:B1"


@pytest.mark.parametrize(
    ("hidden", "seen"),
    [
        ([], FEN),
        ([WHITE], "W:W21,22,K30:B1,MK5,12:H3"),
        ([BLACK], "W:W21,M22,MK30:B1,K5,12:H3"),
        ([WHITE, BLACK], "W:W21,22,K30:B1,K5,12:H3"),
    ],
)
def test_hidden_marks_leave_no_trace(hidden: list[Side], seen: str) -> None:
    assert without_marks(FEN, hidden) == seen


def test_marks_come_to_men_and_kings_where_they_are_wanted() -> None:
    marked = with_marks("W:W21,22,K30:B1,K5,12:H3", {WHITE: [22, 30], BLACK: [5]})

    assert marked == FEN


def test_a_fen_of_reversi_has_no_marks() -> None:
    board = "-" * 64 + " X"

    assert without_marks(board, Side) == board
    assert squares_of(board, WHITE) == ()


@pytest.mark.parametrize(
    ("side", "origin", "captured", "count"),
    [
        (WHITE, 21, (1, 12), 0),
        (WHITE, 21, (1, 5), 1),
        (WHITE, 22, (1, 12), 2),
        (WHITE, 22, (1, 5), 2),
        (WHITE, 22, (), 0),
        (BLACK, 5, (21,), 1),
        (BLACK, 12, (21, 22, 30), 2),
    ],
)
def test_a_duel_is_shown_where_attacker_or_victim_is_marked(
    side: Side, origin: int, captured: tuple[int, ...], count: int
) -> None:
    assert shown_duels(FEN, side, origin, captured) == count


def test_a_commitment_is_the_hash_that_the_contract_describes() -> None:
    stones = Stones(salt=bytes(range(16)), chosen=(22, 31), drawn=(25,))
    told = f"{bytes(range(16)).hex()}:game:white:22,25,31"

    assert stones.squares == (22, 25, 31)
    assert stones.commitment("game", WHITE) == hashlib.sha256(told.encode()).hexdigest()


@pytest.mark.parametrize(
    ("stones", "game_id", "side"),
    [
        (Stones(salt=b"x", chosen=(1, 2, 3)), "game", BLACK),
        (Stones(salt=b"x", chosen=(1, 2, 3)), "other", WHITE),
        (Stones(salt=b"y", chosen=(1, 2, 3)), "game", WHITE),
        (Stones(salt=b"x", chosen=(1, 2, 4)), "game", WHITE),
    ],
    ids=["side", "game", "salt", "squares"],
)
def test_every_part_of_a_choice_counts(stones: Stones, game_id: str, side: Side) -> None:
    first = Stones(salt=b"x", chosen=(1, 2, 3)).commitment("game", WHITE)

    assert stones.commitment(game_id, side) != first


def test_a_choice_is_kept_in_ascending_order_and_its_salt_is_not_printed() -> None:
    stones = Stones(salt=b"secret").choosing([9, 1, 4])

    assert stones.chosen == (1, 4, 9)
    assert "secret" not in repr(stones)
