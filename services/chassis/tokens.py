"""Tokens: who issues them, what they say, and how they are verified.

A token is a JWT signed with Ed25519 (`alg` EdDSA). Its issuers are the services, each with a key pair of its
own; `kid` and `iss` are the issuer's name, and `<name>.pem` in the folder of public keys verifies it.

| | `sub` | `aud` | `iss` |
|---|---|---|---|
| a player | `player:<id>` | `brettwerk` | `gateway`, and nobody else |
| a service | `service:<name>` | the service called | that same name |

    source = TokenSource("games", settings.key)
    channel = connect(settings.ai_address, bearer=source.bearer("ai"))
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from chassis.caller import (
    PLAYERS_AUDIENCE,
    Caller,
    CallerKind,
    TokenExpired,
    TokenInvalid,
    WrongAudience,
)

PLAYERS_ISSUER = "gateway"
SERVICE_TOKEN_S = 300
_RENEW_BEFORE_S = 60
"""A cached token is replaced while it has this long to live: a call must not outlast it on the way."""
_CLOCK_SKEW_S = 5
"""Machines' clocks differ: a token is taken this long before it begins and after it ends."""
_MOST_REMEMBERED = 20_000
_LONGEST_TOKEN_CHARS = 4096

PASSED_ON: ContextVar[str] = ContextVar("passed_on", default="")
"""The token of the person whose request is being served, for `passed_on_or`; "" for none."""


class TokenSource:
    """Makes the tokens of one service with its private key. Safe for threads."""

    def __init__(self, service: str, key: Path) -> None:
        self._service = service
        self._key = _private_key(key)
        self._cached: dict[tuple[str, str, frozenset[str]], tuple[str, float]] = {}

    def token(self, audience: str, *, tenant_id: str = "", scopes: Collection[str] = ()) -> str:
        """A token of this service for a call to `audience`, with at least a minute to live."""
        wanted = (audience, tenant_id, frozenset(scopes))
        now = time.time()
        cached = self._cached.get(wanted)
        if cached is not None and cached[1] - now > _RENEW_BEFORE_S:
            return cached[0]
        claims = {"sub": f"{CallerKind.SERVICE}:{self._service}", "aud": audience}
        if tenant_id:
            claims["tenant"] = tenant_id
        token = self._signed(claims, scopes, now, SERVICE_TOKEN_S)
        if len(self._cached) >= _MOST_REMEMBERED:
            self._cached.clear()
        self._cached[wanted] = (token, now + SERVICE_TOKEN_S)
        return token

    def bearer(
        self, audience: str, *, tenant_id: str = "", scopes: Collection[str] = ()
    ) -> Callable[[], str]:
        """The same as a function, for `connect(bearer=…)`."""
        return lambda: self.token(audience, tenant_id=tenant_id, scopes=scopes)

    def player_token(
        self,
        player_id: str,
        *,
        tenant_id: str,
        kind: str,
        lifetime_s: int,
        scopes: Collection[str] = ("play",),
    ) -> tuple[str, float]:
        """A new token of a player, and when it expires in Unix seconds. Only the gateway's are taken by others."""
        now = time.time()
        claims = {
            "sub": f"{CallerKind.PLAYER}:{player_id}",
            "aud": PLAYERS_AUDIENCE,
            "tenant": tenant_id,
            "kind": kind,
        }
        return self._signed(claims, scopes, now, lifetime_s), float(int(now) + lifetime_s)

    def _signed(self, claims: Mapping[str, Any], scopes: Collection[str], now: float, lifetime_s: int) -> str:
        return jwt.encode(
            {
                "iss": self._service,
                **claims,
                "scope": " ".join(sorted(scopes)),
                "iat": int(now),
                "exp": int(now) + lifetime_s,
                "jti": uuid.uuid4().hex,
            },
            self._key,
            algorithm="EdDSA",
            headers={"kid": self._service},
        )


def passed_on_or(own: Callable[[], str]) -> Callable[[], str]:
    """A bearer that hands on the token of the person being served (PASSED_ON), and its own for anonymous requests."""
    return lambda: PASSED_ON.get() or own()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A caller and the Unix time until which his token is taken."""

    caller: Caller
    expires_s: float


class Verifier:
    """Turns tokens into callers for one service. Safe for threads.

    A signature costs more than 100 µs, so a verified token is remembered until it expires: every further
    call with it costs one dictionary look-up.
    """

    def __init__(self, service: str, public_keys: Path, clock: Callable[[], float] = time.time) -> None:
        self._service = service
        self._clock = clock
        self._keys = _public_keys(public_keys)
        self._known: dict[str, Verified] = {}
        self._lock = threading.Lock()

    def caller_of(self, token: str) -> Caller:
        """Raises TokenExpired, TokenInvalid or WrongAudience."""
        known = self._known.get(token)
        if known is not None:
            if known.expires_s > self._clock():
                return known.caller
            with self._lock:
                self._known.pop(token, None)
        verified = self._verified(token)
        with self._lock:
            if len(self._known) >= _MOST_REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[token] = verified
        return verified.caller

    def _verified(self, token: str) -> Verified:
        if len(token) > _LONGEST_TOKEN_CHARS:
            raise TokenInvalid("the token is too long")
        try:
            issuer = jwt.get_unverified_header(token).get("kid")
            key = self._keys.get(issuer) if isinstance(issuer, str) else None
            if key is None:
                raise TokenInvalid("the token's issuer is not known")
            claims = jwt.decode(
                token,
                key,
                algorithms=["EdDSA"],
                issuer=issuer,
                audience=(self._service, PLAYERS_AUDIENCE),
                # The times are looked at below, by the same clock as the remembered ones.
                options={
                    "require": ["iss", "sub", "aud", "exp", "iat"],
                    "verify_exp": False,
                    "verify_iat": False,
                },
            )
        except jwt.InvalidAudienceError:
            raise WrongAudience(f"the token is not for {self._service}") from None
        except (jwt.PyJWTError, ValueError) as fault:
            raise TokenInvalid(f"the token is not valid: {fault}") from None
        begins, ends, now = claims["iat"], claims["exp"], self._clock()
        if not (isinstance(begins, int | float) and isinstance(ends, int | float)):
            raise TokenInvalid("the token's times are no numbers")
        if begins - _CLOCK_SKEW_S > now:
            raise TokenInvalid("the token is not valid yet")
        if ends + _CLOCK_SKEW_S <= now:
            raise TokenExpired("the token has expired")
        return Verified(caller=self._caller(claims, cast(str, issuer)), expires_s=float(ends) + _CLOCK_SKEW_S)

    def _caller(self, claims: Mapping[str, Any], issuer: str) -> Caller:
        kind, _, name = str(claims["sub"]).partition(":")
        tenant_id, scope = claims.get("tenant", ""), claims.get("scope", "")
        if not (name and isinstance(tenant_id, str) and isinstance(scope, str)):
            raise TokenInvalid("the token does not say who bears it")
        audience = claims["aud"]
        scopes = frozenset(scope.split())
        if kind == CallerKind.PLAYER:
            if issuer != PLAYERS_ISSUER or not tenant_id:
                raise TokenInvalid(f"{issuer} does not issue tokens of players without a tenant, or at all")
            if audience != PLAYERS_AUDIENCE:
                raise WrongAudience(f"a player's token is for {PLAYERS_AUDIENCE}")
            return Caller(kind=CallerKind.PLAYER, id=name, tenant_id=tenant_id, scopes=scopes)
        if kind == CallerKind.SERVICE and name == issuer:
            if audience != self._service:
                raise WrongAudience(f"the token is not for {self._service}")
            return Caller(kind=CallerKind.SERVICE, id=name, tenant_id=tenant_id, scopes=scopes)
        raise TokenInvalid(f"{issuer} may not speak for {kind}:{name}")


def make_keys(private: Path, public: Path, service: str) -> None:
    """Write a new key pair: `<service>.pem` in both folders, the private one for its owner alone.

    A private key that is there stays, and its public half is written from it.
    """
    private_path = private / f"{service}.pem"
    if private_path.exists():
        key = _private_key(private_path)
    else:
        key = Ed25519PrivateKey.generate()
        private.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Written whole under another name first: a start that is killed here leaves no half a key.
        draft = private_path.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        draft.replace(private_path)
    public.mkdir(parents=True, exist_ok=True)
    text = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (public / f"{service}.pem").write_bytes(text)


def _private_key(path: Path) -> Ed25519PrivateKey:
    key = load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{path} is not an Ed25519 key")
    return key


def _public_keys(folder: Path) -> dict[str, Ed25519PublicKey]:
    keys = {}
    for path in sorted(folder.glob("*.pem")):
        key = load_pem_public_key(path.read_bytes())
        if not isinstance(key, Ed25519PublicKey):
            raise ValueError(f"{path} is not an Ed25519 key")
        keys[path.stem] = key
    if not keys:
        raise ValueError(f"no public key in {folder}: nobody could call")
    return keys
