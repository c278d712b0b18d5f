"""The id under which a request is logged, here and in every service that is asked for it."""

from __future__ import annotations

import re
from secrets import token_hex

HEADER = "X-Request-Id"
_FORM = re.compile(r"[A-Za-z0-9._-]{1,64}")


def chosen(given: str | None) -> str:
    """The id that a request came with, if that may be logged; else a new one."""
    return given if given and _FORM.fullmatch(given) else token_hex(8)
