"""A game from the events that made it: its present line, and how it stood at some time in the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from games import absence, events
from games.events import Event, PlayedTurn, played_turn
from games.game import Game
from games.parts import AbortReason, Offer, OfferKind, Position, Result, Status
from games.ports import History
from games.sides import Side
from games.turns import UNTIL_A_MOVE


def history_of(told: Sequence[Event]) -> History:
    """From a game's start, moves and takebacks in order; empty before it has started."""
    start: Event | None = None
    line: list[PlayedTurn] = []
    played: list[PlayedTurn] = []
    for event in told:
        if event.type == events.GAME_STARTED:
            start = event
        elif event.type == events.MOVE_PLAYED:
            line.append(played_turn(event))
            played.append(line[-1])
        else:
            assert event.type == events.MOVE_TAKEN_BACK, event
            del line[event.ply :]
    return History(start=start, moves=tuple(line), played=tuple(played))


def public_part(told: Sequence[Event], until: datetime) -> Sequence[Event]:
    """A started game's feed up to the last event that had happened by then, but its start at least.

    By its number: a move keeps the time at which it was first read, and may come after what happened later.
    """
    start = next(number for number, event in enumerate(told, 1) if event.type == events.GAME_STARTED)
    known = [number for number, event in enumerate(told, 1) if event.time <= until]
    return told[: max([start, *known])]


def as_it_stood(game: Game, told: Sequence[Event]) -> Game:
    """The game as these events left it, the first of its feed in order, its start among them.

    The counters of its position are not known any more.
    """
    standing = _Standing()
    for event in told:
        standing.hear(event, game)
    last = told[-1]
    return replace(
        game,
        status=standing.status,
        turn=last.next_turn,
        ply=last.ply,
        to_move=standing.to_move,
        position=Position(fen=last.fen),
        clock=last.clock,
        moves=tuple(standing.moves),
        result=standing.result,
        abort_reason=standing.abort_reason,
        offers=tuple(standing.offers),
        declined=(),
        pause_end=standing.pause_end,
        gone=standing.gone,
        revealed=standing.revealed,
        rematch=standing.rematch,
        sequence=last.sequence,
    )


@dataclass(slots=True)
class _Standing:
    """What events tell one after the other and none of them alone."""

    status: Status = Status.WAITING
    to_move: Side = Side.WHITE
    moves: list[str] = field(default_factory=list)
    result: Result | None = None
    abort_reason: AbortReason | None = None
    offers: list[Offer] = field(default_factory=list)
    pause_end: datetime | None = None
    gone: dict[Side, datetime] = field(default_factory=dict)
    revealed: bool = False
    rematch: str | None = None

    def hear(self, event: Event, game: Game) -> None:
        if event.type == events.GAME_STARTED:
            self.status = Status.RUNNING
            self.to_move = Side(event.data["to_move"])
            self.revealed = not game.marking.at_first_duel
        elif event.type in (events.PLAYER_GONE, events.PLAYER_BACK):
            self._hear_of_player(event, game)
        elif event.type in (events.GAME_ENDED, events.GAME_ABORTED, events.REMATCH_MADE):
            self._hear_of_end(event)
        else:
            self._hear_at_table(event)

    def _hear_at_table(self, event: Event) -> None:
        data = event.data
        match event.type:
            case events.MOVE_PLAYED:
                self.moves.append(data["move"]["notation"])
                self.to_move = Side(data["to_move"])
                self.revealed = self.revealed or data.get("duels_shown", 0) > 0
                self.offers = [offer for offer in self.offers if offer.kind not in UNTIL_A_MOVE]
            case events.MOVE_TAKEN_BACK:
                del self.moves[event.ply :]
                self.to_move = Side(data["to_move"])
                self.offers = []
            case events.OFFER_MADE:
                self.offers.append(_offer(event))
            case events.OFFER_DECLINED:
                self.offers = [offer for offer in self.offers if offer != _offer(event)]
            case events.GAME_PAUSED:
                self.pause_end = datetime.fromisoformat(data["end_time"])
                self.offers = [offer for offer in self.offers if offer.kind is not OfferKind.PAUSE]
            case events.GAME_RESUMED:
                self.pause_end = None

    def _hear_of_player(self, event: Event, game: Game) -> None:
        side = Side(event.data["side"])
        if event.type == events.PLAYER_GONE:
            deadline = datetime.fromisoformat(event.data["deadline_time"])
            self.gone[side] = deadline - absence.grace(game)
        else:
            self.gone.pop(side, None)

    def _hear_of_end(self, event: Event) -> None:
        data = event.data
        self.offers, self.pause_end, self.gone = [], None, {}
        if event.type == events.GAME_ENDED:
            self.status = Status.FINISHED
            winner, termination = data["result"]["winner"], data["result"]["termination"]
            self.result = Result(winner=Side(winner) if winner else None, termination=termination)
        elif event.type == events.GAME_ABORTED:
            self.status = Status.ABORTED
            self.abort_reason = AbortReason(data["reason"])
        else:
            self.rematch = data["game_id"]


def _offer(event: Event) -> Offer:
    return Offer(kind=OfferKind(event.data["kind"]), side=Side(event.data["side"]))
