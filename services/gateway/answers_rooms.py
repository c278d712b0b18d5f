"""The answers about rooms and what is said in them."""

from __future__ import annotations

from typing import Literal

from gateway.answers import Answer
from gateway.wording import said


class Room(Answer):
    """A room as who asks may see it."""

    id: str = said(
        "`lobby`, `game:` with a game's id, or the id of a private room.",
        "`lobby`, `game:` mit der Kennung einer Partie, oder die Kennung eines privaten Raums.",
    )
    kind: Literal["lobby", "game", "private"] = said("What kind of room.", "Welche Art Raum.")
    writable: bool = said(
        "Whether the caller may write there, unless he is muted.",
        "Ob man dort schreiben darf, wenn man nicht stummgeschaltet ist.",
    )
    maker_player_id: str | None = said(
        "Who made a private room; null for others.",
        "Wer einen privaten Raum eröffnet hat; null bei anderen.",
    )
    member_player_ids: list[str] | None = said(
        "Who is in a private room, in the order in which they came; null for others.",
        "Wer in einem privaten Raum ist, in der Reihenfolge des Kommens; null bei anderen.",
    )
    invitation: str | None = said(
        "What one joins a private room with, for its members to hand on; null for others.",
        "Womit man in einen privaten Raum kommt, zum Weitergeben durch seine Mitglieder; null bei anderen.",
    )
    create_time: str | None = said(
        "When a private room was made; null for others.",
        "Wann ein privater Raum eröffnet wurde; null bei anderen.",
    )


class LeftAnswer(Answer):
    """A room that was left."""

    id: str = said("The room.", "Der Raum.")


class Message(Answer):
    """Something that was said in a room."""

    message_id: int = said(
        "Its number in the room, which is that of the event that told it.",
        "Ihre Nummer im Raum, zugleich die des Ereignisses, das sie gemeldet hat.",
    )
    room_id: str = said("The room.", "Der Raum.")
    player_id: str = said("Who said it.", "Wer sie geschrieben hat.")
    text: str | None = said(
        "What was said; null once it is hidden.", "Der Text; null, wenn er verborgen ist."
    )
    post_time: str = said("When.", "Wann.")
    hidden: bool = said("Whether it is hidden.", "Ob sie verborgen ist.")


class MessagesAnswer(Answer):
    """Messages in order."""

    messages: list[Message] = said("They, oldest first.", "Sie, die älteste zuerst.")


class MuteAnswer(Answer):
    """How it stands with a player's voice."""

    player_id: str = said("Whose.", "Wessen.")
    muted_until_time: str | None = said(
        "Until when he is muted; null if he is not.", "Bis wann er stummgeschaltet ist; null, wenn nicht."
    )


class BlockedAnswer(Answer):
    """Whom a player does not want to read."""

    player_ids: list[str] = said("They, ordered by their ids.", "Sie, nach Kennung geordnet.")
