"""The loop that waits for alarms and rings them.

One thread and one inbox. It sleeps until the next alarm is due, tells the games service of all that are,
several at a time, and removes what was answered. Every replica runs one; they share the work through the
table. What it knows of time comes from the database: how long until the next alarm, never what time it is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic

import structlog

from chassis import Unavailable
from clocks.alarms import AlarmStore, Claim, Expire, Outcome
from clocks.metrics import CALLS, LATE_SECONDS

log = structlog.get_logger()

LEASE_MS = 2000
MOST_IN_HAND = 16
"""Told at the same time: as many as the games service has threads. More would only wait there, and what comes due would wait
behind them."""
_LONGEST_DUE_EVERY = 4
"""Of so many claims one takes the longest due first, so that a backlog goes down whatever else comes due."""
_POLL_S = 0.1
"""The longest sleep: this soon an alarm is seen that was set through another replica."""
_LOST_RACE_S = 0.005
"""A pause when others hold what is due and have not committed it yet."""
_DOWN_FIRST_S, _DOWN_MOST_S = 0.05, 0.1
"""Pauses between looks whether what is down is back: flags fall late by the last of them."""
_RETRY_FIRST_MS, _RETRY_MOST_MS = 100, 5000
_FORGET_EVERY_S = 60.0
_FORGET_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class _Answer:
    claim: Claim
    outcome: Outcome


class Ringer:
    """Runs from `start` to `stop` in a thread of its own, whatever the database and the games service do."""

    def __init__(self, store: AlarmStore, expire: Expire) -> None:
        self._store = store
        self._expire = expire
        self._inbox: SimpleQueue[_Answer | None] = SimpleQueue()
        self._in_hand: set[Claim] = set()
        self._claimed = 0
        """How often."""
        self._wake_at = inf
        """Until when the loop sleeps, by the monotonic clock."""
        self._games_pause_s = 0.0
        """How long the games service was last left alone; 0 while it can be reached."""
        self._games_again_at = 0.0
        self._forget_at = monotonic() + _FORGET_EVERY_S
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="ringer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Take nothing more, and wait for the answers to what is in hand."""
        self._stopping = True
        self._inbox.put(None)
        self._thread.join(LEASE_MS / 1000)

    def expect(self, due_in_ms: float | None) -> None:
        """An alarm was set that is due so soon; None for never. May be called from any thread."""
        if due_in_ms is not None and monotonic() + due_in_ms / 1000 < self._wake_at:
            self._inbox.put(None)

    def _run(self) -> None:
        pause_s = 0.0
        while self._in_hand or not self._stopping:
            try:
                if pause_s:
                    self._sleep(pause_s)
                self._turn()
            except Unavailable as error:
                log.warning("alarms interrupted", detail=str(error))
            except Exception:  # if this loop ended, no flag would fall any more
                log.exception("alarms interrupted")
            else:
                pause_s = 0.0
                continue
            # What was in hand comes back when its lease ends.
            self._in_hand.clear()
            pause_s = min(2 * pause_s, _DOWN_MOST_S) or _DOWN_FIRST_S

    def _turn(self) -> None:
        # While it says "for ever", whoever sets an alarm wakes us: one set behind our look is not slept over.
        self._wake_at = inf
        if monotonic() >= self._forget_at:
            self._store.forget(_FORGET_LIMIT)
            self._forget_at = monotonic() + _FORGET_EVERY_S
        self._sleep(self._ring_what_is_due())

    def _ring_what_is_due(self) -> float:
        """Claims and tells as much as may be in hand; how many seconds there is nothing to do then."""
        if (alone_s := self._games_again_at - monotonic()) > 0:
            return min(alone_s, _POLL_S)
        room = (1 if self._games_pause_s else MOST_IN_HAND) - len(self._in_hand)
        if self._stopping or room <= 0:
            return _POLL_S  # an answer ends the sleep
        due_in_ms = self._store.next_due_ms()
        if due_in_ms is None or due_in_ms > 0:
            return _POLL_S if due_in_ms is None else min(due_in_ms / 1000, _POLL_S)
        self._claimed += 1
        longest_due_first = self._claimed % _LONGEST_DUE_EVERY == 0
        claims = self._store.claim(room, LEASE_MS, longest_due_first=longest_due_first)
        for claim in claims:
            LATE_SECONDS.observe(claim.late_ms / 1000)
            self._in_hand.add(claim)
            self._expire(claim, self._answering(claim))
        return 0 if claims else _LOST_RACE_S

    def _answering(self, claim: Claim) -> Callable[[Outcome], None]:
        return lambda outcome: self._inbox.put(_Answer(claim, outcome))

    def _sleep(self, seconds: float) -> None:
        """Until then, or until something is in the inbox; then deals with all that is."""
        self._wake_at = monotonic() + seconds
        answers: list[_Answer] = []
        try:
            item = self._inbox.get(timeout=seconds) if seconds else self._inbox.get_nowait()
            while True:
                if item is not None:
                    answers.append(item)
                item = self._inbox.get_nowait()
        except Empty:
            pass
        if answers:
            self._settle(answers)

    def _settle(self, answers: list[_Answer]) -> None:
        for answer in answers:
            CALLS.labels(answer.outcome).inc()
        self._in_hand.difference_update(answer.claim for answer in answers)
        heard = [answer.claim for answer in answers if answer.outcome is Outcome.ANSWERED]
        failed = [answer.claim for answer in answers if answer.outcome is Outcome.FAILED]
        unheard = [answer.claim for answer in answers if answer.outcome is Outcome.UNREACHABLE]
        if heard or failed:
            self._games_pause_s = 0.0
        if unheard and monotonic() >= self._games_again_at:
            # Then one alarm goes ahead to see, so that the others keep their order and are not told in vain.
            self._games_pause_s = min(2 * self._games_pause_s, _DOWN_MOST_S) or _DOWN_FIRST_S
            self._games_again_at = monotonic() + self._games_pause_s
        self._store.finish(heard)
        self._store.release(unheard)
        for claim in failed:
            after_ms = min(_RETRY_FIRST_MS << min(claim.failures, 16), _RETRY_MOST_MS)
            self._store.retry(claim, after_ms)
