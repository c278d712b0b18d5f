"""An engine's turn: it is asked for, played by the ai service alone, and played without it if need be."""

from __future__ import annotations

import pytest

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from brettwerk.types.v1 import types_pb2
from chassis.channels import connect
from tests.games.house import At, House, at_once
from tests.games.refusals import reason, refusal
from tests.patience import wait_for

FALLBACK = pb.ALARM_KIND_ENGINE_FALLBACK


@pytest.fixture(scope="module")
def ai(house: House) -> At:
    return house.service("ai", "engine")


def requested(house: House, game: pb.Game, turn: int) -> ai_pb.RequestMoveRequest:
    def look() -> ai_pb.RequestMoveRequest | None:
        found = (r for r in house.engine.requests if (r.game_id, r.turn) == (game.game_id, turn))
        return next(found, None)

    return wait_for(look)


def test_an_engine_is_asked_for_its_move_with_all_that_it_needs(house: House, anna: At) -> None:
    game = anna.play(anna.create(black="mittel"), "22-18").game

    request = requested(house, game, 1)

    assert request.position == game.position
    assert request.ruleset == game.ruleset
    assert (request.persona, request.tenant_id, request.remaining_ms) == ("mittel", "local", 180_000)


def test_an_engine_that_begins_is_asked_at_the_start(house: House, anna: At, bert: At) -> None:
    new = anna.create(white="stark", black="me", base_ms=None)
    later = bert.join(anna.create(white="stark", black="open"))

    assert not requested(house, new, 0).HasField("remaining_ms")
    assert requested(house, later, 0).persona == "stark"


def test_the_ai_service_plays_engine_seats_and_no_others(house: House, anna: At, bert: At, ai: At) -> None:
    game = anna.create(black="mittel")

    assert reason(lambda: ai.play(game, "22-18")) == "NOT_YOUR_TURN"
    game = anna.play(game, "22-18").game
    assert reason(lambda: anna.play(game, "9-13")) == "NOT_YOUR_TURN"
    assert ai.play(game, "9-13").game.turn == 2
    assert reason(lambda: ai.play(bert.join(anna.create()), "22-18")) == "NOT_A_PLAYER"


def test_an_engine_that_answers_twice_is_told_what_it_played(anna: At, ai: At) -> None:
    game = anna.play(anna.create(black="mittel"), "22-18").game

    assert not ai.play(game, "9-13").replayed
    assert ai.play(game, "9-13").replayed
    assert reason(lambda: ai.play(game, "9-14")) == "TURN_PLAYED"


def test_without_the_scope_the_ai_service_plays_nothing(house: House, anna: At) -> None:
    game = anna.play(anna.create(black="mittel"), "22-18").game

    assert reason(lambda: house.service("ai").play(game, "9-13")) == "FORBIDDEN"


def test_when_the_engine_is_late_a_light_move_takes_its_place(house: House, anna: At, ai: At) -> None:
    game = anna.play(anna.create(black="mittel", base_ms=None), "22-18").game
    clocks = house.service("clocks")
    light = anna.legal(game)[0]

    assert clocks.expire(game, 3, FALLBACK)

    assert list(anna.get(game).moves) == ["22-18", light]
    assert not clocks.expire(game, 3, FALLBACK)
    other = next(move for move in ("9-13", "9-14", "10-14") if move != light)
    assert reason(lambda: ai.play(game, other, 1)) == "TURN_PLAYED"


@pytest.mark.parametrize("_round", range(8))
def test_the_engine_and_its_fallback_at_the_same_instant_make_one_move(
    house: House, anna: At, ai: At, _round: int
) -> None:
    game = anna.play(anna.create(black="mittel", base_ms=None), "22-18").game
    clocks = house.service("clocks")
    # The light move is the first legal one; the engine's own is another.
    own = anna.legal(game)[-1]

    played, applied = at_once(lambda: ai.play(game, own), lambda: clocks.expire(game, 3, FALLBACK))

    found = anna.get(game)
    assert found.turn == 2
    assert applied is not isinstance(played, pb.PlayMoveResponse)
    assert (found.moves[-1] == own) is not applied


@pytest.mark.parametrize("version", [1, 2, 4, 5])
def test_a_fallback_for_another_turn_plays_nothing(house: House, anna: At, version: int) -> None:
    game = anna.play(anna.create(black="mittel", base_ms=None), "22-18").game

    assert not house.service("clocks").expire(game, version, FALLBACK)


def test_a_fallback_without_the_ai_service_is_to_be_tried_again(house: House, anna: At) -> None:
    game = anna.play(anna.create(black="mittel", base_ms=None), "22-18").game
    house.engine.is_down = True
    try:
        problem = refusal(lambda: house.service("clocks").expire(game, 3, FALLBACK))
    finally:
        house.engine.is_down = False

    assert (problem.reason, problem.facts["part"]) == ("PART_DOWN", "ai")
    assert house.service("clocks").expire(game, 3, FALLBACK)


def test_a_late_engine_is_replaced_by_the_alarm_table_itself(house: House, anna: At) -> None:
    # 70 % of the half second that is on its clock.
    game = anna.play(anna.create(black="mittel", base_ms=500, increment_ms=100), "22-18").game

    wait_for(lambda: anna.get(game).turn > 1)


def test_engines_play_each_other_to_the_end(house: House, anna: At, ai: At) -> None:
    game = anna.create("othello", white="leicht", black="stark", base_ms=None)
    while game.status == pb.GAME_STATUS_RUNNING:
        assert requested(house, game, game.turn).turn == game.turn
        game = ai.play(game, anna.legal(game)[0]).game

    assert game.result.termination == types_pb2.TERMINATION_DISC_COUNT


def test_the_end_of_a_game_goes_into_the_players_records(house: House, bert: At) -> None:
    zora = house.player("zora")
    zora.resign(bert.join(zora.create("pool")))
    bearer = house.identity.player("zora")
    with connect(house.addresses["matchmaking"], bearer=bearer) as channel:
        stub = MatchmakingServiceStub(channel)
        (line,) = wait_for(lambda: stub.GetRecord(matchmaking_pb.GetRecordRequest()).lines)

    assert (line.ruleset_key, line.won, line.drawn, line.lost) == ("pool", 0, 0, 1)
