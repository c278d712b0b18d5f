"""The last pieces on the board, the other goals, attacks that fail, and the king that may not run."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rulebook import Position, apply_lots, legal_moves
from tests.rulebook.playing import DRAUGHTS, at, board_kind, outcome, play_path, shuffle, with_plies

# One king each, one piece each


@dataclass(frozen=True, slots=True, kw_only=True)
class Few:
    """A position that has come down to its last pieces, and how it stands."""

    sentence: str
    key: str
    fen: str
    stands: tuple[str | None, str] | None
    goal: str = "normal"


FEW = [
    Few(sentence="battledame: a king each draws", key="battledame", fen="W:WK29:BK3",
        stands=(None, "king_against_king")),
    Few(sentence="battledame: a king each draws although one could be captured", key="battledame",
        fen="W:WK29:BK18", stands=(None, "king_against_king")),
    Few(sentence="battledame: a king and a man play on", key="battledame", fen="W:WK29:B3", stands=None),
    Few(sentence="battledame: two kings and one play on", key="battledame", fen="W:WK29,K30:BK3", stands=None),
    Few(sentence="battledame: a king each plays on with the anti goal", key="battledame", fen="W:WK29:BK3",
        stands=None, goal="anti"),
    Few(sentence="english: a king each plays on", key="english", fen="W:WK29:BK3", stands=None),
    Few(sentence="brazilian: a king each plays on", key="brazilian", fen="W:WK29:BK3", stands=None),
    Few(sentence="turkish table: the king beats the man", key="table-turkish", fen="W:WKa1:Bh7",
        stands=("white", "one_piece_each")),
    Few(sentence="turkish table: the king beats the man who is to move", key="table-turkish", fen="B:WKa1:Bh7",
        stands=("white", "one_piece_each")),
    Few(sentence="turkish table: the king beats the man who could capture it", key="table-turkish",
        fen="W:Wd4:BKd5", stands=("black", "one_piece_each")),
    Few(sentence="turkish table: a king each draws", key="table-turkish", fen="W:WKa1:BKh7",
        stands=(None, "one_piece_each")),
    Few(sentence="turkish table: a man each draws", key="table-turkish", fen="W:Wa2:Bh7",
        stands=(None, "one_piece_each")),
    Few(sentence="turkish table: a man each plays on in breakthrough", key="table-turkish", fen="W:Wa2:Bh7",
        stands=None, goal="breakthrough"),
    Few(sentence="turkish table: a king each plays on with the anti goal", key="table-turkish",
        fen="W:WKa1:BKh7", stands=None, goal="anti"),
    Few(sentence="turkish: a king and a man draw", key="turkish", fen="W:WKa1:Bh7",
        stands=(None, "one_piece_each")),
    Few(sentence="turkish: a man each draws", key="turkish", fen="W:Wa2:Bh7", stands=(None, "one_piece_each")),
    Few(sentence="turkish: two pieces and one play on", key="turkish", fen="W:WKa1,a2:BKh7", stands=None),
]  # fmt: skip


@pytest.mark.parametrize("case", FEW, ids=lambda case: case.sentence)
def test_the_last_pieces(case: Few) -> None:
    position = at(case.key, case.fen, goal=case.goal)

    assert outcome(position) == case.stands
    assert (legal_moves(position) == []) == (case.stands is not None)


def test_a_capture_that_leaves_a_king_each_draws_in_battledame() -> None:
    assert outcome(play_path(at("battledame", "W:WK29:B25,K3"), 29, 22)) == (None, "king_against_king")


# Goals


@pytest.mark.parametrize("key", DRAUGHTS)
def test_with_the_anti_goal_who_has_no_piece_has_won(key: str) -> None:
    fen = "W:Wa4:B" if board_kind(key) == "turkish" else "W:W20:B"

    assert outcome(at(key, fen, goal="anti")) == ("black", "no_pieces")
    assert outcome(at(key, fen)) == ("white", "no_pieces")


def test_with_the_anti_goal_who_cannot_move_has_won() -> None:
    assert outcome(at("russian", "W:W13:B6,9", goal="anti")) == ("white", "no_moves")


def test_in_breakthrough_the_first_king_wins_at_once() -> None:
    assert outcome(play_path(at("russian", "W:W8,29:B20,21", goal="breakthrough"), 8, 3)) == (
        "white",
        "first_king",
    )


def test_in_breakthrough_a_man_that_passes_the_last_row_has_not_won() -> None:
    after = play_path(at("international", "W:W12:B8,9,40", goal="breakthrough"), 12, 3, 14)

    assert outcome(after) is None


def test_in_breakthrough_who_cannot_move_has_lost() -> None:
    assert outcome(at("russian", "W:W13:B6,9", goal="breakthrough")) == ("black", "no_moves")


# Failed attacks


@pytest.mark.parametrize(
    ("sentence", "fen", "lots", "left", "stands"),
    [
        ("a failed second attack keeps the first victim", "W:W21,32:BM10,17", (True, False),
         {32: "white", 10: "black"}, None),
        ("a failed first attack saves the second piece", "W:W21,32:B10,M17", (False,),
         {32: "white", 10: "black", 17: "black"}, None),
        ("who loses his last piece has lost", "W:W21:B10,M17", (False,),
         {10: "black", 17: "black"}, ("black", "no_pieces")),
        ("who is blocked after a failed attack has lost", "W:W20,25,30:B21,MK16", (False,),
         {25: "white", 30: "white", 16: "black", 21: "black"}, None),
    ],
)  # fmt: skip
def test_failed_attacks(
    sentence: str,
    fen: str,
    lots: tuple[bool, ...],
    left: dict[int, str],
    stands: tuple[str | None, str] | None,
) -> None:
    position = at("club-medieval", fen)
    (move,) = legal_moves(position)

    after = apply_lots(position, move, lots)

    assert {square: piece.side.value for square, piece in after.pieces().items()} == left, sentence
    assert outcome(after) == stands, sentence


def test_with_the_anti_goal_a_failed_attack_by_the_last_piece_wins() -> None:
    position = at("club-medieval", "W:W21:B10,M17", goal="anti")
    (move,) = legal_moves(position)

    assert outcome(apply_lots(position, move, (False,))) == ("white", "no_pieces")


def test_a_failed_attack_is_progress() -> None:
    position = at("club-medieval", with_plies("W:WK32,K31:BM27,K1", 39))
    (move,) = [move for move in legal_moves(position) if move.path == (32, 23)]

    after = apply_lots(position, move, (False,))

    assert outcome(after) is None
    assert outcome(shuffle(after, 1)[-1]) is None


# The king that may not run (Frisian)


def _origins(position: Position) -> set[int | None]:
    return {move.origin for move in legal_moves(position)}


def _run(fen: str, moves: str) -> Position:
    position = at("frisian", fen)
    for step in moves.split():
        position = play_path(position, *map(int, step.split("-")))
    return position


RUN = "9-36 17-33 36-9 33-17 9-36 15-4"


@pytest.mark.parametrize(
    ("sentence", "fen", "moves", "may_move"),
    [
        ("after three moves in a row a king rests", "W:WK9,45:BK17,K15,6", RUN, {45}),
        ("after two it may go on", "W:WK9,45:BK17,K15,6", RUN[:22], {9, 45}),
        ("without men of its own it may go on", "W:WK9:BK17,K15,6", RUN, {36}),
        ("another piece's move sets it free", "W:WK9,45:BK17,K15,6", f"{RUN} 45-40 4-15", {36, 40}),
        ("another king may move in its place", "W:WK9,K30,45:BK17,K15,6", RUN, {30, 45}),
        ("a king that must rest may still capture", "W:WK9,45:BK17,K15,6", f"{RUN[:-4]}17-39", {36}),
    ],
)
def test_the_run_of_a_king(sentence: str, fen: str, moves: str, may_move: set[int]) -> None:
    assert _origins(_run(fen, moves)) == may_move, sentence
