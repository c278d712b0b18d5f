"""Workers that are killed, stopped or no longer needed in the middle of an analysis.

Nothing is lost, and no position is searched for nobody. The same tests hold for Valkey and, where
BRETTWERK_TEST_RABBITMQ names one, for RabbitMQ.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from chassis import Running
from chassis.channels import connect
from tests.ai.analysing import await_end, game, get, holders, played_at_random, position, trials
from tests.ai.house import House
from tests.identity import Identity
from tests.patience import wait_for

LONG = 20_000_000
"""A position at which somebody can be seen at work."""
SLOW = 8_000_000
"""One whose end is awaited; on a quick machine too it takes longer than a worker of both queues stays with it."""


def endless() -> pb.StartAnalysisRequest:
    """A game at which one worker is for a minute."""
    return game("international", played_at_random("international", plies=12, seed=9), nodes=15_000_000)


@contextmanager
def player(server: Running, identity: Identity, name: str) -> Iterator[AnalysisServiceStub]:
    with connect(server.address, deadline_ms=10_000, bearer=identity.player(name)) as channel:
        yield AnalysisServiceStub(channel)


def deaths(table: psycopg.Connection) -> int:
    """Of workers, counted for positions that nobody has finished since."""
    (count,) = table.execute("SELECT coalesce(sum(attempts), 0) FROM analysis_positions").fetchone() or (0,)
    return int(count)


def await_search(table: psycopg.Connection) -> str:
    """Until somebody has a position in hand; who."""
    wait_for(lambda: holders(table))
    return holders(table)[0]


def test_a_killed_process_of_the_pool_costs_a_retry(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    with house.worker(queues="analysis") as worker:
        started = anna.StartAnalysis(position(nodes=SLOW)).analysis
        await_search(table)
        worker.kill_children()
        ended = await_end(anna, started)

    assert ended.state == pb.ANALYSIS_STATE_DONE
    assert [row[4] for row in trials(table)] == [SLOW]
    assert deaths(table) == 0


def test_another_worker_takes_over_a_game_from_a_killed_one(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    moves = played_at_random("international", plies=12, seed=7)
    with house.worker(queues="analysis") as killed:
        started = anna.StartAnalysis(game("international", moves, nodes=400_000)).analysis
        wait_for(lambda: get(anna, started.analysis_id).positions_done >= 3)
        await_search(table)
        pool = killed.children
        killed.kill()
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pool))
    before = {row[0]: row for row in trials(table) if row[4]}
    with house.worker(queues="analysis"):
        ended = await_end(anna, started)

    assert ended.state == pb.ANALYSIS_STATE_DONE
    assert all(ply.done for ply in ended.plies)
    # What was done stays as it was.
    assert before.items() <= {row[0]: row for row in trials(table)}.items()


def test_a_position_that_has_killed_three_workers_is_set_aside(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    with house.worker(queues="analysis") as worker:
        started = anna.StartAnalysis(position(nodes=LONG)).analysis
        seen: set[tuple[str, int]] = set()

        def kill_each_new() -> bool:
            for holder in holders(table):
                if (holder, deaths(table)) not in seen:
                    seen.add((holder, deaths(table)))
                    worker.kill_children()
            return get(anna, started.analysis_id).state == pb.ANALYSIS_STATE_FAILED

        wait_for(kill_each_new)
        failed = get(anna, started.analysis_id)
        assert (failed.reason, deaths(table)) == ("worker_lost", 3)

        again = anna.StartAnalysis(position(nodes=LONG)).analysis
        harmless = await_end(anna, anna.StartAnalysis(position("othello", nodes=10_000)).analysis)

    assert (again.state, again.reason) == (pb.ANALYSIS_STATE_FAILED, "worker_lost")
    assert harmless.state == pb.ANALYSIS_STATE_DONE


def test_a_game_is_judged_but_for_the_position_that_was_set_aside(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    moves = played_at_random("international", plies=8, seed=2)
    started = anna.StartAnalysis(game("international", moves, nodes=10_000)).analysis
    table.execute(
        "UPDATE analysis_positions SET attempts = 3 WHERE content = ("
        "SELECT content FROM analysis_plies WHERE analysis_id = %s AND ply = 4)",
        (started.analysis_id,),
    )
    with house.worker(queues="analysis"):
        ended = await_end(anna, started)

    assert ended.state == pb.ANALYSIS_STATE_DONE
    assert [ply.reason for ply in ended.plies] == ["", "", "", "", "worker_lost", "", "", ""]
    assert not ended.plies[3].HasField("loss")
    assert ended.positions_done == ended.positions


def test_the_first_signal_lets_a_worker_finish_its_task_and_take_no_other(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    started = anna.StartAnalysis(endless()).analysis
    with house.worker(queues="analysis") as worker:
        await_search(table)
        worker.signal(signal.SIGTERM)

        assert worker.wait() == 0
    assert get(anna, started.analysis_id).state == pb.ANALYSIS_STATE_RUNNING
    assert (holders(table), deaths(table)) == ([], 0)
    assert table.execute("SELECT FROM analysis_positions WHERE line IS NOT NULL").fetchall()
    with house.worker(queues="analysis"):
        await_search(table)


def test_the_second_signal_hands_the_work_back_at_once(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    with house.worker(queues="analysis") as worker:
        anna.StartAnalysis(endless())
        await_search(table)
        worker.signal(signal.SIGTERM)
        wait_for(lambda: "stopping" in worker.log())
        worker.signal(signal.SIGTERM)
        worker.wait()
    assert (holders(table), deaths(table)) == ([], 0)
    assert house.has_a_message_that_came_back("analysis")
    with house.worker(queues="analysis"):
        await_search(table)


@pytest.mark.parametrize("surroundings", [{}, {"BRETTWERK_VALKEY": ""}], ids=["told", "asking"])
def test_a_cancelled_analysis_stops_its_search(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection, surroundings: dict[str, str]
) -> None:
    with house.worker(queues="analysis", environment=surroundings):
        started = anna.StartAnalysis(position(nodes=LONG)).analysis
        wait_for(lambda: get(anna, started.analysis_id).insight.depth)
        await_search(table)

        ended = anna.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=started.analysis_id)).analysis
        wait_for(lambda: not holders(table))

    again = anna.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=started.analysis_id)).analysis
    assert ended.state == pb.ANALYSIS_STATE_CANCELLED
    assert again.revision == ended.revision
    assert get(anna, started.analysis_id).insight.depth > 0
    (spent,) = table.execute("SELECT spent_nodes FROM analysis_positions").fetchone() or (0,)
    assert 0 < spent < LONG


def test_what_another_still_wants_is_not_stopped(
    house: House, server: Running, identity: Identity, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    with player(server, identity, "bert") as bert, house.worker(queues="analysis"):
        ours = anna.StartAnalysis(position(nodes=SLOW)).analysis
        theirs = bert.StartAnalysis(position(nodes=SLOW)).analysis
        holder = await_search(table)
        anna.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=ours.analysis_id))
        assert holders(table) in ([holder], [])

        assert await_end(bert, theirs).state == pb.ANALYSIS_STATE_DONE
    assert [row[4] for row in trials(table)] == [SLOW]
    assert get(anna, ours.analysis_id).state == pb.ANALYSIS_STATE_CANCELLED


def test_the_same_question_of_several_players_is_searched_once(
    house: House, server: Running, identity: Identity, table: psycopg.Connection
) -> None:
    moves = played_at_random("international", plies=6, seed=4)
    asked = game("international", moves, nodes=100_000)
    with (
        player(server, identity, "carla") as carla,
        player(server, identity, "dora") as dora,
        player(server, identity, "emil") as emil,
    ):
        started = [(stub, stub.StartAnalysis(asked).analysis) for stub in (carla, dora, emil)]
        with house.worker(processes=2, queues="analysis") as worker:
            ended = [await_end(stub, analysis) for stub, analysis in started]
            log = worker.log()

    assert {analysis.state for analysis in ended} == {pb.ANALYSIS_STATE_DONE}
    assert ended[0].plies == ended[1].plies == ended[2].plies
    # On a slow machine a task may end in the middle of one.
    finished = [
        line for line in log.splitlines() if "position searched" in line and '"cut_off": false' in line
    ]
    assert len(finished) == len(moves) + 1


def test_an_analysis_that_takes_several_tasks_ends(
    house: House, anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    """A worker of both queues gives way every fifth of a second."""
    with house.worker(queues="move,analysis") as worker:
        ended = await_end(anna, anna.StartAnalysis(position(nodes=SLOW)).analysis)
        log = worker.log()

    assert log.count("position searched") > 1
    assert ended.insight.nodes <= SLOW + 4096
    assert [row[4] for row in trials(table)] == [SLOW]
