"""EventFeed on the wire: how an analysis comes along, for its player."""

from __future__ import annotations

from datetime import UTC, datetime

import grpc

from ai import telling
from ai.analyses import Event
from ai.analysis_service import Analyses
from ai.analysis_shapes import read_id
from ai.errors import UnknownAnalysis, UnknownTopic
from ai.shapes import require
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1 import event_feed_pb2_grpc
from chassis import Access, Caller, current
from chassis.caller import AccessTable

FEED_ACCESS: AccessTable = {"ListEvents": Access(players=True), "Snapshot": Access(players=True)}

_TOPIC = "analysis:"
_MAX_EVENTS = 500
_USUAL_EVENTS = 100


class EventServicer(event_feed_pb2_grpc.EventFeedServicer):
    """The feed of every analysis."""

    def __init__(self, analyses: Analyses) -> None:
        self._analyses = analyses

    def ListEvents(
        self, request: events_pb.ListEventsRequest, context: grpc.ServicerContext
    ) -> events_pb.ListEventsResponse:
        require(0 <= request.limit <= _MAX_EVENTS, "/limit", f"from 0 to {_MAX_EVENTS}")
        caller, limit = current(), request.limit or _USUAL_EVENTS
        try:
            events, last_sequence = self._analyses.events(
                _analysis_id(request.topic), caller.tenant_id, caller.id, request.after, limit
            )
        except UnknownAnalysis:
            raise UnknownTopic(request.topic) from None
        return events_pb.ListEventsResponse(
            events=[_event(event) for event in events], last_sequence=last_sequence, view=_view(caller)
        )

    def Snapshot(
        self, request: events_pb.SnapshotRequest, context: grpc.ServicerContext
    ) -> events_pb.SnapshotResponse:
        caller = current()
        try:
            analysis = self._analyses.get(_analysis_id(request.topic), caller.tenant_id, caller.id)
        except UnknownAnalysis:
            raise UnknownTopic(request.topic) from None
        snapshot = Event(
            sequence=analysis.revision,
            type="analysis_snapshot",
            data=telling.analysis(analysis),
            time=datetime.now(UTC),
        )
        return events_pb.SnapshotResponse(snapshot=_event(snapshot), view=_view(caller))


def _analysis_id(topic: str) -> str:
    """Raises UnknownTopic and UnknownAnalysis."""
    if not topic.startswith(_TOPIC):
        raise UnknownTopic(topic)
    return read_id(topic.removeprefix(_TOPIC))


def _view(caller: Caller) -> str:
    """An analysis is for one player's eyes."""
    return f"{caller.tenant_id}:{caller.id}"


def _event(event: Event) -> events_pb.Event:
    message = events_pb.Event(sequence=event.sequence, type=event.type)
    message.event_time.FromDatetime(event.time)
    message.data.update(event.data)
    return message
