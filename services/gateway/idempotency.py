"""The header `Idempotency-Key`: whoever sends a wish again gets what the first one made."""

from __future__ import annotations

import re
from uuid import uuid4

from flask import request

from gateway.problems import Problem

HEADER = "Idempotency-Key"
REPLAYED = {"Idempotency-Replayed": "true"}
"""Headers of an answer to a wish that was fulfilled before."""
_FORM = re.compile(r"[\x21-\x7e]{1,64}")


def key() -> str:
    """The caller's, or a new one: a call that is tried again after a lost answer makes one thing in any case.

    Raises Problem.
    """
    given = request.headers.get(HEADER)
    if given is None:
        return f"own-{uuid4().hex}"
    if not _FORM.fullmatch(given):
        raise Problem.of_parameter(HEADER, "1 to 64 printable characters of ASCII without spaces")
    return given
