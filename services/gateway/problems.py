"""Errors as RFC 9457 problems: one way to make them and one way to answer.

What another service answers arrives as its `ErrorInfo.reason` and leaves in lower case as the code; a
reason that `kinds` does not know is our fault and leaves as `internal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import grpc
from flask import Response, request
from pydantic_core import to_json

import chassis
from chassis.logs import REQUEST_ID
from gateway.kinds import KINDS, REFUSALS, Kind

CONTENT_TYPE = "application/problem+json"

_CODE_OF_STATUS = {
    grpc.StatusCode.UNAVAILABLE: "unavailable",
    grpc.StatusCode.DEADLINE_EXCEEDED: "unavailable",
    grpc.StatusCode.CANCELLED: "unavailable",
    grpc.StatusCode.RESOURCE_EXHAUSTED: "too_many_requests",
}
"""Failures of the call itself, whatever was asked."""

_ANOTHER_NAME = {"unknown_topic": "unknown_game"}
"""Reasons about things that have another name outside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a request is at fault: in its body, or in a parameter of its address or a header."""

    pointer: str | None = None
    parameter: str | None = None
    detail: str


@dataclass(eq=False)
class Problem(Exception):
    """Ends a request with this answer."""

    code: str
    detail: str
    places: tuple[Place, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    candidates: tuple[str, ...] | None = None
    """Of a move refused in a game, what is legal instead; None for every other problem."""
    retry_after_s: int = 1
    """Told where the status asks for it."""

    @classmethod
    def of_field(cls, pointer: str, detail: str, code: str = "invalid_field") -> Problem:
        return cls(code, detail, (Place(pointer=pointer, detail=detail),))

    @classmethod
    def of_parameter(cls, name: str, detail: str, code: str = "invalid_field") -> Problem:
        return cls(code, detail, (Place(parameter=name, detail=detail),))

    @property
    def kind(self) -> Kind:
        return (KINDS if self.candidates is None else REFUSALS)[self.code]

    @property
    def body(self) -> dict[str, Any]:
        """All that the request's address need not be known for."""
        anchor = self.code if self.candidates is None else f"refused-{self.code}"
        body: dict[str, Any] = {
            "type": f"/docs#{anchor}",
            "title": self.kind.title.en,
            "status": int(self.kind.status),
            "code": self.code,
            "detail": _printable(self.detail),
            "request_id": REQUEST_ID.get(),
            "errors": [_place(place) for place in self.places],
            "facts": dict(self.facts),
        }
        if self.candidates is not None:
            body["candidates"] = [{"notation": candidate} for candidate in self.candidates]
        return body

    @property
    def headers(self) -> dict[str, str]:
        match self.kind.status:
            case HTTPStatus.TOO_MANY_REQUESTS | HTTPStatus.SERVICE_UNAVAILABLE:
                return {"Retry-After": str(self.retry_after_s)}
            case HTTPStatus.UNAUTHORIZED:
                return {"WWW-Authenticate": "Bearer"}
        return {}


def internal() -> Problem:
    return Problem("internal", KINDS["internal"].title.en)


def of_rpc(error: grpc.RpcError, *, history: str = "history") -> Problem:
    """What a failed call to a service means to who asked us; `history` is our field of the moves played."""
    problem = chassis.problem_of(error)
    code = _CODE_OF_STATUS.get(problem.status)
    if code is not None:
        return Problem(code, KINDS[code].title.en)
    code = problem.reason.lower()
    if _is_refusal(problem, code):
        return _refused(problem, code)
    code = _ANOTHER_NAME.get(code, code)
    if code not in KINDS or KINDS[code].status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return internal()
    if code == "invalid_cursor":
        return Problem.of_parameter("after", problem.message, code)
    if code == "invalid_page_token":
        return Problem.of_parameter("page_token", problem.message, code)
    places = tuple(
        Place(pointer=flat_pointer(violation.pointer, history), detail=violation.description)
        for violation in problem.violations
    )
    return Problem(code, problem.message, places, problem.facts)


def _is_refusal(problem: chassis.Problem, code: str) -> bool:
    # One word is a rule and a state of the game as well. The state comes with the turn.
    in_state = code in KINDS and "turn" in problem.facts
    return problem.status is grpc.StatusCode.FAILED_PRECONDITION and code in REFUSALS and not in_state


def _refused(problem: chassis.Problem, code: str) -> Problem:
    title = REFUSALS[code].title.en
    return Problem(
        code,
        problem.message or title,
        (Place(pointer="/move", detail=title),),
        candidates=tuple(problem.facts.get("candidates", "").split()),
    )


def flat_pointer(pointer: str, history: str = "history") -> str:
    """A pointer into a message of a service as one into our flat body."""
    parts: list[str] = []
    for part in pointer.split("/"):
        match parts[-1:], part:
            case _, "position" | "game":
                pass
            case ["ruleset"], "key":
                pass
            case ["ruleset"], "options":
                parts[-1] = "options"
            case ["history"], "moves":
                parts[-1] = history
            case ["history"], "start_fen":
                parts[-1] = "start_fen"
            case ["time_control"], "fischer" | "delay" | "per_move" | "correspondence":
                pass
            case _:
                parts.append(part)
    return "/".join(parts)


def answer(problem: Problem, headers: Iterable[tuple[str, str]] = ()) -> Response:
    response = Response(written(problem, request.path), status=problem.kind.status, content_type=CONTENT_TYPE)
    response.headers.extend(headers)
    response.headers.extend(problem.headers)
    return response


def written(problem: Problem, address: str) -> bytes:
    """The body of the answer to a request for this address."""
    return to_json({**problem.body, "instance": _printable(address)})


def _place(place: Place) -> dict[str, str]:
    if place.parameter is not None:
        return {"parameter": _printable(place.parameter), "detail": _printable(place.detail)}
    return {"pointer": _printable(place.pointer or ""), "detail": _printable(place.detail)}


def _printable(text: str) -> str:
    """The text without lone surrogates, which no UTF-8 can hold, and not without end."""
    return text[:500].encode("utf-8", "replace").decode("utf-8")
