"""Tickets: a token in a form that may stand in an address, for browsers' EventSource, which sends no headers.

A ticket is the token itself, encrypted with a key that is made of the process's own, so that any process of the house
takes it. It is good for half a minute and for one stream: whoever takes it first notes that in Valkey. Where Valkey
is away only this process remembers; then a ticket that was overheard could be used at another process, for what is
left of its half minute.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64encode
from pathlib import Path
from secrets import token_bytes

import redis.asyncio
import structlog
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

log = structlog.get_logger()

LIFETIME_S = 30
_REMEMBERED_S = 2 * LIFETIME_S
"""Longer than any ticket is taken, also where clocks differ."""
_TIMEOUT_S = 0.25
_PREFIX = "brettwerk-ticket:"
_NUMBER_BYTES = 16
MAX_CHARS = 6000


class TicketInvalid(Exception):
    """It is none of ours, too old, or was used before."""


class Tickets:
    """Gives tickets and takes them. Make it in the running loop."""

    def __init__(self, key: Path, valkey: str) -> None:
        self._box = Fernet(_secret(key))
        self._used: dict[bytes, float] = {}
        self._valkey = (
            redis.asyncio.Redis.from_url(
                valkey,
                socket_timeout=_TIMEOUT_S,
                socket_connect_timeout=_TIMEOUT_S,
                retry=Retry(NoBackoff(), 0),
            )
            if valkey
            else None
        )

    def give(self, token: str) -> str:
        """A ticket for who bears this token."""
        return self._box.encrypt(token_bytes(_NUMBER_BYTES) + token.encode()).decode()

    async def take(self, ticket: str) -> str:
        """The token. Raises TicketInvalid."""
        try:
            text = self._box.decrypt(ticket.encode(), ttl=LIFETIME_S)
        except (InvalidToken, UnicodeError):
            raise TicketInvalid("none of ours, or older than half a minute") from None
        number, token = text[:_NUMBER_BYTES], text[_NUMBER_BYTES:]
        if not await self._is_first(number):
            raise TicketInvalid("used before")
        return token.decode()

    async def _is_first(self, number: bytes) -> bool:
        """Nobody has taken the ticket of this number yet, as far as can be known."""
        now_s = time.monotonic()
        for used, until_s in list(self._used.items()):
            if until_s > now_s:
                break  # they are in the order of their coming
            del self._used[used]
        if number in self._used:
            return False
        self._used[number] = now_s + _REMEMBERED_S
        if self._valkey is None:
            return True
        try:
            return bool(await self._valkey.set(_PREFIX + number.hex(), b"", nx=True, ex=_REMEMBERED_S))
        except redis.RedisError as fault:
            log.warning("a ticket is known here alone", detail=str(fault))
            return True

    async def close(self) -> None:
        if self._valkey is not None:
            await self._valkey.aclose()


def _secret(key: Path) -> bytes:
    """What all processes with this private key have, and nobody else."""
    private = load_pem_private_key(key.read_bytes(), None)
    plain = private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return urlsafe_b64encode(HKDF(SHA256(), 32, salt=None, info=b"brettwerk stream tickets").derive(plain))
