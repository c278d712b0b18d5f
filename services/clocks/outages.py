"""Time that is the house's fault, and what is left of a stretch of time without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """Time that is the house's fault, from its start up to, but not including, its end."""

    start_ms: int
    end_ms: int


def passed_ms(since_ms: int, now_ms: int, outages: Sequence[Outage]) -> int:
    """From since to now without the outages; 0 if now is earlier, be it that the turn has not begun or that the
    database's clock was set back.
    """
    ms = max(0, now_ms - since_ms)
    for outage in _merged(outages):
        ms -= max(0, min(outage.end_ms, now_ms) - max(outage.start_ms, since_ms))
    return ms


def end_ms(since_ms: int, limit_ms: int, outages: Sequence[Outage]) -> int:
    """The first millisecond from since on at which so much has passed."""
    ms = since_ms + limit_ms
    for outage in _merged(outages):
        begun_ms = max(outage.start_ms, since_ms)
        if begun_ms >= ms:
            break
        ms += max(0, outage.end_ms - begun_ms)
    return ms


def _merged(outages: Sequence[Outage]) -> Iterator[Outage]:
    """The same time, in order and without overlaps: several replicas may have noted the same outage."""
    known_ms: int | None = None
    for outage in sorted(outages, key=lambda outage: outage.start_ms):
        start_ms = outage.start_ms if known_ms is None else max(outage.start_ms, known_ms)
        if outage.end_ms > start_ms:
            yield Outage(start_ms=start_ms, end_ms=outage.end_ms)
            known_ms = outage.end_ms
