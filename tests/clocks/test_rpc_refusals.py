"""What a request at fault is told, and who may call."""

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
from clocks import clock, rpc, service
from tests.clocks.house import alarm, alarms
from tests.clocks.messages import (
    AUTO_MOVE,
    at,
    club,
    correspondence,
    delay,
    fischer,
    move,
    outage,
    per_move,
    running,
    standing,
    start,
    thinking,
)
from tests.identity import Identity


@pytest.mark.parametrize(
    ("request_", "reason", "facts"),
    [
        pytest.param(club(59_999, pb.CLOCK_EVENT_AUTO_MOVE), "TIME_LEFT", {}, id="time left"),
        pytest.param(
            club(60_000, pb.CLOCK_EVENT_AUTO_MOVE, time_control=per_move(60_000)),
            "NO_AUTO_MOVE",
            {"verdict": "lost"},
            id="time loses",
        ),
        pytest.param(
            club(60_000, pb.CLOCK_EVENT_AUTO_MOVE, clock=thinking(white_strikes=2)),
            "NO_AUTO_MOVE",
            {"verdict": "struck_out"},
            id="the losing strike",
        ),
    ],
)
def test_an_auto_move_that_may_not_be_is_refused(
    request_: pb.ComputeClockRequest, reason: str, facts: dict[str, str], clocks: ClockServiceStub
) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        clocks.ComputeClock(request_)

    problem = problem_of(caught.value)
    assert (grpc.StatusCode.FAILED_PRECONDITION, reason) == (problem.status, problem.reason)
    assert facts == problem.facts


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
    (start(time_control=delay(0, 0)), "/time_control/delay/base_ms"),
    (start(time_control=delay(86_400_001, 0)), "/time_control/delay/base_ms"),
    (start(time_control=delay(1, -1)), "/time_control/delay/delay_ms"),
    (start(time_control=delay(1, 3_600_001)), "/time_control/delay/delay_ms"),
    (start(time_control=per_move(999)), "/time_control/per_move/move_ms"),
    (start(time_control=per_move(86_400_001)), "/time_control/per_move/move_ms"),
    (start(time_control=per_move(60_000, 0)), "/time_control/per_move/on_expiry"),
    (start(time_control=per_move(60_000, 3)), "/time_control/per_move/on_expiry"),
    (start(time_control=per_move(60_000, strikes=1)), "/time_control/per_move/max_strikes"),
    (start(time_control=per_move(60_000, AUTO_MOVE, -1)), "/time_control/per_move/max_strikes"),
    (start(time_control=per_move(60_000, AUTO_MOVE, 11)), "/time_control/per_move/max_strikes"),
    (start(time_control=correspondence(0)), "/time_control/correspondence/days"),
    (start(time_control=correspondence(15)), "/time_control/correspondence/days"),
    (move(start_delay_ms=-1), "/start_delay_ms"),
    (move(start_delay_ms=60_001), "/start_delay_ms"),
    (move(event=pb.CLOCK_EVENT_STOP, start_delay_ms=1), "/start_delay_ms"),
    (move(event=pb.CLOCK_EVENT_CHECK, start_delay_ms=1), "/start_delay_ms"),
    (move(event=pb.CLOCK_EVENT_PAUSE, start_delay_ms=1), "/start_delay_ms"),
    (move(event=pb.CLOCK_EVENT_RESUME, clock=standing()), "/to_move"),
    (
        move(event=pb.CLOCK_EVENT_RESUME, clock=running(), to_move=types_pb2.SIDE_WHITE),
        "/clock/running_side",
    ),
    (move(event=pb.CLOCK_EVENT_AUTO_MOVE, clock=standing()), "/clock/running_side"),
    (move(clock=running(used_ms=-1)), "/clock/used_ms"),
    (move(clock=running(used_ms=1 << 60)), "/clock/used_ms"),
    (move(clock=running(white_strikes=-1)), "/clock/white_strikes"),
    (move(clock=running(black_strikes=(1 << 31) - 1)), "/clock/black_strikes"),
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
    faults = {
        fault for fault in vars(clock).values() if isinstance(fault, type) and issubclass(fault, ValueError)
    }

    assert {service.InvalidField, *faults} == set(rpc.ERRORS)
