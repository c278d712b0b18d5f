"""What can be done with a game: make it, take a seat, look at it, play a move.

Each use case reads the game, asks rules and clocks while nothing is locked, and writes the game that follows if the one
that it has read still stands. If not, it looks again and decides anew, a few times. What else can be done at the table
stands in `table.py`, what time does by itself in `expiring.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from games import chance, errors, opening
from games.alarms import FLAG_GRACE
from games.events import Event, PlayedTurn
from games.game import Change, Game
from games.parts import Engine, Player, Ply, Status, Viewer
from games.ports import Engines, History, Reading, RequestKey, Rules, Store
from games.referee import Referee
from games.replay import as_it_stood, public_part
from games.sides import Side
from games.terms import Terms, first_move_ms
from games.timing import TimeControl, Unlimited
from games.views import public_until, view_of
from games.wishes import GameWish, Played, Visitor

ATTEMPTS = 5
"""A wish is given up when the game has changed so often while it was being decided."""


def attempts(store: Store, game_id: str, tenant_id: str | None) -> Iterator[Reading]:
    """The game as often as a wish may look at it. Raises UnknownGame, and RaceLost after the last one."""
    for _ in range(ATTEMPTS):
        yield store.read(game_id, tenant_id)
    raise errors.RaceLost(game_id)


def done(change: Change) -> Reading:
    return Reading(game=change.after, now=change.events[-1].time)


def end_if_over(store: Store, referee: Referee, reading: Reading) -> bool:
    """End the game if the flag of the side to move has fallen for good; whether it has, by whomever."""
    deadline = reading.game.clock.deadline if reading.game.clock else None
    if deadline is None or reading.now < deadline + FLAG_GRACE:
        return False
    change = referee.expired(reading)
    if change is None or change.after.result is None:
        return False
    store.commit(change)
    return True


class Games:
    """The use cases. Safe for threads."""

    def __init__(
        self,
        *,
        store: Store,
        rules: Rules,
        referee: Referee,
        engines: Engines,
        draw_bytes: Callable[[int], bytes],
        new_id: Callable[[], str],
    ) -> None:
        self._store = store
        self._rules = rules
        self._referee = referee
        self._engines = engines
        self._draw_bytes = draw_bytes
        self._new_id = new_id

    def create(
        self, visitor: Visitor, creator: Player, wish: GameWish, request_id: str
    ) -> tuple[Reading, bool]:
        """The game, and whether an earlier call with the request id has made it.

        Raises RequestIdReused, UnknownPersona, InvalidField, and what Rules.describe raises.
        """
        request = None
        if request_id:
            request = RequestKey(
                tenant_id=visitor.tenant_id,
                creator_id=creator.player_id,
                request_id=request_id,
                wish_hash=wish.hash(),
            )
            if (made := self._made_by(request)) is not None:
                return made, True
        change = self._new(visitor, creator, wish)
        if self._store.commit(change, request):
            return done(change), False
        assert request is not None, "ids of games are drawn, two are never the same"
        made = self._made_by(request)
        assert made is not None, request
        return made, True

    def join(self, visitor: Visitor, player: Player, game_id: str, seed: str) -> Reading:
        """Raises UnknownGame, NoOpenSeat, RaceLost."""
        for reading in attempts(self._store, game_id, visitor.tenant_id):
            if reading.game.sides_of(player):
                return reading
            joined = opening.join(reading.game, player, seed, reading.now)
            change = self._referee.opened(joined)
            if self._store.commit(change):
                return done(change)
        raise errors.RaceLost(game_id)

    def get(self, visitor: Visitor, game_id: str) -> Reading:
        """The game as it stands for the visitor: to spectators it may be told later. Raises UnknownGame."""
        reading = self._store.read(game_id, visitor.tenant_id)
        reading.game.require_visible(visitor.viewer)
        return self.in_time(reading, visitor.viewer)

    def in_time(self, reading: Reading, viewer: Viewer) -> Reading:
        """As the viewer may see it by now: where spectators are told later, the game and the time of back then."""
        found = reading.game
        until = public_until(found, view_of(found, viewer), reading.now)
        if until is None:
            return reading
        told = self._store.feed(found.game_id, 0, found.sequence, found.sequence)
        public = public_part(told, until)
        if len(public) == len(told):
            return reading
        return Reading(game=as_it_stood(found, public), now=max(until, public[-1].time))

    def feed(self, visitor: Visitor, game_id: str, after: int, limit: int) -> tuple[Reading, Sequence[Event]]:
        """The game, and a page of its events. Raises UnknownGame or InvalidCursor."""
        reading = self.get(visitor, game_id)
        last = reading.game.sequence
        if not 0 <= after <= last:
            raise errors.InvalidCursor(after, last)
        return reading, self._store.feed(game_id, after, last, limit)

    def history(self, visitor: Visitor, game_id: str) -> tuple[Reading, History]:
        """The game as `get` gives it, and how it came to where it is. Raises UnknownGame."""
        reading = self.get(visitor, game_id)
        return reading, self._store.history(game_id, reading.game.turn)

    def play_move(self, visitor: Visitor, game_id: str, text: str, expected_turn: int) -> Played:
        """The move of the viewer's seat, or of an engine's seat by the engines' hand.

        Its time is that of the first look, whatever happens meanwhile. Raises UnknownGame, NotAPlayer, NotYourTurn,
        TurnPlayed, TurnNotReached, GameNotStarted, GameFinished, GamePaused, MoveRefused, FlagFallen, RaceLost.
        """
        read_time: datetime | None = None
        plies: Sequence[Ply] = ()
        for reading in attempts(self._store, game_id, visitor.tenant_id):
            found = reading.game
            read_time = read_time or reading.now
            found.require_seat(visitor.viewer)
            if expected_turn < found.turn:
                return self._again(reading, visitor, text, expected_turn)
            found.require_turn(visitor.viewer, expected_turn)
            # What the rules say of a turn does not change while the turn does not.
            plies = plies or self._referee.decide(found, text)
            change = self._referee.moved(reading, plies, read_time)
            if change is None:
                if end_if_over(self._store, self._referee, reading):
                    raise errors.GameFinished(game_id, Status.FINISHED)
                raise errors.FlagFallen(found.to_move)
            if self._store.commit(change):
                return Played(
                    game=change.after,
                    now=reading.now,
                    move=plies[0].move,
                    turn=expected_turn,
                    charged_ms=change.events[0].data["charged_ms"],
                )
        raise errors.RaceLost(game_id)

    def _made_by(self, request: RequestKey) -> Reading | None:
        made = self._store.made_by(request)
        if made is None:
            return None
        wish_hash, game_id = made
        if wish_hash != request.wish_hash:
            raise errors.RequestIdReused(request.request_id)
        # Whoever made a game for others looks on like any spectator.
        return self.in_time(self._store.read(game_id, request.tenant_id), Player(request.creator_id))

    def _new(self, visitor: Visitor, creator: Player, wish: GameWish) -> Change:
        facts = self._rules.describe(wish.ruleset_key, wish.options)
        for seat in (wish.white, wish.black):
            if isinstance(seat, Engine):
                self._engines.require_persona(seat.persona, facts.family)
        control = wish.time_control or facts.usual
        seeds = chance.Seeds(server=self._draw_bytes(32))
        for side, seat in ((Side.WHITE, wish.white), (Side.BLACK, wish.black)):
            if wish.seed and seat == creator:
                seeds = seeds.with_seed(side, wish.seed)
        change = opening.create(
            game_id=self._new_id(),
            tenant_id=visitor.tenant_id,
            creator_id=creator.player_id,
            ruleset=facts.choice,
            forces_passes=facts.family == "reversi",
            time_control=control,
            terms=_terms(wish, control),
            marking=facts.marking,
            white=wish.white,
            black=wish.black,
            rated=wish.rated,
            position=facts.start,
            to_move=facts.first,
            seeds=seeds,
            now=self._store.now(),
        )
        return self._referee.opened(change)

    def _again(self, reading: Reading, visitor: Visitor, text: str, turn: int) -> Played:
        """The answer that a turn of the past got. Raises TurnPlayed for another move, or another's."""
        found = reading.game
        past = self._store.turn(found.game_id, turn)
        if past is None:
            raise errors.TurnPlayed(turn, found.turn)
        fen, (played, *passes) = past
        if not found.controls(visitor.viewer, played.side) or not self._is_same(found, fen, text, played):
            raise errors.TurnPlayed(turn, found.turn)
        is_gone = self._store.is_taken_back(found.game_id, played)
        return Played(
            # A line that was left has no game to show any more.
            game=found if is_gone else found.as_of(passes[-1] if passes else played),
            now=reading.now,
            move=played.move,
            turn=turn,
            charged_ms=played.charged_ms,
            replayed=True,
            taken_back=is_gone,
        )

    def _is_same(self, found: Game, fen: str, text: str, played: PlayedTurn) -> bool:
        if played.move.auto:
            return False  # the server's, whoever asks
        notation = played.move.notation
        return text == notation or self._referee.replayed(found, fen, text) == notation


def _terms(wish: GameWish, control: TimeControl) -> Terms:
    """Raises InvalidField where a first move is to be waited for and nothing runs."""
    waits_ms = wish.first_move_ms
    is_between_players = not isinstance(wish.white, Engine) and not isinstance(wish.black, Engine)
    if waits_ms is None:
        one_device = wish.white is not None and wish.white == wish.black
        waits_ms = first_move_ms(control, wish.flags) if is_between_players and not one_device else 0
    elif waits_ms and isinstance(control, Unlimited):
        raise errors.InvalidField("a game without a clock does not wait for a first move", "first_move_ms")
    return Terms(flags=wish.flags, first_move_ms=waits_ms, spectator_delay_ms=wish.spectator_delay_ms)
