"""A game at the table: an immutable value, and what may be asked of it.

The transitions of its life stand in `opening.py`, `turns.py`, `offers.py`, `absence.py` and `ending.py`. Each gives the
game after it with the events that tell of it, and raises an error named for the fact where it may not be. Nothing there
asks anybody: what a move leads to, what a clock shows, what time it is and what chance has drawn come in as arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from games import errors
from games.chance import Seeds
from games.events import Event, Facts, PlayedTurn
from games.parts import (
    AbortReason,
    Engine,
    EngineHand,
    Offer,
    OfferKind,
    Player,
    Position,
    Result,
    RulesetChoice,
    Seat,
    Status,
    Viewer,
)
from games.sides import Side
from games.stones import NO_MARKING, Marking, Stones
from games.terms import NO_TERMS, Flag, Terms
from games.timing import Clock, TimeControl, Unlimited, moves_by_itself

_SEEN = (Status.RUNNING, Status.FINISHED, Status.ABORTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game. `turn` never goes back; `ply` counts the moves of the present line."""

    game_id: str
    tenant_id: str
    creator_id: str
    ruleset: RulesetChoice
    forces_passes: bool
    """Whether a side without another move has to pass (Reversi)."""
    time_control: TimeControl
    terms: Terms = NO_TERMS
    marking: Marking = NO_MARKING
    white: Seat
    black: Seat
    rated: bool
    status: Status
    turn: int
    ply: int
    to_move: Side
    position: Position
    clock: Clock | None
    """None before the game starts."""
    moves: tuple[str, ...]
    result: Result | None
    abort_reason: AbortReason | None = None
    offers: tuple[Offer, ...] = ()
    """Those that stand."""
    declined: tuple[Offer, ...] = ()
    """Those that were made and do not stand any more, in this turn."""
    pause_end: datetime | None = None
    """Until when both clocks stand by agreement; None while they do not."""
    pause_count: int = 0
    gone: Mapping[Side, datetime] = field(default_factory=dict)
    """Since when a player's connection is lost."""
    gone_count: int = 0
    """Counts the changes of `gone`."""
    choice_end: datetime | None = None
    """When the time to mark pieces is over; None before and where none are marked."""
    stones: Mapping[Side, Stones] = field(default_factory=dict)
    """The marked pieces, from the start of the choice on."""
    revealed: bool = True
    """Whether everybody may see the marks."""
    seeds: Seeds
    lots_drawn: int
    rematch_of: str | None = None
    rematch: str | None = None
    create_time: datetime
    sequence: int
    """Of the last event."""
    version: int
    """Counts the changes; guards the write."""

    def __post_init__(self) -> None:
        assert (self.status is Status.FINISHED) == (self.result is not None), self
        assert (self.status is Status.ABORTED) == (self.abort_reason is not None), self
        assert self.ply == len(self.moves) <= self.turn, self
        runs = self.status is Status.RUNNING and self.pause_end is None
        assert self.running_side is (self.to_move if runs else None), self

    @property
    def running_side(self) -> Side | None:
        return self.clock.running if self.clock else None

    @property
    def is_limited(self) -> bool:
        return not isinstance(self.time_control, Unlimited)

    @property
    def is_over(self) -> bool:
        return self.status in (Status.FINISHED, Status.ABORTED)

    @property
    def is_on_one_device(self) -> bool:
        return self.white is not None and self.white == self.black

    @property
    def has_engine(self) -> bool:
        return isinstance(self.white, Engine) or isinstance(self.black, Engine)

    @property
    def is_between_players(self) -> bool:
        return not self.is_on_one_device and not self.has_engine

    @property
    def asks_chance(self) -> bool:
        """Whether anything in it is drawn by the server's seed."""
        return self.marking.per_side > 0 or moves_by_itself(self.time_control)

    def seat(self, side: Side) -> Seat:
        return self.white if side is Side.WHITE else self.black

    def open_side(self) -> Side | None:
        return next((side for side in Side if self.seat(side) is None), None)

    def engine_to_move(self) -> Engine | None:
        """The engine whose turn it is, if it is one's."""
        seat = self.seat(self.to_move) if self.status is Status.RUNNING else None
        return seat if isinstance(seat, Engine) else None

    def offer(self, kind: OfferKind, side: Side) -> Offer | None:
        """That side's offer, if it stands."""
        return next((offer for offer in self.offers if offer == Offer(kind=kind, side=side)), None)

    def controls(self, viewer: Viewer, side: Side) -> bool:
        if isinstance(viewer, EngineHand):
            return isinstance(self.seat(side), Engine)
        return self.seat(side) == viewer

    def sides_of(self, viewer: Viewer) -> tuple[Side, ...]:
        return tuple(side for side in Side if self.controls(viewer, side))

    def is_waiting_for(self, player: Player) -> bool:
        """Whether the player has made the game and it has not gone on since."""
        return self.status is Status.WAITING and player.player_id == self.creator_id

    def require_visible(self, viewer: Viewer) -> None:
        """Raises UnknownGame unless the viewer may see it: others may once it runs, if it is not private."""
        if self.status in _SEEN and Flag.PRIVATE not in self.terms.flags:
            return
        if viewer != Player(self.creator_id) and not self.sides_of(viewer):
            raise errors.UnknownGame(self.game_id)

    def require_seat(self, viewer: Viewer) -> None:
        """Raises UnknownGame or NotAPlayer."""
        self.require_visible(viewer)
        if not self.sides_of(viewer):
            raise errors.NotAPlayer(self.game_id)

    def require_running(self) -> None:
        """Raises GameNotStarted or GameFinished."""
        if self.status in (Status.WAITING, Status.CHOOSING):
            raise errors.GameNotStarted(self.game_id)
        if self.status is not Status.RUNNING:
            raise errors.GameFinished(self.game_id, self.status)

    def require_unpaused(self) -> None:
        """Raises GamePaused."""
        if self.pause_end is not None:
            raise errors.GamePaused(self.game_id)

    def require_allowed(self, flag: Flag) -> None:
        """Raises NotAllowed if the game does without."""
        if flag in self.terms.flags:
            raise errors.NotAllowed(flag)

    def require_turn(self, viewer: Viewer, expected_turn: int) -> None:
        """Raises what keeps the viewer from playing this turn now; turns of the past are for `as_of`."""
        self.require_running()
        if expected_turn > self.turn:
            raise errors.TurnNotReached(expected_turn, self.turn)
        if not self.controls(viewer, self.to_move):
            raise errors.NotYourTurn(self.to_move, self.turn)
        self.require_unpaused()

    def as_of(self, past: PlayedTurn) -> Game:
        """The game as a turn of the past left it; its counters are known only if nothing was played since."""
        same = past.ply == self.ply and past.fen == self.position.fen
        return replace(
            self,
            status=Status.FINISHED if past.result else Status.RUNNING,
            turn=past.turn + 1,
            ply=past.ply,
            to_move=past.to_move,
            position=self.position if same else Position(fen=past.fen),
            clock=past.clock,
            moves=(*self.moves[: past.ply - 1], past.move.notation),
            result=past.result,
            abort_reason=None,
            pause_end=None,
            offers=(),
            declined=(),
            gone={},
            sequence=past.sequence,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A game after something happened, and the events that tell of it."""

    before: Game | None
    """None for a new game."""
    after: Game
    events: tuple[Event, ...]
    also: Change | None = None
    """Another game that it makes, to be written with it."""

    def then(self, later: Change) -> Change:
        """Both as one."""
        return replace(self, after=later.after, events=self.events + later.events)


def told(before: Game | None, after: Game, now: datetime, *facts: tuple[str, Facts]) -> Change:
    """The change with its events, numbered on from those before; a new game's stand in turn 0."""
    numbered = tuple(
        Event(
            sequence=after.sequence + number,
            type=kind,
            turn=before.turn if before else 0,
            time=now,
            data=data,
            next_turn=after.turn,
            ply=after.ply,
            fen=after.position.fen if after.clock else "",
            clock=after.clock,
        )
        for number, (kind, data) in enumerate(facts, 1)
    )
    return Change(
        before=before,
        after=replace(after, sequence=after.sequence + len(facts), version=after.version + 1),
        events=numbered,
    )
