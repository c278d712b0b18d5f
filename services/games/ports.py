"""What the use cases need from outside, as they see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from games.events import Event, PlayedTurn
from games.game import Change, Game
from games.parts import (
    Clock,
    ClockChange,
    Outage,
    Ply,
    Position,
    RulesetChoice,
    Side,
    TimeControl,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A game as it stands, with the database's time of the look and the outages since its clock was set."""

    game: Game
    now: datetime
    outages: tuple[Outage, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestKey:
    """A wish to create, for knowing it again."""

    tenant_id: str
    creator_id: str
    request_id: str
    wish_hash: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """Events of a game, in order, and the number of its last one."""

    events: tuple[Event, ...]
    last_sequence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A game from its start."""

    start_fen: str
    """Empty before it has started."""
    moves: tuple[PlayedTurn, ...]


class Store(Protocol):
    """Where games live. Nothing stays locked after a call."""

    def now(self) -> datetime: ...

    def read(self, game_id: str, tenant_id: str | None) -> Reading:
        """Raises UnknownGame, also for a game of another tenant; None asks for any tenant's."""

    def commit(self, change: Change, request: RequestKey | None = None) -> bool:
        """Write the change with all that must be told of it, in one transaction.

        False if the game has changed meanwhile, or if the request has made a game already; then nothing is written.
        """

    def made_by(self, request: RequestKey) -> tuple[bytes, str] | None:
        """The hash of the wish and the id of the game that this request id has made."""

    def turn(self, game_id: str, turn: int) -> tuple[str, tuple[PlayedTurn, ...]] | None:
        """The FEN before a turn of the past, its move and the passes that it forced; None if none was played."""

    def feed(self, game_id: str, after: int, limit: int) -> Feed: ...

    def history(self, game_id: str) -> History: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetFacts:
    """What games has to know of a rule set."""

    choice: RulesetChoice
    family: str
    """"draughts" or "reversi"."""
    start: Position
    first: Side


class Rules(Protocol):
    def describe(self, key: str, options: Mapping[str, str]) -> RulesetFacts:
        """Raises an error of the adapter's that says which part of the choice is unknown."""

    def judge(self, choice: RulesetChoice, position: Position, text: str) -> Ply | Undrawn:
        """Raises MoveRefused."""

    def apply_lots(
        self, choice: RulesetChoice, position: Position, notation: str, lots: Sequence[bool]
    ) -> Ply: ...

    def forced_pass(self, choice: RulesetChoice, position: Position) -> Ply | None:
        """The pass of the side to move, if it has no other move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undrawn:
    """A legal capture whose lots decide what follows."""

    notation: str
    captured: tuple[int, ...]
    duels: tuple[int, ...]


class Clocks(Protocol):
    def start(self, control: TimeControl, to_move: Side, now: datetime) -> ClockChange: ...

    def move(
        self, control: TimeControl, clock: Clock, now: datetime, outages: Sequence[Outage] = ()
    ) -> ClockChange: ...

    def stop(
        self, control: TimeControl, clock: Clock, now: datetime, outages: Sequence[Outage] = ()
    ) -> ClockChange: ...

    def check(
        self, control: TimeControl, clock: Clock, now: datetime, outages: Sequence[Outage] = ()
    ) -> ClockChange:
        """Whether time is over; if not, the clock with its deadline moved by what the outages cover."""


class Engines(Protocol):
    def require_persona(self, persona: str, family: str) -> None:
        """Raises UnknownPersona, also for one that does not play this family of games."""

    def select_move(self, game: Game, persona: str, seed: int) -> str:
        """A light move for the side to move, as a text."""
