"""The bodies and queries of requests about rooms and what is said in them."""

from __future__ import annotations

from gateway.bodies import Body
from gateway.bodies_games import MAX_SEQUENCE
from gateway.wording import said

MAX_TEXT_CHARS = 500
MAX_SENT_TEXT_CHARS = 1000
MAX_INVITATION_CHARS = 64
MAX_MUTE_MS = 366 * 86_400_000
MAX_MESSAGES = 200
USUAL_MESSAGES = 50


class JoinRoomBody(Body):
    """What opens a private room."""

    invitation: str = said(
        "The room's invitation, as its members have it.",
        "Die Einladung des Raums, wie seine Mitglieder sie haben.",
        min_length=1,
        max_length=MAX_INVITATION_CHARS,
        examples=["kT3xq0ZrVb1nWm8yLd5uPfHs"],
    )


class PostMessageBody(Body):
    """Something to be said."""

    text: str = said(
        f"1 to {MAX_TEXT_CHARS} characters, not counting space around them; no line breaks.",
        f"1 bis {MAX_TEXT_CHARS} Zeichen, ohne Leerraum darum herum; keine Zeilenumbrüche.",
        min_length=1,
        max_length=MAX_SENT_TEXT_CHARS,
        examples=["Guten Abend!"],
    )


class MuteBody(Body):
    """How long somebody is to be silent."""

    for_ms: int = said(
        "For how long from now, in milliseconds; 0 lifts it.",
        "Wie lange von jetzt an, in Millisekunden; 0 hebt es auf.",
        ge=0,
        le=MAX_MUTE_MS,
        examples=[600_000],
    )


class MessagesQuery(Body):
    """What the address may ask of the messages."""

    after: int | None = said(
        "The `message_id` of the last message already seen; without it the answer has the latest ones.",
        "Die `message_id` der letzten schon bekannten Nachricht; ohne sie hat die Antwort die neuesten.",
        default=None,
        ge=0,
        le=MAX_SEQUENCE,
    )
    limit: int = said(
        "How many messages at most.",
        "Wie viele Nachrichten höchstens.",
        default=USUAL_MESSAGES,
        ge=1,
        le=MAX_MESSAGES,
    )
