"""What players do at the table besides moving: aborting, draws, leaving, rematches, and terms that exclude some of it."""

from __future__ import annotations

import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At, House
from tests.games.refusals import reason, refusal
from tests.games.seated import BLACK, WHITE, moved, why


def test_a_player_aborts_before_both_have_moved(anna: At, bert: At, game: pb.Game) -> None:
    game = moved(anna, bert, game, plies=1)

    aborted = bert.act(game, "abort")

    assert aborted.status == pb.GAME_STATUS_ABORTED
    assert aborted.abort_reason == pb.ABORT_REASON_BY_PLAYER
    assert aborted.clock.running_side == types_pb2.SIDE_UNSPECIFIED
    assert anna.events(game)[-1].type == "game_aborted"
    assert bert.act(game, "abort").sequence == aborted.sequence
    assert reason(lambda: bert.play(aborted, "9-13")) == "GAME_FINISHED"


def test_nobody_aborts_once_both_have_moved(anna: At, bert: At, game: pb.Game) -> None:
    game = moved(anna, bert, game)

    assert reason(lambda: anna.act(game, "abort")) == "GAME_UNDER_WAY"


def test_the_maker_of_a_waiting_game_ends_it(anna: At, bert: At) -> None:
    waiting = anna.create()

    assert reason(lambda: bert.act(waiting, "abort")) == "UNKNOWN_GAME"
    assert anna.act(waiting, "abort").status == pb.GAME_STATUS_ABORTED
    assert reason(lambda: bert.join(waiting)) in {"NO_OPEN_SEAT", "UNKNOWN_GAME"}


def test_the_maker_need_not_sit_in_the_waiting_game_that_he_ends(anna: At, bert: At) -> None:
    waiting = anna.create(white="mittel", black="open")

    assert anna.act(waiting, "abort").status == pb.GAME_STATUS_ABORTED


def test_a_first_move_that_does_not_come_aborts_the_game(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create(base_ms=600_000, first_move_ms=20_000))
    clocks = house.service("clocks")

    house.let_pass(game, 19_000)
    assert not clocks.expire(game, 1, pb.ALARM_KIND_FIRST_MOVE)
    house.let_pass(game, 1_500)
    assert clocks.expire(game, 1, pb.ALARM_KIND_FIRST_MOVE)

    found = anna.get(game)
    assert (found.status, found.abort_reason) == (pb.GAME_STATUS_ABORTED, pb.ABORT_REASON_NO_FIRST_MOVE)


def test_the_first_move_of_each_side_is_waited_for_and_no_other(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create(first_move_ms=20_000))

    def alarm() -> list[tuple[object, ...]]:
        return house.alarms(game, "first_move")

    assert alarm()
    game = moved(anna, bert, game, plies=1)
    assert alarm()
    moved(anna, bert, game, plies=0)
    bert.play(game, "9-13")
    assert not alarm()


def test_a_game_that_nobody_joins_ends_after_a_day(anna: At, house: House) -> None:
    waiting, younger = anna.create(), anna.create()
    house.execute(
        "UPDATE games SET create_time = create_time - interval '25 hours' WHERE game_id = %s", waiting.game_id
    )

    house.end_waiting()

    assert anna.get(waiting).abort_reason == pb.ABORT_REASON_NOBODY_CAME
    assert anna.get(younger).status == pb.GAME_STATUS_WAITING


def test_an_accepted_draw_ends_the_game(anna: At, bert: At, game: pb.Game) -> None:
    offered = anna.act(game, "offer_draw")
    assert [(offer.kind, offer.side) for offer in offered.offers] == [(pb.OFFER_KIND_DRAW, WHITE)]
    assert anna.act(game, "offer_draw").sequence == offered.sequence

    drawn = bert.act(game, "accept_draw")

    assert drawn.status == pb.GAME_STATUS_FINISHED
    assert drawn.result.winner == types_pb2.SIDE_UNSPECIFIED
    assert drawn.result.termination == types_pb2.TERMINATION_AGREEMENT
    assert bert.act(game, "accept_draw").sequence == drawn.sequence


def test_who_offers_what_the_other_has_offered_accepts_it(anna: At, bert: At, game: pb.Game) -> None:
    anna.act(game, "offer_draw")

    assert bert.act(game, "offer_draw").status == pb.GAME_STATUS_FINISHED


@pytest.mark.parametrize("mover", ["the one who offered", "the other"])
def test_a_draw_offer_falls_when_either_side_moves(anna: At, bert: At, game: pb.Game, mover: str) -> None:
    offerer = anna if mover == "the one who offered" else bert
    offerer.act(game, "offer_draw")

    after = anna.play(game, "22-18").game

    assert not after.offers
    other = bert if offerer is anna else anna
    assert reason(lambda: other.act(game, "accept_draw")) == "NO_OFFER"


def test_a_declined_offer_is_not_made_again_in_the_same_turn(anna: At, bert: At, game: pb.Game) -> None:
    anna.act(game, "offer_draw")
    declined = bert.act(game, "decline_draw")

    assert not declined.offers
    assert bert.act(game, "decline_draw").sequence == declined.sequence
    assert why(lambda: anna.act(game, "offer_draw")) == "refused_already"
    game = moved(anna, bert, game)
    assert anna.act(game, "offer_draw").offers


def test_who_accepts_or_declines_what_nobody_offered_is_told(anna: At, game: pb.Game) -> None:
    assert reason(lambda: anna.act(game, "accept_draw")) == "NO_OFFER"
    assert reason(lambda: anna.act(game, "decline_takeback")) == "NO_OFFER"
    anna.act(game, "offer_draw")
    assert reason(lambda: anna.act(game, "accept_draw")) == "NO_OFFER"


def test_who_leaves_has_lost_at_once(anna: At, bert: At, game: pb.Game) -> None:
    left = anna.act(game, "leave")

    assert left.result.winner == BLACK
    assert left.result.termination == types_pb2.TERMINATION_LEFT
    assert anna.act(game, "leave").sequence == left.sequence


def test_a_rematch_swaps_the_colours_and_keeps_the_terms(anna: At, bert: At) -> None:
    game = bert.join(anna.create(options={"capture": "maximum"}, flags=[pb.GAME_FLAG_NO_TAKEBACK]))
    assert reason(lambda: anna.act(game, "offer_rematch")) == "GAME_UNDER_WAY"
    bert.resign(game)
    bert.act(game, "offer_rematch")

    ended = anna.act(game, "accept_rematch")
    rematch = bert.get(pb.Game(game_id=ended.rematch_id))

    assert rematch.status == pb.GAME_STATUS_RUNNING
    assert rematch.rematch_of_id == game.game_id
    assert (rematch.white.player_id, rematch.black.player_id) == ("bert", "anna")
    assert rematch.ruleset == game.ruleset
    assert rematch.time_control == game.time_control
    assert list(rematch.flags) == [pb.GAME_FLAG_NO_TAKEBACK]
    assert anna.act(game, "accept_rematch").rematch_id == ended.rematch_id
    assert anna.act(game, "offer_rematch").rematch_id == ended.rematch_id


def test_against_an_engine_a_rematch_starts_at_once(anna: At) -> None:
    game = anna.create(black="mittel")
    anna.resign(game)

    rematch = anna.get(pb.Game(game_id=anna.act(game, "offer_rematch").rematch_id))

    assert (rematch.white.persona, rematch.black.player_id) == ("mittel", "anna")


def test_colours_are_swapped_before_the_start_and_never_later(anna: At, bert: At) -> None:
    waiting = anna.create(seed="mine")

    swapped = anna.act(waiting, "swap_colours")
    game = bert.join(waiting)

    assert swapped.black.player_id == "anna"
    assert (game.white.player_id, game.black.player_id) == ("bert", "anna")
    assert reason(lambda: anna.act(game, "swap_colours")) == "GAME_UNDER_WAY"


TERMS = [
    (pb.GAME_FLAG_NO_ABORT, "abort", "no_abort"),
    (pb.GAME_FLAG_NO_DRAW_OFFER, "offer_draw", "no_draw_offer"),
    (pb.GAME_FLAG_NO_TAKEBACK, "ask_takeback", "no_takeback"),
    (pb.GAME_FLAG_NO_PAUSE, "ask_pause", "no_pause"),
]


@pytest.mark.parametrize(("flag", "action", "named"), TERMS)
def test_what_the_terms_exclude_is_refused_by_its_name(
    anna: At, bert: At, flag: pb.GameFlag.ValueType, action: str, named: str
) -> None:
    game = bert.join(anna.create(flags=[flag]))

    assert list(game.flags) == [flag]
    assert why(lambda: anna.act(game, action)) == named


def test_without_rematches_there_is_none(anna: At, bert: At) -> None:
    game = bert.join(anna.create(flags=[pb.GAME_FLAG_NO_REMATCH]))
    anna.resign(game)

    assert why(lambda: bert.act(game, "offer_rematch")) == "no_rematch"


@pytest.mark.parametrize("action", ["ask_takeback", "ask_pause"])
def test_a_rated_game_is_played_through(anna: At, bert: At, action: str) -> None:
    game = moved(anna, bert, bert.join(anna.create(rated=True)))

    assert why(lambda: anna.act(game, action)) == "rated"


def test_an_engine_agrees_to_no_draw(anna: At) -> None:
    assert why(lambda: anna.act(anna.create(black="mittel"), "offer_draw")) == "engine"


def test_a_private_game_is_seen_by_its_players_alone(anna: At, bert: At, carla: At) -> None:
    game = bert.join(anna.create(flags=[pb.GAME_FLAG_PRIVATE]))

    assert bert.get(game).game_id == game.game_id
    assert reason(lambda: carla.get(game)) == "UNKNOWN_GAME"
    assert reason(lambda: carla.events(game)) == "UNKNOWN_TOPIC"


ACTIONS = [name.removeprefix("GAME_ACTION_").lower() for name in pb.GameAction.keys()[1:]]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_does_nothing_at_the_table(carla: At, game: pb.Game, action: str) -> None:
    assert reason(lambda: carla.act(game, action)) == "NOT_A_PLAYER"


def test_a_player_does_not_act_for_the_other_side(anna: At, game: pb.Game) -> None:
    assert refusal(lambda: anna.act(game, "leave", side=BLACK)).violations[0].pointer == "/side"


def test_on_one_device_all_that_needs_consent_happens_at_once(anna: At) -> None:
    game = anna.create(black="me")
    game = anna.play(anna.play(game, "22-18").game, "9-13").game

    back = anna.act(game, "ask_takeback", side=BLACK)
    assert (back.ply, back.to_move) == (1, BLACK)
    assert anna.act(game, "ask_pause").HasField("pause")
    anna.act(game, "resume")
    drawn = anna.act(game, "offer_draw")
    assert drawn.result.termination == types_pb2.TERMINATION_AGREEMENT
