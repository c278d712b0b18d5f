"""Processes that fall silent, stop, come again or are cut off: what their word is worth."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At, House
from tests.games.refusals import refusal
from tests.games.seated import BLACK, WHITE
from tests.games.streams import (
    GRACE_MS,
    Process,
    absent,
    both_there,
    ended,
    make_grace_pass,
    ring,
    rows,
)
from tests.patience import wait_for


def test_who_has_another_stream_open_is_there(
    anna: At, bert: At, open_process: Callable[[], Process]
) -> None:
    one, other = open_process(), open_process()
    game = both_there(anna, bert, one)
    other.tell(game, anna=True)

    one.tell(game, anna=False)
    still_there = absent(bert, game)
    other.tell(game, anna=False)

    assert still_there == set()
    assert absent(bert, game) == {WHITE}


def test_a_process_has_to_tell_everything_once_its_word_has_lapsed(
    anna: At, bert: At, process: Process
) -> None:
    game = bert.join(anna.create())

    assert process.tell(game, anna=True)
    assert not process.tell(game, bert=True)
    process.fall_silent()
    assert process.tell(game, anna=True, bert=True)
    assert not process.tell(game)


def test_a_process_that_falls_silent_gives_its_players_a_new_grace(
    anna: At, bert: At, house: House, open_process: Callable[[], Process]
) -> None:
    one, other = open_process(), open_process()
    game = both_there(anna, bert, one)
    other.tell(game, bert=True)

    one.fall_silent()

    (absence,) = wait_for(lambda: anna.get(game).absences)
    assert absence.side == WHITE
    assert (
        absence.deadline_time.ToMilliseconds() - anna.get(game).now_time.ToMilliseconds() > GRACE_MS - 15_000
    )
    one.tell(game, anna=True, bert=True)
    assert absent(bert, game) == set()


def test_who_was_gone_by_the_word_of_a_process_that_falls_silent_has_a_new_grace(
    anna: At, bert: At, house: House, process: Process
) -> None:
    game = both_there(anna, bert, process)
    process.tell(game, anna=False)
    make_grace_pass(house, game, GRACE_MS - 10_000)
    (before,) = anna.get(game).absences

    process.fall_silent()

    def renewed() -> bool:
        deadlines = {absence.side: absence.deadline_time for absence in anna.get(game).absences}
        return deadlines[WHITE].ToMilliseconds() > before.deadline_time.ToMilliseconds()

    wait_for(renewed)


def test_a_silence_of_the_house_ends_nobodys_word(anna: At, bert: At, house: House, process: Process) -> None:
    game = both_there(anna, bert, process)
    house.execute("DELETE FROM outages")
    house.execute(
        "INSERT INTO outages VALUES (clock_timestamp() - interval '1 minute', clock_timestamp() + interval '1 minute')"
    )

    house.execute("UPDATE presence_leases SET lapse_time = clock_timestamp() - interval '1 minute'")
    house.execute("UPDATE pulse SET beat_time = clock_timestamp()")
    (asked,) = house.execute("SELECT beat_time FROM pulse")
    # Two beats later every duty of a second has been done since.
    for _ in range(2):
        (before,) = house.execute("SELECT beat_time FROM pulse")
        wait_for(lambda before=before: house.execute("SELECT beat_time FROM pulse")[0] > before)  # type: ignore[misc]

    assert house.execute("SELECT beat_time FROM pulse")[0] > asked
    assert process.leases() == 1
    assert not process.tell(game)
    assert absent(anna, game) == set()
    house.execute("DELETE FROM outages")


def test_time_that_the_house_was_away_is_no_absence(
    anna: At, bert: At, house: House, process: Process
) -> None:
    game = both_there(anna, bert, process)
    process.tell(game, anna=False)
    make_grace_pass(house, game)
    # Noted twice, as two replicas do; before the present turn began, too.
    house.execute(
        "INSERT INTO outages SELECT white_gone + n * interval '1 s', white_gone + (n + 20) * interval '1 s'"
        " FROM games, generate_series(0, 1) AS n WHERE game_id = %s",
        game.game_id,
    )

    assert not ring(house, game)
    assert anna.get(game).status == pb.GAME_STATUS_RUNNING
    house.execute(
        "UPDATE games SET white_gone = white_gone - interval '22 s' WHERE game_id = %s", game.game_id
    )
    house.execute(
        "UPDATE outages SET start_time = start_time - interval '22 s', end_time = end_time - interval '22 s'"
    )
    ring(house, game)
    over = wait_for(lambda: ended(anna, game))
    assert over.result.termination == types_pb2.TERMINATION_ABANDONMENT
    house.execute("DELETE FROM outages")


def test_an_outage_before_the_present_turn_counts_for_who_was_gone_already(
    anna: At, bert: At, house: House, process: Process
) -> None:
    game = both_there(anna, bert, process)
    process.tell(game, bert=False)
    make_grace_pass(house, game)
    house.execute(
        "INSERT INTO outages SELECT black_gone + interval '1 s', black_gone + interval '21 s' FROM games"
        " WHERE game_id = %s",
        game.game_id,
    )

    anna.play(game, "22-18")

    assert not ring(house, game)
    assert anna.get(game).status == pb.GAME_STATUS_RUNNING
    house.execute("DELETE FROM outages")


def test_a_process_that_stops_in_order_leaves_nobody_gone(
    anna: At, bert: At, house: House, open_process: Callable[[], Process]
) -> None:
    one, other = open_process(), open_process()
    game = both_there(anna, bert, one)
    # Anna has closed another window of hers before.
    other.tell(game, anna=True)
    other.tell(game, anna=False)
    before = anna.get(game).sequence

    one.close()

    assert rows(house, game) == []
    assert one.leases() == 0
    assert anna.get(game).sequence == before
    other.tell(game, anna=True)
    other.tell(game, anna=False)
    assert absent(bert, game) == {WHITE}


def test_who_was_gone_when_a_process_stops_stays_gone_until_he_comes(
    anna: At, bert: At, open_process: Callable[[], Process]
) -> None:
    one, other = open_process(), open_process()
    game = both_there(anna, bert, one)
    one.tell(game, anna=False)

    one.close()

    assert absent(bert, game) == {WHITE}
    other.tell(game, anna=True)
    assert absent(bert, game) == set()


def test_a_report_that_was_cut_off_is_made_up_for(anna: At, bert: At, house: House, process: Process) -> None:
    game = both_there(anna, bert, process)
    house.execute(
        "UPDATE presences SET connected = false WHERE game_id = %s AND player_id = 'bert'", game.game_id
    )

    wait_for(lambda: absent(anna, game) == {BLACK})

    house.execute("UPDATE presences SET connected = true WHERE game_id = %s", game.game_id)
    wait_for(lambda: absent(anna, game) == set())


@pytest.mark.parametrize("caller", ["gateway", "games", "clocks", "ai", "player"])
def test_nobody_but_the_process_of_the_streams_may_tell(anna: At, house: House, caller: str) -> None:
    at = anna if caller == "player" else house.service(caller)

    problem = refusal(lambda: at.games.ReportPresence(pb.ReportPresenceRequest(process_id="x")))

    assert problem.reason == "FORBIDDEN"


@pytest.mark.parametrize(
    ("request_", "pointer"),
    [
        (pb.ReportPresenceRequest(), "/process_id"),
        (pb.ReportPresenceRequest(process_id="x" * 65), "/process_id"),
        (pb.ReportPresenceRequest(process_id="\0"), "/process_id"),
        (pb.ReportPresenceRequest(process_id="x", changes=[pb.Presence()] * 1001), "/changes"),
    ],
    ids=["nameless", "long", "broken", "too much"],
)
def test_a_report_that_makes_no_sense_is_refused(
    process: Process, request_: pb.ReportPresenceRequest, pointer: str
) -> None:
    problem = refusal(lambda: process.at.games.ReportPresence(request_))

    assert problem.reason == "INVALID_FIELD"
    assert [violation.pointer for violation in problem.violations] == [pointer]
