"""Wake-ups heard from Valkey: one subscription to each kind, however many topics are watched.

A wake-up is "there is something to read" and nothing more. It can be lost or come twice, and whoever waits
for one polls as well (chassis.wake has the other end).
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Collection, Iterator

import redis
import structlog
from redis.backoff import NoBackoff
from redis.retry import Retry

log = structlog.get_logger()

_PREFIX = "brettwerk:"  # of chassis.wake
OF_GAMES = ("game:*",)
_PAUSE_S = 2.0
"""After a failure the next try is so much later."""


class Wakeups:
    """Calls `heard` with the name of every wake-up, on a thread of its own; with None whenever some may have been missed.

    `patterns` are the names that it listens to. With an empty `url` it hears nothing. Raises nothing. Make it after any fork.
    """

    def __init__(
        self, url: str, heard: Callable[[str | None], None], patterns: Collection[str] = OF_GAMES
    ) -> None:
        self._heard = heard
        self._patterns = [_PREFIX + pattern for pattern in patterns]
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self.is_hearing = False
        """Whether a wake-up sent now would be heard."""
        if url:
            self._client = redis.Redis.from_url(url, socket_connect_timeout=1.0, retry=Retry(NoBackoff(), 0))
            self._thread = threading.Thread(target=self._run, name="wakeups", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
            self._client.close()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except redis.RedisError as fault:
                if not self._closed.is_set():
                    log.warning("wake-ups not heard", detail=str(fault))
            self.is_hearing = False
            self._closed.wait(_PAUSE_S)

    def _listen(self) -> None:
        with self._client.pubsub(ignore_subscribe_messages=True) as pubsub:  # type: ignore[no-untyped-call]
            pubsub.psubscribe(*self._patterns)
            self.is_hearing = True
            self._heard(None)
            while not self._closed.is_set():
                message = pubsub.get_message(timeout=0.5)
                if message is not None:
                    self._heard(message["channel"].decode().removeprefix(_PREFIX))


class Bells:
    """One bell for each topic that somebody waits for. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, list[threading.Event]] = {}

    def ring(self, topic: str | None) -> None:
        """Wake who waits for the topic; None wakes everybody."""
        with self._lock:
            if topic is not None:
                rung = list(self._waiting.get(topic, ()))
            else:
                rung = [bell for bells in self._waiting.values() for bell in bells]
        for bell in rung:
            bell.set()

    @contextlib.contextmanager
    def waiting_for(self, topic: str) -> Iterator[threading.Event]:
        """An event that is set when the topic's bell rings; who waits for it clears it."""
        bell = threading.Event()
        with self._lock:
            self._waiting.setdefault(topic, []).append(bell)
        try:
            yield bell
        finally:
            with self._lock:
                bells = self._waiting[topic]
                bells.remove(bell)
                if not bells:
                    del self._waiting[topic]
