"""The medieval mode at the table: the secret choice, captures that can fail, and what they do to clock and game."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

import rulebook
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At, House
from tests.games.medieval import (
    BLACK_STONES,
    DUEL,
    LATE_REVEAL,
    WHITE_STONES,
    choosing,
    decide_lots,
    fairness,
    history,
    play_all,
    put,
    started,
)
from tests.games.refusals import reason, refusal

WHITE, BLACK = types_pb2.SIDE_WHITE, types_pb2.SIDE_BLACK
CHOICE = pb.ALARM_KIND_SECRET_CHOICE


def marks(fen: str) -> dict[str, list[int]]:
    """The marked squares by side."""
    pieces = rulebook.parse_fen(rulebook.ruleset("club-medieval"), fen).pieces()
    return {
        side.value: sorted(square for square, piece in pieces.items() if piece.marked and piece.side is side)
        for side in rulebook.Side
    }


def end_choice(house: House, game: pb.Game) -> bool:
    """The time to choose is over, and its alarm goes off."""
    house.execute(
        "UPDATE games SET choice_end = clock_timestamp() - interval '1 s' WHERE game_id = %s", game.game_id
    )
    return house.service("clocks").expire(game, version=1, kind=CHOICE)


# The secret choice


def test_with_both_seats_taken_the_sides_choose_first(anna: At, bert: At) -> None:
    game = choosing(anna, bert)

    assert game.status == pb.GAME_STATUS_CHOOSING
    assert game.choice.per_side == 3
    assert game.choice.deadline_time.ToDatetime() - game.now_time.ToDatetime() == timedelta(seconds=20)
    assert not game.HasField("clock")
    assert reason(lambda: anna.play(game, "22-18")) == "GAME_NOT_STARTED"


def test_the_choice_is_made_in_parts_and_anew_until_it_is_complete(anna: At, bert: At) -> None:
    game = choosing(anna, bert)

    assert list(anna.choose(game, 21).choice.own_squares) == [21]
    again = anna.choose(game, 24, 23)

    assert list(again.choice.own_squares) == [23, 24]
    assert (again.choice.white_count, again.choice.white_commitment) == (2, "")
    assert re.fullmatch("[0-9a-f]{64}", anna.choose(game, 24, 23, 22).choice.white_commitment)


def test_the_third_stone_makes_it_final(anna: At, bert: At) -> None:
    game = choosing(anna, bert)
    anna.choose(game, *WHITE_STONES)

    assert reason(lambda: anna.choose(game, 21)) == "CHOICE_FINAL"
    assert reason(lambda: anna.choose(game)) == "CHOICE_FINAL"
    repeated = anna.choose(game, *reversed(WHITE_STONES))
    assert list(repeated.choice.own_squares) == list(WHITE_STONES)


@pytest.mark.parametrize(
    "squares",
    [(21, 22, 23, 24), (21, 21), (1,), (16,), (0,), (-1,), (33,), (21, 1)],
    ids=["four", "twice", "the opponent's", "empty", "none", "below", "beyond", "one of two"],
)
def test_no_other_stones_are_taken(anna: At, bert: At, squares: tuple[int, ...]) -> None:
    game = choosing(anna, bert)

    problem = refusal(lambda: anna.choose(game, *squares))

    assert problem.reason == "INVALID_STONES"
    assert [violation.pointer for violation in problem.violations] == ["/squares"]
    assert anna.get(game).choice.white_count == 0


def test_far_too_many_squares_are_an_invalid_field(anna: At, bert: At) -> None:
    game = choosing(anna, bert)

    assert reason(lambda: anna.choose(game, *range(1, 60))) == "INVALID_FIELD"


def test_when_both_are_complete_the_game_starts(anna: At, bert: At) -> None:
    game = started(anna, bert)

    assert game.status == pb.GAME_STATUS_RUNNING
    assert game.clock.running_side == WHITE
    assert marks(game.position.fen) == {"white": list(WHITE_STONES), "black": list(BLACK_STONES)}
    assert not game.choice.HasField("deadline_time")
    assert reason(lambda: anna.choose(game, *WHITE_STONES[:2])) == "NOT_CHOOSING"


def test_others_do_not_choose(anna: At, bert: At, carla: At) -> None:
    game = choosing(anna, bert)

    assert reason(lambda: carla.choose(game, 22)) == "UNKNOWN_GAME"


def test_a_game_without_marks_has_nothing_to_choose(anna: At, bert: At) -> None:
    game = bert.join(anna.create())

    assert reason(lambda: anna.choose(game, 22)) == "NOT_CHOOSING"
    assert not game.HasField("choice")


def test_the_server_draws_what_is_missing_when_time_is_over(house: House, anna: At, bert: At) -> None:
    game = choosing(anna, bert)
    anna.choose(game, 21, 30)
    assert not house.service("clocks").expire(game, version=1, kind=CHOICE), "it is not over yet"

    assert end_choice(house, game)

    begun = anna.get(game)
    assert begun.status == pb.GAME_STATUS_RUNNING
    found = marks(begun.position.fen)
    assert {21, 30} < set(found["white"])
    assert (len(found["white"]), len(found["black"])) == (3, 3)
    assert [(draw.purpose, draw.index, len(draw.choices)) for draw in fairness(anna, game).draws] == [
        ("stones", 0, 10),
        ("stones", 1, 12),
        ("stones", 2, 11),
        ("stones", 3, 10),
    ]
    assert not house.service("clocks").expire(game, version=1, kind=CHOICE), "it went off already"


def test_for_an_engine_the_server_draws_at_once(house: House, anna: At) -> None:
    game = anna.create("club-medieval", black="mittel")
    assert game.status == pb.GAME_STATUS_CHOOSING

    begun = anna.choose(game, *WHITE_STONES)

    assert begun.status == pb.GAME_STATUS_RUNNING
    assert marks(begun.position.fen)["white"] == list(WHITE_STONES)
    assert len(marks(begun.position.fen)["black"]) == 3


def test_on_one_device_each_side_chooses_by_its_name(anna: At) -> None:
    game = anna.create("club-medieval", black="me")
    anna.choose(game, *WHITE_STONES, side=WHITE)

    begun = anna.choose(game, *BLACK_STONES, side=BLACK)

    assert begun.status == pb.GAME_STATUS_RUNNING
    assert begun.view == "both"
    assert sorted(begun.choice.own_squares) == sorted((*WHITE_STONES, *BLACK_STONES))


def test_marks_are_seen_from_the_start_unless_the_option_says_otherwise(anna: At, bert: At) -> None:
    assert anna.get(started(anna, bert)).choice.revealed
    assert not anna.get(started(anna, bert, options=LATE_REVEAL)).choice.revealed


def test_a_game_is_aborted_in_the_choice_and_everything_is_told(anna: At, bert: At) -> None:
    game = choosing(anna, bert)
    anna.choose(game, *WHITE_STONES)
    bert.choose(game, 1)

    aborted = bert.act(game, "abort")

    assert aborted.status == pb.GAME_STATUS_ABORTED
    told = fairness(anna, game)
    assert told.complete
    assert len(told.server_seed) == 64
    assert not told.draws
    (stones,) = told.stones
    assert (stones.side, list(stones.squares)) == (WHITE, list(WHITE_STONES)), "Black's was not complete"
    assert len(stones.salt) == 32


def test_whoever_leaves_in_the_choice_aborts_it(anna: At, bert: At) -> None:
    game = choosing(anna, bert)

    assert anna.act(game, "leave").status == pb.GAME_STATUS_ABORTED
    assert reason(lambda: bert.choose(game, 1)) == "NOT_CHOOSING"


# Captures that can fail


def test_a_capture_that_succeeds_takes_the_marked_piece(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    decide_lots(house, game, True)

    played = play_all(game, (anna, bert), DUEL)

    assert list(played.move.duels) == [14]
    assert list(played.move.lots) == [True]
    assert marks(played.game.position.fen) == {"white": [9, 29, 32], "black": [1, 4]}


def test_a_capture_that_fails_costs_the_attacker(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    decide_lots(house, game, False)

    played = play_all(game, (anna, bert), DUEL)

    assert list(played.move.lots) == [False]
    assert marks(played.game.position.fen) == {"white": [29, 32], "black": [1, 4, 14]}
    assert played.game.to_move == BLACK
    assert len(rulebook.parse_fen(rulebook.ruleset("club-medieval"), played.game.position.fen).pieces()) == 23


def test_what_fell_before_the_failure_stays_captured(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    put(house, game, "W:W21,32:BM10,17,1")
    decide_lots(house, game, False, first_index=1)

    played = anna.play(game, "21x14x7")

    assert list(played.move.captured) == [17, 10]
    assert list(played.move.lots) == [True, False]
    assert played.game.position.fen.startswith("B:W32:B1,M10")
    ((index, value),) = [(draw.index, draw.value) for draw in fairness(anna, game).draws]
    assert index == 1, "the certain one is counted and not drawn"
    assert value >= 50


def test_a_failure_with_the_last_piece_loses(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    put(house, game, "W:W21:BM17,1")
    decide_lots(house, game, False)

    played = anna.play(game, "21x14")

    assert played.game.result.winner == BLACK
    assert played.game.result.termination == types_pb2.TERMINATION_NO_PIECES


def test_a_marked_man_becomes_a_marked_king(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    put(house, game, "W:WM6,32:B12")

    played = anna.play(game, "6-1")

    assert played.move.promotes
    assert "MK1" in played.game.position.fen


def test_an_automatic_capture_is_drawn_by_lots_like_any_other(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    put(house, game, "W:W21,32:BM17,1")
    server = decide_lots(house, game, False)
    house.let_pass(game, 61_000)

    assert house.service("clocks").expire(game)

    (ply,) = history(anna, game).plies
    assert ply.move.auto
    assert list(ply.move.lots) == [False]
    told = fairness(anna, game)
    assert [(draw.purpose, draw.index, draw.outcome) for draw in told.draws] == [
        ("auto", 0, "21x14"),
        ("lot", 0, "failure"),
    ]
    assert list(told.draws[0].choices) == ["21x14"]
    bert.resign(game)
    assert fairness(anna, game).server_seed == server.hex()


# Clock and table


@pytest.mark.parametrize(
    ("fen", "move", "lots", "shown"),
    [
        ("W:W21,32:BM17,1", "21x14", (True,), 1),
        ("W:W21,32:BM17,1", "21x14", (False,), 1),
        ("W:WM21,32:B17,1", "21x14", (), 1),
        ("W:W21,32:BM10,17,1", "21x14x7", (True, True), 1),
        ("W:WM21,32:BM10,17,1", "21x14x7", (True, True), 2),
        ("W:WM21,32:BM17,M10,1", "21x14x7", (False,), 1),
        ("W:W21,32:B17,1", "21x14", (), 0),
        ("W:WM21,32:B12,1", "21-17", (), 0),
    ],
)
def test_the_next_clock_starts_after_the_duels_that_are_shown(
    house: House, anna: At, bert: At, fen: str, move: str, lots: tuple[bool, ...], shown: int
) -> None:
    game = started(anna, bert)
    put(house, game, fen)
    decide_lots(house, game, *lots)

    played = anna.play(game, move)

    (ply,) = history(anna, game).plies
    since_ms = played.game.clock.since_time.ToMilliseconds()
    assert since_ms - ply.play_time.ToMilliseconds() == 1500 * shown
    assert played.game.clock.deadline_time.ToMilliseconds() - since_ms == 60_000
    assert played.game.HasField("pause") == (shown > 0)
    if shown:
        assert played.game.pause.reason == pb.PAUSE_REASON_DUEL
        assert played.game.pause.end_time.ToMilliseconds() == since_ms
    assert [
        event.data.get("duels_shown", 0) for event in anna.events(game) if event.type == "move_played"
    ] == [shown]


def test_nothing_is_taken_back_past_a_lot_that_was_drawn(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    decide_lots(house, game, True)
    play_all(game, (anna, bert), DUEL)

    problem = refusal(lambda: anna.act(game, "ask_takeback"))

    assert (problem.reason, problem.facts["why"]) == ("NOT_ALLOWED", "lot_drawn")


def test_a_takeback_before_any_lot_keeps_the_marks(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    play_all(game, (anna, bert), DUEL[:2])
    anna.act(game, "ask_takeback")

    taken = bert.act(game, "accept_takeback")

    assert (taken.ply, taken.turn) == (0, 3)
    assert marks(taken.position.fen) == {"white": list(WHITE_STONES), "black": list(BLACK_STONES)}
