"""What the OpenAPI document says about the addresses that only the stream process has."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gateway.bodies_games import StreamQuery
from gateway.contract import IN_PATH, SECURITY, add_problems, in_query
from gateway.stream.queries import LiveQuery
from gateway.wording import GERMAN, Wording

_SSE = "text/event-stream"


def paths(stream_url: str | None) -> dict[str, Any]:
    """By address; `stream_url` is where they are served."""
    return {
        "/v1/stream": {"get": _live(stream_url)},
        "/v1/stream_tickets": {"post": _ticket(stream_url)},
        "/v1/games/{game_id}/stream": {"get": _of_game(stream_url)},
    }


def _live(stream_url: str | None) -> dict[str, Any]:
    return _operation(
        "streamTopics",
        Wording(en="Follow topics live", de="Themen live verfolgen"),
        Wording(
            en="How things stand in each topic, then every event as it happens, without gap or duplicate: as server-sent "
            "events, or with `Accept: application/x-ndjson` as a JSON object in each line. Each event has a cursor for "
            "the whole stream. Whoever comes again with it, as `Last-Event-ID` or `?after=`, goes on where he was; where "
            "he has missed more than 500 events of a topic, or has not had the topic before, a snapshot comes first. "
            "Every 10 seconds without an event there is a comment, or `heartbeat`; `reauth` says that the token has "
            "expired. A reader who takes nothing for 15 seconds is cut, and may come again. Five streams of a player may "
            "be open at the same time. Served at `stream_url` of `GET /v1/meta`.",
            de="Wie es in jedem Thema steht, dann jedes Ereignis, sobald es geschieht, ohne Lücke und ohne Doppel: als "
            "Server-Sent Events, oder mit `Accept: application/x-ndjson` als JSON-Objekt je Zeile. Jedes Ereignis hat "
            "eine Stelle (cursor) für den ganzen Strom. Wer mit ihr wiederkommt, als `Last-Event-ID` oder `?after=`, "
            "liest dort weiter, wo er war; wer mehr als 500 Ereignisse eines Themas verpasst hat oder das Thema noch "
            "nicht hatte, bekommt zuerst eine Momentaufnahme. Nach je 10 Sekunden ohne Ereignis kommt ein Kommentar oder "
            "`heartbeat`; `reauth` sagt, dass das Token abgelaufen ist. Wer 15 Sekunden lang nichts abnimmt, wird "
            "getrennt und darf wiederkommen. Fünf Ströme eines Spielers dürfen gleichzeitig offen sein. Zu finden unter "
            "`stream_url` aus `GET /v1/meta`.",
        ),
        stream_url,
        parameters=[
            {**parameter, "required": parameter["name"] == "topics"} for parameter in in_query(LiveQuery)
        ],
        answer=("200", "Events", _SSE, "LiveAnswer"),
        codes={"invalid_field", "invalid_cursor", "unknown_topic", "unknown_game"},
    )


def _ticket(stream_url: str | None) -> dict[str, Any]:
    return _operation(
        "createStreamTicket",
        Wording(en="Get a ticket for a stream", de="Ein Ticket für einen Strom holen"),
        Wording(
            en="For browsers' `EventSource`, which sends no headers: a ticket that stands for the token in the address of "
            "`GET /v1/stream`, once and within 30 seconds. Served at `stream_url` of `GET /v1/meta`.",
            de="Für die `EventSource` der Browser, die keine Header sendet: ein Ticket, das in der Adresse von "
            "`GET /v1/stream` für das Token steht, einmal und innerhalb von 30 Sekunden. Zu finden unter `stream_url` "
            "aus `GET /v1/meta`.",
        ),
        stream_url,
        parameters=[],
        answer=("201", "The ticket", "application/json", "StreamTicket"),
        codes=(),
    )


def _of_game(stream_url: str | None) -> dict[str, Any]:
    return _operation(
        "streamEvents",
        Wording(en="Follow a game", de="Einer Partie folgen"),
        Wording(
            en="Every event after the cursor, and each further one as it happens, as server-sent events. Whoever "
            "comes again with `Last-Event-ID` goes on where he was. A comment comes every 10 seconds while nothing "
            "happens; the event `reauth` says that the token has expired. Served at `stream_url` of `GET /v1/meta`.",
            de="Jedes Ereignis nach der Stelle und jedes weitere, sobald es geschieht, als Server-Sent Events. Wer mit "
            "`Last-Event-ID` wiederkommt, liest dort weiter, wo er war. Alle 10 Sekunden kommt ein Kommentar, solange "
            "nichts geschieht; das Ereignis `reauth` sagt, dass das Token abgelaufen ist. Zu finden unter `stream_url` "
            "aus `GET /v1/meta`.",
        ),
        stream_url,
        parameters=[IN_PATH["game_id"], *in_query(StreamQuery)],
        answer=("200", "Events", _SSE, "StreamAnswer"),
        codes={"unknown_game", "invalid_field", "invalid_cursor"},
    )


def _operation(
    operation_id: str,
    summary: Wording,
    text: Wording,
    stream_url: str | None,
    *,
    parameters: list[dict[str, Any]],
    answer: tuple[str, str, str, str],
    codes: Collection[str],
) -> dict[str, Any]:
    status, description, media_type, shape = answer
    operation: dict[str, Any] = {
        "operationId": operation_id,
        "tags": ["Playing"],
        "x-tag-de": "Spielen",
        "summary": summary.en,
        "x-summary-de": summary.de,
        "description": text.en,
        GERMAN: text.de,
        "responses": {
            status: {
                "description": description,
                "content": {media_type: {"schema": {"$ref": f"#/components/schemas/{shape}"}}},
            }
        },
        "security": [{SECURITY: []}],
    }
    if parameters:
        operation["parameters"] = parameters
    if stream_url is not None:
        operation["servers"] = [{"url": stream_url}]
    add_problems(operation, codes)
    return operation
