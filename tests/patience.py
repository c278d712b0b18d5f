"""Waiting for what has to come to pass, as long as the slowest machine may take."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = 40.0
_LOOK_S = 0.01

_Found = TypeVar("_Found")


def wait_for(look: Callable[[], _Found | None], what: str = "it") -> _Found:
    """What the look finds, looking until it finds something; fails with `what` if it never does."""
    gives_up = time.monotonic() + PATIENCE_S
    while not (found := look()):
        assert time.monotonic() < gives_up, f"never happened: {what}"
        threading.Event().wait(_LOOK_S)
    return found


async def until(claim: Callable[[], bool]) -> None:
    """Wait until the claim holds. Raises TimeoutError if it never does."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if claim():
                return
            await asyncio.sleep(_LOOK_S)
