"""What the OpenAPI document says about the address that only the stream process has."""

from __future__ import annotations

from typing import Any

from gateway.bodies_games import StreamQuery
from gateway.contract import IN_PATH, SECURITY, add_problems, in_query
from gateway.wording import GERMAN


def paths(stream_url: str | None) -> dict[str, Any]:
    """By address; `stream_url` is where they are served."""
    operation: dict[str, Any] = {
        "operationId": "streamEvents",
        "tags": ["Playing"],
        "x-tag-de": "Spielen",
        "summary": "Follow a game",
        "x-summary-de": "Einer Partie folgen",
        "description": "Every event after the cursor, and each further one as it happens, as server-sent events. Whoever "
        "comes again with `Last-Event-ID` goes on where he was. A comment comes every 10 seconds while nothing happens; "
        "the event `reauth` says that the token has expired. Served at `stream_url` of `GET /v1/meta`.",
        GERMAN: "Jedes Ereignis nach der Stelle und jedes weitere, sobald es geschieht, als Server-Sent Events. Wer mit "
        "`Last-Event-ID` wiederkommt, liest dort weiter, wo er war. Alle 10 Sekunden kommt ein Kommentar, solange nichts "
        "geschieht; das Ereignis `reauth` sagt, dass das Token abgelaufen ist. Zu finden unter `stream_url` aus "
        "`GET /v1/meta`.",
        "parameters": [IN_PATH["game_id"], *in_query(StreamQuery)],
        "responses": {
            "200": {
                "description": "Events",
                "content": {"text/event-stream": {"schema": {"$ref": "#/components/schemas/StreamAnswer"}}},
            }
        },
        "security": [{SECURITY: []}],
    }
    if stream_url is not None:
        operation["servers"] = [{"url": stream_url}]
    add_problems(operation, {"unknown_game", "invalid_field", "invalid_cursor"})
    return {"/v1/games/{game_id}/stream": {"get": operation}}
