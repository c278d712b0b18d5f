"""Clocks that stand by agreement, and moves that the server makes for whoever is late."""

from __future__ import annotations

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At, House, per_move
from tests.games.refusals import reason
from tests.games.seated import BLACK, WHITE
from tests.patience import wait_for


def test_in_an_agreed_pause_both_clocks_stand_and_nobody_moves(anna: At, bert: At, game: pb.Game) -> None:
    bert.act(game, "ask_pause")
    paused = anna.act(game, "accept_pause")

    assert paused.status == pb.GAME_STATUS_RUNNING
    assert paused.pause.reason == pb.PAUSE_REASON_AGREED
    assert paused.clock.running_side == types_pb2.SIDE_UNSPECIFIED
    assert reason(lambda: anna.play(game, "22-18")) == "GAME_PAUSED"
    assert reason(lambda: anna.act(game, "ask_takeback")) == "GAME_PAUSED"

    resumed = bert.act(game, "resume")

    assert resumed.clock.running_side == WHITE
    assert not resumed.HasField("pause")
    assert reason(lambda: bert.act(game, "resume")) == "NOT_PAUSED"
    assert anna.play(game, "22-18").game.turn == 1


def test_a_pause_costs_nothing(anna: At, bert: At, house: House, game: pb.Game) -> None:
    house.let_pass(game, 10_000)
    anna.act(game, "ask_pause")
    paused = bert.act(game, "accept_pause")
    assert paused.clock.white_remaining_ms == 180_000
    assert 10_000 <= paused.clock.used_ms < 15_000

    anna.act(game, "resume")
    answer = anna.play(game, "22-18")

    assert 10_000 <= answer.charged_ms < 20_000


def test_a_pause_ends_by_itself(anna: At, bert: At, house: House, game: pb.Game) -> None:
    anna.act(game, "ask_pause")
    bert.act(game, "accept_pause")
    clocks = house.service("clocks")
    assert not clocks.expire(game, 3, pb.ALARM_KIND_PAUSE_END)

    house.execute("UPDATE games SET pause_end = now() WHERE game_id = %s", game.game_id)
    assert clocks.expire(game, 3, pb.ALARM_KIND_PAUSE_END)

    assert anna.get(game).clock.running_side == WHITE


def test_no_flag_falls_in_a_pause(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create(base_ms=2_000, increment_ms=0))
    anna.act(game, "ask_pause")
    paused = bert.act(game, "accept_pause")

    assert not paused.clock.HasField("deadline_time")
    assert not house.alarms(game, "flag")
    assert not house.service("clocks").expire(game, game.clock.clock_version)


def test_who_is_late_is_moved_for_until_the_third_time_in_a_row(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create("club-brazilian", time_control=per_move(60_000)))
    clocks = house.service("clocks")

    for strike in (1, 2):
        house.let_pass(game, 60_101)
        assert clocks.expire(anna.get(game))
        game = anna.get(game)
        event = anna.events(game)[-1]
        assert event.data["move"]["auto"] is True
        assert event.data["move"]["notation"] in event.data["choices"]
        assert game.clock.white_strikes == strike
        assert game.clock.running_side == BLACK
        game = bert.play(game, bert.legal(game)[0]).game

    house.let_pass(game, 60_101)
    assert clocks.expire(anna.get(game))

    lost = anna.get(game)
    assert lost.result.termination == types_pb2.TERMINATION_STRIKES
    assert lost.result.winner == BLACK
    assert lost.ply == 4


def test_who_moves_himself_again_has_no_strikes(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create("club-brazilian", time_control=per_move(60_000)))
    house.let_pass(game, 60_101)
    house.service("clocks").expire(anna.get(game))
    game = anna.get(game)
    game = bert.play(game, bert.legal(game)[0]).game

    game = anna.play(game, anna.legal(game)[0]).game

    assert game.clock.white_strikes == 0


def test_the_alarm_of_the_clocks_service_makes_the_servers_move(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create("club-brazilian", time_control=per_move(1000, max_strikes=0)))

    def moved_for_both() -> pb.Game | None:
        found = anna.get(game)
        return found if found.turn >= 2 else None

    moved = wait_for(moved_for_both)

    assert next(event.data["move"]["auto"] for event in anna.events(moved) if event.type == "move_played")


def test_a_servers_move_is_nobodys_to_repeat(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create("club-brazilian", time_control=per_move(60_000)))
    house.let_pass(game, 60_101)
    house.service("clocks").expire(anna.get(game))
    made = next(iter(anna.get(game).moves))

    assert reason(lambda: anna.play(game, made, turn=0)) == "TURN_PLAYED"
