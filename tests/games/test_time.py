"""Flags, outages, and the alarms that make them fall."""

from __future__ import annotations

from functools import partial

import psycopg

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from chassis.database import Database
from games.pulse import beat_if_whole
from games.relay import Teller
from games.store import GameStore
from tests.games.house import At, House
from tests.games.refusals import reason
from tests.patience import wait_for


def ended(at: At, game: pb.Game) -> pb.Game | None:
    found = at.get(game)
    return found if found.status == pb.GAME_STATUS_FINISHED else None


def test_a_flag_falls_with_nobody_there(anna: At, bert: At) -> None:
    game = bert.join(anna.create(base_ms=150, increment_ms=0))

    found = wait_for(lambda: ended(anna, game))

    assert found.result.winner == types_pb2.SIDE_BLACK
    assert found.result.termination == types_pb2.TERMINATION_TIMEOUT
    assert found.clock.white_remaining_ms == 0
    assert anna.events(game)[-1].type == "game_ended"


def test_the_flag_falls_for_the_side_to_move_after_some_moves(anna: At, bert: At) -> None:
    game = bert.join(anna.create(base_ms=400, increment_ms=100))
    game = anna.play(game, "22-18").game

    found = wait_for(lambda: ended(anna, game))

    assert found.result.winner == types_pb2.SIDE_WHITE
    assert found.turn == 1


def test_a_move_after_the_time_is_over_is_too_late(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create())
    house.let_pass(game, 180_050)

    assert reason(lambda: anna.play(game, "22-18")) in {"FLAG_FALLEN", "GAME_FINISHED"}


def test_a_move_long_after_the_time_is_over_makes_the_flag_fall(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create())
    house.let_pass(game, 200_000)

    assert reason(lambda: anna.play(game, "22-18")) == "GAME_FINISHED"
    assert anna.get(game).result.termination == types_pb2.TERMINATION_TIMEOUT


def test_who_resigns_after_the_others_time_is_over_has_won(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create())
    house.let_pass(game, 200_000)

    assert reason(lambda: bert.resign(game)) == "GAME_FINISHED"
    assert anna.get(game).result.winner == types_pb2.SIDE_BLACK


def test_an_alarm_that_is_stale_or_early_changes_nothing(anna: At, bert: At, house: House) -> None:
    clocks = house.service("clocks")
    game = bert.join(anna.create())

    assert not clocks.expire(game)
    assert not clocks.expire(game, game.clock.clock_version + 1)
    moved = anna.play(game, "22-18").game
    house.let_pass(game, 200_000)
    assert not clocks.expire(game)
    assert clocks.expire(moved)
    assert not clocks.expire(moved)
    assert anna.get(game).result.winner == types_pb2.SIDE_WHITE


def test_the_alarm_table_follows_the_game(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create())
    for at, move in ((anna, "22-18"), (bert, "9-13")):
        game = at.play(game, move).game
    wait_for(
        lambda: (
            _alarm(house, game) == (game.clock.clock_version, game.clock.deadline_time.ToMilliseconds() + 100)
        )
    )

    ended_game = anna.resign(game)

    wait_for(lambda: _alarm(house, game) == (ended_game.clock.clock_version, None))


def test_an_outage_is_not_charged_to_the_move(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create())
    house.let_pass(game, 100_000)
    _outage(house, game, first_ms=10_000, last_ms=95_000)

    answer = anna.play(game, "22-18")

    assert 15_000 <= answer.charged_ms < 30_000


def test_a_flag_does_not_fall_for_time_that_was_an_outage(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create())
    house.let_pass(game, 200_000)
    _outage(house, game, first_ms=10_000, last_ms=110_000)

    assert house.service("clocks").expire(game)

    found = anna.get(game)
    assert found.status == pb.GAME_STATUS_RUNNING
    assert found.clock.clock_version == game.clock.clock_version + 1
    before, after = anna.events(game)[-2:]
    assert (before.type, after.type) == ("game_started", "clock_adjusted")
    gained = found.clock.deadline_time.ToMilliseconds() - game.clock.deadline_time.ToMilliseconds()
    assert gained == -200_000 + 100_000
    assert anna.play(found, "22-18").charged_ms < 180_000


def test_silence_is_an_outage_before_anybody_has_written_it_down(anna: At, bert: At, house: House) -> None:
    game = bert.join(anna.create())
    house.let_pass(game, 100_000)
    with psycopg.connect(house.database.conninfo("games")) as connection:
        while True:
            connection.execute("UPDATE pulse SET beat_time = clock_timestamp() - interval '90 seconds'")
            connection.commit()
            # The pulse of the house waits for this lock, as if the house were away; unless it was quicker.
            locked = connection.execute(
                "SELECT beat_time < clock_timestamp() - interval '80 s' FROM pulse FOR UPDATE"
            )
            if locked.fetchone() == (True,):
                break

        answer = anna.play(game, "22-18")

        connection.execute("UPDATE pulse SET beat_time = clock_timestamp()")
        connection.execute("DELETE FROM outages")
    assert answer.charged_ms < 30_000


def test_the_first_sign_of_life_after_a_silence_writes_an_outage_down(house: House) -> None:
    house.execute("DELETE FROM outages")
    house.execute("UPDATE pulse SET beat_time = beat_time - interval '20 seconds'")

    ((seconds,),) = wait_for(
        lambda: house.execute("SELECT extract(epoch FROM end_time - start_time)::int FROM outages")
    )

    assert 20 <= seconds < 40
    house.execute("DELETE FROM outages")


def test_a_house_that_could_make_no_move_gives_no_sign_of_life() -> None:
    beats: list[str] = []
    for parts in ([True, True], [True, False], [False, True]):
        beat_if_whole(lambda: beats.append("beat"), [partial(bool, part) for part in parts])

    assert beats == ["beat"]


def test_games_past_their_time_are_found_to_be_told_again(anna: At, bert: At, house: House) -> None:
    late, engines, fine = (bert.join(anna.create()), anna.create(black="mittel", base_ms=None), anna.create())
    engines = anna.play(engines, "22-18").game
    for game in (late, engines):
        house.let_pass(game, 183_000)
    database = Database(house.database.conninfo("games"), name="games")
    store = GameStore(database, Teller(1, lambda _: None).tell)

    found = {game.game_id for game in store.overdue(2000, 60_000, 100)}
    database.close()

    assert {late.game_id, engines.game_id} <= found
    assert fine.game_id not in found


def _outage(house: House, game: pb.Game, *, first_ms: int, last_ms: int) -> None:
    """Between these milliseconds of the present turn."""
    house.execute("DELETE FROM outages")
    house.execute(
        "INSERT INTO outages (start_time, end_time)"
        " SELECT since + %s * interval '1 ms', since + %s * interval '1 ms' FROM games WHERE game_id = %s",
        first_ms,
        last_ms,
        game.game_id,
    )


def _alarm(house: House, game: pb.Game) -> tuple[int, int | None] | None:
    """The flag's alarm as the clocks service has it: its version, and when it is due."""
    with psycopg.connect(house.database.conninfo("clocks")) as connection:
        found = connection.execute(
            "SELECT clock_version, (extract(epoch FROM due_time) * 1000)::bigint FROM alarms"
            " WHERE game_id = %s AND kind = 'flag'",
            (game.game_id,),
        )
        return found.fetchone()
