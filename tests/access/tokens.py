"""Tokens that nobody should take, and how they are made."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import jwt

from tests.identity import SERVICES, Identity

_HOUR_S = 3600


def signed(identity: Identity, signer: str, *, named: str = "", **claims: Any) -> str:
    """A token with the signer's key; it names itself as issuer, or another if told."""
    issuer = named or signer
    now = int(time.time())
    whole = {"iss": issuer, "iat": now, "exp": now + _HOUR_S, "scope": "play engine", **claims}
    key = identity.key(signer).read_bytes()
    return jwt.encode(whole, key.decode(), algorithm="EdDSA", headers={"kid": issuer})


def player(identity: Identity, signer: str = "gateway", **claims: Any) -> str:
    return signed(identity, signer, **{"sub": "player:anna", "aud": "brettwerk", "tenant": "local", **claims})


def unsigned() -> str:
    claims = {"iss": "gateway", "sub": "player:anna", "aud": "brettwerk", "tenant": "local", "scope": "play"}
    now = int(time.time())
    return jwt.encode(
        {**claims, "iat": now, "exp": now + _HOUR_S}, "", algorithm="none", headers={"kid": "gateway"}
    )


def signed_with_the_public_key(identity: Identity) -> str:
    """As if the public key were a secret that both sides share."""
    claims = {"iss": "gateway", "sub": "player:anna", "aud": "brettwerk", "tenant": "local", "scope": "play"}
    now = int(time.time())
    # The library refuses to do this with a PEM key, as it should.
    secret = (identity.public_keys / "gateway.pem").read_bytes().replace(b"-----", b"")
    return jwt.encode(
        {**claims, "iat": now, "exp": now + _HOUR_S}, secret, algorithm="HS256", headers={"kid": "gateway"}
    )


Maker = Callable[[Identity, str], str]
"""A token for a call to this service."""

BAD_TOKENS: dict[str, tuple[Maker, str]] = {
    "no token": (lambda identity, service: "", "TOKEN_MISSING"),
    "nonsense": (lambda identity, service: "nonsense", "TOKEN_INVALID"),
    "unsigned": (lambda identity, service: unsigned(), "TOKEN_INVALID"),
    "signed with the public key": (
        lambda identity, service: signed_with_the_public_key(identity),
        "TOKEN_INVALID",
    ),
    "an expired player": (
        lambda identity, service: player(identity, exp=int(time.time()) - 60),
        "TOKEN_EXPIRED",
    ),
    "an expired service": (
        lambda identity, service: signed(
            identity, other(service), sub=f"service:{other(service)}", aud=service, exp=int(time.time()) - 60
        ),
        "TOKEN_EXPIRED",
    ),
    "a player without end": (lambda identity, service: player(identity, exp=None), "TOKEN_INVALID"),
    "a service's token for another": (
        lambda identity, service: signed(
            identity, other(service), sub=f"service:{other(service)}", aud=third(service)
        ),
        "WRONG_AUDIENCE",
    ),
    "a service's token for everybody": (
        lambda identity, service: signed(
            identity, other(service), sub=f"service:{other(service)}", aud="brettwerk"
        ),
        "WRONG_AUDIENCE",
    ),
    "a player's token for this service": (
        lambda identity, service: player(identity, aud=service),
        "WRONG_AUDIENCE",
    ),
    "a player's token for others": (lambda identity, service: player(identity, aud="shop"), "WRONG_AUDIENCE"),
    "a player signed by a service": (
        lambda identity, service: player(identity, signer=other(service)),
        "TOKEN_INVALID",
    ),
    "a service signed by another": (
        lambda identity, service: signed(
            identity, other(service), sub=f"service:{third(service)}", aud=service
        ),
        "TOKEN_INVALID",
    ),
    "a service under another's name": (
        lambda identity, service: signed(
            identity, other(service), named=third(service), sub=f"service:{third(service)}", aud=service
        ),
        "TOKEN_INVALID",
    ),
    "a player of no tenant": (lambda identity, service: player(identity, tenant=""), "TOKEN_INVALID"),
    "nobody at all": (lambda identity, service: player(identity, sub="player:"), "TOKEN_INVALID"),
    "another kind of bearer": (lambda identity, service: player(identity, sub="admin:anna"), "TOKEN_INVALID"),
}
"""What is wrong with a token, and how it is refused wherever one is needed."""


def other(service: str) -> str:
    """A service that is not this one."""
    return next(name for name in SERVICES if name != service)


def third(service: str) -> str:
    return next(name for name in reversed(SERVICES) if name not in {service, other(service)})
