"""The contract of analyses: bounds, owners, repeated requests, news; and what the tables keep. No worker listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import grpc
import psycopg
import pytest
from google.protobuf.json_format import MessageToDict

import rulebook
from ai.analyses import MOST_UNDER_WAY, Held, Insight
from ai.analysis_store import AnalysisRows
from ai.position_store import MOST_ATTEMPTS, PositionRows
from ai.versions import engine_version
from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from brettwerk.types.v1 import types_pb2
from chassis import Problem, Running, problem_of
from chassis.channels import connect
from chassis.database import Database
from tests.ai.analysing import game, get, played_at_random, position
from tests.ai.house import House
from tests.identity import Identity

NOBODYS = "019aca00-0000-7000-8000-000000000001"


@pytest.fixture(scope="module")
def broker(valkey: str) -> str:
    """No worker listens: one broker is enough."""
    return valkey


@pytest.fixture
def channels() -> Iterator[ExitStack]:
    with ExitStack() as channels:
        yield channels


@pytest.fixture
def as_player(server: Running, identity: Identity, channels: ExitStack) -> Callable[..., grpc.Channel]:
    def channel(name: str, **claims: str) -> grpc.Channel:
        bearer = identity.player(name, **claims)  # type: ignore[arg-type]  # tenant_id alone is given
        return channels.enter_context(connect(server.address, deadline_ms=10_000, bearer=bearer))

    return channel


@pytest.fixture
def told() -> list[str]:
    """The topics on which somebody was woken."""
    return []


@pytest.fixture
def positions(house: House, table: psycopg.Connection, told: list[str]) -> Iterator[PositionRows]:
    database = Database(house.database, name="ai", connections=2)
    yield PositionRows(database, engine_version(), told.append)
    database.close()


def found(depth: int, nodes: int, *, score: int = 10, exact: bool = False) -> Insight:
    return Insight(line=("32-28", "19-23"), score=score, depth=depth, nodes=nodes, exact=exact)


def problem(call: Callable[[], object]) -> Problem:
    with pytest.raises(grpc.RpcError) as refused:
        call()
    return problem_of(refused.value)


def held_by(positions: PositionRows, analysis: pb.Analysis, holder: str) -> Held:
    held = positions.hold(analysis.analysis_id, holder)
    assert held is not None
    return held


_INTERNATIONAL = types_pb2.RulesetRef(key="international")
_LONG = played_at_random("international", plies=20, seed=1)

FAULTS: dict[str, tuple[pb.StartAnalysisRequest, str, str]] = {
    "nothing": (pb.StartAnalysisRequest(), "INVALID_FIELD", "/ruleset/key"),
    "no subject": (pb.StartAnalysisRequest(ruleset=_INTERNATIONAL), "INVALID_FIELD", ""),
    "no such rule set": (
        pb.StartAnalysisRequest(ruleset=types_pb2.RulesetRef(key="chess")),
        "UNKNOWN_RULESET",
        "/ruleset/key",
    ),
    "no position": (position(fen="W"), "INVALID_FEN", "/position/fen"),
    "a long position": (position(fen="x" * 501), "INVALID_FIELD", "/position/fen"),
    "too few nodes": (position(nodes=9_999), "INVALID_FIELD", "/nodes"),
    "less than no nodes": (position(nodes=-1), "INVALID_FIELD", "/nodes"),
    "too many nodes": (position(nodes=20_000_001), "INVALID_FIELD", "/nodes"),
    "too many nodes in all": (game("international", _LONG, nodes=10**7), "INVALID_FIELD", "/nodes"),
    "a long name": (position(request_id="x" * 65), "INVALID_FIELD", "/request_id"),
    "a name with a zero": (position(request_id="a\0"), "INVALID_FIELD", "/request_id"),
    "no moves": (game("international", []), "INVALID_FIELD", "/game/moves"),
    "no move": (game("international", [("x", [])]), "INVALID_FIELD", "/game/moves/0"),
    "an illegal move": (
        game("international", [("32-28", []), ("1-2", [])]),
        "INVALID_FIELD",
        "/game/moves/1",
    ),
    "a long move": (game("international", [("x" * 201, [])]), "INVALID_FIELD", "/game/moves/0"),
    "many moves": (game("international", [("32-28", [])] * 2001), "INVALID_FIELD", "/game/moves"),
    "lots for nothing": (game("international", [("32-28", [True])]), "INVALID_LOTS", "/game/moves/0"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_analysed_is_refused_at_once(
    anna: AnalysisServiceStub, table: psycopg.Connection, fault: str
) -> None:
    request, reason, pointer = FAULTS[fault]

    refused = problem(lambda: anna.StartAnalysis(request))

    assert (refused.status, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reason)
    assert [violation.pointer for violation in refused.violations] == [pointer]
    assert table.execute("SELECT count(*) FROM analyses").fetchone() == (0,)


def test_where_the_game_is_over_there_is_nothing_to_analyse(anna: AnalysisServiceStub) -> None:
    over = position("international", fen="W:WK5:B")

    hint = pb.SuggestMoveRequest(ruleset=over.ruleset, position=over.position)
    assert problem(lambda: anna.StartAnalysis(over)).reason == "GAME_FINISHED"
    assert problem(lambda: anna.SuggestMove(hint)).reason == "GAME_FINISHED"


def test_a_budget_that_nobody_names_fits(anna: AnalysisServiceStub) -> None:
    assert anna.StartAnalysis(position()).analysis.nodes == 2_000_000
    assert anna.StartAnalysis(game("international", _LONG)).analysis.nodes == 200_000


def test_a_request_that_is_repeated_is_the_same_analysis(
    anna: AnalysisServiceStub, as_player: Callable[..., grpc.Channel]
) -> None:
    first = anna.StartAnalysis(position(request_id="r1"))
    again = anna.StartAnalysis(position(request_id="r1"))
    bert = AnalysisServiceStub(as_player("bert")).StartAnalysis(position(request_id="r1"))
    other = problem(lambda: anna.StartAnalysis(position(request_id="r1", nodes=10_000)))

    assert (first.replayed, again.replayed, bert.replayed) == (False, True, False)
    assert first.analysis.analysis_id == again.analysis.analysis_id != bert.analysis.analysis_id
    assert (other.status, other.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED")


@pytest.mark.parametrize(("name", "tenant_id"), [("carla", "local"), ("anna", "elsewhere")])
def test_an_analysis_is_its_players_alone(
    anna: AnalysisServiceStub, as_player: Callable[..., grpc.Channel], name: str, tenant_id: str
) -> None:
    analysis_id = anna.StartAnalysis(position()).analysis.analysis_id
    topic = f"analysis:{analysis_id}"
    channel = as_player(name, tenant_id=tenant_id)
    stub, feed = AnalysisServiceStub(channel), EventFeedStub(channel)

    refusals = [
        problem(lambda: stub.GetAnalysis(pb.GetAnalysisRequest(analysis_id=analysis_id))),
        problem(lambda: stub.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=analysis_id))),
        problem(lambda: feed.ListEvents(events_pb.ListEventsRequest(topic=topic))),
        problem(lambda: feed.Snapshot(events_pb.SnapshotRequest(topic=topic))),
    ]

    assert {each.status for each in refusals} == {grpc.StatusCode.NOT_FOUND}
    assert [each.reason for each in refusals] == ["UNKNOWN_ANALYSIS"] * 2 + ["UNKNOWN_TOPIC"] * 2
    assert get(anna, analysis_id).state == pb.ANALYSIS_STATE_QUEUED


@pytest.mark.parametrize("analysis_id", ["", NOBODYS, "x" * 65, "a\0b"])
def test_an_analysis_that_is_not_there_is_unknown(anna: AnalysisServiceStub, analysis_id: str) -> None:
    assert problem(lambda: get(anna, analysis_id)).reason == "UNKNOWN_ANALYSIS"


def test_services_start_none(server: Running, identity: Identity, channels: ExitStack) -> None:
    bearer = identity.service("games", "ai")
    stub = AnalysisServiceStub(channels.enter_context(connect(server.address, bearer=bearer)))

    assert problem(lambda: stub.StartAnalysis(position())).status is grpc.StatusCode.PERMISSION_DENIED
    asked = position()
    assert stub.SuggestMove(pb.SuggestMoveRequest(ruleset=asked.ruleset, position=asked.position)).move.path


def test_a_player_has_so_many_under_way_and_no_more(
    anna: AnalysisServiceStub, as_player: Callable[..., grpc.Channel]
) -> None:
    started = [
        anna.StartAnalysis(position(nodes=nodes)).analysis for nodes in range(10_000, 10_000 + MOST_UNDER_WAY)
    ]

    refused = problem(lambda: anna.StartAnalysis(position()))
    AnalysisServiceStub(as_player("bert")).StartAnalysis(position())
    anna.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=started[0].analysis_id))

    assert (refused.status, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_ANALYSES")
    assert anna.StartAnalysis(position()).analysis.state == pb.ANALYSIS_STATE_QUEUED


def test_a_position_is_in_one_hand_at_a_time(anna: AnalysisServiceStub, positions: PositionRows) -> None:
    moves = played_at_random("international", plies=1, seed=1)
    analysis = anna.StartAnalysis(game("international", moves)).analysis

    last, first = held_by(positions, analysis, "one"), held_by(positions, analysis, "two")

    assert first.question.fen == analysis.plies[0].fen != last.question.fen
    assert positions.hold(analysis.analysis_id, "three") is None
    assert held_by(positions, analysis, "one") == last
    positions.give_back(first, None, 0)
    assert held_by(positions, analysis, "three").question == first.question
    assert not positions.renew(first)


def test_a_result_is_for_all_who_want_no_more_of_it(
    anna: AnalysisServiceStub,
    as_player: Callable[..., grpc.Channel],
    positions: PositionRows,
    told: list[str],
) -> None:
    bert = AnalysisServiceStub(as_player("bert"))
    ours = anna.StartAnalysis(position(nodes=10_000)).analysis
    theirs = bert.StartAnalysis(position(nodes=50_000)).analysis
    held = held_by(positions, ours, "one")
    assert held.wanted_nodes == 50_000

    deeper = anna.StartAnalysis(position(nodes=80_000)).analysis
    positions.finish(held, found(9, 50_000))

    assert get(anna, ours.analysis_id).insight == get(bert, theirs.analysis_id).insight
    assert get(bert, theirs.analysis_id).state == pb.ANALYSIS_STATE_DONE
    assert get(anna, deeper.analysis_id).state == pb.ANALYSIS_STATE_QUEUED
    assert get(anna, deeper.analysis_id).insight.depth == 9
    assert {f"analysis:{one.analysis_id}" for one in (ours, theirs)} <= set(told)
    assert held_by(positions, deeper, "two").wanted_nodes == 80_000


@pytest.mark.parametrize(
    ("later", "kept"),
    [
        (found(8, 60_000, score=5), 10),
        (found(9, 40_000, score=5), 10),
        (found(9, 60_000, score=5), 5),
        (found(10, 20_000, score=5), 5),
        (found(2, 100, score=5, exact=True), 5),
    ],
)
def test_nothing_shallower_takes_the_place_of_a_result(
    anna: AnalysisServiceStub, positions: PositionRows, later: Insight, kept: int
) -> None:
    analysis = anna.StartAnalysis(position(nodes=100_000)).analysis
    held = held_by(positions, analysis, "one")

    positions.report(held, found(9, 50_000))
    positions.finish(held, later)

    assert get(anna, analysis.analysis_id).insight.score == kept


def test_a_late_result_counts_and_takes_nothing_out_of_other_hands(
    anna: AnalysisServiceStub, positions: PositionRows, table: psycopg.Connection
) -> None:
    analysis = anna.StartAnalysis(position(nodes=10_000)).analysis
    slow = held_by(positions, analysis, "slow")
    table.execute("UPDATE analysis_positions SET lease_time = clock_timestamp()")
    quick = held_by(positions, analysis, "quick")

    positions.finish(slow, found(9, 10_000))

    assert get(anna, analysis.analysis_id).state == pb.ANALYSIS_STATE_DONE
    assert table.execute("SELECT holder, attempts FROM analysis_positions").fetchone() == ("quick", 2)
    assert not positions.renew(quick)
    positions.finish(quick, found(9, 10_000))
    assert table.execute("SELECT holder, attempts FROM analysis_positions").fetchone() == (None, 0)


def test_a_lease_that_runs_out_thrice_sets_the_position_aside(
    anna: AnalysisServiceStub, positions: PositionRows, table: psycopg.Connection
) -> None:
    analysis = anna.StartAnalysis(position()).analysis
    for number in range(MOST_ATTEMPTS):
        held_by(positions, analysis, f"worker-{number}")
        table.execute("UPDATE analysis_positions SET lease_time = clock_timestamp()")

    assert positions.hold(analysis.analysis_id, "the next") is None
    failed = get(anna, analysis.analysis_id)
    assert (failed.state, failed.reason) == (pb.ANALYSIS_STATE_FAILED, "worker_lost")
    table.execute("UPDATE analysis_positions SET use_time = clock_timestamp() - interval '11 minutes'")
    assert anna.StartAnalysis(position()).analysis.state == pb.ANALYSIS_STATE_QUEUED


def test_results_of_another_engine_are_worth_nothing(
    anna: AnalysisServiceStub, positions: PositionRows, table: psycopg.Connection
) -> None:
    analysis = anna.StartAnalysis(position(nodes=10_000)).analysis
    positions.finish(held_by(positions, analysis, "one"), found(30, 10_000))
    assert anna.StartAnalysis(position(nodes=10_000)).analysis.state == pb.ANALYSIS_STATE_DONE

    table.execute("UPDATE analysis_positions SET engine = 'another'")
    anew = anna.StartAnalysis(position(nodes=10_000)).analysis

    assert (anew.state, anew.HasField("insight")) == (pb.ANALYSIS_STATE_QUEUED, False)
    assert get(anna, analysis.analysis_id).insight.depth == 30


def test_news_have_numbers_without_gaps_and_tell_each_verdict(
    anna: AnalysisServiceStub, as_player: Callable[..., grpc.Channel], positions: PositionRows
) -> None:
    feed = EventFeedStub(as_player("anna"))
    moves = played_at_random("international", plies=2, seed=1)
    analysis = anna.StartAnalysis(game("international", moves)).analysis
    topic = f"analysis:{analysis.analysis_id}"
    for depth in (7, 8, 9):
        held = held_by(positions, analysis, "one")
        positions.finish(held, found(depth, 200_000, score=10 * depth))

    page = feed.ListEvents(events_pb.ListEventsRequest(topic=topic))
    types = [event.type for event in page.events]
    assert [event.sequence for event in page.events] == list(range(1, page.last_sequence + 1))
    assert types == [
        "analysis_started",
        "search_begun",
        "position_searched",
        "position_searched",
        "ply_judged",
        "position_searched",
        "ply_judged",
        "analysis_ended",
    ]
    assert page.view == "local:anna"
    judged = [MessageToDict(event.data) for event in page.events if event.type == "ply_judged"]
    assert [(told["ply"], told["score_after"], told["before"]["score"]) for told in judged] == [
        (1, -70, 80),
        (0, -80, 90),
    ]
    ended = get(anna, analysis.analysis_id)
    assert ended.revision == page.last_sequence
    assert [ply.loss for ply in ended.plies] == [told["loss"] for told in reversed(judged)]


def test_news_are_paged_and_a_cursor_beyond_the_last_is_refused(
    anna: AnalysisServiceStub, as_player: Callable[..., grpc.Channel]
) -> None:
    feed = EventFeedStub(as_player("anna"))
    analysis = anna.StartAnalysis(position()).analysis
    anna.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=analysis.analysis_id))
    topic = f"analysis:{analysis.analysis_id}"

    first = feed.ListEvents(events_pb.ListEventsRequest(topic=topic, limit=1))
    second = feed.ListEvents(events_pb.ListEventsRequest(topic=topic, after=1))

    assert [event.type for event in (*first.events, *second.events)] == ["analysis_started", "analysis_ended"]
    assert dict(second.events[0].data) == {"state": "cancelled", "reason": None}

    def refusal(topic: str = topic, after: int = 0, limit: int = 0) -> str:
        request = events_pb.ListEventsRequest(topic=topic, after=after, limit=limit)
        return problem(lambda: feed.ListEvents(request)).reason

    assert (refusal(after=3), refusal(after=-1)) == ("INVALID_CURSOR", "INVALID_CURSOR")
    assert refusal(limit=501) == "INVALID_FIELD"
    assert (refusal("analysis:a\0"), refusal("game:x")) == ("UNKNOWN_TOPIC", "UNKNOWN_TOPIC")


def test_a_snapshot_tells_how_an_analysis_stands(
    anna: AnalysisServiceStub, as_player: Callable[..., grpc.Channel], positions: PositionRows
) -> None:
    analysis = anna.StartAnalysis(position(nodes=10_000)).analysis
    positions.report(held_by(positions, analysis, "one"), found(5, 1_000))

    answer = EventFeedStub(as_player("anna")).Snapshot(
        events_pb.SnapshotRequest(topic=f"analysis:{analysis.analysis_id}")
    )

    now = get(anna, analysis.analysis_id)
    assert (answer.snapshot.type, answer.snapshot.sequence) == ("analysis_snapshot", now.revision)
    data = MessageToDict(answer.snapshot.data)
    assert (data["id"], data["state"], data["kind"]) == (analysis.analysis_id, "running", "position")
    assert (data["insight"]["depth"], data["insight"]["line"]) == (5, list(now.insight.line))


def test_old_analyses_are_forgotten_and_their_results_are_kept_longer(
    anna: AnalysisServiceStub, house: House, positions: PositionRows, table: psycopg.Connection
) -> None:
    analysis = anna.StartAnalysis(position(nodes=10_000)).analysis
    positions.finish(held_by(positions, analysis, "one"), found(9, 10_000))
    database = Database(house.database, name="ai", connections=1)
    store = AnalysisRows(database, engine_version())

    assert store.forget(10) == 0
    table.execute("UPDATE analyses SET create_time = clock_timestamp() - interval '8 days'")
    assert store.forget(10) == 1
    assert anna.StartAnalysis(position(nodes=10_000)).analysis.state == pb.ANALYSIS_STATE_DONE
    table.execute("UPDATE analysis_positions SET use_time = clock_timestamp() - interval '31 days'")
    assert store.forget(10) == 1
    database.close()


def test_a_hint_is_legal_in_every_rule_set(anna: AnalysisServiceStub) -> None:
    for ruleset in rulebook.RULESETS:
        asked = position(ruleset.key)
        hint = anna.SuggestMove(pb.SuggestMoveRequest(ruleset=asked.ruleset, position=asked.position))
        verdict = rulebook.validate(rulebook.initial_position(ruleset), hint.move.notation)
        assert verdict.move is not None
        assert hint.insight.line[0] == hint.move.notation
        assert 0 < hint.insight.nodes <= 50_000
