"""What is taken back: how far, with which clocks, and what stays true of it."""

from __future__ import annotations

import random

import rulebook
from brettwerk.games.v1 import games_service_pb2 as pb
from tests.games.house import At, House
from tests.games.refusals import reason
from tests.games.seated import WHITE, moved, why


def test_a_takeback_before_the_reply_takes_one_ply(anna: At, bert: At, game: pb.Game) -> None:
    game = moved(anna, bert, game, plies=1)
    anna.act(game, "ask_takeback")

    back = bert.act(game, "accept_takeback")

    assert (back.ply, back.turn, back.to_move) == (0, 2, WHITE)
    assert not back.moves
    assert anna.events(game)[-1].data["plies"] == 1


def test_a_takeback_after_the_reply_takes_two_and_restores_the_clocks(
    anna: At, bert: At, house: House, game: pb.Game
) -> None:
    house.let_pass(game, 5_000)
    game = moved(anna, bert, game)
    before = anna.get(game).clock
    house.let_pass(game, 7_000)
    third = anna.play(game, "25-22").game
    bert.play(third, "5-9")
    anna.act(game, "ask_takeback")

    back = bert.act(game, "accept_takeback")

    assert (back.ply, back.turn, back.to_move) == (2, 5, WHITE)
    assert list(back.moves) == ["22-18", "9-13"]
    # As they were when that turn began: the increment that the taken move had earned is gone with it.
    assert back.clock.white_remaining_ms == before.white_remaining_ms
    assert back.clock.black_remaining_ms == before.black_remaining_ms
    assert back.clock.running_side == WHITE
    assert back.clock.clock_version > before.clock_version


def test_a_taken_move_is_answered_as_such_and_its_turn_stays_played(
    anna: At, bert: At, game: pb.Game
) -> None:
    game = moved(anna, bert, game, plies=1)
    anna.act(game, "ask_takeback")
    bert.act(game, "accept_takeback")

    again = anna.play(game, "22-18", turn=0)
    other = reason(lambda: anna.play(game, "23-19", turn=0))

    assert (again.replayed, again.taken_back, again.game.turn) == (True, True, 2)
    assert other == "TURN_PLAYED"
    assert anna.play(again.game, "23-19").game.ply == 1


def test_what_was_repeated_and_taken_back_does_not_count(anna: At, bert: At) -> None:
    game = bert.join(anna.create("international", base_ms=None))
    shuffle = ("31-26", "16-21", "36-31")
    for number, move in enumerate(shuffle):
        game = (anna, bert)[number % 2].play(game, move).game
    before = bert.get(game).position
    game = bert.play(game, "20-25").game
    bert.act(game, "ask_takeback")

    back = anna.act(game, "accept_takeback")

    assert back.position == before


def test_nothing_is_taken_back_without_an_own_move(anna: At, bert: At, game: pb.Game) -> None:
    assert why(lambda: anna.act(game, "ask_takeback")) == "no_own_ply"
    moved(anna, bert, game, plies=1)
    assert why(lambda: bert.act(game, "ask_takeback")) == "no_own_ply"


def test_a_takeback_may_be_declined(anna: At, bert: At, game: pb.Game) -> None:
    game = moved(anna, bert, game)
    anna.act(game, "ask_takeback")

    declined = bert.act(game, "decline_takeback")

    assert (declined.ply, len(declined.offers)) == (2, 0)


def test_against_an_engine_a_takeback_takes_both_plies_at_once(anna: At, house: House) -> None:
    game = anna.create(black="mittel", base_ms=None)
    game = anna.play(game, "22-18").game
    hand = house.service("ai", "engine", tenant_id="local")
    game = hand.play(game, "9-13").game

    back = anna.act(game, "ask_takeback")

    assert (back.ply, back.turn, back.to_move) == (0, 3, WHITE)
    assert reason(lambda: hand.play(game, "10-14", turn=1)) == "TURN_PLAYED"


def test_while_the_engine_thinks_a_takeback_takes_one_ply(anna: At, house: House) -> None:
    game = anna.create(black="mittel", base_ms=None)
    game = anna.play(game, "22-18").game

    back = anna.act(game, "ask_takeback")

    assert (back.ply, back.turn, back.to_move) == (0, 2, WHITE)
    hand = house.service("ai", "engine", tenant_id="local")
    assert reason(lambda: hand.play(game, "9-13", turn=1)) == "TURN_PLAYED"


def moves_to_a_pass() -> list[str]:
    """Moves of Othello after which the other side has to pass, and the game goes on."""
    for seed in range(100):
        chance, position = random.Random(seed), rulebook.initial_position(rulebook.ruleset("othello"))
        moves: list[str] = []
        while rulebook.result(position) is None:
            move = chance.choice(rulebook.legal_moves(position))
            if move.is_pass:
                return moves
            moves.append(move.notation)
            position = rulebook.play(position, move)
    raise AssertionError("none of a hundred games has a pass")


def test_in_reversi_a_takeback_skips_the_passes(anna: At) -> None:
    moves = moves_to_a_pass()
    game = anna.create("othello", black="me", base_ms=None)
    for notation in moves:
        game = anna.play(game, notation).game
    mover = game.to_move  # the other side had to pass
    assert list(game.moves) == [*moves, "pass"]

    back = anna.act(game, "ask_takeback", side=mover)

    assert list(back.moves) == moves[:-1]
    assert back.to_move == mover


def test_a_wish_for_another_turn_does_nothing(anna: At, bert: At, game: pb.Game) -> None:
    game = moved(anna, bert, game)

    def ask(turn: int) -> pb.Game:
        request = pb.ActRequest(game_id=game.game_id, action=pb.GAME_ACTION_ASK_TAKEBACK, expected_turn=turn)
        return anna.games.Act(request).game

    assert reason(lambda: ask(1)) == "TURN_PLAYED"
    assert reason(lambda: ask(3)) == "TURN_NOT_REACHED"
    assert ask(2).offers
