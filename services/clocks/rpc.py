"""ClockService on the wire."""

from __future__ import annotations

import grpc

from brettwerk.clocks.v1 import clocks_service_pb2 as clocks_pb
from brettwerk.clocks.v1 import clocks_service_pb2_grpc
from chassis import Access, Answer, ErrorTable, at
from chassis.caller import AccessTable
from clocks import service, shapes
from clocks.clock import ClockRuns, NoAutoMove, NothingRuns, TimeLeft
from clocks.limits import MAX_ALARMS, require

_INVALID = Answer(status=grpc.StatusCode.INVALID_ARGUMENT, reason="INVALID_FIELD")

ERRORS: ErrorTable = {
    service.InvalidField: _INVALID,
    NothingRuns: _INVALID,
    ClockRuns: _INVALID,
    TimeLeft: Answer(status=grpc.StatusCode.FAILED_PRECONDITION, reason="TIME_LEFT"),
    NoAutoMove: Answer(status=grpc.StatusCode.FAILED_PRECONDITION, reason="NO_AUTO_MOVE", facts=("verdict",)),
}
"""What each fault means to a caller."""

_GAMES = Access(services=("games",))

ACCESS: AccessTable = {"ComputeClock": _GAMES, "ScheduleAlarms": _GAMES}
"""Who may call what."""


class ClocksServicer(clocks_service_pb2_grpc.ClockServiceServicer):
    """The RPCs, in the order of the contract."""

    def __init__(self, alarms: service.Alarms) -> None:
        self._alarms = alarms

    def ComputeClock(
        self, request: clocks_pb.ComputeClockRequest, context: grpc.ServicerContext
    ) -> clocks_pb.ComputeClockResponse:
        question = shapes.question(request)
        try:
            change = service.compute(question)
        except (NothingRuns, ClockRuns):
            with at("/clock/running_side"):
                raise
        return shapes.answer(change)

    def ScheduleAlarms(
        self, request: clocks_pb.ScheduleAlarmsRequest, context: grpc.ServicerContext
    ) -> clocks_pb.ScheduleAlarmsResponse:
        require(len(request.alarms) <= MAX_ALARMS, "/alarms", f"at most {MAX_ALARMS} alarms")
        alarms = []
        for number, alarm in enumerate(request.alarms):
            with at(f"/alarms/{number}"):
                alarms.append(shapes.alarm(alarm))
        self._alarms.schedule(alarms)
        return clocks_pb.ScheduleAlarmsResponse()
