"""The shapes of live events, and of what lets a reader in."""

from __future__ import annotations

from typing import Any

from pydantic import RootModel

from gateway.answers import Answer
from gateway.answers_games import Clock
from gateway.wording import said


class LiveEvent(Answer):
    """Something that happened on a topic, or how things stand there: a snapshot."""

    topic: str = said("The topic, as it was asked for.", "Das Thema, wie es gefragt war.")
    sequence: int = said(
        "Its number in the topic, from 1 without gaps. Of a snapshot: of the last event that is contained in it.",
        "Seine Nummer im Thema, ab 1 ohne Lücken. Bei einer Momentaufnahme: die des letzten Ereignisses darin.",
    )
    type: str = said(
        "What happened: of a game as in its events; `game_snapshot`, `lobby_snapshot`, `me_snapshot` and "
        "`chat_snapshot` tell how things stand, and only these may leap over numbers. More may come.",
        "Was geschah: bei einer Partie wie in ihren Ereignissen; `game_snapshot`, `lobby_snapshot`, `me_snapshot` und "
        "`chat_snapshot` sagen, wie es steht, und nur sie überspringen Nummern. Weitere können dazukommen.",
    )
    event_time: str = said("When, by the database's clock.", "Wann, nach der Uhr der Datenbank.")
    server_time: str = said(
        "When the server read it to send it: what clocks here are compared with.",
        "Wann der Server es zum Senden gelesen hat: damit werden Uhren hier verglichen.",
    )
    turn: int | None = said(
        "Of a game: its turn afterwards.", "Bei einer Partie: ihre Runde danach.", default=None
    )
    ply: int | None = said(
        "Of a game: how many plies were played by then.",
        "Bei einer Partie: wie viele Halbzüge bis dahin gespielt sind.",
        default=None,
    )
    position_hash: str | None = said(
        "Of a game: the hash of the position afterwards, as the reader sees it. Whoever has another one asks for the "
        "game; null before it starts.",
        "Bei einer Partie: der Hash der Stellung danach, wie der Leser sie sieht. Wer einen anderen hat, fragt nach der "
        "Partie; null, bevor sie beginnt.",
        default=None,
    )
    clock: Clock | None = said(
        "Of a game: both clocks afterwards; null where there are none.",
        "Bei einer Partie: beide Uhren danach; null, wo es keine gibt.",
        default=None,
    )
    data: dict[str, Any] = said(
        "The facts; none where the reader may not see them.",
        "Die Tatsachen; keine, wo der Leser sie nicht sehen darf.",
    )


class LiveAnswer(RootModel[str]):
    """Server-sent events: `id` is the cursor, `event` the type, `data` a `LiveEvent`. As `application/x-ndjson` each
    line is a `LiveEvent` with its `cursor`; `{"type":"heartbeat"}` and `{"type":"reauth"}` come in between.
    """


class StreamTicket(Answer):
    """What stands for a token in an address."""

    ticket: str = said(
        "For `?ticket=` of `GET /v1/stream`; good for one stream.",
        "Für `?ticket=` von `GET /v1/stream`; gilt für einen Strom.",
    )
    expires_time: str = said("Until when it is taken.", "Bis wann es angenommen wird.")
