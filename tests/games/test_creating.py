"""Games are made, found again by their request id, and joined."""

from __future__ import annotations

import hashlib
import uuid

import grpc
import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from chassis.database import Database
from games.relay import Teller
from games.store import GameStore
from tests.games.house import At, House, at_once, creation, per_move
from tests.games.refusals import reason, refusal


def test_a_game_with_an_open_seat_waits_with_its_rule_set_spelled_out(anna: At) -> None:
    game = anna.create("battledame", options={"capture": "maximum"})

    assert game.status == pb.GAME_STATUS_WAITING
    assert game.ruleset.options["capture"] == "maximum"
    assert game.ruleset.options["goal"] == "normal"
    assert (game.turn, game.ply, game.to_move) == (0, 0, types_pb2.SIDE_WHITE)
    assert game.white.player_id == "anna"
    assert game.black.WhichOneof("occupant") is None
    assert not game.HasField("clock")


def test_a_game_against_an_engine_runs_at_once(anna: At) -> None:
    game = anna.create(black="mittel")

    assert game.status == pb.GAME_STATUS_RUNNING
    assert game.clock.running_side == types_pb2.SIDE_WHITE
    assert game.clock.white_remaining_ms == 180_000
    assert game.black.persona == "mittel"


def test_unlimited_time_shows_no_clock(anna: At) -> None:
    assert not anna.create(black="mittel", base_ms=None).HasField("clock")


def test_black_begins_where_the_rule_set_says_so(anna: At) -> None:
    assert anna.create("english", black="leicht").to_move == types_pb2.SIDE_BLACK


DAYS_15 = types_pb2.TimeControl(correspondence=types_pb2.Correspondence(days=15))
FAULTS = [
    (creation("dame"), "UNKNOWN_RULESET", "/ruleset/key"),
    (creation(options={"capture": "often"}), "UNKNOWN_OPTION", "/ruleset/options/capture"),
    (creation(black="gott"), "UNKNOWN_PERSONA", "/black/persona"),
    (creation("pool", black="commander-hex"), "UNKNOWN_PERSONA", "/black/persona"),
    (creation(white="gott", black="open"), "UNKNOWN_PERSONA", "/white/persona"),
    (creation(black=""), "INVALID_FIELD", "/black/persona"),
    (creation(black="x" * 65), "INVALID_FIELD", "/black/persona"),
    (creation(base_ms=0), "INVALID_FIELD", "/time_control"),
    (creation(base_ms=86_400_001), "INVALID_FIELD", "/time_control"),
    (creation(increment_ms=-1), "INVALID_FIELD", "/time_control"),
    (creation(rated=True, black="mittel"), "INVALID_FIELD", "/rated"),
    (creation(request_id="x" * 65), "INVALID_FIELD", "/request_id"),
    (creation(request_id="a\0b"), "INVALID_FIELD", "/request_id"),
    (creation(time_control=types_pb2.TimeControl()), "INVALID_FIELD", "/time_control"),
    (creation(time_control=per_move(999)), "INVALID_FIELD", "/time_control"),
    (creation(time_control=per_move(60_000, max_strikes=11)), "INVALID_FIELD", "/time_control"),
    (creation(time_control=DAYS_15), "INVALID_FIELD", "/time_control"),
    (creation(rated=True, black="me"), "INVALID_FIELD", "/rated"),
    (creation(flags=[99]), "INVALID_FIELD", "/flags"),
    (creation(first_move_ms=-1), "INVALID_FIELD", "/first_move_ms"),
    (creation(base_ms=None, first_move_ms=1000), "INVALID_FIELD", "/first_move_ms"),
    (creation(spectator_delay_ms=600_001), "INVALID_FIELD", "/spectator_delay_ms"),
    (creation(seed="a:b"), "INVALID_FIELD", "/seed"),
    (creation(seed="ä"), "INVALID_FIELD", "/seed"),
]


@pytest.mark.parametrize(
    ("request_", "code", "pointer"),
    FAULTS,
    ids=[f"{number} {code}" for number, (_, code, _) in enumerate(FAULTS)],
)
def test_a_wish_at_fault_is_told_where(
    anna: At, request_: pb.CreateGameRequest, code: str, pointer: str
) -> None:
    problem = refusal(lambda: anna.games.CreateGame(request_))

    assert (problem.status, problem.reason) == (grpc.StatusCode.INVALID_ARGUMENT, code)
    assert [violation.pointer for violation in problem.violations] == [pointer]


def test_a_seat_that_nobody_is_named_for_is_at_fault(anna: At) -> None:
    request = creation()
    request.black.ClearField("wish")

    assert refusal(lambda: anna.games.CreateGame(request)).violations[0].pointer == "/black"


def test_who_takes_both_seats_plays_on_one_device(anna: At) -> None:
    game = anna.create(black="me")

    assert game.status == pb.GAME_STATUS_RUNNING
    assert game.view == "both"
    assert game.first_move_ms == 0
    assert anna.play(anna.play(game, "22-18").game, "9-13").turn == 1


def test_nobody_joins_himself(anna: At) -> None:
    game = anna.create()

    assert anna.join(game).status == pb.GAME_STATUS_WAITING


USUAL = [
    ("battledame", "fischer", 30_000),
    ("club-brazilian", "per_move", 0),
    ("international", "unlimited", 0),
]


@pytest.mark.parametrize(("key", "kind", "first_move_ms"), USUAL)
def test_a_game_that_says_nothing_of_time_is_played_as_its_rule_set_usually_is(
    anna: At, key: str, kind: str, first_move_ms: int
) -> None:
    request = creation(key)
    request.ClearField("time_control")

    game = anna.games.CreateGame(request).game

    assert game.time_control.WhichOneof("kind") == kind
    assert game.first_move_ms == first_move_ms


def test_the_same_request_id_gives_the_same_game(anna: At) -> None:
    first = anna.games.CreateGame(creation(request_id="one"))
    again = anna.games.CreateGame(creation(request_id="one"))

    assert (first.replayed, again.replayed) == (False, True)
    assert first.game.game_id == again.game.game_id


def test_the_same_request_id_for_another_wish_is_refused(anna: At) -> None:
    anna.create(request_id="two")

    problem = refusal(lambda: anna.create(request_id="two", base_ms=300_000))

    assert (problem.status, problem.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED")


def test_request_ids_of_others_are_their_own(anna: At, bert: At, house: House) -> None:
    ids = {who.create(request_id="three").game_id for who in (anna, bert, house.player("anna", "elsewhere"))}

    assert len(ids) == 3


@pytest.mark.parametrize("round_", range(5))
def test_one_request_id_at_the_same_instant_makes_one_game(anna: At, round_: int) -> None:
    request = creation(request_id=f"race {round_}")
    answers = at_once(*[lambda: anna.games.CreateGame(request)] * 4)

    made = [answer for answer in answers if isinstance(answer, pb.CreateGameResponse)]
    assert len({answer.game.game_id for answer in made}) == 1
    assert len(made) == 4
    assert [answer.replayed for answer in made].count(False) == 1


def test_the_seat_is_taken_and_the_clock_starts(anna: At, bert: At) -> None:
    game = bert.join(anna.create())

    assert game.status == pb.GAME_STATUS_RUNNING
    assert game.black.player_id == "bert"
    assert game.clock.running_side == types_pb2.SIDE_WHITE


def test_joining_again_is_harmless(anna: At, bert: At) -> None:
    game = bert.join(anna.create())

    assert bert.join(game).sequence == game.sequence
    assert anna.join(game).sequence == game.sequence


def test_two_open_seats_are_taken_one_after_the_other(anna: At, bert: At, carla: At) -> None:
    game = anna.create(white="open", black="open")

    assert bert.join(game).status == pb.GAME_STATUS_WAITING
    assert carla.join(game).status == pb.GAME_STATUS_RUNNING
    assert anna.get(game).white.player_id == "bert"


def test_a_full_game_has_no_open_seat(anna: At, bert: At, carla: At) -> None:
    game = bert.join(anna.create())

    problem = refusal(lambda: carla.join(game))

    assert (problem.status, problem.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NO_OPEN_SEAT")


@pytest.mark.parametrize("_round", range(5))
def test_of_two_who_join_at_the_same_instant_one_sits(anna: At, bert: At, carla: At, _round: int) -> None:
    game = anna.create()
    outcomes = at_once(lambda: bert.join(game), lambda: carla.join(game))

    seated = [outcome for outcome in outcomes if isinstance(outcome, pb.Game)]
    assert len(seated) == 1
    assert anna.get(game).black == seated[0].black


def test_a_waiting_game_is_seen_by_its_maker_alone(anna: At, bert: At) -> None:
    game = anna.create()

    assert anna.get(game).game_id == game.game_id
    assert reason(lambda: bert.get(game)) == "UNKNOWN_GAME"


@pytest.mark.parametrize("game_id", ["", "x", "0" * 36, "01989F00-0000-7000-8000-00000000000a", "\0", "{}"])
def test_an_id_that_is_none_is_an_unknown_game(anna: At, game_id: str) -> None:
    problem = refusal(lambda: anna.get(pb.Game(game_id=game_id)))

    assert (problem.status, problem.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_GAME")


def test_the_servers_seed_is_committed_to_from_the_beginning(anna: At, bert: At, house: House) -> None:
    waiting = anna.create("club-medieval")
    bert.join(waiting)
    anna.choose(waiting, 21, 22, 23)
    game = bert.choose(waiting, 1, 2, 3)

    ((seed,),) = house.execute("SELECT server_seed FROM games WHERE game_id = %s", game.game_id)
    assert waiting.seed_hash == game.seed_hash == hashlib.sha256(seed).hexdigest()
    assert game.position.fen.count("M") == 6
    assert "M" not in waiting.position.fen
    assert not anna.create("pool").seed_hash


def test_ids_are_uuids_of_version_7_and_rise_with_time(anna: At) -> None:
    ids = [anna.create().game_id for _ in range(3)]

    assert {uuid.UUID(game_id).version for game_id in ids} == {7}
    assert {uuid.UUID(game_id).variant for game_id in ids} == {uuid.RFC_4122}
    assert [game_id[:13] for game_id in ids] == sorted(game_id[:13] for game_id in ids)


def test_a_request_id_is_kept_for_a_day(anna: At, house: House) -> None:
    first = anna.create(request_id="old")
    second = anna.create(request_id="new")
    house.execute(
        "UPDATE requests SET create_time = create_time - interval '25 hours' WHERE request_id = 'old'"
    )
    database = Database(house.database.conninfo("games"), name="games")
    GameStore(database, Teller(1, lambda _: None).tell).forget()
    database.close()

    assert anna.create(request_id="old").game_id != first.game_id
    assert anna.create(request_id="new").game_id == second.game_id
