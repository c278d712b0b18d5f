"""Wake-ups through Valkey: "there is something to read", and nothing more.

Nobody may depend on them. A wake-up can be lost, come twice, or come for nothing, and everything that waits
for one polls as well. What they save is the time until the next poll.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

import redis
import structlog
from redis.backoff import NoBackoff
from redis.retry import Retry

log = structlog.get_logger()

PREFIX = "brettwerk:"
"""Before each topic, to make its Valkey channel."""
_TIMEOUT_S = 0.25
"""A publisher has a caller waiting: a Valkey that does not answer at once is as good as none."""
_PAUSE_S = 2.0
"""After a failure nothing is tried for this long."""


class Wake:
    """Publishes and hears wake-ups. Never raises; with an empty `url` it is silent. Safe for threads.

    Make it after any fork.
    """

    def __init__(self, url: str) -> None:
        self._client = _client(url, _TIMEOUT_S) if url else None
        self._listener = _Listener(url) if url else None
        self._silent = threading.Event()

    def publish(self, topic: str) -> None:
        if self._client is None or self._silent.is_set():
            return
        try:
            self._client.publish(PREFIX + topic, b"")
        except redis.RedisError as fault:
            log.warning("wake-up lost", topic=topic, detail=str(fault))
            self._silent.set()
            timer = threading.Timer(_PAUSE_S, self._silent.clear)
            timer.daemon = True
            timer.start()

    def subscribe(self, topic: str, call: Callable[[], None]) -> None:
        """Have `call` called, on a thread of the listener's, at every wake-up for the topic.

        It is also called when the listener has found Valkey again: something may have been missed.
        """
        if self._listener is not None:
            self._listener.add(PREFIX + topic, call)

    def close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        if self._client is not None:
            with contextlib.suppress(redis.RedisError):
                self._client.close()


class _Listener:
    """One connection and one thread for all topics of a process; begins with the first topic."""

    def __init__(self, url: str) -> None:
        self._client = _client(url, None)
        self._calls: dict[bytes, list[Callable[[], None]]] = {}
        self._lock = threading.Lock()
        self._pubsub: redis.client.PubSub | None = None
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, channel: str, call: Callable[[], None]) -> None:
        with self._lock:
            self._calls.setdefault(channel.encode(), []).append(call)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="wake", daemon=True)
                self._thread.start()
            elif self._pubsub is not None:
                with contextlib.suppress(redis.RedisError):
                    self._pubsub.subscribe(channel)

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
            self._closed.wait(_PAUSE_S)

    def _listen(self) -> None:
        with self._client.pubsub(ignore_subscribe_messages=True) as pubsub:  # type: ignore[no-untyped-call]
            with self._lock:
                pubsub.subscribe(*self._calls)
                self._pubsub = pubsub
                calls = [call for each in self._calls.values() for call in each]
            try:
                for call in calls:
                    call()
                while not self._closed.is_set():
                    message = pubsub.get_message(timeout=0.5)
                    for call in self._calls.get(message["channel"], ()) if message else ():
                        call()
            finally:
                with self._lock:
                    self._pubsub = None


def _client(url: str, timeout_s: float | None) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_timeout=timeout_s,
        socket_connect_timeout=1.0,
        health_check_interval=0,
        retry=Retry(NoBackoff(), 0),
    )
