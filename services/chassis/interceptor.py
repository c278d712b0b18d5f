"""What happens around every unary RPC: know the caller, parse, time, count, and give errors their status.

One interceptor for all of it, and each method is wrapped once: what a call pays is two dictionary
look-ups, one closure and two metric updates. Streaming methods (health watching, reflection) pass
through untouched; a service of ours has none on a synchronous server, where each would hold a thread.
Health and reflection are open to all; any other method is open to whom its service's access table names.
"""

from __future__ import annotations  # grpc's handler is generic to type checkers only

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError
from grpc_health.v1 import health
from grpc_reflection.v1alpha import reflection

from chassis import caller, metrics
from chassis.caller import CALLER, Access, AccessTable
from chassis.errors import (
    Answer,
    ErrorTable,
    Problem,
    Unavailable,
    Violation,
    problem_for,
    problem_of,
    status_of,
)
from chassis.logs import REQUEST_ID
from chassis.tokens import Verifier

log = structlog.get_logger()

REQUEST_ID_KEY = "x-request-id"
"""Metadata key of the id that the gateway gives to each request from outside."""
AUTHORIZATION_KEY = "authorization"
BEARER = "Bearer "

_OPEN = frozenset((health.SERVICE_NAME, reflection.SERVICE_NAME))
_NOBODY = Access()

# What every service answers alike; its own table comes first.
_COMMON: ErrorTable = {
    caller.TokenMissing: Answer(status=grpc.StatusCode.UNAUTHENTICATED, reason="TOKEN_MISSING"),
    caller.TokenExpired: Answer(status=grpc.StatusCode.UNAUTHENTICATED, reason="TOKEN_EXPIRED"),
    caller.TokenInvalid: Answer(status=grpc.StatusCode.UNAUTHENTICATED, reason="TOKEN_INVALID"),
    caller.WrongAudience: Answer(status=grpc.StatusCode.UNAUTHENTICATED, reason="WRONG_AUDIENCE"),
    caller.Forbidden: Answer(status=grpc.StatusCode.PERMISSION_DENIED, reason="FORBIDDEN"),
    Unavailable: Answer(status=grpc.StatusCode.UNAVAILABLE, reason="UNAVAILABLE"),
}

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")
_Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Edge(grpc.ServerInterceptor):
    """The border between the wire and a service's own code."""

    def __init__(self, verifier: Verifier) -> None:
        self.tables: dict[str, ErrorTable] = {}
        """Error table by full service name; filled before the server starts."""
        self.access: dict[str, AccessTable] = {}
        """Access table by full service name; same."""
        self._verifier = verifier
        self._wrapped: dict[str, _Handler] = {}

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler[_Request, _Response] | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[_Request, _Response] | None:
        method = handler_call_details.method
        wrapped = self._wrapped.get(method)
        if wrapped is None:
            handler = continuation(handler_call_details)
            # Unknown methods are not remembered: their names are the caller's to invent.
            if handler is None or handler.unary_unary is None:
                return handler
            _, service, name = method.split("/")
            wrapped = self._wrapped[method] = _wrap(
                method,
                handler,
                {**_COMMON, **self.tables.get(service, {})},
                None if service in _OPEN else self.access.get(service, {}).get(name, _NOBODY),
                self._verifier,
            )
        return wrapped


def _wrap(
    method: str, handler: _Handler, table: ErrorTable, access: Access | None, verifier: Verifier
) -> _Handler:
    """The handler with the border around it; without `access` anybody may come.

    Requests reach it as bytes and are parsed inside. An answer that is bytes is sent as it is.
    """
    behaviour, parse = handler.unary_unary, handler.request_deserializer
    serialize = handler.response_serializer
    if behaviour is None or parse is None or serialize is None:
        raise TypeError(f"{method} is not a unary method with a message type")
    observe_seconds = metrics.SECONDS.labels(method).observe
    count_ok = metrics.RPCS.labels(method, grpc.StatusCode.OK.name).inc

    def answer(data: bytes, context: grpc.ServicerContext) -> Any:
        request_id, authorization = "", ""
        for key, value in context.invocation_metadata():
            if key == AUTHORIZATION_KEY:
                authorization = str(value)
            elif key == REQUEST_ID_KEY:
                request_id = str(value)[:64]
        REQUEST_ID.set(request_id)
        if not context.is_active():
            # It waited for a thread past its deadline, or was cancelled: nobody reads an answer.
            metrics.RPCS.labels(method, grpc.StatusCode.CANCELLED.name).inc()
            context.abort(grpc.StatusCode.CANCELLED, "the caller has gone")
        began = perf_counter()
        try:
            if access is not None:
                CALLER.set(_admitted(authorization, access, verifier))
            response = behaviour(parse(data), context)
            encoded = response if type(response) is bytes else serialize(response)
        except Exception as error:  # noqa: BLE001  # the last place that can still answer the caller
            problem = _problem_of_handler(error, method, table)
            metrics.RPCS.labels(method, problem.status.name).inc()
            context.abort_with_status(status_of(problem))
        finally:
            observe_seconds(perf_counter() - began)
        count_ok()
        return encoded

    return grpc.unary_unary_rpc_method_handler(answer, request_deserializer=None, response_serializer=None)


def _admitted(authorization: str, access: Access, verifier: Verifier) -> caller.Caller:
    """The caller, let in. Raises a caller.Refusal."""
    if not authorization.startswith(BEARER):
        raise caller.TokenMissing("the call needs a token: authorization: Bearer …")
    found = verifier.caller_of(authorization[len(BEARER) :])
    if not access.allows(found):
        raise caller.Forbidden(f"this is not open to {found.kind} {found.id} with its token")
    return found


def _problem_of_handler(error: Exception, method: str, table: ErrorTable) -> Problem:
    if isinstance(error, DecodeError):
        # Broken wire format, or a text field that is not UTF-8; protobuf does not say which field.
        return Problem(
            status=grpc.StatusCode.INVALID_ARGUMENT,
            reason="MALFORMED_REQUEST",
            message="the request is not a valid protobuf message of its type",
            violations=(Violation(pointer="", description="not a valid protobuf message"),),
        )
    problem = problem_for(error, table)
    if problem is None and isinstance(error, grpc.RpcError):
        problem = _problem_of_part(problem_of(error))
    if problem is None:
        log.error("rpc failed", method=method, exc_info=error)
        problem = Problem(
            status=grpc.StatusCode.INTERNAL,
            reason="INTERNAL",
            message="internal error; the log has it",
        )
    return problem


def _problem_of_part(behind: Problem) -> Problem | None:
    """A service that this one calls does not answer: the caller may try again. Its other errors are our bugs."""
    if behind.status not in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}:
        return None
    log.warning("part unavailable", detail=behind.message)
    return Problem(
        status=grpc.StatusCode.UNAVAILABLE,
        reason="UNAVAILABLE",
        message="a part of the server does not answer",
    )
