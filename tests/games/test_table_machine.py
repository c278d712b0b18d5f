"""Several callers do whatever they like at one real table: after each step the game still makes sense to all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import grpc
import hypothesis
import pytest
from hypothesis import HealthCheck, strategies
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import rulebook
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from chassis import problem_of
from tests.games.house import At, House, Told, per_move
from tests.games.refusals import PLAUSIBLE

SIDES = (types_pb2.SIDE_WHITE, types_pb2.SIDE_BLACK)
NOBODY = types_pb2.SIDE_UNSPECIFIED
OVER = (pb.GAME_STATUS_FINISHED, pb.GAME_STATUS_ABORTED)
ACTIONS = [name.removeprefix("GAME_ACTION_").lower() for name in list(pb.GameAction.keys())[1:]]
CALLERS = strategies.sampled_from(["anna", "bert", "carla"])

KINDS: Mapping[str, Mapping[str, Any]] = {
    "friendly": {"key": "battledame"},
    "rated": {"key": "battledame", "rated": True},
    "untimed": {"key": "othello", "base_ms": None},
    "in secret": {
        "key": "club-medieval",
        "time_control": per_move(60_000),
        "options": {"reveal": "on_first_duel"},
    },
    "one device": {"key": "english", "black": "me"},
    "against an engine": {"key": "russian", "black": "mittel"},
}


class Callers(RuleBasedStateMachine):
    """One game, three people, the engines' hand and the clocks."""

    house: House
    kind: Mapping[str, Any]

    def __init__(self) -> None:
        super().__init__()
        self.people = {name: self.house.player(name) for name in ("anna", "bert", "carla")}
        self.hand = self.house.service("ai", "engine", tenant_id="local")
        self.clocks = self.house.service("clocks")
        self.acknowledged: dict[int, str] = {}
        kind = dict(self.kind)
        self.game = self.people["anna"].create(kind.pop("key"), **kind)
        self.told: list[Told] = []
        self.look()

    @precondition(lambda self: self.game.status == pb.GAME_STATUS_WAITING)
    @rule(who=CALLERS)
    def join(self, who: str) -> None:
        self.attempt(lambda: self.people[who].join(self.game))

    @precondition(lambda self: self.game.status == pb.GAME_STATUS_RUNNING)
    @rule(who=CALLERS, data=strategies.data())
    def move(self, who: str, data: strategies.DataObject) -> None:
        legal = self.people["anna"].legal(self.game)
        self.play(self.people[who], data.draw(strategies.sampled_from(legal or ["21-17"])), self.game.turn)

    @precondition(lambda self: self.game.status == pb.GAME_STATUS_RUNNING)
    @rule(data=strategies.data())
    def engine_moves(self, data: strategies.DataObject) -> None:
        legal = self.people["anna"].legal(self.game)
        self.play(self.hand, data.draw(strategies.sampled_from(legal or ["21-17"])), self.game.turn)

    @precondition(lambda self: self.acknowledged)
    @rule(who=CALLERS, data=strategies.data())
    def repeat_a_move(self, who: str, data: strategies.DataObject) -> None:
        turn = data.draw(strategies.sampled_from(sorted(self.acknowledged)))
        before = self.game.sequence
        self.attempt(lambda: self.people[who].play(self.game, self.acknowledged[turn], turn).game)
        assert self.game.sequence == before

    @rule(
        who=CALLERS, action=strategies.sampled_from(ACTIONS), side=strategies.sampled_from((NOBODY, *SIDES))
    )
    def act(self, who: str, action: str, side: types_pb2.Side.ValueType) -> None:
        if action in {"leave", "abort"} and self.game.turn % 4:
            return  # else few games would get far
        self.attempt(lambda: self.people[who].act(self.game, action, side))

    @precondition(lambda self: self.game.status == pb.GAME_STATUS_CHOOSING)
    @rule(who=CALLERS, squares=strategies.lists(strategies.integers(1, 32), max_size=4))
    def choose(self, who: str, squares: list[int]) -> None:
        self.attempt(lambda: self.people[who].choose(self.game, *squares))

    @precondition(lambda self: self.game.status == pb.GAME_STATUS_CHOOSING)
    @rule()
    def run_out_of_time_to_choose(self) -> None:
        self.house.execute("UPDATE games SET choice_end = now() WHERE game_id = %s", self.game.game_id)
        self.ring(pb.ALARM_KIND_SECRET_CHOICE, 1)

    @rule(ms=strategies.sampled_from([0, 3_000, 29_000, 61_000, 190_000]))
    def let_pass(self, ms: int) -> None:
        self.house.let_pass(self.game, ms)

    @rule(kind=strategies.sampled_from(list(pb.AlarmKind.values())[1:]), version=strategies.integers(0, 9))
    def ring(self, kind: pb.AlarmKind.ValueType, version: int) -> None:
        version = self.game.clock.clock_version if kind == pb.ALARM_KIND_FLAG else version
        before = self.game
        if not self.clocks.expire(self.game, version, kind):
            assert self.look().sequence == before.sequence
        self.look()

    def play(self, at: At, notation: str, turn: int) -> None:
        def played() -> pb.Game:
            answer = at.play(self.game, notation, turn)
            self.acknowledged[answer.turn] = answer.move.notation
            return answer.game

        self.attempt(played)

    def attempt(self, call: Callable[[], pb.Game]) -> None:
        """Make it, or see that it is refused for a reason and leaves everything as it was."""
        before = self.game
        reason = None
        try:
            call()
        except grpc.RpcError as error:
            reason = problem_of(error).reason
        after = self.look()
        if reason is not None:
            assert reason in PLAUSIBLE
            # Time may have ended the game meanwhile, and whoever was too late learns of it so.
            assert after.sequence == before.sequence or after.status in OVER

    def look(self) -> pb.Game:
        """The game as it stands now, and what was told of it."""
        before, self.game = self.game, self.people["anna"].get(self.game)
        if not self.told or self.game.sequence != before.sequence:
            self.told = self.people["anna"].events(self.game, limit=500)
        return self.game

    @invariant()
    def the_game_is_what_its_events_tell(self) -> None:
        game, events = self.game, self.told
        assert [event.sequence for event in events] == list(range(1, game.sequence + 1))
        line: list[str] = []
        turns: list[int] = []
        for event in events:
            if event.type == "move_played":
                line.append(event.data["move"]["notation"])
                turns.append(int(event.data["turn"]))
            elif event.type == "move_taken_back":
                del line[int(event.data["ply"]) :]
                turns.append(int(event.data["turn"]))
        assert line == list(game.moves)
        assert turns == list(range(game.turn)), "each turn was taken once, in order"

    @invariant()
    def every_acknowledged_move_was_played_in_its_turn_and_once(self) -> None:
        played = [event for event in self.told if event.type == "move_played"]
        by_turn = {int(event.data["turn"]): event.data["move"]["notation"] for event in played}
        assert len(by_turn) == len(played)
        assert self.acknowledged.items() <= by_turn.items()

    @invariant()
    def a_game_ends_once_and_stands_still_then(self) -> None:
        game = self.game
        ends = [event.type for event in self.told if event.type in {"game_ended", "game_aborted"}]
        assert len(ends) == (game.status in OVER)
        assert game.HasField("result") == (game.status == pb.GAME_STATUS_FINISHED)
        assert (game.abort_reason != pb.ABORT_REASON_UNSPECIFIED) == (game.status == pb.GAME_STATUS_ABORTED)
        if game.status in OVER:
            assert game.clock.running_side == NOBODY
            assert not game.HasField("pause")
            assert all(offer.kind == pb.OFFER_KIND_REMATCH for offer in game.offers)

    @invariant()
    def clocks_never_owe_and_run_for_the_side_to_move(self) -> None:
        game = self.game
        if not game.HasField("clock"):
            return
        clock = game.clock
        assert min(clock.white_remaining_ms, clock.black_remaining_ms, clock.used_ms) >= 0
        runs = game.status == pb.GAME_STATUS_RUNNING and game.pause.reason != pb.PAUSE_REASON_AGREED
        assert clock.running_side == (game.to_move if runs else NOBODY)
        assert clock.HasField("deadline_time") == runs

    @invariant()
    def everybody_sees_the_same_game_and_nobody_what_is_hidden(self) -> None:
        if self.game.status not in (pb.GAME_STATUS_RUNNING, pb.GAME_STATUS_FINISHED):
            return
        seen = [person.get(self.game) for person in self.people.values()]
        assert len({game.sequence for game in seen}) == 1
        assert len({game.position.fen.replace("M", "") for game in seen}) == 1
        for game in seen:
            # Whoever looks on has chosen none.
            assert game.choice.revealed or game.position.fen.count("M") <= len(game.choice.own_squares)

    @invariant()
    def the_position_follows_from_the_moves(self) -> None:
        game = self.game
        if game.ruleset.key == "club-medieval" or not game.moves:
            return
        position = rulebook.initial_position(rulebook.ruleset(game.ruleset.key, game.ruleset.options))
        for notation in game.moves:
            verdict = rulebook.validate(position, notation)
            assert verdict.next is not None
            position = verdict.next
        assert game.position.fen == position.fen
        assert game.position.rule_state == position.rule_state


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_several_callers_do_the_game_makes_sense(house: House, kind: str) -> None:
    machine = type("At", (Callers,), {"house": house, "kind": KINDS[kind]})
    run_state_machine_as_test(
        machine,
        settings=hypothesis.settings(
            max_examples=6,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
