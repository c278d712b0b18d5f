"""Moves on the wire: what they answer, what refuses them, and what a repeated one gets."""

from __future__ import annotations

import random

import grpc
import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At
from tests.games.refusals import reason, refusal


@pytest.fixture
def game(anna: At, bert: At) -> pb.Game:
    return bert.join(anna.create())


def test_a_move_is_answered_with_the_game_after_it(anna: At, game: pb.Game) -> None:
    answer = anna.play(game, "22-18")

    assert (answer.turn, answer.game.turn, answer.game.ply) == (0, 1, 1)
    assert answer.move.notation == "22-18"
    assert (answer.move.from_square, answer.move.to_square) == (22, 18)
    assert list(answer.game.moves) == ["22-18"]
    assert answer.game.to_move == types_pb2.SIDE_BLACK
    assert answer.game.clock.running_side == types_pb2.SIDE_BLACK
    assert not answer.replayed


def test_what_was_answered_is_what_stands(anna: At, bert: At, game: pb.Game) -> None:
    answered = anna.play(game, "22-18").game
    found = anna.get(game)

    found.now_time.CopyFrom(answered.now_time)
    assert found == answered


def test_the_mover_pays_and_gains_his_increment(anna: At, game: pb.Game) -> None:
    answer = anna.play(game, "22-18")

    left_ms = answer.game.clock.white_remaining_ms
    assert left_ms == 180_000 - answer.charged_ms + 2000
    assert 0 <= answer.charged_ms < 15_000


REFUSED = [
    ("22-17-13", "TOO_FAR"),
    ("", "SYNTAX"),
    ("e2e4", "SYNTAX"),
    ("9-13", "NOT_YOUR_TURN"),
    ("17-13", "NO_PIECE"),
    ("22-13", "TOO_FAR"),
    ("22x18", "NOTHING_CAPTURED"),
    ("pass", "SYNTAX"),
    ("\N{SNOWMAN}", "SYNTAX"),
]


@pytest.mark.parametrize(("move", "code"), REFUSED, ids=[repr(move) for move, _ in REFUSED])
def test_a_move_against_the_rules_names_the_rule_and_changes_nothing(
    anna: At, game: pb.Game, move: str, code: str
) -> None:
    problem = refusal(lambda: anna.play(game, move))

    assert problem.status is grpc.StatusCode.FAILED_PRECONDITION
    assert problem.reason == code
    assert anna.get(game).sequence == game.sequence


def test_a_refused_move_comes_with_what_is_legal_instead(anna: At, bert: At, game: pb.Game) -> None:
    for at, move in ((anna, "22-18"), (bert, "9-13"), (anna, "18-15")):
        game = at.play(game, move).game

    problem = refusal(lambda: bert.play(game, "13-17"))

    assert problem.reason == "CAPTURE_MANDATORY"
    assert problem.facts["candidates"].split() == bert.legal(game)


def test_turns_are_played_in_their_order_by_their_side(anna: At, bert: At, carla: At, game: pb.Game) -> None:
    assert reason(lambda: bert.play(game, "9-13")) == "NOT_YOUR_TURN"
    assert reason(lambda: anna.play(game, "22-18", 1)) == "TURN_NOT_REACHED"
    assert reason(lambda: carla.play(game, "22-18")) == "NOT_A_PLAYER"


def test_before_the_start_nobody_moves_or_resigns(anna: At) -> None:
    game = anna.create()

    assert reason(lambda: anna.play(game, "22-18")) == "GAME_NOT_STARTED"
    assert reason(lambda: anna.resign(game)) == "GAME_NOT_STARTED"


def test_a_request_without_its_turn_is_at_fault(anna: At, game: pb.Game) -> None:
    without = pb.PlayMoveRequest(game_id=game.game_id, move="22-18")
    long = pb.PlayMoveRequest(game_id=game.game_id, move="2" * 201, expected_turn=0)

    for request, pointer in ((without, "/expected_turn"), (long, "/move")):
        problem = refusal(lambda: anna.games.PlayMove(request))  # noqa: B023  called at once
        assert (problem.reason, problem.violations[0].pointer) == ("INVALID_FIELD", pointer)


def test_the_same_move_for_the_same_turn_gets_the_same_answer(anna: At, bert: At, game: pb.Game) -> None:
    first = anna.play(game, "22-18")
    bert.play(first.game, "9-13")

    again = anna.play(game, "22-18")

    assert again.replayed
    assert (again.turn, again.move, again.charged_ms) == (first.turn, first.move, first.charged_ms)
    assert again.game.turn == first.game.turn
    assert again.game.position.fen == first.game.position.fen
    assert again.game.clock == first.game.clock
    assert list(again.game.moves) == ["22-18"]
    assert bert.get(game).ply == 2


def test_another_spelling_of_the_same_move_is_the_same_move(anna: At, bert: At, game: pb.Game) -> None:
    for at, move in ((anna, "22-18"), (bert, "9-13"), (anna, "18-15")):
        game = at.play(game, move).game
    capture = bert.play(game, bert.legal(game)[0]).move

    again = bert.play(game, f"{capture.from_square}:{capture.to_square}")

    assert capture.captured
    assert (again.replayed, again.move) == (True, capture)


def test_another_move_for_a_turn_that_is_played_is_told_so(anna: At, bert: At, game: pb.Game) -> None:
    anna.play(game, "22-18")

    problem = refusal(lambda: anna.play(game, "22-17"))
    assert (problem.reason, problem.facts["turn"]) == ("TURN_PLAYED", "1")
    assert reason(lambda: bert.play(game, "22-18")) == "TURN_PLAYED"
    assert reason(lambda: anna.play(game, "nonsense")) == "TURN_PLAYED"


def test_who_resigns_has_lost_and_may_say_it_again(anna: At, bert: At, game: pb.Game) -> None:
    ended = anna.resign(game)

    assert ended.status == pb.GAME_STATUS_FINISHED
    assert ended.result.winner == types_pb2.SIDE_BLACK
    assert ended.result.termination == types_pb2.TERMINATION_RESIGNATION
    assert ended.clock.running_side == types_pb2.SIDE_UNSPECIFIED
    assert anna.resign(game).sequence == ended.sequence
    assert reason(lambda: bert.resign(game)) == "GAME_FINISHED"
    assert reason(lambda: anna.play(game, "22-18")) == "GAME_FINISHED"


def test_the_winning_move_can_be_asked_for_again(anna: At, bert: At) -> None:
    game, last = play_out(anna, bert, "battledame", seed=3)
    side = anna if last.game.to_move == types_pb2.SIDE_BLACK else bert

    again = side.play(game, last.move.notation, last.turn)

    assert again.replayed
    assert again.game.result == last.game.result
    assert again.game.status == pb.GAME_STATUS_FINISHED


@pytest.mark.parametrize("key", ["battledame", "english", "turkish", "club-medieval", "othello"])
def test_a_game_of_random_moves_comes_to_its_end(anna: At, bert: At, key: str) -> None:
    game, last = play_out(anna, bert, key, seed=1)

    assert last.game.status == pb.GAME_STATUS_FINISHED
    assert last.game.result.termination
    assert len(last.game.moves) == last.game.ply == last.game.turn
    assert anna.legal(game) == []
    types = [event.type for event in anna.events(game, limit=500)]
    assert types.count("move_played") == last.game.ply
    assert types[-1] == "game_ended"


def play_out(anna: At, bert: At, key: str, seed: int) -> tuple[pb.Game, pb.PlayMoveResponse]:
    """A whole game of random moves: as it began, and the last answer."""
    chance = random.Random(seed)
    start = game = bert.join(anna.create(key))
    if game.status == pb.GAME_STATUS_CHOOSING:
        anna.choose(game, 21, 25, 32)
        start = game = bert.choose(game, 1, 5, 12)
    while True:
        at = anna if game.to_move == types_pb2.SIDE_WHITE else bert
        answer = at.play(game, chance.choice(at.legal(game)))
        game = answer.game
        if game.status == pb.GAME_STATUS_FINISHED:
            return start, answer


def test_a_forced_pass_is_played_by_the_server_in_the_same_transaction(anna: At, bert: At) -> None:
    games = (play_out(anna, bert, "othello", seed)[1].game for seed in range(40))
    game = next(game for game in games if "pass" in list(game.moves))
    at_ply = list(game.moves).index("pass")
    events = [event for event in anna.events(game, limit=500) if event.type == "move_played"]
    move, passed, after = (events[ply].data for ply in (at_ply - 1, at_ply, at_ply + 1))

    assert passed["move"]["is_pass"] is True
    assert passed["move"]["from"] is None
    assert (passed["turn"], passed["charged_ms"]) == (at_ply, 0)
    assert events[at_ply].time_ns == events[at_ply - 1].time_ns
    assert move["side"] == after["side"] == passed["to_move"] != passed["side"]
    # The answer of the move before was the game after the pass; so it is again, for either turn.
    mover, passer = (anna, bert) if move["side"] == "white" else (bert, anna)
    for at, notation, turn in ((mover, move["move"]["notation"], at_ply - 1), (passer, "pass", at_ply)):
        again = at.play(game, notation, turn)
        assert (again.replayed, again.game.turn) == (True, at_ply + 1)
