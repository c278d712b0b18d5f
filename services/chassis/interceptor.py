"""What happens around every unary RPC: parse, time, count, and give errors their status.

One interceptor for all of it, and each method is wrapped once: what a call pays is one dictionary
look-up, one closure and two metric updates. Streaming methods (health watching, reflection) pass
through untouched; a service of ours has none on a synchronous server, where each would hold a thread.
"""

from __future__ import annotations  # grpc's handler is generic to type checkers only

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError

from chassis import metrics
from chassis.errors import ErrorTable, Problem, Violation, problem_for, status_of
from chassis.logs import REQUEST_ID

log = structlog.get_logger()

REQUEST_ID_KEY = "x-request-id"
"""Metadata key of the id that the gateway gives to each request from outside."""

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")
_Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Edge(grpc.ServerInterceptor):
    """The border between the wire and a service's own code."""

    def __init__(self) -> None:
        self.tables: dict[str, ErrorTable] = {}
        """Error table by full service name; filled before the server starts."""
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
            service = method.split("/")[1]
            wrapped = self._wrapped[method] = _wrap(method, handler, self.tables.get(service, {}))
        return wrapped


def _wrap(method: str, handler: _Handler, table: ErrorTable) -> _Handler:
    """The handler with the border around it. Requests reach it as bytes and are parsed inside."""
    behaviour, parse = handler.unary_unary, handler.request_deserializer
    if behaviour is None or parse is None:
        raise TypeError(f"{method} is not a unary method with a message type")
    observe_seconds = metrics.SECONDS.labels(method).observe
    count_ok = metrics.RPCS.labels(method, grpc.StatusCode.OK.name).inc

    def answer(data: bytes, context: grpc.ServicerContext) -> Any:
        REQUEST_ID.set(_request_id(context))
        if not context.is_active():
            # It waited for a thread past its deadline, or was cancelled: nobody reads an answer.
            metrics.RPCS.labels(method, grpc.StatusCode.CANCELLED.name).inc()
            context.abort(grpc.StatusCode.CANCELLED, "the caller has gone")
        began = perf_counter()
        try:
            response = behaviour(parse(data), context)
        except Exception as error:  # noqa: BLE001  # the last place that can still answer the caller
            problem = _problem_of_handler(error, method, table)
            metrics.RPCS.labels(method, problem.status.name).inc()
            context.abort_with_status(status_of(problem))
        finally:
            observe_seconds(perf_counter() - began)
        count_ok()
        return response

    return grpc.unary_unary_rpc_method_handler(
        answer, request_deserializer=None, response_serializer=handler.response_serializer
    )


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
    if problem is None:
        log.error("rpc failed", method=method, exc_info=error)
        problem = Problem(
            status=grpc.StatusCode.INTERNAL,
            reason="INTERNAL",
            message="internal error; the log has it",
        )
    return problem


def _request_id(context: grpc.ServicerContext) -> str:
    for key, value in context.invocation_metadata():
        if key == REQUEST_ID_KEY:
            return str(value)[:64]
    return ""
