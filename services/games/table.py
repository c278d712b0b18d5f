"""What a player does at the table besides moving: offers and their answers, pauses, leaving, giving up, marking pieces.

What stands already is not done twice: repeating a wish gives the game as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from games import chance, ending, errors, offers, opening
from games.game import Change, Game
from games.parts import LEFT, RESIGNATION, AbortReason, Offer, OfferKind, Player, Status
from games.ports import Reading, Rules, Store
from games.referee import Referee
from games.service import attempts, done, end_if_over
from games.sides import Side
from games.terms import Flag
from games.wishes import Visitor

LONGEST_PAUSE = timedelta(minutes=10)


class Action(StrEnum):
    """In the words of the contract's GameAction."""

    ABORT = "abort"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    ASK_TAKEBACK = "ask_takeback"
    ACCEPT_TAKEBACK = "accept_takeback"
    DECLINE_TAKEBACK = "decline_takeback"
    ASK_PAUSE = "ask_pause"
    ACCEPT_PAUSE = "accept_pause"
    DECLINE_PAUSE = "decline_pause"
    RESUME = "resume"
    OFFER_REMATCH = "offer_rematch"
    ACCEPT_REMATCH = "accept_rematch"
    DECLINE_REMATCH = "decline_rematch"
    SWAP_COLOURS = "swap_colours"
    LEAVE = "leave"
    RESIGN = "resign"
    """A call of its own in the contract."""


_OFFERING = {
    Action.OFFER_DRAW: OfferKind.DRAW,
    Action.ASK_TAKEBACK: OfferKind.TAKEBACK,
    Action.ASK_PAUSE: OfferKind.PAUSE,
    Action.OFFER_REMATCH: OfferKind.REMATCH,
}
_ACCEPTING = {
    Action.ACCEPT_DRAW: OfferKind.DRAW,
    Action.ACCEPT_TAKEBACK: OfferKind.TAKEBACK,
    Action.ACCEPT_PAUSE: OfferKind.PAUSE,
    Action.ACCEPT_REMATCH: OfferKind.REMATCH,
}
_DECLINING = {
    Action.DECLINE_DRAW: OfferKind.DRAW,
    Action.DECLINE_TAKEBACK: OfferKind.TAKEBACK,
    Action.DECLINE_PAUSE: OfferKind.PAUSE,
    Action.DECLINE_REMATCH: OfferKind.REMATCH,
}
_IN_TIME = frozenset(
    {
        Action.OFFER_DRAW,
        Action.ACCEPT_DRAW,
        Action.ASK_TAKEBACK,
        Action.ACCEPT_TAKEBACK,
        Action.ASK_PAUSE,
        Action.ACCEPT_PAUSE,
        Action.ABORT,
        Action.LEAVE,
        Action.RESIGN,
    }
)
"""What comes too late once the flag of the side to move has fallen."""

_Step = Callable[[Reading, Side], Change | None]
"""The change that a wish makes; None if it stands already."""


class Table:
    """The use cases. Safe for threads."""

    def __init__(
        self,
        *,
        store: Store,
        rules: Rules,
        referee: Referee,
        draw_bytes: Callable[[int], bytes],
        new_id: Callable[[], str],
    ) -> None:
        self._store = store
        self._rules = rules
        self._referee = referee
        self._draw_bytes = draw_bytes
        self._new_id = new_id
        self._steps: dict[Action, _Step] = {
            **{action: self._offering(kind) for action, kind in _OFFERING.items()},
            **{action: self._accepting(kind) for action, kind in _ACCEPTING.items()},
            **{action: _declining(kind) for action, kind in _DECLINING.items()},
            Action.ABORT: self._abort,
            Action.RESUME: self._resume,
            Action.SWAP_COLOURS: _swap,
            Action.LEAVE: self._leave,
            Action.RESIGN: self._resign,
        }

    def act(
        self,
        visitor: Visitor,
        player: Player,
        game_id: str,
        action: Action,
        side: Side | None = None,
        expected_turn: int | None = None,
    ) -> Reading:
        """Raises UnknownGame, NotAPlayer, TurnPlayed, RaceLost, InvalidField, and what the action does: see the
        contract's Act.
        """
        step = self._steps[action]
        if expected_turn is not None:
            step = _in_turn(expected_turn, step)
        return self._do(
            visitor,
            player,
            game_id,
            side,
            step,
            in_time=action in _IN_TIME,
            by_maker=action is Action.ABORT,
        )

    def choose_stones(
        self, visitor: Visitor, player: Player, game_id: str, squares: Collection[int], side: Side | None
    ) -> Reading:
        """Raises UnknownGame, NotAPlayer, NotChoosing, ChoiceFinal, InvalidStones, RaceLost."""
        wanted = tuple(sorted(squares))

        def choose(reading: Reading, side: Side) -> Change | None:
            found = reading.game
            if side in found.stones and found.stones[side].chosen == wanted and not found.is_over:
                return None
            change = opening.choose(found, side, squares, reading.now)
            if opening.has_chosen(change.after):
                change = change.then(self._referee.started(change.after, reading.now))
            return change

        return self._do(visitor, player, game_id, side, choose)

    def give_seed(self, visitor: Visitor, player: Player, game_id: str, seed: str) -> Reading:
        """Raises UnknownGame, NotAPlayer, SeedGiven, GameUnderWay, GameFinished, RaceLost."""

        def give(reading: Reading, side: Side) -> Change | None:
            if reading.game.seeds.of(side) == seed:
                return None
            return opening.give_seed(reading.game, side, seed, reading.now)

        return self._do(visitor, player, game_id, None, give)

    def _do(
        self,
        visitor: Visitor,
        player: Player,
        game_id: str,
        side: Side | None,
        step: _Step,
        *,
        in_time: bool = False,
        by_maker: bool = False,
    ) -> Reading:
        for reading in attempts(self._store, game_id, visitor.tenant_id):
            found = reading.game
            if not (by_maker and found.is_waiting_for(player)):
                found.require_seat(player)
            # Whoever acts after the other's flag has fallen finds the game over.
            if in_time and found.running_side and end_if_over(self._store, self._referee, reading):
                continue
            change = step(reading, _acting(found, player, side))
            if change is None:
                return reading
            if self._store.commit(change):
                return done(change)
        raise errors.RaceLost(game_id)

    def _offering(self, kind: OfferKind) -> _Step:
        def step(reading: Reading, side: Side) -> Change | None:
            found = reading.game
            if found.offer(kind, side) is not None or (kind is OfferKind.REMATCH and found.rematch):
                return None
            offers.require_offerable(found, kind, side)
            if offers.needs_consent(found, kind, side):
                if kind is OfferKind.TAKEBACK:
                    self._taken_back(reading, side)  # whether there is anything to take back is said at once
                return offers.offer(found, kind, side, reading.now)
            return self._fulfilled(reading, kind, side)

        return step

    def _accepting(self, kind: OfferKind) -> _Step:
        def step(reading: Reading, side: Side) -> Change | None:
            found = reading.game
            if kind is OfferKind.REMATCH and found.rematch:
                return None
            if kind is OfferKind.DRAW and found.result and found.result.termination == "agreement":
                return None
            if kind is not OfferKind.REMATCH:
                found.require_running()
            offers.require_offered(found, kind, side)
            return self._fulfilled(reading, kind, side.opponent)

        return step

    def _fulfilled(self, reading: Reading, kind: OfferKind, side: Side) -> Change:
        """What the side's offer brings, now that the other has accepted it, or nobody has to."""
        match kind:
            case OfferKind.DRAW:
                return ending.agree(reading.game, self._referee.stopped(reading), reading.now)
            case OfferKind.TAKEBACK:
                return self._taken_back(reading, side)
            case OfferKind.PAUSE:
                return self._referee.paused(reading, LONGEST_PAUSE)
        return self._rematch(reading)

    def _taken_back(self, reading: Reading, side: Side) -> Change:
        found = reading.game
        history = self._store.history(found.game_id, found.turn)
        start = history.start
        assert start is not None, found
        assert start.clock is not None, start
        return self._referee.taken_back(found, start.clock, start.fen, history.moves, side, reading.now)

    def _rematch(self, reading: Reading) -> Change:
        """The finished game with its rematch, both written together."""
        found = reading.game
        facts = self._rules.describe(found.ruleset.key, found.ruleset.options)
        new = opening.create(
            game_id=self._new_id(),
            tenant_id=found.tenant_id,
            creator_id=found.creator_id,
            ruleset=found.ruleset,
            forces_passes=found.forces_passes,
            time_control=found.time_control,
            terms=found.terms,
            marking=found.marking,
            white=found.black,
            black=found.white,
            rated=found.rated,
            position=facts.start,
            to_move=facts.first,
            seeds=chance.Seeds(server=self._draw_bytes(32)),
            rematch_of=found.game_id,
            now=reading.now,
        )
        change = offers.rematched(found, new.after.game_id, reading.now)
        return replace(change, also=self._referee.opened(new))

    def _abort(self, reading: Reading, _side: Side) -> Change | None:
        found = reading.game
        if found.abort_reason is AbortReason.BY_PLAYER:
            return None
        if found.status is Status.WAITING:
            return opening.abort(found, AbortReason.BY_PLAYER, None, reading.now)
        found.require_allowed(Flag.NO_ABORT)
        if found.turn >= len(Side):
            found.require_running()
            raise errors.GameUnderWay(found.game_id)
        return self._aborted(reading)

    def _aborted(self, reading: Reading) -> Change:
        clock = self._referee.stopped(reading) if reading.game.clock else None
        return opening.abort(reading.game, AbortReason.BY_PLAYER, clock, reading.now)

    def _resume(self, reading: Reading, _side: Side) -> Change | None:
        return self._referee.resumed(reading.game, reading.now)

    def _leave(self, reading: Reading, side: Side) -> Change | None:
        found = reading.game
        if ending.has_ended_by(found, side, LEFT) or found.abort_reason is AbortReason.BY_PLAYER:
            return None
        if found.status in (Status.WAITING, Status.CHOOSING):
            return self._aborted(reading)
        found.require_running()
        return ending.leave(found, side, self._referee.stopped(reading), reading.now)

    def _resign(self, reading: Reading, side: Side) -> Change | None:
        found = reading.game
        if ending.has_ended_by(found, side, RESIGNATION):
            return None
        found.require_running()
        return ending.resign(found, side, self._referee.stopped(reading), reading.now)


def _in_turn(expected_turn: int, step: _Step) -> _Step:
    def checked(reading: Reading, side: Side) -> Change | None:
        turn = reading.game.turn
        if expected_turn < turn:
            raise errors.TurnPlayed(expected_turn, turn)
        if expected_turn > turn:
            raise errors.TurnNotReached(expected_turn, turn)
        return step(reading, side)

    return checked


def _declining(kind: OfferKind) -> _Step:
    def step(reading: Reading, side: Side) -> Change | None:
        found = reading.game
        declined = (Offer(kind=kind, side=side.opponent), Offer(kind=kind, side=side))
        if not any(offer in found.offers for offer in declined) and any(
            offer in found.declined for offer in declined
        ):
            return None
        if kind is not OfferKind.REMATCH:
            found.require_running()
        return offers.decline(found, kind, side, reading.now)

    return step


def _swap(reading: Reading, _side: Side) -> Change:
    return opening.swap_colours(reading.game, reading.now)


def _acting(found: Game, player: Player, asked: Side | None) -> Side:
    """For whom the player acts: his seat; where both are his, the side that he names, or else the one to move. The maker of
    a waiting game need not sit in it.

    Raises InvalidField for a side that is not his.
    """
    sides = found.sides_of(player)
    if asked is not None and asked not in sides:
        raise errors.InvalidField(f"{asked} is not the caller's side", "side")
    if asked is not None:
        return asked
    return found.to_move if found.to_move in sides or not sides else sides[0]
