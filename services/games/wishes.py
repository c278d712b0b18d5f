"""What callers ask of a game, and what they get for a move."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from games.game import Game
from games.parts import Move, Seat, TimeControl, Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who calls, and for which tenant."""

    tenant_id: str
    viewer: Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWish:
    """A game as its creator wants it."""

    ruleset_key: str
    options: Mapping[str, str]
    time_control: TimeControl
    white: Seat
    black: Seat
    rated: bool

    def hash(self) -> bytes:
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A move that stands, and the game after it."""

    game: Game
    now: datetime
    """When the turn was read."""
    move: Move
    turn: int
    charged_ms: int
    replayed: bool = False
