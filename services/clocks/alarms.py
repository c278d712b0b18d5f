"""What an alarm is, and the ports through which the loop of `ringer.py` keeps and answers it.

An alarm is one row for a game and a kind. Setting it is an upsert: the highest version wins, and one
without a due time is cancelled. Whoever takes a due alarm holds it on a lease; only when the games service
has answered, and the version is still the same, the row goes. So a process that dies with alarms in its
hands loses none: they come back when their leases end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """An alarm as it is set."""

    game_id: str
    kind: str
    """What it is for, such as "flag"."""
    version: int
    due_ms: int | None
    """Milliseconds since 1970, by the database's clock; None cancels."""
    tenant_id: str = "local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A due alarm in the hands of a loop."""

    game_id: str
    kind: str
    version: int
    lease: datetime
    """When the lease ends. Tells this claim from later ones of the same alarm."""
    late_ms: float
    """How long after its due time it was taken."""
    failures: int
    """How often the games service failed at it, in a row."""


class Outcome(StrEnum):
    """What came of telling the games service."""

    ANSWERED = "answered"
    UNREACHABLE = "unreachable"
    """The service is down: no other alarm would fare better now."""
    FAILED = "failed"
    """It failed at this one."""


class Expire(Protocol):
    """Tells the games service that an alarm has gone off."""

    def __call__(self, claim: Claim, answered: Callable[[Outcome], None], /) -> None:
        """Returns at once; `answered` is called once, from any thread, in less time than a lease."""


class AlarmStore(Protocol):
    """The alarm table. Every method is a transaction of its own, and any number of replicas may call them."""

    def schedule(self, alarms: Sequence[Alarm]) -> float | None:
        """Sets them, at most one for each game and kind; those with a version no newer than the stored one change
        nothing. How many milliseconds from now the first of those that did is due; None if none is.
        """

    def next_due_ms(self) -> float | None:
        """How many milliseconds from now an alarm is due or a lease ends; None if there is none."""

    def claim(self, limit: int, lease_ms: int, *, longest_due_first: bool) -> list[Claim]:
        """Due alarms that nobody holds: the longest due, or before them those that are due just now."""

    def finish(self, claims: Iterable[Claim]) -> None:
        """Removes what has been answered, if its version is unchanged."""

    def retry(self, claim: Claim, after_ms: int) -> None:
        """Gives it back as failed once more, to be taken again after a while."""

    def release(self, claims: Iterable[Claim]) -> None:
        """Gives them back untried, to be taken in the order of their due times."""

    def forget(self, limit: int) -> int:
        """Removes rows of alarms that were cancelled more than an hour ago; how many there were."""
