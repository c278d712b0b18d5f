"""Events of any topic as JSON values: pages of a game's events, and the lines of a live stream."""

from __future__ import annotations

from typing import Any

from google.protobuf.json_format import MessageToDict

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from gateway import shapes_games
from gateway.shapes import Json


def events(message: events_pb.ListEventsResponse) -> Json:
    return {
        "events": [event(each) for each in message.events],
        "last_sequence": message.last_sequence,
    }


def event(message: events_pb.Event) -> Json:
    return {
        "sequence": message.sequence,
        "type": message.type,
        "event_time": message.event_time.ToJsonString(),
        "data": _facts(message),
    }


def live_event(message: events_pb.Event, topic: str, server_time: str, *, is_game: bool) -> Json:
    """A line of a live stream. What is told of a game besides is told of every event, and of no other topic's."""
    line: Json = {
        "topic": topic,
        "sequence": message.sequence,
        "type": message.type,
        "event_time": message.event_time.ToJsonString(),
        "server_time": server_time,
    }
    if is_game:
        line["turn"] = message.turn
        line["ply"] = message.ply
        line["position_hash"] = message.position_hash or None
        line["clock"] = shapes_games.clock(message.clock) if message.HasField("clock") else None
    line["data"] = _facts(message)
    return line


def _facts(message: events_pb.Event) -> Json:
    # They come in the shapes and words of REST.
    facts: Json = _with_whole_numbers(MessageToDict(message.data))
    return facts


def _with_whole_numbers(value: Any) -> Any:
    """A Struct knows floating numbers alone, and no order of its keys; our numbers are whole, and below 2^53."""
    match value:
        case dict():
            return {key: _with_whole_numbers(value[key]) for key in sorted(value)}
        case list():
            return [_with_whole_numbers(item) for item in value]
        case float() if value.is_integer():
            return int(value)
    return value
