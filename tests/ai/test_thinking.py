"""How long an engine may think, and what ends it."""

from __future__ import annotations

from queue import SimpleQueue
from time import monotonic

import pytest

import engine
import rulebook
from ai.keeper import Keeper
from ai.service import LIGHT_NODES, level_of
from ai.turns import MOST_THINK_MS, Claim, Question, Turn, pick, think_ms
from chassis import Unavailable
from tests.patience import PATIENCE_S, wait_for


@pytest.mark.parametrize(
    ("remaining_ms", "waited_ms", "expected"),
    [
        pytest.param(None, 5000, MOST_THINK_MS, id="unlimited"),
        pytest.param(180_000, 10, MOST_THINK_MS, id="plenty"),
        pytest.param(20_000, 0, 1000, id="a twentieth"),
        pytest.param(20_000, 10_000, 500, id="waiting counts"),
        pytest.param(100, 0, 20, id="hardly any"),
        pytest.param(100, 5000, 20, id="none left"),
    ],
)
def test_a_search_takes_a_twentieth_of_the_clock(
    remaining_ms: int | None, waited_ms: int, expected: int
) -> None:
    assert expected == think_ms(remaining_ms, waited_ms)


def claim(persona: str = "stark") -> Claim:
    position = rulebook.initial_position(rulebook.ruleset("international"))
    question = Question(
        ruleset="international",
        options={},
        fen=rulebook.format_fen(position),
        rule_state=position.rule_state,
        persona=persona,
    )
    turn = Turn(game_id="game", turn=7, tenant_id="local", question=question)
    return Claim(turn=turn, holder="holder", waited_ms=0)


def test_a_search_that_is_stopped_gives_its_best_move_so_far() -> None:
    table = engine.TranspositionTable()
    keeper: Keeper[Claim] = Keeper(lambda _: True)

    with keeper.keeping(claim(), 20) as stop:
        hurried = pick(claim().turn, table, stop)

    assert stop.is_set
    assert hurried.nodes < engine.PERSONAS["stark"].level.nodes
    position = rulebook.initial_position(rulebook.ruleset("international"))
    assert hurried.move in rulebook.legal_moves(position)


def test_a_move_depends_on_game_and_turn_and_not_on_what_was_searched_before() -> None:
    used, fresh = engine.TranspositionTable(), engine.TranspositionTable()
    for persona in ("leicht", "mittel"):
        turn = claim(persona).turn
        first = pick(turn, used, engine.StopFlag())
        assert (first.move, first.nodes) == _move_and_nodes(turn, used)
        assert (first.move, first.nodes) == _move_and_nodes(turn, fresh)


def _move_and_nodes(turn: Turn, table: engine.TranspositionTable) -> tuple[rulebook.Move, int]:
    found = pick(turn, table, engine.StopFlag())
    return found.move, found.nodes


def test_a_claim_is_renewed_while_its_turn_is_in_hand_and_not_afterwards() -> None:
    renewed: SimpleQueue[Claim] = SimpleQueue()

    def renew(held: Claim) -> bool:
        renewed.put(held)
        return True

    keeper = Keeper(renew)

    with keeper.keeping(claim(), 60_000):
        assert renewed.get(timeout=PATIENCE_S) == claim()
        assert renewed.get(timeout=PATIENCE_S) == claim()
    began = monotonic()
    with keeper.keeping(claim("leicht"), 60_000):
        assert renewed.get(timeout=PATIENCE_S) == claim("leicht")

    assert monotonic() - began > 0.9


def test_a_claim_that_cannot_be_renewed_does_not_end_the_keeper() -> None:
    asked: SimpleQueue[Claim] = SimpleQueue()

    def fail(held: Claim) -> bool:
        asked.put(held)
        raise Unavailable("the database does not answer")

    with Keeper(fail).keeping(claim(), 60_000):
        asked.get(timeout=PATIENCE_S)
        asked.get(timeout=PATIENCE_S)


def test_a_search_that_nobody_wants_any_more_is_stopped_at_once_when_told() -> None:
    wanted = [True]
    keeper: Keeper[Claim] = Keeper(lambda _: wanted[0], every_s=PATIENCE_S)

    with keeper.keeping(claim(), 60_000) as stop:
        keeper.look()
        assert not stop.is_set
        wanted[0] = False
        keeper.look()
        wait_for(lambda: stop.is_set)
    with keeper.keeping(claim(), 60_000) as another:
        assert not another.is_set


def test_a_persona_stands_at_the_highest_level_that_looks_no_farther() -> None:
    assert [level_of(level) for level in engine.LEVELS.values()] == list(engine.LEVELS)
    assert level_of(engine.PERSONAS["stark"].level) == 10
    assert LIGHT_NODES < engine.PERSONAS["stark"].level.nodes
