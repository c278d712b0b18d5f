"""The bounds of a request, and the word for what is out of them."""

from __future__ import annotations

from chassis import at
from clocks.controls import DAY_MS
from clocks.service import InvalidField

MAX_ID_CHARS = 64
MAX_ALARMS = 1000
MAX_OUTAGES = 1000
MAX_BASE_MS = DAY_MS
MAX_INCREMENT_MS = 3_600_000
MIN_MOVE_MS, MAX_MOVE_MS = 1_000, DAY_MS
MAX_MAX_STRIKES = 10
MAX_DAYS = 14
MAX_START_DELAY_MS = 60_000
MAX_REMAINING_MS = 10 * 365 * DAY_MS
MAX_STRIKES = (1 << 31) - 2  # one more still fits the wire
MAX_VERSION = (1 << 62) - 1  # one more still fits the wire and the database
FIRST_SECOND, LAST_SECOND = 0, 7_258_118_400  # the years 1970 to 2199


def require(holds: bool, pointer: str, description: str) -> None:
    """Raises InvalidField at the pointer unless the claim holds."""
    if not holds:
        error = InvalidField(description)
        with at(pointer):
            raise error
