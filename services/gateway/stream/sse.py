"""Server-sent events: how a game's events are written into a stream."""

from __future__ import annotations

from pydantic_core import to_json

from gateway.shapes import Json

CONTENT_TYPE = "text/event-stream"
HEARTBEAT = b": \n\n"
OPENING = b"retry: 1000\n\n"
REAUTH = b"event: reauth\ndata: {}\n\n"
"""The token has expired: come again with another."""


def written(event: Json) -> bytes:
    # JSON in one line: a line break inside would end the field.
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event["sequence"], event["type"].encode(), to_json(event))
