"""The thread that wakes the workers of a queue: at once for new work, and by a sweep for what is left undone.

A request never waits for the broker. What cannot be sent is left to the sweep, which finds it in the table.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from queue import Empty, Full, Queue
from time import monotonic
from typing import Generic, Protocol, TypeVar

import structlog

from ai.metrics import Meters
from chassis import Unavailable

log = structlog.get_logger()

SWEEP_S = 2.0
_MOST_IN_LINE = 1000
_MOST_AT_ONCE = 200
_FORGET_EVERY_S = 60.0
_FORGET_LIMIT = 1000
_STOP_S = 5.0


_Key = TypeVar("_Key", bound=Hashable)


class Backlog(Protocol[_Key]):
    """The work of a queue, known by its keys; a TurnStore and an AnalysisStore are one each."""

    def due(self, limit: int) -> Sequence[_Key]: ...

    def unsent(self, keys: Sequence[_Key]) -> None: ...

    def backlog(self) -> tuple[int, float]: ...

    def forget(self, limit: int) -> int: ...


class Dispatcher(Generic[_Key]):
    """Runs from `start` to `stop`, whatever database and broker do."""

    def __init__(
        self,
        store: Backlog[_Key],
        send: Callable[[_Key], None],
        disconnect: Callable[[], None],
        meters: Meters,
    ) -> None:
        """`send` wakes a worker. Raises Unavailable if the broker does not take the message."""
        self._store = store
        self._send = send
        self._disconnect = disconnect
        self._meters = meters
        self._line: Queue[_Key | None] = Queue(_MOST_IN_LINE)
        self._broker_answers = True
        self._stopping = False
        self._forget_at = monotonic() + _FORGET_EVERY_S
        self._thread = threading.Thread(target=self._run, name="dispatch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Send what stands in line, and no more."""
        self._stopping = True
        self._put(None)
        self._thread.join(_STOP_S)

    def wake(self, key: _Key) -> None:
        """Have a worker woken for this, which is in the table. Does not wait, and never fails."""
        self._put(key)

    def _put(self, key: _Key | None) -> None:
        try:
            self._line.put_nowait(key)
        except Full:
            log.warning("line is full, left to the sweep")

    def _run(self) -> None:
        sweep_at = monotonic()  # what was left when the last process ended is sent at once
        while not (self._stopping and self._line.empty()):
            try:
                if monotonic() >= sweep_at:
                    sweep_at = monotonic() + SWEEP_S
                    self._sweep()
                key = self._line.get(timeout=max(sweep_at - monotonic(), 0.001))
                if key is not None and self._broker_answers:
                    self._send(key)
                    self._meters.sent.labels("request").inc()
            except Empty:
                continue
            except Unavailable as error:
                self._broker_answers = False
                log.warning("workers not woken", detail=str(error))
            except Exception:  # if this loop ended, nothing would be found again
                log.exception("workers not woken")
        self._disconnect()

    def _sweep(self) -> None:
        if monotonic() >= self._forget_at:
            self._store.forget(_FORGET_LIMIT)
            self._forget_at = monotonic() + _FORGET_EVERY_S
        count, age_s = self._store.backlog()
        self._meters.backlog.set(count)
        self._meters.oldest_s.set(age_s)
        keys = self._store.due(_MOST_AT_ONCE)
        self._broker_answers = True
        for number, key in enumerate(keys):
            try:
                self._send(key)
            except Exception:
                self._store.unsent(keys[number:])
                raise
            self._meters.sent.labels("sweep").inc()
        if keys:
            log.info("sent again", count=len(keys))
