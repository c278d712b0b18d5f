"""What the workers rely on in a broker, whoever runs it: one is killed in mid-task, and no task is lost or applied twice."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from chassis.channels import connect
from tests.ai.analysing import await_end, game, get, played_at_random, trials
from tests.ai.house import Games, House, closed_gate, request, state_of
from tests.identity import Identity
from tests.patience import wait_for
from tests.servers import Database


@pytest.fixture(scope="module")
def games(identity: Identity) -> Iterator[tuple[Games, str]]:
    games = Games()
    with games.start(identity) as server:
        yield games, server.address


@pytest.fixture
def house(
    identity: Identity,
    database: Database,
    any_broker: str,
    valkey: str,
    games: tuple[Games, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> House:
    games[0].forget()
    house = House(
        identity=identity,
        database=database.conninfo("ai"),
        broker=any_broker,
        valkey=valkey,
        games_address=games[1],
        folder=tmp_path_factory.mktemp("workers"),
    )
    house.empty_broker()
    return house


def test_no_move_is_lost_or_played_twice_when_a_worker_is_killed_in_mid_task(
    house: House, games: tuple[Games, str]
) -> None:
    peer, names = games[0], [f"g-{number}" for number in range(20)]
    caller = house.identity.service("games", "ai")
    with (
        psycopg.connect(house.database, autocommit=True) as table,
        house.replica() as server,
        connect(server.address, deadline_ms=10_000, bearer=caller) as channel,
    ):
        table.execute("DELETE FROM engine_turns")
        with house.worker() as worker, closed_gate(peer):
            for name in names:
                AiServiceStub(channel).RequestMove(request(name))
            peer.next()
            worker.kill()
        with house.worker(processes=2):
            wait_for(lambda: len(peer.applied) == len(names))
            wait_for(lambda: {state_of(table, name)[0] for name in names} == {"answered"})

    assert {(name, 0) for name in names} == set(peer.applied)


def test_no_position_is_lost_or_searched_twice_when_a_worker_is_killed_in_mid_task(house: House) -> None:
    asked = game("international", played_at_random("international", plies=10, seed=3), nodes=200_000)
    with (
        psycopg.connect(house.database, autocommit=True) as table,
        house.replica() as server,
        connect(server.address, deadline_ms=10_000, bearer=house.identity.player("anna")) as channel,
    ):
        table.execute("DELETE FROM analyses")
        table.execute("DELETE FROM analysis_positions")
        anna = AnalysisServiceStub(channel)
        with house.worker(queues="analysis") as killed:
            started = anna.StartAnalysis(asked).analysis
            wait_for(lambda: get(anna, started.analysis_id).positions_done >= 2)
            killed.kill()
        done = {row[0]: row for row in trials(table) if row[4]}
        with house.worker(queues="analysis", processes=2):
            ended = await_end(anna, started)
        kept = {row[0]: row for row in trials(table)}

    assert ended.state == pb.ANALYSIS_STATE_DONE
    assert all(ply.done for ply in ended.plies)
    assert done.items() <= kept.items()
    assert not unspent(kept)


def unspent(rows: dict[object, tuple[object, ...]]) -> list[object]:
    """Those whose budget was not spent to its end."""
    return [content for content, row in rows.items() if not row[4]]
