"""What a game consists of: sides and seats, how time is kept, clocks, positions, moves and results.

Values without behaviour of their own. Rules and clock arithmetic are other services' business, so a position is a
text with opaque counters here, and a clock is what the clocks service last said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias


class Side(StrEnum):
    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Status(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Player:
    player_id: str


@dataclass(frozen=True, slots=True)
class Engine:
    persona: str


Seat: TypeAlias = Player | Engine | None
"""Who sits on a side; None while it is open."""


@dataclass(frozen=True, slots=True)
class EngineHand:
    """The ai service, which moves the pieces of every engine seat and of no other."""


Viewer: TypeAlias = Player | EngineHand
"""Who asks. He belongs to the tenant whose games are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetChoice:
    """A rule set with every option named."""

    key: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fischer:
    base_ms: int
    increment_ms: int


@dataclass(frozen=True, slots=True)
class Unlimited:
    pass


TimeControl: TypeAlias = Fischer | Unlimited


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Both clocks as of `since`. `running` and `since` are None together."""

    white_remaining_ms: int
    black_remaining_ms: int
    running: Side | None
    since: datetime | None
    deadline: datetime | None
    """When the running side has nothing left; None where time is unlimited."""
    version: int
    """Counts the changes of the deadline."""

    def remaining_ms(self, side: Side) -> int:
        return self.white_remaining_ms if side is Side.WHITE else self.black_remaining_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    fen: str
    rule_state: bytes = b""
    """Counters, opaque; empty where they start fresh."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A move in its canonical spelling. Squares are numbers from 1."""

    notation: str
    origin: int | None = None
    """None for a Reversi disc and for a pass."""
    target: int | None = None
    """None for a pass."""
    path: tuple[int, ...] = ()
    captured: tuple[int, ...] = ()
    promotes: bool = False
    is_pass: bool = False
    auto: bool = False
    lots: tuple[bool, ...] = ()
    duels: tuple[int, ...] = ()
    """Those of the captured squares whose piece may withstand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    winner: Side | None
    termination: str
    """Why the game ended, in lower case: "no_moves", "resignation", …"""


RESIGNATION = "resignation"
TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """What one side does, and what follows from it by the rules."""

    move: Move
    after: Position
    result: Result | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange:
    """What something that happened did to a clock."""

    clock: Clock
    charged_ms: int = 0
    flag_fallen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """A stretch of time that is the house's fault and charged to nobody."""

    start: datetime
    end: datetime
