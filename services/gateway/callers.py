"""Who asks: the token of a request from outside, checked before anything else is looked at.

Players' tokens alone come in this way. Those of services are for their calls to each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import g

from chassis import Caller
from chassis.caller import TokenExpired, TokenInvalid, WrongAudience
from chassis.tokens import Verifier
from gateway.kinds import KINDS
from gateway.problems import Problem

_CODES: dict[type[Exception], str] = {
    TokenExpired: "token_expired",
    TokenInvalid: "token_invalid",
    WrongAudience: "wrong_audience",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A player who asks, with the token that says so."""

    player: Caller
    token: str


def admit(authorization: str | None, verifier: Verifier) -> Visitor | None:
    """Whose token the header `Authorization` has; None where there is no such header. Raises Problem."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Problem("token_invalid", "the header has the form Authorization: Bearer …")
    try:
        caller = verifier.caller_of(token)
    except (TokenExpired, TokenInvalid, WrongAudience) as refusal:
        raise Problem(_CODES[type(refusal)], str(refusal)) from None
    if not caller.is_player:
        raise Problem("forbidden", "services do not come in this way")
    return Visitor(player=caller, token=token)


def missing() -> Problem:
    """What is answered where only a player may ask and nobody says who he is."""
    return Problem("token_missing", KINDS["token_missing"].title.en)


def visitor() -> Visitor | None:
    """Who makes the present request, if he says so."""
    found: Visitor | None = g.get("visitor")
    return found


def player() -> Caller:
    """The player who makes the present request. Raises Problem."""
    found = visitor()
    if found is None:
        raise missing()
    return found.player


def require_player() -> None:
    """For `before_request` of addresses that only players may ask. Raises Problem."""
    player()
