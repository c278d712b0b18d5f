"""Players whose connection is lost, and those whom nobody waits for."""

from __future__ import annotations

from uuid import uuid4

import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At, House
from tests.games.seated import BLACK, WHITE
from tests.games.streams import (
    GRACE_MS,
    Process,
    absent,
    alarms,
    both_there,
    ended,
    make_grace_pass,
    ring,
    rows,
    types_of,
)
from tests.patience import wait_for


def test_the_opponent_of_who_stays_away_wins(anna: At, bert: At, house: House, process: Process) -> None:
    game = both_there(anna, bert, process)

    process.tell(game, anna=False)

    (absence,) = bert.get(game).absences
    (gone,) = [event for event in bert.events(game) if event.type == "player_gone"]
    grace_ms = absence.deadline_time.ToMilliseconds() - gone.time_ns // 1_000_000
    assert (absence.side, gone.data["side"]) == (WHITE, "white")
    assert abs(grace_ms - GRACE_MS) <= 1
    assert not ring(house, game)
    make_grace_pass(house, game)
    ring(house, game)
    over = wait_for(lambda: ended(bert, game))
    assert (over.result.winner, over.result.termination) == (BLACK, types_pb2.TERMINATION_ABANDONMENT)
    assert not over.absences


def test_who_comes_back_in_time_plays_on(anna: At, bert: At, house: House, process: Process) -> None:
    game = both_there(anna, bert, process)
    process.tell(game, anna=False)
    wait_for(lambda: alarms(house, game) == [True])

    process.tell(game, anna=True)

    assert absent(bert, game) == set()
    assert types_of(bert, game)[-2:] == ["player_gone", "player_back"]
    wait_for(lambda: alarms(house, game) == [False])
    assert anna.play(game, "22-18").turn == 0


def test_a_game_that_both_have_left_is_aborted(anna: At, bert: At, house: House, process: Process) -> None:
    game = both_there(anna, bert, process)
    process.tell(game, anna=False)
    process.tell(game, bert=False)
    assert absent(anna, game) == {WHITE, BLACK}

    make_grace_pass(house, game)
    ring(house, game)

    over = wait_for(lambda: ended(anna, game))
    assert (over.status, over.abort_reason) == (pb.GAME_STATUS_ABORTED, pb.ABORT_REASON_BOTH_ABSENT)


def test_telling_the_same_again_changes_nothing(anna: At, bert: At, process: Process) -> None:
    game = both_there(anna, bert, process)
    process.tell(game, anna=False)
    before = anna.get(game)

    process.tell(game, anna=False, bert=True)

    after = anna.get(game)
    assert (after.sequence, list(after.absences)) == (before.sequence, list(before.absences))


def test_a_player_who_never_opened_a_stream_is_not_bound(
    anna: At, bert: At, house: House, process: Process
) -> None:
    game = bert.join(anna.create())

    process.tell(game, bert=True, anna=False)

    assert rows(house, game) == [("bert", True)]
    assert absent(bert, game) == set()


def test_a_stream_from_before_the_start_binds_if_it_is_open_at_the_start(
    anna: At, bert: At, house: House, process: Process
) -> None:
    stays, leaves = anna.create(), anna.create()
    for game in (stays, leaves):
        process.tell(game, anna=True)
    process.tell(leaves, anna=False)
    assert (rows(house, stays), rows(house, leaves)) == ([("anna", True)], [])

    for game in (stays, leaves):
        bert.join(game)
        process.tell(game, anna=False)

    assert absent(bert, stays) == {WHITE}
    assert absent(bert, leaves) == set()


CONTROLS = {
    "correspondence": types_pb2.TimeControl(correspondence=types_pb2.Correspondence(days=1)),
    "unlimited": types_pb2.TimeControl(unlimited=types_pb2.Unlimited()),
    "moved for": types_pb2.TimeControl(
        per_move=types_pb2.PerMove(move_ms=30_000, on_expiry=types_pb2.EXPIRY_AUTO_MOVE, max_strikes=3)
    ),
}


@pytest.mark.parametrize("control", CONTROLS)
def test_where_nobody_has_to_be_there_nobody_is_gone(
    anna: At, bert: At, house: House, process: Process, control: str
) -> None:
    game = both_there(anna, bert, process, time_control=CONTROLS[control])

    process.tell(game, anna=False)

    assert rows(house, game) == []
    assert types_of(anna, game)[-1] == "game_started"


def test_a_time_for_each_move_that_loses_binds(anna: At, bert: At, process: Process) -> None:
    per_move = types_pb2.PerMove(move_ms=30_000, on_expiry=types_pb2.EXPIRY_LOSE)
    game = both_there(anna, bert, process, time_control=types_pb2.TimeControl(per_move=per_move))

    process.tell(game, anna=False)

    assert absent(bert, game) == {WHITE}


def test_a_game_may_do_without_the_rule(anna: At, bert: At, process: Process) -> None:
    game = both_there(anna, bert, process, flags=[pb.GAME_FLAG_NO_ABANDON])

    process.tell(game, anna=False)

    assert absent(bert, game) == set()


def test_against_an_engine_and_on_one_device_nobody_is_waited_for(
    anna: At, house: House, process: Process
) -> None:
    for game in (anna.create(black="mittel"), anna.create(black="me")):
        process.tell(game, anna=True)
        process.tell(game, anna=False)

        assert absent(anna, game) == set()
        assert rows(house, game) == []


def test_spectators_strangers_and_games_that_are_not_there_are_passed_over(
    anna: At, bert: At, house: House, process: Process
) -> None:
    game = bert.join(anna.create())
    told = [
        pb.Presence(game_id=game.game_id, player_id="carla", tenant_id="local", connected=True),
        pb.Presence(game_id=game.game_id, player_id="anna", tenant_id="elsewhere", connected=True),
        pb.Presence(game_id=game.game_id, player_id="a\0nna", tenant_id="local", connected=True),
        pb.Presence(game_id=str(uuid4()), player_id="anna", tenant_id="local", connected=True),
        pb.Presence(game_id="x", player_id="anna", tenant_id="local", connected=True),
        pb.Presence(game_id=game.game_id, player_id="bert", tenant_id="local", connected=True),
    ]

    process.at.games.ReportPresence(pb.ReportPresenceRequest(process_id=process.process_id, changes=told))

    assert rows(house, game) == [("bert", True)]


def test_of_a_game_that_is_over_nothing_is_kept(anna: At, bert: At, house: House, process: Process) -> None:
    game = both_there(anna, bert, process)
    anna.resign(game)

    process.tell(game, anna=False)
    process.fall_silent()

    wait_for(lambda: rows(house, game) == [])
    assert types_of(anna, game)[-1] == "game_ended"
