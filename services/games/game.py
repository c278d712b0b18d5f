"""A game at the table: an immutable value, and the transitions of its life.

Each transition gives the game after it with the events that tell of it, and raises an error named for the fact where it
may not be. Nothing here asks anybody: what a move leads to, what a clock shows, what time it is and what chance has
drawn come in as arguments.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from games import errors, events
from games.chance import Seeds
from games.events import Event, Facts, PlayedTurn
from games.parts import (
    RESIGNATION,
    TIMEOUT,
    Clock,
    ClockChange,
    Engine,
    EngineHand,
    Player,
    Ply,
    Position,
    Result,
    RulesetChoice,
    Seat,
    Side,
    Status,
    TimeControl,
    Unlimited,
    Viewer,
)


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
    seeds: Seeds
    lots_drawn: int
    create_time: datetime
    sequence: int
    """Of the last event."""
    version: int
    """Counts the changes; guards the write."""

    def __post_init__(self) -> None:
        assert (self.status is Status.FINISHED) == (self.result is not None), self
        assert self.ply == len(self.moves) <= self.turn, self
        assert self.status is not Status.RUNNING or self.running_side is self.to_move, self
        assert self.status is Status.RUNNING or self.running_side is None, self

    @property
    def running_side(self) -> Side | None:
        return self.clock.running if self.clock else None

    @property
    def is_limited(self) -> bool:
        return not isinstance(self.time_control, Unlimited)

    def seat(self, side: Side) -> Seat:
        return self.white if side is Side.WHITE else self.black

    def open_side(self) -> Side | None:
        return next((side for side in Side if self.seat(side) is None), None)

    def engine_to_move(self) -> Engine | None:
        """The engine whose turn it is, if it is one's."""
        seat = self.seat(self.to_move) if self.status is Status.RUNNING else None
        return seat if isinstance(seat, Engine) else None

    def controls(self, viewer: Viewer, side: Side) -> bool:
        if isinstance(viewer, EngineHand):
            return isinstance(self.seat(side), Engine)
        return self.seat(side) == viewer

    def require_visible(self, viewer: Viewer) -> None:
        """Raises UnknownGame unless the viewer may see it: others may once it runs."""
        if self.status is not Status.WAITING:
            return
        if viewer == Player(self.creator_id):
            return
        if not any(self.controls(viewer, side) for side in Side):
            raise errors.UnknownGame(self.game_id)

    def require_seat(self, viewer: Viewer) -> None:
        """Raises UnknownGame or NotAPlayer."""
        self.require_visible(viewer)
        if not any(self.controls(viewer, side) for side in Side):
            raise errors.NotAPlayer(self.game_id)

    def require_running(self) -> None:
        """Raises GameNotStarted or GameFinished."""
        if self.status is Status.WAITING:
            raise errors.GameNotStarted(self.game_id)
        if self.status is not Status.RUNNING:
            raise errors.GameFinished(self.game_id, self.status)

    def require_turn(self, viewer: Viewer, expected_turn: int) -> None:
        """Raises what keeps the viewer from playing this turn now; turns of the past are for `as_of`."""
        self.require_running()
        if expected_turn > self.turn:
            raise errors.TurnNotReached(expected_turn, self.turn)
        if not self.controls(viewer, self.to_move):
            raise errors.NotYourTurn(self.to_move, self.turn)

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
            moves=self.moves[: past.ply],
            result=past.result,
            sequence=past.sequence,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A game after something happened, and the events that tell of it."""

    before: Game | None
    """None for a new game."""
    after: Game
    events: tuple[Event, ...]

    def then(self, later: Change) -> Change:
        """Both as one."""
        return Change(before=self.before, after=later.after, events=self.events + later.events)


def create(
    *,
    game_id: str,
    tenant_id: str,
    creator_id: str,
    ruleset: RulesetChoice,
    forces_passes: bool,
    time_control: TimeControl,
    white: Seat,
    black: Seat,
    rated: bool,
    position: Position,
    to_move: Side,
    seeds: Seeds,
    now: datetime,
) -> Change:
    """A game that waits; with both seats taken it is to be started at once. Raises InvalidField."""
    if white == black and isinstance(white, Player):
        raise errors.InvalidField("one player cannot take both sides")
    if rated and (isinstance(white, Engine) or isinstance(black, Engine)):
        raise errors.InvalidField("only a game between two players is rated", "rated")
    game = Game(
        game_id=game_id,
        tenant_id=tenant_id,
        creator_id=creator_id,
        ruleset=ruleset,
        forces_passes=forces_passes,
        time_control=time_control,
        white=white,
        black=black,
        rated=rated,
        status=Status.WAITING,
        turn=0,
        ply=0,
        to_move=to_move,
        position=position,
        clock=None,
        moves=(),
        result=None,
        seeds=seeds,
        lots_drawn=0,
        create_time=now,
        sequence=0,
        version=0,
    )
    data = {
        **events.ruleset_facts(ruleset),
        "time_control": events.time_control_facts(time_control),
        "white": events.seat_facts(white),
        "black": events.seat_facts(black),
        "rated": rated,
    }
    return _told(None, game, now, (events.GAME_CREATED, data))


def join(game: Game, player: Player, now: datetime) -> Change:
    """The player on the open seat, White's first. Raises NoOpenSeat, or InvalidField if he sits there already."""
    side = game.open_side()
    if side is None or game.status is not Status.WAITING:
        raise errors.NoOpenSeat(game.game_id)
    if game.controls(player, side.opponent):
        raise errors.InvalidField("one player cannot take both sides")
    after = replace(game, white=player) if side is Side.WHITE else replace(game, black=player)
    return _told(
        game, after, now, (events.PLAYER_JOINED, {"side": side, **(events.seat_facts(player) or {})})
    )


def start(game: Game, position: Position, seeds: Seeds, clock: Clock, now: datetime) -> Change:
    """The game under way, from a position whose marks are drawn if the rule set has any."""
    assert game.status is Status.WAITING, game
    assert game.open_side() is None, game
    after = replace(game, status=Status.RUNNING, position=position, seeds=seeds, clock=clock)
    data = {"fen": position.fen, "to_move": after.to_move, "clock": events.clock_facts(clock)}
    return _told(game, after, now, (events.GAME_STARTED, data))


def play(game: Game, played: Ply, change: ClockChange, now: datetime) -> Change:
    """The game after a move of the side to move, or after its pass.

    The move is legal and was made in time: whoever calls has asked. Raises GameNotStarted or GameFinished.
    """
    game.require_running()
    assert not change.flag_fallen, game
    side = game.to_move
    after = replace(
        game,
        status=Status.FINISHED if played.result else Status.RUNNING,
        turn=game.turn + 1,
        ply=game.ply + 1,
        to_move=side.opponent,
        position=played.after,
        clock=change.clock,
        moves=(*game.moves, played.move.notation),
        result=played.result,
        lots_drawn=game.lots_drawn + len(played.move.lots),
    )
    data = events.played_facts(
        turn=game.turn,
        ply=after.ply,
        side=side,
        played=played,
        clock=change.clock,
        charged_ms=change.charged_ms,
    )
    moved = (events.MOVE_PLAYED, data)
    if played.result:
        return _told(game, after, now, moved, _ended(played.result))
    return _told(game, after, now, moved)


def resign(game: Game, side: Side, clock: Clock, now: datetime) -> Change:
    """The side has given up. Raises GameNotStarted or GameFinished."""
    game.require_running()
    return _finish(game, Result(winner=side.opponent, termination=RESIGNATION), clock, now)


def expire(game: Game, clock: Clock, now: datetime) -> Change:
    """The side to move has lost on time. Raises GameNotStarted or GameFinished."""
    game.require_running()
    return _finish(game, Result(winner=game.to_move.opponent, termination=TIMEOUT), clock, now)


def adjust(game: Game, clock: Clock, now: datetime) -> Change:
    """The same turn with another deadline, because an outage is not charged. It has begun when it began."""
    game.require_running()
    assert game.clock is not None
    assert clock.since == game.clock.since, clock
    data = {"clock": events.clock_facts(clock)}
    return _told(game, replace(game, clock=clock), now, (events.CLOCK_ADJUSTED, data))


def has_resigned(game: Game, side: Side) -> bool:
    return game.result == Result(winner=side.opponent, termination=RESIGNATION)


def _finish(game: Game, result: Result, clock: Clock, now: datetime) -> Change:
    after = replace(game, status=Status.FINISHED, result=result, clock=clock)
    return _told(game, after, now, _ended(result, clock))


def _ended(result: Result, clock: Clock | None = None) -> tuple[str, Facts]:
    data: dict[str, object] = {"result": events.result_facts(result)}
    if clock:
        data["clock"] = events.clock_facts(clock)
    return events.GAME_ENDED, data


def _told(before: Game | None, after: Game, now: datetime, *told: tuple[str, Facts]) -> Change:
    """The change with its events, numbered on from those before; a new game's stand in turn 0."""
    numbered = tuple(
        Event(
            sequence=after.sequence + number,
            type=kind,
            turn=before.turn if before else 0,
            time=now,
            data=data,
        )
        for number, (kind, data) in enumerate(told, 1)
    )
    return Change(
        before=before,
        after=replace(after, sequence=after.sequence + len(told), version=after.version + 1),
        events=numbered,
    )
