"""What can be wrong with a wish, each named for the fact."""

from __future__ import annotations

from datetime import UTC, datetime

_SHOWN_CHARS = 80
"""So much of a caller's text goes into a message: errors travel in headers, which have no room for more."""


class InvalidField(ValueError):
    """A field is missing or out of bounds; `pointer` says which, if it is one."""

    def __init__(self, description: str, field: str = "") -> None:
        super().__init__(description)
        if field:
            self.pointer = f"/{field}"


class UnknownTopic(LookupError):
    """There is no such feed, or none that this caller may read."""

    def __init__(self, topic: str) -> None:
        super().__init__(f"there is no topic {topic[:_SHOWN_CHARS]!r}")


class InvalidCursor(ValueError):
    """A cursor that no event of the feed has given."""

    def __init__(self, after: int, last: int) -> None:
        super().__init__(f"{after} is not from 0 to {last}")


class CursorExpired(Exception):
    """Events after the cursor are not kept any more."""

    def __init__(self, after: int) -> None:
        super().__init__(f"what came after {after} is not kept any more; go on from a snapshot")


class UnknownRoom(LookupError):
    """There is no such room, or none that this caller may enter."""

    def __init__(self, room_id: str) -> None:
        super().__init__(f"there is no room {room_id[:_SHOWN_CHARS]!r}")


class UnknownMessage(LookupError):
    """Nothing of this number was said in the room, or it is not kept any more."""

    def __init__(self, message_id: int) -> None:
        super().__init__(f"there is no message {message_id}")


class RoomFull(Exception):
    """The room has as many members as a room may have."""

    def __init__(self, room_id: str) -> None:
        super().__init__(f"the room {room_id} is full")


class NotAPlayer(Exception):
    """Who looks on at a game does not write in its room."""

    def __init__(self, room_id: str) -> None:
        super().__init__(f"only the players write in {room_id}")


class NotYourMessage(Exception):
    """Somebody else's message is not the caller's to hide."""

    def __init__(self, message_id: int) -> None:
        super().__init__(f"message {message_id} is not the caller's to hide")


class Muted(Exception):
    """The player may not write for a while."""

    def __init__(self, until: datetime) -> None:
        self.muted_until_time = until.astimezone(UTC).isoformat().replace("+00:00", "Z")
        super().__init__(f"muted until {self.muted_until_time}")


class TooManyMessages(Exception):
    """The player has written too much of late."""

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(f"too many messages; the next one in {retry_after_s} s")
        self.retry_after_s = retry_after_s


class TooManyRooms(Exception):
    """The player has made too many rooms of late."""

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(f"too many rooms; the next one in {retry_after_s} s")
        self.retry_after_s = retry_after_s


class TooManyBlocked(Exception):
    """The player has blocked as many others as one may."""

    def __init__(self) -> None:
        super().__init__("too many players are blocked")


class RequestIdReused(ValueError):
    """The request id was given to another wish before."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"the request id {request_id!r} belongs to another request")
