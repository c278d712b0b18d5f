"""What a game consists of: seats, positions, moves, offers and results.

Values without behaviour of their own. The rules are another service's business, so a position is a text with opaque
counters here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from games.sides import Side


class Status(StrEnum):
    WAITING = "waiting"
    CHOOSING = "choosing"
    """Both seats are taken; pieces are being marked in secret."""
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
    """Made by the server for a side whose time was over."""
    lots: tuple[bool, ...] = ()
    duels: tuple[int, ...] = ()
    """Those of the captured squares whose piece may withstand."""

    @property
    def tries_its_luck(self) -> bool:
        """Whether chance was asked about it: a lot was drawn that was not certain."""
        return any(square in self.duels for square in self.captured[: len(self.lots)])


class OfferKind(StrEnum):
    DRAW = "draw"
    TAKEBACK = "takeback"
    PAUSE = "pause"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something that one side offers and the other accepts or declines."""

    kind: OfferKind
    side: Side


class AbortReason(StrEnum):
    BY_PLAYER = "by_player"
    NO_FIRST_MOVE = "no_first_move"
    BOTH_ABSENT = "both_absent"
    NOBODY_CAME = "nobody_came"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    winner: Side | None
    termination: str
    """Why the game ended, in lower case: "no_moves", "resignation", …"""


RESIGNATION = "resignation"
TIMEOUT = "timeout"
AGREEMENT = "agreement"
LEFT = "left"
ABANDONMENT = "abandonment"
STRIKES = "strikes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """What one side does, and what follows from it by the rules."""

    move: Move
    after: Position
    result: Result | None = None
    duels_shown: int = 0
    """How many of its captures are shown one after the other, while both clocks stand."""
    choices: tuple[str, ...] = ()
    """Of an automatic move: the legal moves that it was drawn from, in order."""
