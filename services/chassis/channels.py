"""Channels to other services: every call has a deadline, a token and the request's id, and a restarted
server is found again soon.

Make channels after a fork, never before.
"""

from __future__ import annotations  # grpc's callables are generic to type checkers only

import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeAlias

import grpc

from chassis.interceptor import AUTHORIZATION_KEY, BEARER, REQUEST_ID_KEY
from chassis.logs import REQUEST_ID

Metadata: TypeAlias = tuple[tuple[str, str | bytes], ...]

NEARBY: tuple[tuple[str, int], ...] = (
    # A proxy set for the world outside must not get these calls.
    ("grpc.enable_http_proxy", 0),
    # The default goes up to two minutes, far longer than a restart takes; a flag may fall late by the longest.
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 100),
)
"""Options of every channel between services."""


def connect(
    address: str,
    *,
    deadline_ms: int = 2000,
    repeatable: bool = False,
    message_bytes: int = 4 << 20,
    bearer: Callable[[], str] | None = None,
) -> grpc.Channel:
    """A channel whose calls end after `deadline_ms` unless the caller gives a timeout of its own.

    `bearer` gives the token of each call (chassis.tokens); the id of the present request goes along too.
    Metadata that a call is given stands, and only what it lacks is added.

    `repeatable` says that every method behind it may run twice: a call that found the server
    unavailable is then tried again, up to three times within its deadline.
    """
    options: list[tuple[str, int | str]] = [
        ("grpc.max_receive_message_length", message_bytes),
        ("grpc.max_send_message_length", message_bytes),
        *NEARBY,
    ]
    if repeatable:
        options.append(("grpc.service_config", json.dumps(_RETRY_UNAVAILABLE)))
    return _Channel(grpc.insecure_channel(address, options=options), deadline_ms / 1000, bearer)


_RETRY_UNAVAILABLE = {
    "methodConfig": [
        {
            "name": [{}],  # every method
            "retryPolicy": {
                "maxAttempts": 3,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 3,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}


# Two shorter ways were tried with grpcio 1.85.1. A `timeout` in the service config is not sent to the
# server, and below some value fails every call at once. A client interceptor makes a future and several
# objects for each call, where this is one more Python call.
class _Channel(grpc.Channel):
    """A channel that fills in timeout and metadata of unary calls; streams set their own."""

    def __init__(self, inner: grpc.Channel, default_s: float, bearer: Callable[[], str] | None) -> None:
        self._inner = inner
        self._default_s = default_s
        self._bearer = bearer

    def unary_unary(self, *args: Any, **kwargs: Any) -> _UnaryUnary:
        return _UnaryUnary(self._inner.unary_unary(*args, **kwargs), self._default_s, self._bearer)

    def unary_stream(self, *args: Any, **kwargs: Any) -> grpc.UnaryStreamMultiCallable[Any, Any]:
        return self._inner.unary_stream(*args, **kwargs)

    def stream_unary(self, *args: Any, **kwargs: Any) -> grpc.StreamUnaryMultiCallable[Any, Any]:
        return self._inner.stream_unary(*args, **kwargs)

    def stream_stream(self, *args: Any, **kwargs: Any) -> grpc.StreamStreamMultiCallable[Any, Any]:
        return self._inner.stream_stream(*args, **kwargs)

    def subscribe(
        self,
        callback: Callable[[grpc.ChannelConnectivity], None],
        try_to_connect: bool = False,
    ) -> None:
        self._inner.subscribe(callback, try_to_connect)

    def unsubscribe(self, callback: Callable[[grpc.ChannelConnectivity], None]) -> None:
        self._inner.unsubscribe(callback)

    def close(self) -> None:
        self._inner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        self.close()
        return None


class _UnaryUnary(grpc.UnaryUnaryMultiCallable):  # type: ignore[type-arg]  # not subscriptable at run time
    def __init__(
        self,
        inner: grpc.UnaryUnaryMultiCallable[Any, Any],
        default_s: float,
        bearer: Callable[[], str] | None,
    ) -> None:
        self._inner = inner
        self._default_s = default_s
        self._bearer = bearer

    def __call__(
        self,
        request: Any,
        timeout: float | None = None,
        metadata: Metadata | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        timeout = self._default_s if timeout is None else timeout
        return self._inner(request, timeout, self._completed(metadata), *args, **kwargs)

    def with_call(
        self,
        request: Any,
        timeout: float | None = None,
        metadata: Metadata | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        timeout = self._default_s if timeout is None else timeout
        return self._inner.with_call(request, timeout, self._completed(metadata), *args, **kwargs)

    def future(
        self,
        request: Any,
        timeout: float | None = None,
        metadata: Metadata | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        timeout = self._default_s if timeout is None else timeout
        return self._inner.future(request, timeout, self._completed(metadata), *args, **kwargs)

    def _completed(self, given: Metadata | None) -> Metadata:
        added = () if given is None else tuple(given)
        names = {name for name, _ in added}
        if REQUEST_ID_KEY not in names and (request_id := REQUEST_ID.get()):
            added = (*added, (REQUEST_ID_KEY, request_id))
        if self._bearer is not None and AUTHORIZATION_KEY not in names and (token := self._bearer()):
            added = (*added, (AUTHORIZATION_KEY, BEARER + token))
        return added
