"""What rules, clocks and chance make of a wish: the change that follows, asked for while nothing is locked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from games import alarms, chance, ending, errors, opening, turns
from games.events import PlayedTurn
from games.game import Change, Game
from games.parts import Ply, Position
from games.ports import Clocks, Reading, Rules, Undrawn
from games.sides import Side
from games.stones import shown_duels
from games.timing import Clock, ClockChange, Verdict

DUEL_MS = 1500
"""How long a duel is shown, while both clocks stand (A-49)."""
SALT_BYTES = 16


class Referee:
    """Asks what follows. Keeps nothing, changes nothing."""

    def __init__(self, rules: Rules, clocks: Clocks, draw_bytes: Callable[[int], bytes]) -> None:
        self._rules = rules
        self._clocks = clocks
        self._draw_bytes = draw_bytes

    def opened(self, change: Change) -> Change:
        """The change, and what follows if no seat is open any more: the secret choice, or the start."""
        full = change.after
        if full.open_side() is not None:
            return change
        now = change.events[-1].time
        if not full.marking.per_side:
            return change.then(self.started(full, now))
        end = now + timedelta(milliseconds=full.marking.choice_ms)
        salts = {side: self._draw_bytes(SALT_BYTES) for side in Side}
        change = change.then(opening.begin_choice(full, salts, end, now))
        # For two engines nobody chooses.
        return change.then(self.started(change.after, now)) if opening.has_chosen(change.after) else change

    def started(self, full: Game, now: datetime) -> Change:
        """The start of a game whose seats are taken and whose pieces are marked."""
        return opening.start(full, self._clocks.start(full.time_control, full.to_move, now).clock, now)

    def decide(self, found: Game, text: str) -> list[Ply]:
        """The move, and the passes that it leaves to the other side or after it. Raises MoveRefused."""
        verdict = self._rules.judge(found.ruleset, found.position, text)
        if isinstance(verdict, Undrawn):
            lots = chance.draw_lots(
                verdict.captured,
                verdict.duels,
                found.marking.success_percent,
                found.seeds,
                found.game_id,
                found.lots_drawn,
            )
            verdict = self._rules.apply_lots(found.ruleset, found.position, verdict.notation, lots)
        plies = [self._shown(found, verdict)]
        while found.forces_passes and plies[-1].result is None:
            forced = self._rules.forced_pass(found.ruleset, plies[-1].after)
            if forced is None:
                break
            plies.append(forced)
        return plies

    def decide_for(self, found: Game) -> list[Ply]:
        """A move of the server's for the side whose time is over, and the passes after it (A-33)."""
        choices = self._rules.choices(found.ruleset, found.position)
        draw = chance.draw_move(choices, found.seeds, found.game_id, found.turn)
        first, *passes = self.decide(found, draw.outcome)
        return [replace(first, move=replace(first.move, auto=True), choices=draw.choices), *passes]

    def moved(self, reading: Reading, plies: Sequence[Ply], at: datetime) -> Change | None:
        """The change that the plies make; None if the side's time was over and the move is its own."""
        change: Change | None = None
        for ply in plies:
            game = change.after if change else reading.game
            pressed = self._pressed(game, ply, at, reading)
            if pressed.flag_fallen and not ply.move.auto:
                return None
            step = turns.play(game, ply, pressed, at)
            change = change.then(step) if change else step
        return change

    def expired(self, reading: Reading) -> Change | None:
        """What becomes of a game whose time is over: its end, or a move of the server's; or its clock put right after an
        outage. None if there is nothing to do.

        A flag falls for good a little after the deadline: a move that was read before it has to find its way.
        """
        found, clock = reading.game, reading.game.clock
        if clock is None or clock.running is None:
            return None
        final = reading.now - alarms.FLAG_GRACE
        checked = self._clocks.check(found.time_control, clock, final, reading.outages)
        if checked.verdict is Verdict.AUTO_MOVE:
            return self.moved(reading, self.decide_for(found), reading.now)
        if checked.verdict is not None:
            return ending.expire(found, checked.verdict, checked.clock, reading.now)
        if checked.clock.version != clock.version:
            return turns.adjust(found, checked.clock, reading.now)
        return None

    def stopped(self, reading: Reading) -> Clock:
        """The clock after nothing runs any more. Raises GameNotStarted."""
        found = reading.game
        if found.clock is None:
            raise errors.GameNotStarted(found.game_id)
        return self._clocks.stop(found.time_control, found.clock, reading.now, reading.outages).clock

    def paused(self, reading: Reading, longest: timedelta) -> Change:
        """Both clocks stand. Raises FlagFallen where time is over."""
        found = reading.game
        assert found.clock is not None, found
        stood = self._clocks.pause(found.time_control, found.clock, reading.now, reading.outages)
        if stood.flag_fallen:
            raise errors.FlagFallen(found.to_move)
        return turns.pause(found, stood.clock, reading.now + longest, reading.now)

    def resumed(self, found: Game, now: datetime) -> Change:
        """The clock of the side to move runs on. Raises NotPaused."""
        found.require_running()
        if found.pause_end is None:
            raise errors.NotPaused(found.game_id)
        assert found.clock is not None, found
        clock = self._clocks.resume(found.time_control, found.clock, found.to_move, now).clock
        return turns.resume(found, clock, now)

    def taken_back(
        self, found: Game, start: Clock, start_fen: str, line: Sequence[PlayedTurn], side: Side, now: datetime
    ) -> Change:
        """The side's last move taken back, and all after it. Raises NotAllowed."""
        plies = turns.takeback_plies(found, line, side)
        left = line[: len(line) - plies]
        position = self._rules.replay(found.ruleset, start_fen, left)
        snapshot = left[-1].clock if left else start
        assert found.clock is not None, found
        # Whose flag has fallen how often stays true, whatever is taken back.
        standing = replace(
            found.clock,
            white_remaining_ms=snapshot.white_remaining_ms,
            black_remaining_ms=snapshot.black_remaining_ms,
            running=None,
            since=None,
            deadline=None,
            used_ms=0,
        )
        clock = self._clocks.resume(found.time_control, standing, side, now).clock
        return turns.take_back(found, plies, side, position, clock, now)

    def replayed(self, found: Game, fen: str, text: str) -> str | None:
        """How a move that was legal in this position is spelled; None if it was not."""
        try:
            verdict = self._rules.judge(found.ruleset, Position(fen=fen), text)
        except errors.MoveRefused:
            return None
        return verdict.notation if isinstance(verdict, Undrawn) else verdict.move.notation

    def _shown(self, found: Game, ply: Ply) -> Ply:
        if not found.marking.per_side or ply.move.origin is None:
            return ply
        tried = ply.move.captured[: len(ply.move.lots)] if ply.move.lots else ply.move.captured
        return replace(
            ply, duels_shown=shown_duels(found.position.fen, found.to_move, ply.move.origin, tried)
        )

    def _pressed(self, game: Game, ply: Ply, at: datetime, reading: Reading) -> ClockChange:
        assert game.clock is not None, game
        asked = (game.time_control, game.clock, at, reading.outages)
        if ply.result:
            return self._clocks.stop(*asked)
        press = self._clocks.auto_move if ply.move.auto else self._clocks.move
        pressed = press(*asked, start_delay_ms=DUEL_MS * ply.duels_shown)
        if not ply.move.is_pass:
            return pressed
        # Who passes has not moved himself: his strikes stand.
        strikes = {name: getattr(game.clock, name) for name in ("white_strikes", "black_strikes")}
        return replace(pressed, clock=replace(pressed.clock, **strikes))
