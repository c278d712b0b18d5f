"""The thread beside a search: it keeps the claim alive, and stops the search when its time is over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import monotonic

import structlog

from ai.turns import Claim
from chassis import Unavailable
from engine import StopFlag

log = structlog.get_logger()

_RENEW_S = 1.0


@dataclass(slots=True)
class _Watch:
    claim: Claim
    stop: StopFlag
    stop_at: float
    renew_at: float


class Keeper:
    """One for each process of a worker; make it after the fork."""

    def __init__(self, renew: Callable[[Claim], None]) -> None:
        self._renew = renew
        self._changed = threading.Condition()
        self._watch: _Watch | None = None
        threading.Thread(target=self._run, name="keeper", daemon=True).start()

    @contextmanager
    def keeping(self, claim: Claim, think_ms: int) -> Iterator[StopFlag]:
        """The flag is set after so long; the claim is renewed until the end of the block."""
        now = monotonic()
        watch = _Watch(claim=claim, stop=StopFlag(), stop_at=now + think_ms / 1000, renew_at=now + _RENEW_S)
        with self._changed:
            self._watch = watch
            self._changed.notify()
        try:
            yield watch.stop
        finally:
            with self._changed:
                self._watch = None

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
                watch.renew_at = monotonic() + _RENEW_S
                self._try_to_renew(watch.claim)

    def _try_to_renew(self, claim: Claim) -> None:
        try:
            self._renew(claim)
        except Unavailable as error:
            # At worst the search is made twice.
            log.warning("claim not renewed", game_id=claim.turn.game_id, detail=str(error))
        except Exception:  # a thread that ends would leave every later search without an end
            log.exception("claim not renewed", game_id=claim.turn.game_id)
