"""What can be done with a game.

Each use case reads the game, asks rules and clocks while nothing is locked, and writes the game that follows if the one
that it has read still stands. If not, it looks again and decides anew, a few times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from games import alarms, chance, errors, game
from games.game import Change, Game
from games.parts import (
    Engine,
    EngineHand,
    Move,
    Player,
    Ply,
    Position,
    Seat,
    Side,
    Status,
    Viewer,
)
from games.ports import Clocks, Engines, Feed, History, Reading, RequestKey, Rules, Store, Undrawn
from games.wishes import GameWish, Played, Visitor

ATTEMPTS = 5
"""A wish is given up when the game has changed so often while it was being decided."""


class Games:
    """The use cases. Safe for threads."""

    def __init__(
        self,
        *,
        store: Store,
        rules: Rules,
        clocks: Clocks,
        engines: Engines,
        draw_bytes: Callable[[int], bytes],
        new_id: Callable[[], str],
    ) -> None:
        self._store = store
        self._rules = rules
        self._clocks = clocks
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
            return _done(change), False
        assert request is not None, "ids of games are drawn, two are never the same"
        made = self._made_by(request)
        assert made is not None, request
        return made, True

    def join(self, visitor: Visitor, player: Player, game_id: str) -> Reading:
        """Raises UnknownGame, NoOpenSeat, RaceLost."""
        for reading in self._attempts(game_id, visitor.tenant_id):
            if any(reading.game.controls(player, side) for side in Side):
                return reading
            change = self._with_clock(game.join(reading.game, player, reading.now))
            if self._store.commit(change):
                return _done(change)
        raise errors.RaceLost(game_id)

    def get(self, visitor: Visitor, game_id: str) -> Reading:
        """Raises UnknownGame."""
        reading = self._store.read(game_id, visitor.tenant_id)
        reading.game.require_visible(visitor.viewer)
        return reading

    def feed(self, visitor: Visitor, game_id: str, after: int, limit: int) -> Feed:
        """Raises UnknownGame or InvalidCursor."""
        self.get(visitor, game_id)
        feed = self._store.feed(game_id, after, limit)
        if not 0 <= after <= feed.last_sequence:
            raise errors.InvalidCursor(after, feed.last_sequence)
        return feed

    def history(self, visitor: Visitor, game_id: str) -> tuple[Game, History]:
        """The game and how it came to where it is. Raises UnknownGame."""
        found = self.get(visitor, game_id).game
        history = self._store.history(game_id)
        # It was read after the game: there may be more of it by then, and never less.
        return found, replace(history, moves=history.moves[: found.ply])

    def play_move(self, visitor: Visitor, game_id: str, text: str, expected_turn: int) -> Played:
        """The move of the viewer's seat, or of an engine's seat by the engines' hand.

        Its time is that of the first look, whatever happens meanwhile. Raises UnknownGame, NotAPlayer, NotYourTurn,
        TurnPlayed, TurnNotReached, GameNotStarted, GameFinished, MoveRefused, FlagFallen, RaceLost.
        """
        read_time = None
        plies: Sequence[Ply] = ()
        for reading in self._attempts(game_id, visitor.tenant_id):
            found = reading.game
            read_time = read_time or reading.now
            found.require_seat(visitor.viewer)
            if expected_turn < found.turn:
                return self._again(reading, visitor.viewer, text, expected_turn)
            found.require_turn(visitor.viewer, expected_turn)
            # What the rules say of a turn does not change while the turn does not.
            plies = plies or self._decide(found, text)
            change = self._moved(reading, plies, read_time)
            if change is None:
                if self._expire_if_final(reading):
                    raise errors.GameFinished(game_id, Status.FINISHED)
                raise errors.FlagFallen(found.to_move)
            if self._store.commit(change):
                charged_ms = change.events[0].data["charged_ms"]
                return Played(
                    game=change.after,
                    now=reading.now,
                    move=plies[0].move,
                    turn=expected_turn,
                    charged_ms=charged_ms,
                )
        raise errors.RaceLost(game_id)

    def resign(self, visitor: Visitor, player: Player, game_id: str) -> Reading:
        """Raises UnknownGame, NotAPlayer, GameNotStarted, GameFinished, RaceLost."""
        for reading in self._attempts(game_id, visitor.tenant_id):
            found = reading.game
            found.require_seat(player)
            side = Side.WHITE if found.controls(player, Side.WHITE) else Side.BLACK
            if game.has_resigned(found, side):
                return reading
            found.require_running()
            # Whoever gives up after the other's flag has fallen has won.
            if self._expire_if_final(reading):
                continue
            assert found.clock is not None
            stopped = self._clocks.stop(found.time_control, found.clock, reading.now, reading.outages)
            change = game.resign(found, side, stopped.clock, reading.now)
            if self._store.commit(change):
                return _done(change)
        raise errors.RaceLost(game_id)

    def fall_flag(self, game_id: str, clock_version: int) -> bool:
        """The alarm of a deadline; whether it changed the game. Raises UnknownGame, RaceLost."""
        for reading in self._attempts(game_id, None):
            clock = reading.game.clock
            if clock is None or clock.deadline is None or clock.version != clock_version:
                return False
            change = self._expired(reading)
            if change is None:
                return False
            if self._store.commit(change):
                return True
        raise errors.RaceLost(game_id)

    def fall_back(self, game_id: str, alarm_version: int) -> bool:
        """A light move in place of the engine's own; whether it was played. Raises UnknownGame, RaceLost."""
        found = self._store.read(game_id, None).game
        engine = found.engine_to_move()
        if engine is None or alarm_version != alarms.fallback_version(found.turn):
            return False
        text = self._engines.select_move(found, engine.persona, _seed(found))
        hand = Visitor(tenant_id=found.tenant_id, viewer=EngineHand())
        try:
            return not self.play_move(hand, game_id, text, found.turn).replayed
        except (errors.TurnPlayed, errors.GameFinished, errors.FlagFallen):
            return False  # the engine's own move was there first, or the game has ended

    def _attempts(self, game_id: str, tenant_id: str | None) -> Iterator[Reading]:
        for _ in range(ATTEMPTS):
            yield self._store.read(game_id, tenant_id)

    def _made_by(self, request: RequestKey) -> Reading | None:
        made = self._store.made_by(request)
        if made is None:
            return None
        wish_hash, game_id = made
        if wish_hash != request.wish_hash:
            raise errors.RequestIdReused(request.request_id)
        return self._store.read(game_id, request.tenant_id)

    def _new(self, visitor: Visitor, creator: Player, wish: GameWish) -> Change:
        facts = self._rules.describe(wish.ruleset_key, wish.options)
        for seat in (wish.white, wish.black):
            if isinstance(seat, Engine):
                self._engines.require_persona(seat.persona, facts.family)
        change = game.create(
            game_id=self._new_id(),
            tenant_id=visitor.tenant_id,
            creator_id=creator.player_id,
            ruleset=facts.choice,
            forces_passes=facts.family == "reversi",
            time_control=wish.time_control,
            white=wish.white,
            black=wish.black,
            rated=wish.rated,
            position=facts.start,
            to_move=facts.first,
            seeds=chance.Seeds(server=self._draw_bytes(32)),
            now=self._store.now(),
        )
        return self._with_clock(change)

    def _with_clock(self, change: Change) -> Change:
        """The change, and the start of the game if no seat is open any more."""
        full = change.after
        if full.open_side() is not None:
            return change
        now = full.create_time if change.before is None else change.events[-1].time
        seeds = full.seeds.with_default_players(_name(full.white), _name(full.black))
        position = full.position
        # The players' own secret choice of their stones will stand here; as yet the server draws for both.
        if count := chance.MARKED_BY_EACH_SIDE.get(full.ruleset.key):
            position = Position(fen=chance.mark_pieces(position.fen, count, seeds, full.game_id))
        clock = self._clocks.start(full.time_control, full.to_move, now).clock
        return change.then(game.start(full, position, seeds, clock, now))

    def _decide(self, found: Game, text: str) -> list[Ply]:
        """The move, and the passes that it leaves to the other side or after it."""
        verdict = self._rules.judge(found.ruleset, found.position, text)
        if isinstance(verdict, Undrawn):
            lots = chance.draw_lots(
                verdict.captured, verdict.duels, found.seeds, found.game_id, found.lots_drawn
            )
            verdict = self._rules.apply_lots(found.ruleset, found.position, verdict.notation, lots)
        plies = [verdict]
        while found.forces_passes and plies[-1].result is None:
            forced = self._rules.forced_pass(found.ruleset, plies[-1].after)
            if forced is None:
                break
            plies.append(forced)
        return plies

    def _moved(self, reading: Reading, plies: Sequence[Ply], read_time: datetime) -> Change | None:
        """The change that the plies make; None if the side's time was over."""
        change: Change | None = None
        for ply in plies:
            at = change.after if change else reading.game
            assert at.clock is not None
            press = self._clocks.stop if ply.result else self._clocks.move
            pressed = press(at.time_control, at.clock, read_time, reading.outages)
            if pressed.flag_fallen:
                return None
            step = game.play(at, ply, pressed, read_time)
            change = change.then(step) if change else step
        return change

    def _again(self, reading: Reading, viewer: Viewer, text: str, turn: int) -> Played:
        """The answer that a turn of the past got. Raises TurnPlayed for another move, or another's."""
        found = reading.game
        past = self._store.turn(found.game_id, turn)
        if past is None:
            raise errors.TurnPlayed(turn, found.turn)
        fen, (played, *passes) = past
        if not found.controls(viewer, played.side) or not self._is_same(found, fen, text, played.move):
            raise errors.TurnPlayed(turn, found.turn)
        last = passes[-1] if passes else played
        return Played(
            game=found.as_of(last),
            now=reading.now,
            move=played.move,
            turn=turn,
            charged_ms=played.charged_ms,
            replayed=True,
        )

    def _is_same(self, found: Game, fen: str, text: str, move: Move) -> bool:
        if text == move.notation:
            return True
        try:
            verdict = self._rules.judge(found.ruleset, Position(fen=fen), text)
        except errors.MoveRefused:
            return False
        spelled = verdict.notation if isinstance(verdict, Undrawn) else verdict.move.notation
        return spelled == move.notation

    def _expire_if_final(self, reading: Reading) -> bool:
        """End the game if the flag of the side to move has fallen for good; whether it has, by whomever."""
        deadline = reading.game.clock.deadline if reading.game.clock else None
        if deadline is None or reading.now < deadline + alarms.FLAG_GRACE:
            return False
        change = self._expired(reading)
        if change is None or change.after.result is None:
            return False
        self._store.commit(change)
        return True

    def _expired(self, reading: Reading) -> Change | None:
        """The end of a game whose time is over, or its clock put right after an outage; None if there is nothing to do.

        A flag falls for good a little after the deadline: a move that was read before it has to find its way.
        """
        found = reading.game
        clock = found.clock
        assert clock is not None
        final = reading.now - alarms.FLAG_GRACE
        checked = self._clocks.check(found.time_control, clock, final, reading.outages)
        if checked.flag_fallen:
            stopped = self._clocks.stop(found.time_control, clock, reading.now, reading.outages)
            return game.expire(found, stopped.clock, reading.now)
        if checked.clock.version != clock.version:
            return game.adjust(found, checked.clock, reading.now)
        return None


def _done(change: Change) -> Reading:
    return Reading(game=change.after, now=change.events[-1].time)


def _name(seat: Seat) -> str:
    match seat:
        case Player(player_id):
            return player_id
        case Engine(persona):
            return persona
    return ""


def _seed(found: Game) -> int:
    digest = hashlib.sha256(f"{found.game_id}:{found.turn}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
