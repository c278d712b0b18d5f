"""Cursors: how far somebody has read in each topic of his stream, as one short opaque text.

A cursor says nothing that its bearer does not know, so it is not signed: a checksum finds out what was changed by
accident, and a mark of the bearer whatever was meant for somebody else. Who makes one up has skipped his own events.

    base64url( version | mark of the bearer: 6 bytes | for each topic: its mark: 5 bytes, sequence: 7 | CRC-32 )
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc32
from collections.abc import Iterable
from hashlib import blake2b

from chassis import Caller
from gateway.problems import Problem
from gateway.stream.topics import Topic

_VERSION = b"\x01"
_BEARER_BYTES = 6
_TOPIC_BYTES = 5
_SEQUENCE_BYTES = 7
_PLACE_BYTES = _TOPIC_BYTES + _SEQUENCE_BYTES
_CHECKSUM_BYTES = 4
_HEAD_BYTES = len(_VERSION) + _BEARER_BYTES
_FORM = re.compile(r"[A-Za-z0-9_-]{1,400}")


def bearer_mark(caller: Caller) -> bytes:
    """What tells one player's cursors from another's."""
    return _mark(f"{caller.tenant_id}:{caller.id}", _BEARER_BYTES)


def topic_mark(topic: Topic) -> bytes:
    """What stands for the topic in a cursor."""
    return _mark(topic.text, _TOPIC_BYTES)


def _mark(text: str, size: int) -> bytes:
    return blake2b(text.encode(), digest_size=size).digest()


def written(bearer: bytes, places: Iterable[tuple[bytes, int]]) -> bytes:
    """The cursor of who has read each topic, named by its mark, up to this sequence."""
    text = b"".join(
        (_VERSION, bearer, *(mark + sequence.to_bytes(_SEQUENCE_BYTES) for mark, sequence in places))
    )
    return urlsafe_b64encode(text + crc32(text).to_bytes(_CHECKSUM_BYTES)).rstrip(b"=")


def read(given: str, bearer: bytes, parameter: str) -> dict[bytes, int]:
    """The sequence by each topic's mark. Raises Problem, of the parameter or header in which it was given."""
    if not _FORM.fullmatch(given):
        raise _invalid(parameter)
    try:
        text = urlsafe_b64decode(given + "=" * (-len(given) % 4))
    except ValueError:
        raise _invalid(parameter) from None
    body, checksum = text[:-_CHECKSUM_BYTES], text[-_CHECKSUM_BYTES:]
    places = body[_HEAD_BYTES:]
    if crc32(body).to_bytes(_CHECKSUM_BYTES) != checksum or body[:1] != _VERSION:
        raise _invalid(parameter)
    if body[1:_HEAD_BYTES] != bearer or len(places) % _PLACE_BYTES:
        raise _invalid(parameter)
    return {
        places[at : at + _TOPIC_BYTES]: int.from_bytes(places[at + _TOPIC_BYTES : at + _PLACE_BYTES])
        for at in range(0, len(places), _PLACE_BYTES)
    }


def _invalid(parameter: str) -> Problem:
    return Problem.of_parameter(parameter, "not a cursor of a stream of yours", "invalid_cursor")
