"""Random lives of games: whatever is tried in whatever order, the invariants hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from games import ending, errors, events, opening, turns
from games.alarms import set_by
from games.events import Event
from games.game import Change, Game
from games.parts import Engine, Player, Result, Status
from games.sides import Side
from games.timing import Verdict
from tests.games.values import (
    ANNA,
    BERT,
    ENGINE,
    MINUTES,
    after,
    created,
    play,
    pressed,
    running,
)

RESULTS = st.none() | st.builds(
    Result, winner=st.sampled_from([None, *Side]), termination=st.sampled_from(["no_moves", "repetition"])
)
REFUSALS = (errors.GameNotStarted, errors.GameFinished, errors.NoOpenSeat, errors.InvalidField)


class Life(RuleBasedStateMachine):
    """One game and everything that was told of it."""

    def __init__(self) -> None:
        super().__init__()
        self.now_ms = 0
        self.turns: list[int] = []
        change = created(ANNA, None)
        self.game: Game = change.after
        self.told: list[Event] = list(change.events)
        self.alarms: dict[str, tuple[int, bool]] = {}

    @rule(who=st.sampled_from([ANNA, BERT, Player("carla")]))
    def join(self, who: Player) -> None:
        self.attempt(lambda: opening.join(self.game, who, "", after(self.now_ms)))

    @precondition(lambda self: self.game.status is Status.WAITING and self.game.open_side() is None)
    @rule()
    def start(self) -> None:
        clock = running(MINUTES, self.game.to_move, after(self.now_ms))
        self.attempt(lambda: opening.start(self.game, clock, after(self.now_ms)))

    @rule(notation=st.sampled_from(["21-17", "12x3", "pass"]), result=RESULTS, waits_ms=st.integers(0, 9000))
    def play(self, notation: str, result: Result | None, waits_ms: int) -> None:
        self.now_ms += waits_ms
        turn = self.game.turn
        if self.attempt(lambda: play(self.game, notation, self.now_ms, result)):
            self.turns.append(turn)

    @rule(side=st.sampled_from(list(Side)))
    def resign(self, side: Side) -> None:
        clock = pressed(self.game, after(self.now_ms), stops=True).clock
        self.attempt(lambda: ending.resign(self.game, side, clock, after(self.now_ms)))

    @rule()
    def expire(self) -> None:
        clock = pressed(self.game, after(self.now_ms), stops=True).clock
        self.attempt(lambda: ending.expire(self.game, Verdict.LOST, clock, after(self.now_ms)))

    @rule(late_ms=st.integers(3000, 9000))
    def adjust(self, late_ms: int) -> None:
        if self.game.clock is None:
            return
        deadline = self.game.clock.deadline
        later = deadline + timedelta(milliseconds=late_ms) if deadline else None
        clock = replace(self.game.clock, deadline=later, version=self.game.clock.version + 1)
        self.attempt(lambda: turns.adjust(self.game, clock, after(self.now_ms)))

    def attempt(self, transition: Callable[[], Change]) -> bool:
        """Make it, or see that a refusal leaves everything as it was."""
        before = self.game
        try:
            change = transition()
        except REFUSALS:
            assert self.game is before
            return False
        assert change.before is before
        self.game = change.after
        self.told.extend(change.events)
        for alarm in set_by(change, 5000):
            known, _ = self.alarms.get(alarm.kind, (0, False))
            assert alarm.version > known, "the highest version wins, so it has to grow"
            self.alarms[alarm.kind] = (alarm.version, alarm.due is not None)
        return True

    @invariant()
    def events_are_numbered_without_gaps(self) -> None:
        assert [event.sequence for event in self.told] == list(range(1, self.game.sequence + 1))

    @invariant()
    def every_turn_was_played_once_and_in_order(self) -> None:
        assert self.turns == list(range(self.game.turn))
        played = [event for event in self.told if event.type == events.MOVE_PLAYED]
        assert [event.turn for event in played] == self.turns
        assert [event.data["move"]["notation"] for event in played] == list(self.game.moves)

    @invariant()
    def a_finished_game_told_its_end_once_and_last(self) -> None:
        ends = [event for event in self.told if event.type == events.GAME_ENDED]
        if self.game.status is Status.FINISHED:
            assert ends == [self.told[-1]]
        else:
            assert ends == []

    @invariant()
    def a_flag_can_fall_exactly_while_the_game_runs(self) -> None:
        _, is_set = self.alarms.get("flag", (0, False))
        assert is_set == (self.game.status is Status.RUNNING)

    @invariant()
    def every_move_event_reads_back(self) -> None:
        if self.told[-1].type == events.MOVE_PLAYED:
            assert self.game.as_of(events.played_turn(self.told[-1])).moves == self.game.moves


class LifeWithEngine(Life):
    """The same against an engine, whose alarm stands exactly while it is to move."""

    def __init__(self) -> None:
        super().__init__()
        change = created(ANNA, ENGINE)
        self.game = change.after
        self.told = list(change.events)

    @invariant()
    def the_fallback_stands_while_the_engine_is_to_move(self) -> None:
        _, is_set = self.alarms.get("engine_fallback", (0, False))
        is_engine = isinstance(self.game.seat(self.game.to_move), Engine)
        assert is_set == (self.game.status is Status.RUNNING and is_engine)


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestLifeWithEngine = LifeWithEngine.TestCase
TestLifeWithEngine.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
