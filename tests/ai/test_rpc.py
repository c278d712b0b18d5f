"""The contract: personas, light moves, what is refused, and who may call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import grpc
import psycopg
import pytest

import engine
import rulebook
from brettwerk.ai.v1 import ai_service_pb2 as pb
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from chassis import Problem, Running, problem_of
from chassis.channels import connect
from tests.ai.house import request, state_of
from tests.identity import Identity


@pytest.fixture(scope="module")
def broker(valkey: str) -> str:
    """No worker listens: one broker is enough."""
    return valkey


def light(ruleset: str = "international", persona: str = "mittel", seed: int = 1) -> pb.SelectMoveRequest:
    turn = request("", ruleset=ruleset)
    return pb.SelectMoveRequest(ruleset=turn.ruleset, position=turn.position, persona=persona, seed=seed)


def test_personas_are_listed_from_weak_to_strong_in_both_languages(ai: AiServiceStub) -> None:
    personas = ai.ListPersonas(pb.ListPersonasRequest()).personas

    assert sorted(engine.PERSONAS) == sorted(persona.key for persona in personas)
    levels = [persona.level for persona in personas]
    assert levels == sorted(levels)
    assert all(1 <= level <= 10 for level in levels)
    for persona in personas:
        assert persona.name.de
        assert persona.introduction.de != persona.introduction.en
        assert persona.manner.de != persona.manner.en


def test_each_of_the_ten_levels_can_be_asked_for(ai: AiServiceStub) -> None:
    listed = {persona.key: persona for persona in ai.ListPersonas(pb.ListPersonasRequest()).personas}

    for number in engine.LEVELS:
        persona = listed[f"level-{number}"]
        assert persona.level == number
        assert list(persona.families) == [rules_pb.FAMILY_DRAUGHTS, rules_pb.FAMILY_REVERSI]
        assert (persona.name.de, persona.name.en) == (f"Stufe {number}", f"Level {number}")
        assert ai.SelectMove(light(persona=persona.key)).move.notation


def test_a_persona_says_which_games_it_plays(ai: AiServiceStub) -> None:
    families = {
        persona.key: list(persona.families) for persona in ai.ListPersonas(pb.ListPersonasRequest()).personas
    }

    assert families["mittel"] == [rules_pb.FAMILY_DRAUGHTS, rules_pb.FAMILY_REVERSI]
    assert families["die-koenigin"] == [rules_pb.FAMILY_DRAUGHTS]
    assert families["commander-hex"] == [rules_pb.FAMILY_REVERSI]


@pytest.mark.parametrize("ruleset", [ruleset.key for ruleset in rulebook.RULESETS])
def test_a_light_move_is_legal_in_every_rule_set(ai: AiServiceStub, ruleset: str) -> None:
    selected = ai.SelectMove(light(ruleset, "stark"))

    position = rulebook.initial_position(rulebook.ruleset(ruleset))
    verdict = rulebook.validate(position, selected.move.notation)
    assert verdict.move is not None
    assert verdict.move.path == tuple(selected.move.path)
    assert 0 < selected.nodes <= 51_200  # the search looks up every 1024 nodes


def test_the_same_seed_gives_the_same_light_move(ai: AiServiceStub) -> None:
    first, again = ai.SelectMove(light(seed=7)), ai.SelectMove(light(seed=7))

    assert first == again
    assert len({ai.SelectMove(light(seed=seed)).move.notation for seed in range(20)}) > 1


_FINISHED = "W:WK5:B"


@pytest.mark.parametrize(
    ("change", "status", "reason", "pointer"),
    [
        ({"persona": "nobody"}, "INVALID_ARGUMENT", "UNKNOWN_PERSONA", "/persona"),
        ({"persona": "commander-hex"}, "INVALID_ARGUMENT", "UNKNOWN_PERSONA", "/persona"),
        ({"persona": ""}, "INVALID_ARGUMENT", "INVALID_FIELD", "/persona"),
        (
            {"ruleset": types_pb2.RulesetRef(key="chess")},
            "INVALID_ARGUMENT",
            "UNKNOWN_RULESET",
            "/ruleset/key",
        ),
        ({"ruleset": None}, "INVALID_ARGUMENT", "INVALID_FIELD", "/ruleset/key"),
        (
            {"ruleset": types_pb2.RulesetRef(key="international", options={"a": "b"})},
            "INVALID_ARGUMENT",
            "UNKNOWN_OPTION",
            "/ruleset/options",
        ),
        ({"position": types_pb2.Position(fen="W")}, "INVALID_ARGUMENT", "INVALID_FEN", "/position/fen"),
        (
            {"position": types_pb2.Position(fen="W" * 501)},
            "INVALID_ARGUMENT",
            "INVALID_FIELD",
            "/position/fen",
        ),
        (
            {"position": types_pb2.Position(fen="W:W31:B1", rule_state=b"?")},
            "INVALID_ARGUMENT",
            "INVALID_RULE_STATE",
            "/position/rule_state",
        ),
        ({"position": types_pb2.Position(fen=_FINISHED)}, "FAILED_PRECONDITION", "GAME_FINISHED", None),
        ({"game_id": ""}, "INVALID_ARGUMENT", "INVALID_FIELD", "/game_id"),
        ({"game_id": "a\0b"}, "INVALID_ARGUMENT", "INVALID_FIELD", ""),
        ({"tenant_id": ""}, "INVALID_ARGUMENT", "INVALID_FIELD", "/tenant_id"),
        ({"turn": -1}, "INVALID_ARGUMENT", "INVALID_FIELD", "/turn"),
    ],
)
def test_what_no_worker_could_play_is_refused_at_once(
    ai: AiServiceStub,
    table: psycopg.Connection,
    change: dict[str, object],
    status: str,
    reason: str,
    pointer: str | None,
) -> None:
    asked = request("refused")
    for name, value in change.items():
        asked.ClearField(name)  # type: ignore[arg-type]  # a name from the table
        if value is not None:
            asked.MergeFrom(pb.RequestMoveRequest(**{name: value}))  # type: ignore[arg-type]

    problems = [_problem(lambda: ai.RequestMove(asked))]
    if not {"game_id", "tenant_id", "turn"} & set(change):
        question = pb.SelectMoveRequest(ruleset=asked.ruleset, position=asked.position, persona=asked.persona)
        problems.append(_problem(lambda: ai.SelectMove(question)))

    for problem in problems:
        assert (problem.status.name, problem.reason) == (status, reason)
        assert [violation.pointer for violation in problem.violations] == (
            [pointer] if pointer is not None else []
        )
    assert table.execute("SELECT count(*) FROM engine_turns").fetchone() == (0,)


def test_a_later_turn_ends_the_earlier_ones_of_its_game(ai: AiServiceStub, table: psycopg.Connection) -> None:
    for turn in (1, 3):
        ai.RequestMove(request("other", turn))
    for turn in (1, 3, 5):
        ai.RequestMove(request("on", turn))

    assert [state_of(table, "on", turn)[:2] for turn in (1, 3, 5)] == [
        ("answered", "superseded"),
        ("answered", "superseded"),
        ("waiting", None),
    ]
    assert state_of(table, "other", 3)[0] == "waiting"


_CALLERS: dict[str, Callable[[Identity], Callable[[], str] | None]] = {
    "nobody": lambda identity: None,
    "a player": lambda identity: identity.player("p1"),
    "a player whose token has expired": lambda identity: identity.player("p1", lifetime_s=-60),
    "games": lambda identity: identity.service("games", "ai"),
    "games for another audience": lambda identity: identity.service("games", "clocks"),
    "clocks": lambda identity: identity.service("clocks", "ai"),
    "ai": lambda identity: identity.service("ai", "ai"),
}

_LET_IN = {
    "ListPersonas": {"a player", "games", "clocks", "ai"},
    "SelectMove": {"a player", "games", "clocks", "ai"},
    "RequestMove": {"games"},
}


@pytest.mark.parametrize("caller", _CALLERS)
def test_each_caller_may_do_what_the_table_says(
    server: Running, identity: Identity, channels: ExitStack, caller: str
) -> None:
    bearer = _CALLERS[caller](identity)
    stub = AiServiceStub(channels.enter_context(connect(server.address, deadline_ms=10_000, bearer=bearer)))
    calls = {
        "ListPersonas": lambda: stub.ListPersonas(pb.ListPersonasRequest()),
        "SelectMove": lambda: stub.SelectMove(light()),
        "RequestMove": lambda: stub.RequestMove(request("access")),
    }

    let_in = {name for name, call in calls.items() if _is_let_in(call)}

    assert {name for name, callers in _LET_IN.items() if caller in callers} == let_in


@pytest.fixture
def channels() -> Iterator[ExitStack]:
    with ExitStack() as channels:
        yield channels


def _is_let_in(call: Callable[[], object]) -> bool:
    try:
        call()
    except grpc.RpcError as error:
        if problem_of(error).status in {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED}:
            return False
        raise
    return True


def _problem(call: Callable[[], object]) -> Problem:
    with pytest.raises(grpc.RpcError) as refused:
        call()
    return problem_of(refused.value)
