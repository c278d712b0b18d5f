"""What the use cases need from outside, as they see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from games.events import Event, PlayedTurn
from games.game import Change, Game
from games.parts import Ply, Position, RulesetChoice
from games.sides import Side
from games.stones import Marking
from games.timing import Clock, ClockChange, Outage, TimeControl


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
class History:
    """A game from its start."""

    start: Event | None
    """None before it has started."""
    moves: tuple[PlayedTurn, ...]
    """The present line."""
    played: tuple[PlayedTurn, ...]
    """Everything that was played, also what was taken back."""

    @property
    def start_fen(self) -> str:
        """Empty before it has started."""
        return self.start.fen if self.start else ""


class Store(Protocol):
    """Where games live. Nothing stays locked after a call."""

    def now(self) -> datetime: ...

    def read(self, game_id: str, tenant_id: str | None) -> Reading:
        """Raises UnknownGame, also for a game of another tenant; None asks for any tenant's."""

    def commit(self, change: Change, request: RequestKey | None = None) -> bool:
        """Write the change with all that must be told of it, and the game that it makes, in one transaction.

        False if the game has changed meanwhile, or if the request has made a game already; then nothing is written.
        """

    def made_by(self, request: RequestKey) -> tuple[bytes, str] | None:
        """The hash of the wish and the id of the game that this request id has made."""

    def turn(self, game_id: str, turn: int) -> tuple[str, tuple[PlayedTurn, ...]] | None:
        """The FEN before a turn of the past, its move and the passes that it forced; None if none was played."""

    def nobody_came(self, limit: int) -> Sequence[Reading]:
        """Games whose open seat nobody has taken for a day."""

    def is_taken_back(self, game_id: str, played: PlayedTurn) -> bool: ...

    def feed(self, game_id: str, after: int, last: int, limit: int) -> Sequence[Event]:
        """Events in order, from the one after a number to one that is the last to be told."""

    def history(self, game_id: str, before_turn: int) -> History:
        """What was played and taken back in the turns before this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetFacts:
    """What games has to know of a rule set."""

    choice: RulesetChoice
    family: str
    """"draughts" or "reversi"."""
    start: Position
    first: Side
    marking: Marking
    usual: TimeControl
    """How time is kept in a game that says nothing of it."""


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

    def choices(self, choice: RulesetChoice, position: Position) -> Sequence[str]:
        """The legal moves in the order in which the rules list them, as texts."""

    def replay(self, choice: RulesetChoice, start_fen: str, line: Sequence[PlayedTurn]) -> Position:
        """The position after these moves, with its counters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undrawn:
    """A legal capture whose lots decide what follows."""

    notation: str
    captured: tuple[int, ...]
    duels: tuple[int, ...]


class Clocks(Protocol):
    """What becomes of a clock. Who has moved late is told so by `ClockChange.verdict`."""

    def start(self, control: TimeControl, to_move: Side, now: datetime) -> ClockChange: ...

    def move(
        self,
        control: TimeControl,
        clock: Clock,
        now: datetime,
        outages: Sequence[Outage] = (),
        start_delay_ms: int = 0,
    ) -> ClockChange:
        """The other side's clock starts so much later, while duels are shown."""

    def auto_move(
        self,
        control: TimeControl,
        clock: Clock,
        now: datetime,
        outages: Sequence[Outage] = (),
        start_delay_ms: int = 0,
    ) -> ClockChange:
        """The server has moved for the side whose time is over."""

    def pause(
        self, control: TimeControl, clock: Clock, now: datetime, outages: Sequence[Outage] = ()
    ) -> ClockChange: ...

    def resume(self, control: TimeControl, clock: Clock, to_move: Side, now: datetime) -> ClockChange: ...

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
