"""EventFeed on the wire: a game's events, and how it stands, for whoever's eyes they are."""

from __future__ import annotations

import grpc
from google.protobuf.struct_pb2 import Struct

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1 import event_feed_pb2_grpc
from games import errors, events, shapes, snapshot, views
from games.events import Event
from games.game import Game
from games.service import Games
from games.views import View
from games.visiting import require, visitor

TOPIC = "game:"
_MAX_EVENTS = 500
_USUAL_EVENTS = 100


class EventServicer(event_feed_pb2_grpc.EventFeedServicer):
    """The feed of every game."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def ListEvents(
        self, request: events_pb.ListEventsRequest, context: grpc.ServicerContext
    ) -> events_pb.ListEventsResponse:
        require(0 <= request.limit <= _MAX_EVENTS, "limit", f"from 0 to {_MAX_EVENTS}")
        looker = visitor()
        limit = request.limit or _USUAL_EVENTS
        try:
            reading, told = self._games.feed(looker, _game_id(request.topic), request.after, limit)
        except errors.UnknownGame:
            raise errors.UnknownTopic(request.topic) from None
        view = views.view_of(reading.game, looker.viewer)
        return events_pb.ListEventsResponse(
            events=[_event(event, reading.game, view) for event in told],
            last_sequence=reading.game.sequence,
            view=view,
        )

    def Snapshot(
        self, request: events_pb.SnapshotRequest, context: grpc.ServicerContext
    ) -> events_pb.SnapshotResponse:
        looker = visitor()
        try:
            reading = self._games.get(looker, _game_id(request.topic))
        except errors.UnknownGame:
            raise errors.UnknownTopic(request.topic) from None
        game, view = reading.game, views.view_of(reading.game, looker.viewer)
        seen = views.seen(game, view)
        message = events_pb.Event(
            sequence=game.sequence,
            type="game_snapshot",
            event_time=shapes.timestamp(reading.now),
            turn=game.turn,
            ply=game.ply,
            position_hash=views.position_hash(seen.position.fen) if game.clock else "",
        )
        message.data.update(snapshot.facts(game, reading.now, view))
        if game.clock is not None and game.is_limited:
            message.clock.CopyFrom(shapes.clock(game.clock))
        return events_pb.SnapshotResponse(snapshot=message, view=view)


def _game_id(topic: str) -> str:
    """Raises UnknownTopic."""
    if not topic.startswith(TOPIC):
        raise errors.UnknownTopic(topic)
    return topic.removeprefix(TOPIC)


def _event(event: Event, game: Game, view: View) -> events_pb.Event:
    seen = views.seen_event(event, game, view)
    data = Struct()
    data.update(events.public_facts(seen, is_limited=game.is_limited))
    message = events_pb.Event(
        sequence=event.sequence,
        type=event.type,
        event_time=shapes.timestamp(event.time),
        data=data,
        turn=event.next_turn,
        ply=event.ply,
        position_hash=views.position_hash(seen.fen),
    )
    if event.clock is not None and game.is_limited:
        message.clock.CopyFrom(shapes.clock(event.clock))
    return message
