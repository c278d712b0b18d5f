"""What the service refuses, besides what rulebook and engine refuse."""

from __future__ import annotations


class InvalidField(ValueError):
    """A field is too long, missing, or out of bounds."""


class UnknownAnalysis(LookupError):
    """There is no such analysis, or it is another player's."""

    def __init__(self, analysis_id: str) -> None:
        super().__init__(f"no analysis {analysis_id!r}")


class TooManyAnalyses(Exception):
    """The player has as many under way as he may."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} analyses are under way")


class RequestIdReused(ValueError):
    """The request id was given to another request before."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"the request id {request_id!r} belongs to another analysis")


class UnknownTopic(LookupError):
    """There is no such topic, or it is not for this caller to read."""

    def __init__(self, topic: str) -> None:
        super().__init__(f"no topic {topic!r}")


class InvalidCursor(ValueError):
    """It is below 0, or beyond the last event."""

    def __init__(self, after: int, last_sequence: int) -> None:
        super().__init__(f"{after} is not from 0 to {last_sequence}")
