"""ComputeClock on the wire, what a request at fault is told, and who may call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from brettwerk.clocks.v1 import clocks_service_pb2 as pb
from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from brettwerk.types.v1 import types_pb2
from chassis import Running, problem_of
from chassis.channels import connect
from clocks import clock, rpc, service, shapes
from tests.clocks.house import alarm, alarms
from tests.identity import Identity

T = 1_764_450_000_000
BLITZ = types_pb2.TimeControl(fischer=types_pb2.Fischer(base_ms=180_000, increment_ms=2_000))
UNLIMITED = types_pb2.TimeControl(unlimited=types_pb2.Unlimited())


def at(ms: int, ns: int = 0) -> Timestamp:
    """So long after T."""
    return Timestamp(seconds=(T + ms) // 1000, nanos=(T + ms) % 1000 * 1_000_000 + ns)


def outage(start_ms: int, end_ms: int) -> pb.Outage:
    return pb.Outage(start_time=at(start_ms), end_time=at(end_ms))


def running(**fields: Any) -> types_pb2.ClockState:
    """White's clock has run since T."""
    given: dict[str, Any] = {
        "white_remaining_ms": 180_000,
        "black_remaining_ms": 170_000,
        "running_side": types_pb2.SIDE_WHITE,
        "since_time": at(0),
        "deadline_time": at(180_000),
        "clock_version": 7,
    }
    return types_pb2.ClockState(**given | fields)


def move(event_ms: int = 5_000, **fields: Any) -> pb.ComputeClockRequest:
    given: dict[str, Any] = {
        "time_control": BLITZ,
        "clock": running(),
        "event": pb.CLOCK_EVENT_MOVE,
        "event_time": at(event_ms),
    }
    return pb.ComputeClockRequest(**given | fields)


def start(**fields: Any) -> pb.ComputeClockRequest:
    given: dict[str, Any] = {
        "time_control": BLITZ,
        "event": pb.CLOCK_EVENT_START,
        "event_time": at(0),
        "to_move": types_pb2.SIDE_BLACK,
    }
    return pb.ComputeClockRequest(**given | fields)


def fischer(base_ms: int, increment_ms: int) -> types_pb2.TimeControl:
    return types_pb2.TimeControl(fischer=types_pb2.Fischer(base_ms=base_ms, increment_ms=increment_ms))


def test_a_start_runs_the_clock_of_the_side_to_move(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(start())

    expected = types_pb2.ClockState(
        white_remaining_ms=180_000,
        black_remaining_ms=180_000,
        running_side=types_pb2.SIDE_BLACK,
        since_time=at(0),
        deadline_time=at(180_000),
        clock_version=1,
    )
    assert pb.ComputeClockResponse(clock=expected) == answer


def test_a_move_is_charged_without_outages_and_passes_the_clock(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(move(outages=[outage(-3_000, 1_000), outage(2_000, 2_500)]))

    expected = types_pb2.ClockState(
        white_remaining_ms=178_500,
        black_remaining_ms=170_000,
        running_side=types_pb2.SIDE_BLACK,
        since_time=at(5_000),
        deadline_time=at(175_000),
        clock_version=8,
    )
    assert pb.ComputeClockResponse(clock=expected, charged_ms=3_500) == answer


def test_a_fallen_flag_is_an_answer_and_stops_the_clock(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(move(180_000))

    expected = types_pb2.ClockState(black_remaining_ms=170_000, clock_version=8)
    assert pb.ComputeClockResponse(clock=expected, charged_ms=180_000, flag_fallen=True) == answer


def test_parts_of_a_millisecond_are_cut_off(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(
        move(event_time=at(5_000, ns=999_999), clock=running(since_time=at(0, ns=1)))
    )

    assert (5_000, at(5_000)) == (answer.charged_ms, answer.clock.since_time)


def test_a_game_that_is_over_has_no_deadline(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(move(event=pb.CLOCK_EVENT_STOP))

    expected = types_pb2.ClockState(white_remaining_ms=175_000, black_remaining_ms=170_000, clock_version=8)
    assert pb.ComputeClockResponse(clock=expected, charged_ms=5_000) == answer


def test_a_check_moves_the_deadline_and_nothing_else(clocks: ClockServiceStub) -> None:
    check = move(180_100, event=pb.CLOCK_EVENT_CHECK, outages=[outage(1_000, 5_000)])

    answer = clocks.ComputeClock(check)

    expected = running(deadline_time=at(184_000), clock_version=8)
    assert pb.ComputeClockResponse(clock=expected) == answer


def test_unlimited_time_is_told_without_a_deadline(clocks: ClockServiceStub) -> None:
    started = clocks.ComputeClock(start(time_control=UNLIMITED)).clock

    moved = clocks.ComputeClock(move(time_control=UNLIMITED, clock=started))

    assert types_pb2.ClockState(running_side=types_pb2.SIDE_BLACK, since_time=at(0)) == started
    assert (types_pb2.SIDE_WHITE, 5_000) == (moved.clock.running_side, moved.charged_ms)
    assert not moved.clock.HasField("deadline_time")
    assert not moved.flag_fallen


LONG = "x" * 65
COMPUTE: list[tuple[pb.ComputeClockRequest, str]] = [
    (pb.ComputeClockRequest(), "/event"),
    (move(event=9), "/event"),
    (move(clock=None), "/clock"),
    (start(to_move=types_pb2.SIDE_UNSPECIFIED), "/to_move"),
    (start(to_move=5), "/to_move"),
    (start(time_control=None), "/time_control"),
    (start(time_control=types_pb2.TimeControl()), "/time_control"),
    (start(time_control=fischer(0, 2_000)), "/time_control/fischer/base_ms"),
    (start(time_control=fischer(86_400_001, 0)), "/time_control/fischer/base_ms"),
    (start(time_control=fischer(-(1 << 63), 0)), "/time_control/fischer/base_ms"),
    (start(time_control=fischer(1, -1)), "/time_control/fischer/increment_ms"),
    (start(time_control=fischer(1, 3_600_001)), "/time_control/fischer/increment_ms"),
    (start(event_time=None), "/event_time"),
    (start(event_time=Timestamp(seconds=-1)), "/event_time"),
    (start(event_time=Timestamp(seconds=(1 << 63) - 1)), "/event_time"),
    (start(event_time=Timestamp(nanos=-1)), "/event_time"),
    (start(event_time=Timestamp(nanos=1_000_000_000)), "/event_time"),
    (move(clock=running(white_remaining_ms=-1)), "/clock/white_remaining_ms"),
    (move(clock=running(black_remaining_ms=1 << 60)), "/clock/black_remaining_ms"),
    (move(clock=running(clock_version=-1)), "/clock/clock_version"),
    (move(clock=running(clock_version=(1 << 63) - 1)), "/clock/clock_version"),
    (move(clock=running(running_side=3)), "/clock/running_side"),
    (move(clock=running(since_time=None)), "/clock/since_time"),
    (move(clock=running(running_side=types_pb2.SIDE_UNSPECIFIED)), "/clock/since_time"),
    (
        move(clock=running(running_side=types_pb2.SIDE_UNSPECIFIED, since_time=None)),
        "/clock/deadline_time",
    ),
    (move(clock=types_pb2.ClockState()), "/clock/running_side"),
    (move(clock=types_pb2.ClockState(), event=pb.CLOCK_EVENT_CHECK), "/clock/running_side"),
    (move(outages=[outage(0, 1), pb.Outage()]), "/outages/1/start_time"),
    (move(outages=[pb.Outage(start_time=at(0))]), "/outages/0/end_time"),
    (move(outages=[outage(1, 0)]), "/outages/0/end_time"),
    (move(outages=[outage(0, 1)] * 1001), "/outages"),
]
SCHEDULE: list[tuple[pb.ScheduleAlarmsRequest, str]] = [
    (alarms(alarm("g", 0), pb.Alarm(kind="flag")), "/alarms/1/game_id"),
    (alarms(alarm(LONG, 0)), "/alarms/0/game_id"),
    (alarms(alarm("g\0", 0)), "/alarms/0/game_id"),
    (alarms(alarm("g", 0, kind="")), "/alarms/0/kind"),
    (alarms(alarm("g", 0, kind="FLAG")), "/alarms/0/kind"),
    (alarms(alarm("g", 0, kind="unspecified")), "/alarms/0/kind"),
    (alarms(alarm("g", 0, version=-1)), "/alarms/0/clock_version"),
    (alarms(pb.Alarm(game_id="g", kind="flag", tenant_id=LONG)), "/alarms/0/tenant_id"),
    (alarms(pb.Alarm(game_id="g", kind="flag", due_time=Timestamp(seconds=1 << 40))), "/alarms/0/due_time"),
    (alarms(*[alarm("g", 0)] * 1001), "/alarms"),
]
FAULTS: list[tuple[str, Any, str]] = [
    *(("ComputeClock", request, pointer) for request, pointer in COMPUTE),
    *(("ScheduleAlarms", request, pointer) for request, pointer in SCHEDULE),
]


@pytest.mark.parametrize(
    ("method", "request_", "pointer"),
    FAULTS,
    ids=[f"{number} {method}{pointer}" for number, (method, _, pointer) in enumerate(FAULTS)],
)
def test_a_request_at_fault_is_told_where(
    method: str, request_: Any, pointer: str, clocks: ClockServiceStub
) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        getattr(clocks, method)(request_)

    problem = problem_of(caught.value)
    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD") == (problem.status, problem.reason)
    assert [pointer] == [violation.pointer for violation in problem.violations]


def test_a_batch_with_a_fault_sets_nothing(clocks: ClockServiceStub, table: Any) -> None:
    with pytest.raises(grpc.RpcError):
        clocks.ScheduleAlarms(alarms(alarm("g", 1_000_000), alarm("h", 0, kind="lunch")))

    assert [(0,)] == table.execute("SELECT count(*) FROM alarms").fetchall()


CALLERS: list[tuple[str, Callable[[Identity], Callable[[], str] | None], grpc.StatusCode, str]] = [
    ("nobody", lambda _: None, grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING"),
    ("a player", lambda of: of.player("p"), grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN"),
    ("ai", lambda of: of.service("ai", "clocks"), grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN"),
    ("itself", lambda of: of.service("clocks", "clocks"), grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN"),
    (
        "games for another",
        lambda of: of.service("games", "ai"),
        grpc.StatusCode.UNAUTHENTICATED,
        "WRONG_AUDIENCE",
    ),
]


@pytest.mark.parametrize("method", sorted(rpc.ACCESS))
@pytest.mark.parametrize(
    ("token", "status", "reason"), [case[1:] for case in CALLERS], ids=[case[0] for case in CALLERS]
)
def test_only_the_games_service_is_let_in(
    method: str,
    token: Callable[[Identity], Callable[[], str] | None],
    status: grpc.StatusCode,
    reason: str,
    server: Running,
    identity: Identity,
) -> None:
    requests = {"ComputeClock": move(), "ScheduleAlarms": alarms()}

    with (
        connect(server.address, deadline_ms=10_000, bearer=token(identity)) as channel,
        pytest.raises(grpc.RpcError) as caught,
    ):
        getattr(ClockServiceStub(channel), method)(requests[method])

    problem = problem_of(caught.value)
    assert (status, reason) == (problem.status, problem.reason)


def test_the_table_answers_every_error_of_the_service() -> None:
    assert {service.InvalidField, clock.NothingRuns} == set(rpc.ERRORS)


def test_every_event_of_the_contract_happens_and_every_method_is_served() -> None:
    numbers = set(pb.ClockEvent.values()) - {pb.CLOCK_EVENT_UNSPECIFIED}
    methods = set(pb.DESCRIPTOR.services_by_name["ClockService"].methods_by_name)

    assert numbers == set(shapes._HAPPENINGS)
    assert methods == set(rpc.ACCESS)
    assert all(vars(rpc.ClocksServicer).get(name) for name in methods)
