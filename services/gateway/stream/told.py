"""An event as it goes out: made into JSON once for all who read it, in whatever form they read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar, Protocol

from pydantic_core import to_json

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from gateway import shapes_events
from gateway.shapes import Json
from gateway.stream.topics import Topic


class Told:
    """An event of a topic."""

    __slots__ = ("_fact_line", "_line", "_message", "_topic", "sequence")

    def __init__(self, topic: Topic, message: events_pb.Event) -> None:
        self.sequence = message.sequence
        self._topic = topic
        self._message = message
        self._line = b""
        self._fact_line = b""

    @property
    def type(self) -> str:
        return self._message.type

    @property
    def fact(self) -> Json:
        """As a page of a game's events has it."""
        return shapes_events.event(self._message)

    @property
    def fact_line(self) -> bytes:
        """The same, as JSON without a line break."""
        if not self._fact_line:
            self._fact_line = to_json(self.fact)
        return self._fact_line

    @property
    def line(self) -> bytes:
        """As a live stream has it: JSON without a line break."""
        if not self._line:
            self._line = to_json(
                shapes_events.live_event(
                    self._message, self._topic.text, server_time(), is_game=self._topic.is_game
                )
            )
        return self._line


def server_time() -> str:
    """Now, by this machine's clock."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Form(Protocol):
    """How a stream is written."""

    content_type: ClassVar[str]

    def opening(self) -> bytes:
        """What comes first, before there is anything to tell."""
        ...

    def event(self, told: Told, cursor: bytes) -> bytes: ...

    def heartbeat(self) -> bytes: ...

    def reauth(self) -> bytes:
        """The token has expired: come again with another."""
        ...


class ServerSentEvents:
    """As browsers read them: the cursor is the id, the type is the event's."""

    content_type: ClassVar[str] = "text/event-stream"

    def opening(self) -> bytes:
        return b"retry: 1000\n\n"

    def event(self, told: Told, cursor: bytes) -> bytes:
        return b"id: %b\nevent: %b\ndata: %b\n\n" % (cursor, told.type.encode(), told.line)

    def heartbeat(self) -> bytes:
        return b": \n\n"

    def reauth(self) -> bytes:
        return b"event: reauth\ndata: {}\n\n"


class GameEvents(ServerSentEvents):
    """A game's own stream: the sequence is the id, and events are as in its pages."""

    def event(self, told: Told, cursor: bytes) -> bytes:  # noqa: ARG002  the sequence is enough
        return b"id: %d\nevent: %b\ndata: %b\n\n" % (told.sequence, told.type.encode(), told.fact_line)


class NewlineDelimitedJson:
    """A JSON object in each line; that of an event begins with the cursor."""

    content_type: ClassVar[str] = "application/x-ndjson"

    def opening(self) -> bytes:
        return self.heartbeat()

    def event(self, told: Told, cursor: bytes) -> bytes:
        return b'{"cursor":"%b",%b\n' % (cursor, told.line[1:])

    def heartbeat(self) -> bytes:
        return b'{"type":"heartbeat","server_time":"%b"}\n' % server_time().encode()

    def reauth(self) -> bytes:
        return b'{"type":"reauth","server_time":"%b"}\n' % server_time().encode()
