"""Errors on the wire: one table per service, exception to status, and the way back.

The domain raises plain exceptions named for the fact. `rpc.py` says once what each means to a
caller, as an `Answer`. The chassis turns the pair into a gRPC status whose details are a
`google.rpc.ErrorInfo` (the stable reason) and, where the request is at fault, a
`google.rpc.BadRequest` with JSON pointers into it. A client reads the same facts back with
`problem_of`. An exception that no table knows is a bug and never reaches the caller.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import TypeAlias

import grpc
from google.protobuf.any_pb2 import Any
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

DOMAIN = "brettwerk"
"""`ErrorInfo.domain` of every error of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an exception means to a caller: its status, its stable reason, and which facts go with it."""

    status: grpc.StatusCode
    reason: str
    """In capitals, `UNKNOWN_RULESET`; REST shows it in lower case as `code`."""
    facts: tuple[str, ...] = ()
    """Attributes of the exception handed over as text in `ErrorInfo.metadata`."""


ErrorTable: TypeAlias = Mapping[type[Exception], Answer]
"""A subclass is answered like its nearest listed ancestor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One fault in a request: where (a JSON pointer, "" is the whole request) and what."""

    pointer: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """An error as it travels: what both sides of an RPC know about it."""

    status: grpc.StatusCode
    reason: str
    message: str
    violations: tuple[Violation, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


class Refused(Exception):
    """Raised by an adapter that already knows the whole answer, for instance several violations at once."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Unavailable(Exception):
    """A part that this needs does not answer. Every service answers it as UNAVAILABLE."""


class at:  # noqa: N801  # reads as a word: with at("/fen")
    """Marks where in the request the enclosed code is reading: `with at("/requests/3"), at("/fen"): ...`.

    An exception that passes through is reported with this pointer before its own.
    """

    __slots__ = ("_pointer",)

    def __init__(self, pointer: str) -> None:
        self._pointer = pointer

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            error.__dict__["pointer"] = self._pointer + error.__dict__.get("pointer", "")


def problem_for(error: Exception, table: ErrorTable) -> Problem | None:
    """What the caller is told about `error`; None if no table row covers it, that is, for a bug."""
    pointer: str | None = error.__dict__.get("pointer")
    if isinstance(error, Refused):
        return _moved(error.problem, pointer or "")
    answer = next((table[kind] for kind in type(error).__mro__ if kind in table), None)
    if answer is None:
        return None
    message = str(error)
    return Problem(
        status=answer.status,
        reason=answer.reason,
        message=message,
        violations=() if pointer is None else (Violation(pointer=pointer, description=message),),
        facts={fact: str(getattr(error, fact)) for fact in answer.facts},
    )


def _moved(problem: Problem, prefix: str) -> Problem:
    violations = tuple(
        Violation(pointer=prefix + violation.pointer, description=violation.description)
        for violation in problem.violations
    )
    return Problem(
        status=problem.status,
        reason=problem.reason,
        message=problem.message,
        violations=violations,
        facts=problem.facts,
    )


_MOST_MESSAGE_CHARS = 300
_MOST_POINTER_CHARS = 400
_MOST_FACT_CHARS = 2000
_MOST_VIOLATIONS = 4
"""A status travels in headers, of which a call may have 8 kB; a value that was sent to us may be a megabyte."""


def status_of(problem: Problem) -> grpc.Status:
    """The gRPC status with its rich details, ready for `context.abort_with_status`. Long texts are cut."""
    facts = {name: _short(fact, _MOST_FACT_CHARS) for name, fact in problem.facts.items()}
    message = _short(problem.message, _MOST_MESSAGE_CHARS)
    details = [_packed(ErrorInfo(reason=problem.reason, domain=DOMAIN, metadata=facts))]
    if problem.violations:
        violations = [
            BadRequest.FieldViolation(
                field=_short(violation.pointer, _MOST_POINTER_CHARS),
                description=_short(violation.description, _MOST_MESSAGE_CHARS),
                reason=problem.reason,
            )
            for violation in problem.violations[:_MOST_VIOLATIONS]
        ]
        details.append(_packed(BadRequest(field_violations=violations)))
    # A gRPC status number is the first half of the enum's value: (3, "invalid argument").
    status = Status(code=problem.status.value[0], message=message, details=details)
    return rpc_status.to_status(status)


def _short(text: str, most_chars: int) -> str:
    return text if len(text) <= most_chars else f"{text[: most_chars - 1]}…"


def _packed(detail: ErrorInfo | BadRequest) -> Any:
    packed = Any()
    packed.Pack(detail)
    return packed


def problem_of(error: grpc.RpcError) -> Problem:
    """What a failed call says. Without details of ours, the reason is the status's own name, `UNAVAILABLE`."""
    if not isinstance(error, grpc.Call):
        return Problem(
            status=grpc.StatusCode.UNKNOWN, reason=grpc.StatusCode.UNKNOWN.name, message=str(error)
        )
    info, request = ErrorInfo(), BadRequest()
    status = rpc_status.from_call(error)
    for detail in status.details if status is not None else ():
        # Unpack does nothing, and says so by returning False, when the detail is of another type.
        detail.Unpack(info)
        detail.Unpack(request)
    return Problem(
        status=error.code(),
        reason=info.reason or error.code().name,
        message=error.details() or "",
        violations=tuple(
            Violation(pointer=violation.field, description=violation.description)
            for violation in request.field_violations
        ),
        facts=dict(info.metadata),
    )
