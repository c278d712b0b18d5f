"""Who calls: what a verified token says, and which callers each method of a service takes.

    Bound(..., access={"PlayMove": Access(players=True, services=("ai",), player_scope="play")})

    caller = current()          # inside a handler
    caller.id, caller.tenant_id

The interceptor has verified the token and applied the table before the handler runs. What a caller
may do to this or that game is for the handler to say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

PLAYERS_AUDIENCE = "brettwerk"
"""`aud` of players' tokens, which every service takes. A service's token names the one service it is for."""

ANY_SERVICE = ("*",)


class CallerKind(StrEnum):
    """Whose token it is; the first part of its `sub`."""

    PLAYER = "player"
    SERVICE = "service"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who makes the present call."""

    kind: CallerKind
    id: str
    """A player's id, or a service's name."""
    tenant_id: str
    """Of a player always; of a service only if it acts for one tenant, else empty."""
    scopes: frozenset[str] = frozenset()

    @property
    def is_player(self) -> bool:
        return self.kind is CallerKind.PLAYER


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who may call a method. Nobody, unless it says so."""

    players: bool = False
    services: Collection[str] = ()
    """By name; ANY_SERVICE for all."""
    player_scope: str = ""
    """What a player's token must allow; empty for nothing in particular."""
    service_scope: str = ""
    """The same for a service's."""

    def allows(self, caller: Caller) -> bool:
        if caller.is_player:
            return self.players and (not self.player_scope or self.player_scope in caller.scopes)
        return (caller.id in self.services or self.services == ANY_SERVICE) and (
            not self.service_scope or self.service_scope in caller.scopes
        )


ANYONE = Access(players=True, services=ANY_SERVICE)
"""Whoever has a valid token."""

AccessTable: TypeAlias = Mapping[str, Access]
"""By the method's name alone: `{"PlayMove": Access(...)}`."""


class Refusal(Exception):
    """The caller is not let in."""


class TokenMissing(Refusal):
    """The call has no `authorization: Bearer …`."""


class TokenExpired(Refusal):
    """It was valid once."""


class TokenInvalid(Refusal):
    """Not a token of ours: unreadable, of an unknown issuer, badly signed, or saying what its issuer may not say."""


class WrongAudience(Refusal):
    """It is meant for another service."""


class Forbidden(Refusal):
    """The token is good, and its bearer may not do this. Handlers raise it too."""


CALLER: ContextVar[Caller] = ContextVar("caller")
"""Set by the interceptor for each call; tests of a use case may set it themselves."""


def current() -> Caller:
    """Who makes the present call. Raises LookupError outside of one."""
    return CALLER.get()
