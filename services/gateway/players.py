"""Players as the gateway knows them: it alone makes them, and signs what they show to others."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

MAX_NAME_CHARS = 30
LOCAL = "local"
"""The tenant of everybody who comes without a portal."""


class PlayerKind(StrEnum):
    GUEST = "guest"


class InvalidName(ValueError):
    """Nothing is left of a name, or too much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    player_id: str
    tenant_id: str
    kind: PlayerKind
    name: str | None
    create_time: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """What a player shows to be let in."""

    token: str
    expires_s: float
    """In Unix seconds."""


class PlayerStore(Protocol):
    """Where players live. Every method is a transaction of its own."""

    def add(self, player_id: str, tenant_id: str, kind: PlayerKind, name: str | None) -> None: ...

    def get(self, player_id: str, tenant_id: str) -> Player | None: ...


class Players:
    """The use cases. Safe for threads."""

    def __init__(
        self, store: PlayerStore, new_id: Callable[[], str], new_pass: Callable[[str, str, PlayerKind], Pass]
    ) -> None:
        """`new_pass` is given the player's id, his tenant and his kind."""
        self._store = store
        self._new_id = new_id
        self._new_pass = new_pass

    def make_guest(self, name: str | None) -> tuple[str, str | None, Pass]:
        """The guest's id, the name as it stays, and the pass. Raises InvalidName."""
        cleaned = None if name is None else clean_name(name)
        player_id = self._new_id()
        self._store.add(player_id, LOCAL, PlayerKind.GUEST, cleaned)
        return player_id, cleaned, self._new_pass(player_id, LOCAL, PlayerKind.GUEST)

    def get(self, player_id: str, tenant_id: str) -> Player | None:
        return self._store.get(player_id, tenant_id)


def clean_name(text: str) -> str:
    """The name as others see it: composed, without invisible signs, and with single spaces.

    Signs that are not seen could make two names look the same, or turn the line around that shows one.
    Raises InvalidName.
    """
    composed = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if sign.isspace() else sign for sign in composed)
    seen = "".join(sign for sign in spaced if unicodedata.category(sign) not in _UNSEEN)
    name = " ".join(seen.split())
    if not any(unicodedata.category(sign)[0] in _SHOWN for sign in name):
        raise InvalidName("a name has a letter, a digit or another sign to be seen")
    if len(name) > MAX_NAME_CHARS:
        raise InvalidName(f"a name has at most {MAX_NAME_CHARS} characters")
    return name


_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_SHOWN = "LNPS"
