"""What the addresses of live streams may ask."""

from __future__ import annotations

from gateway.bodies import Body
from gateway.stream.tickets import MAX_CHARS as MAX_TICKET_CHARS
from gateway.stream.topics import MAX_TOPICS_CHARS
from gateway.wording import said


class LiveQuery(Body):
    """What the address may ask of the stream."""

    topics: str = said(
        "What it is about, separated by commas, at most 16: `me`, `lobby`, `game:<id>`, `chat:<room>`, "
        "`analysis:<id>`.",
        "Worum es geht, mit Kommas getrennt, höchstens 16: `me`, `lobby`, `game:<id>`, `chat:<raum>`, "
        "`analysis:<id>`.",
        min_length=1,
        max_length=MAX_TOPICS_CHARS,
        examples=["me,lobby"],
    )
    after: str | None = said(
        "The cursor of the last event already seen; the header `Last-Event-ID` says the same and counts first.",
        "Die Stelle (cursor) des letzten schon bekannten Ereignisses; der Header `Last-Event-ID` sagt dasselbe und "
        "geht vor.",
        default=None,
    )
    ticket: str | None = said(
        "A ticket of `POST /v1/stream_tickets`, instead of the header `Authorization`.",
        "Ein Ticket von `POST /v1/stream_tickets`, anstelle des Headers `Authorization`.",
        default=None,
        max_length=MAX_TICKET_CHARS,
    )
