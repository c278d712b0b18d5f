"""The situations of the conformance cases that are told in words, each as a test of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulebook import Position, apply_lots, format_fen, initial_position, legal_moves, ruleset
from rulebook.errors import BadFen
from tests.rulebook.playing import DRAUGHTS, at, board_kind, outcome, play_path, shuffle, with_plies

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "conformance" / "cases.json").read_text())
ELSEWHERE = {
    "D09": "clocks: the move clock rests during a duel",
    "D10": "fairness: the chance of lots",
    "N08": "PDN results",
    "N09": "PDN results",
    "N10": "PDN comments",
    "N11": "short and full notation",
    "N12": "separators",
    "N13": "Hub protocol",
    "L02": "live play",
    "L03": "live play",
    "L04": "live play",
    "L05": "live play",
    "L06": "live play",
    "L07": "live play",
    "L08": "live play",
    "L10": "live play",
    "L12": "live play",
    "L13": "live play",
}
SITUATIONS: dict[str, str] = {}

Check = Callable[..., None]


def situation(*ids: str) -> Callable[[Check], Check]:
    """Says which situations in words a test stands for."""

    def remember(test: Check) -> Check:
        SITUATIONS.update(dict.fromkeys(ids, getattr(test, "__name__", "")))
        return test

    return remember


@situation("Z01")
def test_the_eightieth_quiet_king_move_draws_at_the_table() -> None:
    position = at("table-english", with_plies("W:WK29,K32:BK1", 79))

    assert outcome(play_path(position, 29, 25)) == (None, "no_progress")


@situation("Z02")
def test_a_man_that_moves_breaks_the_run_of_king_actions() -> None:
    after = play_path(at("table-english", with_plies("W:W21,K32:BK1", 79)), 21, 17)

    assert outcome(after) is None
    assert [outcome(position) for position in shuffle(after, 79)] == [None] * 79


@situation("Z03")
@pytest.mark.parametrize(
    ("key", "fen"),
    [
        ("table-russian", "W:WK2,K3,K16:BK18,K21,K32"),
        ("table-international", "W:WK14,K20,K35:BK26,K36,K49"),
        ("table-turkish", "W:WKd8,Ke2,Kh2:BKb6,Kg5,Kg4"),
    ],
)
def test_a_hundred_and_twenty_king_actions_draw_and_one_less_does_not(key: str, fen: str) -> None:
    before, after = shuffle(at(key, with_plies(fen, 118)), 2)

    assert outcome(before) is None
    assert outcome(after) == (None, "no_progress")


@situation("Z06")
def test_two_pieces_against_a_king_draw_after_five_moves_each() -> None:
    line = shuffle(at("international", "W:WK28:BK1,2"), 11)

    assert [outcome(position) for position in line] == [None] * 9 + [(None, "endgame_count")]


@situation("Z07")
def test_three_kings_against_one_draw_after_fifteen_moves_in_russian() -> None:
    line = shuffle(at("russian", "W:WKg1:BKb8,Kd8,Kf8"), 31, keep=_king_off_the_main_road)

    assert len(line) == 30
    assert outcome(line[-1]) in {(None, "endgame_count"), (None, "no_progress")}


def _king_off_the_main_road(position: Position, _ply: int) -> bool:
    (king,) = [square for square, piece in position.pieces().items() if piece.side == "white"]
    return king not in (4, 8, 11, 15, 18, 22, 25, 29)


@situation("Z08")
def test_a_capture_that_leaves_a_king_each_draws_at_the_turkish_table() -> None:
    after = play_path(at("table-turkish", "W:WKd4:Bd6,Kh8"), 36, 12)

    assert outcome(after) == (None, "one_piece_each")


@situation("Z10")
def test_a_capture_that_leaves_a_man_each_draws_at_the_turkish_table() -> None:
    after = play_path(at("table-turkish", "W:Wd4:Bd5,h7"), 36, 20)

    assert outcome(after) == (None, "one_piece_each")


@situation("Z12")
def test_the_fortieth_quiet_king_move_draws_in_the_club() -> None:
    line = shuffle(at("club-brazilian", "W:WK2,K3,K16:BK18,K21,K32"), 41)

    assert [outcome(position) for position in line] == [None] * 39 + [(None, "no_progress")]


ROUND_TRIPS = {
    "8x8": (
        "W:WK2,K3,K16:BK18,K21,K32",
        "16-12 32-27 2-7 18-22 12-16 27-32 7-2 22-18 16-12 32-27 12-16 27-32",
    ),
    "mirrored": (
        "W:WK14,K17,K29:BK3,K8,K16",
        "17-21 3-6 14-18 16-20 21-17 6-3 18-14 20-16 17-21 3-6 21-17 6-3",
    ),
    "10x10": (
        "W:WK14,K20,K35:BK26,K36,K49",
        "20-15 49-16 14-5 36-31 15-20 16-49 5-14 31-36 20-15 49-16 15-20 16-49",
    ),
    "turkish": (
        "W:WKd8,Ke2,Kh2:BKb6,Kg5,Kg4",
        "4-2 18-19 53-13 31-30 2-4 19-18 13-53 30-31 4-2 18-19 2-4 19-18",
    ),
}


@situation("Z14")
@pytest.mark.parametrize("goal", ["normal", "anti"])
@pytest.mark.parametrize("key", DRAUGHTS)
def test_three_occurrences_count_wherever_they_lie_in_the_game(key: str, goal: str) -> None:
    """The start position comes back after eight plies and, for the third time, after twelve."""
    fen, moves = ROUND_TRIPS[board_kind(key)]
    position = at(key, fen, goal=goal)

    standing = []
    for move in moves.split():
        position = play_path(position, *map(int, move.split("-")))
        standing.append(outcome(position))

    assert standing == [None] * 11 + [(None, "repetition")]


@situation("Z17")
def test_three_kings_against_one_go_on_in_battledame() -> None:
    line = shuffle(at("battledame", "W:WK32:BK1,K2,K3"), 40)

    assert [outcome(position) for position in line] == [None] * 40


@situation("Z18")
@pytest.mark.parametrize("key", [key for key in DRAUGHTS if board_kind(key) == "8x8"])
def test_a_side_whose_only_man_is_blocked_has_lost(key: str) -> None:
    position = at(key, "W:W13:B6,9")

    assert legal_moves(position) == []
    assert outcome(position) == ("black", "no_moves")


BLOCKED_WHITE = {
    "8x8": "B:W13:B6,9",
    "mirrored": "B:W17:B10,13",
    "10x10": "B:W26:B17,21",
    "turkish": "B:Wa4:Ba5,a6,b4,c4",
}


@situation("Z19")
@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_side_without_a_move_goes_on_while_it_is_not_to_move(key: str) -> None:
    position = at(key, BLOCKED_WHITE[board_kind(key)])
    turned = at(key, "W" + position.fen[1:])

    assert outcome(turned) == ("black", "no_moves")
    assert outcome(position) is None
    assert legal_moves(position) != []


@situation("Z19")
def test_a_side_without_a_disc_to_place_goes_on_while_it_is_not_to_move() -> None:
    position = at("beatem-reversi", "-XO" + "-" * 61 + " O")
    turned = at("beatem-reversi", "-XO" + "-" * 61 + " X")

    assert [move.target for move in legal_moves(position)] == [1]
    assert [move.target for move in legal_moves(turned)] == [4]
    assert outcome(at("beatem-reversi", "XO-" + "-" * 61 + " X")) is None
    assert [move.is_pass for move in legal_moves(at("beatem-reversi", "XO-" + "-" * 61 + " O"))] == [True]


LAST_BLOCKADE = {
    "8x8": ("W:WK22,K30:B21", (22, 25)),
    "mirrored": ("W:WK25,K26:B17", (25, 21)),
    "10x10": ("W:WK36,K37:B26", (36, 31)),
    "turkish": ("W:WKb2,Kc2,Kd1:Ba2", (60, 57)),
}


@situation("Z20")
@pytest.mark.parametrize("key", [key for key in DRAUGHTS if key != "frisian"])
def test_a_move_that_blocks_wins_even_when_it_fills_the_count(key: str) -> None:
    limit = ruleset(key).draughts.draws.no_progress
    assert limit is not None
    fen, path = LAST_BLOCKADE[board_kind(key)]

    after = play_path(at(key, with_plies(fen, limit.plies - 1)), *path)

    assert outcome(after) == ("white", "no_moves")


@situation("Z22")
def test_a_king_on_the_board_has_won_breakthrough() -> None:
    position = at("international", "B:WK4,31,35,36,38,40,43-50:B1,2,3,6,7,8,9,11,13,16", goal="breakthrough")

    assert outcome(position) == ("white", "first_king")
    assert legal_moves(position) == []


@situation("D01")
def test_a_duel_won_takes_the_last_pieces() -> None:
    position = at("club-medieval", "W:W21:BM10,17")
    (move,) = legal_moves(position)

    after = apply_lots(position, move, [True, True])

    assert move.path == (21, 14, 7)
    assert move.duels == (10,)
    assert {square: piece.side.value for square, piece in after.pieces().items()} == {7: "white"}
    assert outcome(after) == ("white", "no_pieces")


@situation("D04")
def test_the_majority_is_counted_before_any_lot() -> None:
    position = at("club-medieval", "W:W21,23:BM10,M17,19")

    assert [move.path for move in legal_moves(position)] == [(21, 14, 7)]


@situation("D05")
def test_a_failed_attack_on_the_last_row_makes_no_king() -> None:
    position = at("club-medieval", "W:WM11:BM7")
    (move,) = legal_moves(position)

    failed = apply_lots(position, move, [False])
    won = apply_lots(position, move, [True])

    assert [(square, piece.king, piece.marked) for square, piece in failed.pieces().items()] == [
        (7, False, True)
    ]
    assert outcome(failed) == ("black", "no_pieces")
    assert [(square, piece.king, piece.marked) for square, piece in won.pieces().items()] == [(2, True, True)]
    assert outcome(won) == ("white", "no_pieces")


@situation("D07")
def test_the_order_of_captures_makes_two_moves_in_medieval_and_one_in_brazilian() -> None:
    orders = {
        key: sorted(move.captured for move in legal_moves(at(key, "W:W26:B14,15,22,23")))
        for key in ("club-medieval", "club-brazilian")
    }

    assert orders["club-medieval"] == [(22, 14, 15, 23), (23, 15, 14, 22)]
    assert len(orders["club-brazilian"]) == 1


@situation("O01")
def test_black_opens_reversi_with_four_moves() -> None:
    position = initial_position(ruleset("beatem-reversi"))

    assert [move.notation for move in legal_moves(position)] == ["d3", "c4", "f5", "e6"]


@situation("O02")
def test_black_passes_and_the_game_goes_on() -> None:
    position = initial_position(ruleset("beatem-reversi"))
    board = position.ruleset.board
    transcript = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"
    for start in range(0, len(transcript), 2):
        position = play_path(position, board.square_named[transcript[start : start + 2]])

    (forced,) = legal_moves(position)
    after = play_path(position, *forced.path)

    assert forced.is_pass
    assert (forced.origin, forced.target) == (None, None)
    assert sorted(move.notation for move in legal_moves(after)) == ["b4", "c3", "g3"]
    assert outcome(after) is None
    sides = [piece.side.value for piece in after.pieces().values()]
    assert (sides.count("black"), sides.count("white")) == (17, 3)


@situation("N03")
@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_fen_with_black_to_move_says_so_once(key: str) -> None:
    position = initial_position(ruleset(key))
    if position.side.value == "white":
        position = play_path(position, *legal_moves(position)[0].path)

    assert re.fullmatch("B:W[^:]+:B[^:]+", format_fen(position).split(":H")[0])


@situation("N05")
@pytest.mark.parametrize("fen", ["W:WK4,WK5,55:B4", "W:WK4,WK5:B1", "W:WK4,55:B1", "W:WK4:B4", "W:B:W4:B1"])
def test_a_fen_with_a_stray_side_or_a_square_outside_or_twice_is_refused(fen: str) -> None:
    with pytest.raises(BadFen):
        at("international", fen)


def test_every_case_is_told_here_or_named_as_told_elsewhere() -> None:
    told = {case["id"] for case in CASES if "legal" in case} | SITUATIONS.keys()

    assert {case["id"] for case in CASES} == told | ELSEWHERE.keys()
    assert told & ELSEWHERE.keys() == set()
