"""What happens at the same instant, and what a process that dies in mid-move leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC as _UTC
from datetime import datetime, timedelta
from typing import Any

import pytest

from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from brettwerk.types.v1 import types_pb2
from chassis import Unavailable
from chassis.channels import connect
from chassis.database import Database
from games import errors
from games.alarms import AlarmKind
from games.clients import ClocksClient, EnginesClient, RulesClient
from games.expiring import Expiring
from games.game import Change
from games.parts import Player, Status
from games.ports import Reading, RequestKey
from games.referee import Referee
from games.relay import Teller
from games.service import ATTEMPTS, Games
from games.store import GameStore
from games.wishes import Played, Visitor
from tests.games.house import At, House, at_once
from tests.games.refusals import reason

ANNA = Visitor(tenant_id="local", viewer=Player("anna"))


class Meddler(GameStore):
    """The real store, in which something happens between a look and a write; clocks are set by hand."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, Teller(5000, lambda _: None).tell)
        self.before_commit: Callable[[], None] = lambda: None
        self.after_commit: Callable[[], None] = lambda: None
        self.now_of_looks: Iterator[datetime] = iter(())

    def read(self, game_id: str, tenant_id: str | None) -> Reading:
        reading = super().read(game_id, tenant_id)
        now = next(self.now_of_looks, reading.now)
        return Reading(game=reading.game, now=now, outages=reading.outages)

    def commit(self, change: Change, request: RequestKey | None = None) -> bool:
        self.before_commit()
        written = super().commit(change, request)
        if written:
            self.after_commit()
        return written


@pytest.fixture(scope="module")
def meddled(house: House) -> Iterator[tuple[Games, Meddler]]:
    database = Database(house.database.conninfo("games"), name="games")
    source = house.identity.source("games")
    channels = {
        part: connect(house.addresses[part], bearer=source.bearer(part)) for part in ("rules", "clocks", "ai")
    }
    store = Meddler(database)
    rules = RulesClient(RulesServiceStub(channels["rules"]))
    referee = Referee(rules, ClocksClient(ClockServiceStub(channels["clocks"])), bytes)
    engines = EnginesClient(AiServiceStub(channels["ai"]))
    games = Games(
        store=store, rules=rules, referee=referee, engines=engines, draw_bytes=bytes, new_id=lambda: ""
    )
    yield games, store
    for channel in channels.values():
        channel.close()
    database.close()


@contextmanager
def meddling(store: Meddler, **ways: Any) -> Iterator[None]:
    for name, way in ways.items():
        setattr(store, name, way)
    try:
        yield
    finally:
        store.before_commit = store.after_commit = lambda: None
        store.now_of_looks = iter(())


@pytest.mark.parametrize("_round", range(10))
def test_two_moves_at_the_same_instant_make_one(anna: At, bert: At, _round: int) -> None:
    game = bert.join(anna.create())
    outcomes = at_once(lambda: anna.play(game, "22-18"), lambda: anna.play(game, "23-19"))

    played = [outcome for outcome in outcomes if isinstance(outcome, pb.PlayMoveResponse)]
    lost = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert len(played) == len(lost) == 1
    assert reason(_raising(lost[0])) == "TURN_PLAYED"
    assert list(anna.get(game).moves) == [played[0].move.notation]


@pytest.mark.parametrize("_round", range(10))
def test_one_move_sent_twice_at_the_same_instant_is_played_once(anna: At, bert: At, _round: int) -> None:
    game = bert.join(anna.create())
    outcomes = at_once(*[lambda: anna.play(game, "22-18")] * 3)

    played = [outcome for outcome in outcomes if isinstance(outcome, pb.PlayMoveResponse)]
    assert len(played) == 3
    assert [answer.replayed for answer in played].count(False) == 1
    assert anna.get(game).turn == 1


@pytest.mark.parametrize("_round", range(10))
def test_a_move_and_a_resignation_at_the_same_instant_both_stand_or_one_is_told(
    anna: At, bert: At, _round: int
) -> None:
    game = bert.join(anna.create())
    outcomes = at_once(lambda: anna.play(game, "22-18"), lambda: bert.resign(game))

    ended = anna.get(game)
    assert ended.result.winner == types_pb2.SIDE_WHITE
    assert isinstance(outcomes[1], pb.Game)
    if isinstance(outcomes[0], Exception):
        assert reason(_raising(outcomes[0])) == "GAME_FINISHED"
        assert ended.turn == 0
    else:
        assert ended.turn == 1


def test_what_else_changes_in_a_turn_does_not_cost_the_move_nor_its_time(
    anna: At, bert: At, house: House, meddled: tuple[Games, Meddler]
) -> None:
    games, store = meddled
    game = bert.join(anna.create())
    began = game.clock.since_time.ToDatetime(tzinfo=_UTC)
    looks = iter([began + timedelta(milliseconds=700), began + timedelta(milliseconds=9000)])
    once = iter([lambda: _touch(house, game)])

    with meddling(store, now_of_looks=looks, before_commit=lambda: next(once, lambda: None)()):
        played = games.play_move(ANNA, game.game_id, "22-18", 0)

    assert played.charged_ms == 700
    assert list(anna.get(game).moves) == ["22-18"]


def test_who_loses_every_race_is_told(
    anna: At, bert: At, house: House, meddled: tuple[Games, Meddler]
) -> None:
    games, store = meddled
    game = bert.join(anna.create())
    ((before,),) = house.execute("SELECT version FROM games WHERE game_id = %s", game.game_id)

    with (
        meddling(store, before_commit=lambda: _touch(house, game)),
        pytest.raises(errors.RaceLost),
    ):
        games.play_move(ANNA, game.game_id, "22-18", 0)

    ((after,),) = house.execute("SELECT version FROM games WHERE game_id = %s", game.game_id)
    assert after - before == ATTEMPTS
    assert anna.get(game).turn == 0


def test_who_dies_between_commit_and_answer_has_played(
    anna: At, bert: At, meddled: tuple[Games, Meddler]
) -> None:
    games, store = meddled
    game = bert.join(anna.create())

    with meddling(store, after_commit=_die), pytest.raises(Unavailable):
        games.play_move(ANNA, game.game_id, "22-18", 0)

    again = anna.play(game, "22-18")
    assert again.replayed
    assert anna.get(game).turn == 1


def test_who_dies_before_the_commit_has_not_played(
    anna: At, bert: At, meddled: tuple[Games, Meddler]
) -> None:
    games, store = meddled
    game = bert.join(anna.create())

    with meddling(store, before_commit=_die), pytest.raises(Unavailable):
        games.play_move(ANNA, game.game_id, "22-18", 0)

    assert anna.get(game).sequence == game.sequence
    assert not anna.play(game, "22-18").replayed


MOMENTS = [
    # When the move is read and when the alarm looks, from the deadline on; who can win.
    (-1, 0, {"move"}),
    (-1, 99, {"move"}),
    (-1, 100, {"move", "flag"}),
    (0, 99, set()),
    (0, 100, {"flag"}),
    (150, 100, {"flag"}),
]


@pytest.mark.parametrize("_round", range(4))
@pytest.mark.parametrize(("move_ms", "flag_ms", "winners"), MOMENTS, ids=[f"{m} {f}" for m, f, _ in MOMENTS])
def test_a_move_and_the_fall_of_the_flag_in_the_same_millisecond_have_one_outcome(
    anna: At,
    bert: At,
    meddled: tuple[Games, Meddler],
    move_ms: int,
    flag_ms: int,
    winners: set[str],
    _round: int,
) -> None:
    games, _ = meddled
    game = bert.join(anna.create())
    deadline = game.clock.deadline_time.ToDatetime(tzinfo=_UTC)
    mover = _at(games, deadline + timedelta(milliseconds=move_ms))
    clock = _at(games, deadline + timedelta(milliseconds=flag_ms))
    alarm = Expiring(store=clock._store, referee=clock._referee, engines=clock._engines, games=clock)
    outcomes = at_once(
        lambda: mover.play_move(ANNA, game.game_id, "22-18", 0),
        lambda: alarm.expire(game.game_id, AlarmKind.FLAG, game.clock.clock_version),
    )

    found = games.get(ANNA, game.game_id).game
    has_moved = any(isinstance(outcome, Played) for outcome in outcomes)
    assert has_moved == (found.moves == ("22-18",))
    has_fallen = found.status is Status.FINISHED
    assert not (has_moved and has_fallen)
    assert ({"move"} if has_moved else {"flag"} if has_fallen else set()) <= winners or not winners
    assert has_moved or has_fallen or not winners
    told = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert all(isinstance(error, errors.FlagFallen | errors.GameFinished) for error in told)
    assert len(told) == (not has_moved)


def _at(games: Games, now: datetime) -> Games:
    """The same use cases, for whom it is that time at every look."""
    store = Meddler(games._store._database)  # type: ignore[attr-defined]  # it is a GameStore
    store.now_of_looks = iter([now] * (ATTEMPTS + 1))
    return Games(
        store=store,
        rules=games._rules,
        referee=games._referee,
        engines=games._engines,
        draw_bytes=bytes,
        new_id=lambda: "",
    )


def _touch(house: House, game: pb.Game) -> None:
    house.execute("UPDATE games SET version = version + 1 WHERE game_id = %s", game.game_id)


def _die() -> None:
    raise Unavailable("the process is gone")


def _raising(error: Exception) -> Callable[[], object]:
    def call() -> object:
        raise error

    return call
