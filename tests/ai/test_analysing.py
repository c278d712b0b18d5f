"""Analyses from their start to their end, through a real broker and a real worker.

The same tests hold for Valkey and, where BRETTWERK_TEST_RABBITMQ names one, for RabbitMQ.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

import psycopg
import pytest

import engine
import rulebook
from ai.analyses import position_of, question_of
from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from brettwerk.types.v1 import types_pb2
from tests.ai.analysing import await_end, game, get, played_at_random, position, trials
from tests.ai.house import House, Worker


@pytest.fixture(scope="module", autouse=True)
def worker(house: House) -> Iterator[Worker]:
    with house.worker(queues="analysis") as worker:
        yield worker


def test_a_position_gets_the_engines_best_move_its_score_and_its_line(anna: AnalysisServiceStub) -> None:
    started = anna.StartAnalysis(position("international", nodes=50_000)).analysis

    found = await_end(anna, started).insight
    start = rulebook.initial_position(rulebook.ruleset("international"))
    expected = engine.search(start, engine.Limits(nodes=50_000), engine.TranspositionTable(32))
    assert [move.notation for move in expected.pv] == list(found.line)
    assert (expected.score, expected.depth, expected.nodes) == (found.score, found.depth, found.nodes)


def test_an_analysis_tells_what_it_is(anna: AnalysisServiceStub) -> None:
    started = anna.StartAnalysis(position("battledame", nodes=20_000)).analysis
    ended = await_end(anna, started)

    assert (started.state, started.positions_done) == (pb.ANALYSIS_STATE_QUEUED, 0)
    assert (ended.state, ended.positions, ended.positions_done) == (pb.ANALYSIS_STATE_DONE, 1, 1)
    assert (ended.ruleset.key, ended.nodes, ended.reason) == ("battledame", 20_000, "")
    assert ended.position.fen == rulebook.initial_position(rulebook.ruleset("battledame")).fen
    assert ended.revision > started.revision
    assert not ended.plies
    assert ended.end_time.ToDatetime() >= ended.create_time.ToDatetime() > datetime(2026, 1, 1)  # noqa: DTZ001


@pytest.mark.parametrize("ruleset", ["international", "othello", "club-medieval"])
def test_every_move_of_a_game_is_judged(anna: AnalysisServiceStub, ruleset: str) -> None:
    moves = played_at_random(ruleset, plies=20, seed=3)
    ended = await_end(anna, anna.StartAnalysis(game(ruleset, moves, nodes=10_000)).analysis)

    assert ended.state == pb.ANALYSIS_STATE_DONE
    assert [move for move, _ in moves] == [ply.move for ply in ended.plies]
    assert all(ply.done and ply.before.line for ply in ended.plies)
    assert any(ply.mark for ply in ended.plies)
    for ply, following in pairwise(ended.plies):
        assert ply.score_after == -following.before.score
        if ply.move == ply.before.line[0]:
            assert (ply.loss, ply.mark) == (0, pb.MARK_UNSPECIFIED)
        elif ply.HasField("loss"):
            assert ply.loss >= 0


def test_a_game_that_is_over_is_judged_to_its_last_move(anna: AnalysisServiceStub) -> None:
    moves = played_at_random("battledame", plies=400, seed=5)
    ended = await_end(anna, anna.StartAnalysis(game("battledame", moves, nodes=10_000)).analysis)

    assert (ended.positions, ended.positions_done) == (len(moves), len(moves))
    assert ended.plies[-1].score_after in {0, 30_000, -30_000}


def test_what_is_known_already_needs_no_search(anna: AnalysisServiceStub, table: psycopg.Connection) -> None:
    moves = played_at_random("international", plies=6, seed=1)
    first = await_end(anna, anna.StartAnalysis(game("international", moves, nodes=20_000)).analysis)
    before = trials(table)

    again = anna.StartAnalysis(game("international", moves, nodes=20_000)).analysis
    shallower = anna.StartAnalysis(game("international", moves, nodes=10_000)).analysis

    assert (again.state, shallower.state) == (pb.ANALYSIS_STATE_DONE, pb.ANALYSIS_STATE_DONE)
    assert [ply.before for ply in again.plies] == [ply.before for ply in first.plies]
    assert [ply.before for ply in shallower.plies] == [ply.before for ply in first.plies]
    assert trials(table) == before


def test_a_deeper_result_takes_the_place_of_a_shallower_one(
    anna: AnalysisServiceStub, table: psycopg.Connection
) -> None:
    shallow = await_end(anna, anna.StartAnalysis(position("international", nodes=10_000)).analysis)
    deep = await_end(anna, anna.StartAnalysis(position("international", nodes=200_000)).analysis)

    assert deep.insight.depth > shallow.insight.depth
    assert get(anna, shallow.analysis_id).insight == shallow.insight
    hint = anna.SuggestMove(
        pb.SuggestMoveRequest(ruleset=deep.ruleset, position=types_pb2.Position(fen=deep.position.fen))
    )
    assert hint.insight == deep.insight


def test_a_win_that_is_proven_ends_the_search(anna: AnalysisServiceStub) -> None:
    asked = position("international", fen="W:W28:B23", nodes=20_000_000)

    ended = await_end(anna, anna.StartAnalysis(asked).analysis)

    assert ended.insight.exact
    assert ended.insight.score == 30_000 - 1
    assert ended.insight.nodes < 10_000


def test_the_same_position_has_one_content_however_it_is_asked_for() -> None:
    start = rulebook.initial_position(rulebook.ruleset("battledame"))
    named = rulebook.initial_position(rulebook.ruleset("battledame", {"capture": "mandatory"}))
    other = rulebook.initial_position(rulebook.ruleset("battledame", {"capture": "maximum"}))

    assert question_of(start) == question_of(position_of(question_of(start)))
    assert question_of(start).content != question_of(other).content
    assert (question_of(start) == question_of(named)) is (start.ruleset is named.ruleset)
