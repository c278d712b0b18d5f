"""What callers ask of a game, and what they get for a move."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from games.game import Game
from games.parts import Move, Seat, Viewer
from games.terms import Flag
from games.timing import TimeControl


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
    time_control: TimeControl | None
    """None: as the rule set is usually played."""
    white: Seat
    black: Seat
    rated: bool
    flags: frozenset[Flag] = frozenset()
    first_move_ms: int | None = None
    """None: as is usual for the time control."""
    spectator_delay_ms: int = 0
    seed: str = ""

    def hash(self) -> bytes:
        facts = {**asdict(self), "flags": sorted(self.flags)}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).digest()


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
    taken_back: bool = False
