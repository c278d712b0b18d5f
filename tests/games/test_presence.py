"""Who is there, as the processes tell that hold the streams, and what becomes of a game whose players are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At, House, wait_for
from tests.games.refusals import refusal

WHITE, BLACK = types_pb2.SIDE_WHITE, types_pb2.SIDE_BLACK
GRACE_MS = 30_000
"""Of a game of 3 minutes and 2 seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A process that holds streams. Its word lasts until a test ends it, however slow the machine is."""

    house: House
    process_id: str
    at: At

    def tell(self, game: pb.Game, **connected: bool) -> bool:
        """Of players by their names; whether all has to be told again."""
        changes = [
            pb.Presence(game_id=game.game_id, player_id=name, tenant_id="local", connected=here)
            for name, here in connected.items()
        ]
        answer = self.at.games.ReportPresence(
            pb.ReportPresenceRequest(process_id=self.process_id, changes=changes)
        )
        self.house.execute(
            "UPDATE presence_leases SET lapse_time = lapse_time + interval '1 hour' WHERE process_id = %s",
            self.process_id,
        )
        return answer.report_all

    def close(self) -> None:
        self.at.games.ReportPresence(pb.ReportPresenceRequest(process_id=self.process_id, closing=True))

    def fall_silent(self) -> None:
        """As if it had said nothing for a long time; returns once that was found."""
        self.house.execute("DELETE FROM outages")
        self.house.execute(
            "UPDATE presence_leases SET lapse_time = clock_timestamp() - interval '1 minute' WHERE process_id = %s",
            self.process_id,
        )
        wait_for(lambda: self.leases() == 0)

    def leases(self) -> int:
        ((count,),) = self.house.execute(
            "SELECT count(*) FROM presence_leases WHERE process_id = %s", self.process_id
        )
        return int(count)


@pytest.fixture
def open_process(house: House) -> Callable[[], Process]:
    stream = house.service("stream")
    return lambda: Process(house=house, process_id=str(uuid4()), at=stream)


@pytest.fixture
def process(open_process: Callable[[], Process]) -> Process:
    return open_process()


def absent(at: At, game: pb.Game) -> set[int]:
    return {absence.side for absence in at.get(game).absences}


def types_of(at: At, game: pb.Game) -> list[str]:
    return [event.type for event in at.events(game)]


def rows(house: House, game: pb.Game) -> list[tuple[str, bool]]:
    return [
        (name, connected)
        for name, connected in house.execute(
            "SELECT player_id, connected FROM presences WHERE game_id = %s ORDER BY player_id, process_id",
            game.game_id,
        )
    ]


def make_grace_pass(house: House, game: pb.Game, ms: int = GRACE_MS + 1000) -> None:
    """As if whoever is gone were gone for so much longer, and the house had been there all the time."""
    house.execute("DELETE FROM outages")
    house.execute(
        "UPDATE games SET white_gone = white_gone - %s * interval '1 ms',"
        " black_gone = black_gone - %s * interval '1 ms' WHERE game_id = %s",
        ms,
        ms,
        game.game_id,
    )


def ring(house: House, game: pb.Game) -> bool:
    """The alarm for absence goes off, whether it is due or not; whether that changed the game."""
    ((count,),) = house.execute("SELECT gone_count FROM games WHERE game_id = %s", game.game_id)
    return house.service("clocks").expire(game, 2 * count + 1, pb.ALARM_KIND_ABANDON)


def alarms(house: House, game: pb.Game) -> list[bool]:
    """Of absence, as the clocks service has them: whether each is set, or was cancelled."""
    with psycopg.connect(house.database.conninfo("clocks")) as connection:
        found = connection.execute(
            "SELECT due_time IS NOT NULL FROM alarms WHERE game_id = %s AND kind = 'abandon'",
            (game.game_id,),
        )
        return [is_set for (is_set,) in found.fetchall()]


def both_there(anna: At, bert: At, process: Process, **terms: Any) -> pb.Game:
    game = bert.join(anna.create(**{"first_move_ms": 0, **terms}))
    process.tell(game, anna=True, bert=True)
    return game


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
    over = wait_for(lambda: _ended(bert, game))
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

    over = wait_for(lambda: _ended(anna, game))
    assert (over.status, over.abort_reason) == (pb.GAME_STATUS_ABORTED, pb.ABORT_REASON_BOTH_ABSENT)


def test_telling_the_same_again_changes_nothing(anna: At, bert: At, process: Process) -> None:
    game = both_there(anna, bert, process)
    process.tell(game, anna=False)
    before = anna.get(game)

    process.tell(game, anna=False, bert=True)

    after = anna.get(game)
    assert (after.sequence, list(after.absences)) == (before.sequence, list(before.absences))


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
    over = wait_for(lambda: _ended(anna, game))
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


def _ended(at: At, game: pb.Game) -> pb.Game | None:
    found = at.get(game)
    return found if found.status in (pb.GAME_STATUS_FINISHED, pb.GAME_STATUS_ABORTED) else None
