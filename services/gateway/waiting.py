"""Requests that wait for something to happen, in a bounded number of threads.

The stream process waits for thousands at no cost; here each one holds a thread of the HTTP server, so only so
many may. Whoever finds no place is answered at once with what there is.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from gateway.shapes import Json
from gateway.wakeups import Bells

_POLL_S = 0.25
_POLL_WHILE_HEARING_S = 1.0


class Waiting:
    """Long polls of the HTTP server. Safe for threads."""

    def __init__(self, places: int, bells: Bells, is_hearing: Callable[[], bool]) -> None:
        """`is_hearing` says whether the bells can be relied upon, more or less."""
        self._places = threading.BoundedSemaphore(places)
        self._bells = bells
        self._is_hearing = is_hearing

    def for_events(self, topic: str, wait_ms: int, ask: Callable[[], Json]) -> Json:
        """What `ask` gives, once that has events or the time is over."""
        if wait_ms == 0 or not self._places.acquire(blocking=False):
            return ask()
        try:
            return self._wait(topic, wait_ms, ask)
        finally:
            self._places.release()

    def _wait(self, topic: str, wait_ms: int, ask: Callable[[], Json]) -> Json:
        ends_s = time.monotonic() + wait_ms / 1000
        # First the bell, then the look: what happens in between rings it.
        with self._bells.waiting_for(topic) as bell:
            page = ask()
            while not page["events"] and (left_s := ends_s - time.monotonic()) > 0:
                bell.wait(min(left_s, _POLL_WHILE_HEARING_S if self._is_hearing() else _POLL_S))
                bell.clear()
                page = ask()
        return page
