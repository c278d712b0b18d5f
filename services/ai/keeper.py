"""The thread beside a search: it keeps the claim alive, and stops the search when its time is over or nobody wants it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Generic, Protocol, TypeVar

import structlog

from chassis import Unavailable
from engine import StopFlag

log = structlog.get_logger()

RENEW_S = 1.0


class Held(Protocol):
    """What a worker has in hand."""

    @property
    def name(self) -> str:
        """For the log."""
        ...


_Held = TypeVar("_Held", bound=Held)


@dataclass(slots=True)
class _Watch(Generic[_Held]):
    held: _Held
    stop: StopFlag
    stop_at: float
    renew_at: float


class Keeper(Generic[_Held]):
    """One for each process of a worker; make it after the fork."""

    def __init__(self, renew: Callable[[_Held], bool], *, every_s: float = RENEW_S) -> None:
        """`renew` keeps a claim alive and says whether it is still wanted."""
        self._renew = renew
        self._every_s = every_s
        self._changed = threading.Condition()
        self._watch: _Watch[_Held] | None = None
        threading.Thread(target=self._run, name="keeper", daemon=True).start()

    @contextmanager
    def keeping(self, held: _Held, think_ms: int) -> Iterator[StopFlag]:
        """The claim is renewed until the end of the block; the flag is set after so long, or when it is not wanted."""
        now = monotonic()
        watch = _Watch(
            held=held, stop=StopFlag(), stop_at=now + think_ms / 1000, renew_at=now + self._every_s
        )
        with self._changed:
            self._watch = watch
            self._changed.notify()
        try:
            yield watch.stop
        finally:
            with self._changed:
                self._watch = None

    def look(self) -> None:
        """Renew at once: somebody may not want any more what is in hand. From any thread."""
        with self._changed:
            if self._watch is not None:
                self._watch.renew_at = 0.0
                self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                watch = self._watch
                due_at = min(watch.stop_at, watch.renew_at) if watch else inf
                if (left_s := due_at - monotonic()) > 0:
                    # The end of a search is not told: it is seen when this wait is over.
                    self._changed.wait(None if left_s == inf else left_s)
                    continue
            assert watch is not None
            if watch.stop_at <= monotonic():
                watch.stop.set()
                watch.stop_at = inf
            if watch.renew_at <= monotonic():
                watch.renew_at = monotonic() + self._every_s
                if not self._is_wanted(watch.held):
                    watch.stop.set()

    def _is_wanted(self, held: _Held) -> bool:
        try:
            return self._renew(held)
        except Unavailable as error:
            # At worst the search is made twice.
            log.warning("claim not renewed", held=held.name, detail=str(error))
        except Exception:  # a thread that ends would leave every later search without an end
            log.exception("claim not renewed", held=held.name)
        return True
