"""ListRulesets, GetRuleset, GetInitialPosition."""

from __future__ import annotations

import pytest

import rulebook
from brettwerk.rules.v1 import rules_service_pb2 as pb
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from brettwerk.types.v1 import types_pb2
from tests.rules.asking import ref

KEYS = [ruleset.key for ruleset in rulebook.RULESETS]


def test_the_list_has_every_rule_set_in_the_order_of_the_catalogue(rules: RulesServiceStub) -> None:
    response = rules.ListRulesets(pb.ListRulesetsRequest())

    assert [ruleset.key for ruleset in response.rulesets] == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_a_rule_set_has_its_names_in_both_languages_and_a_name_for_each_square(
    rules: RulesServiceStub, key: str
) -> None:
    found = rules.GetRuleset(pb.GetRulesetRequest(ruleset=ref(key))).ruleset

    assert found.name.de
    assert found.name.en
    assert len(found.board.square_names) == found.board.square_count
    assert set(found.options) == {spec.key for spec in found.option_specs}
    assert all(spec.choices[0].value == spec.default_value for spec in found.option_specs)


def test_a_chosen_option_is_in_the_answer_beside_the_defaults(rules: RulesServiceStub) -> None:
    request = pb.GetRulesetRequest(ruleset=ref("battledame", capture="maximum"))

    found = rules.GetRuleset(request).ruleset

    assert found.options["capture"] == "maximum"
    assert found.options["goal"] == "normal"


@pytest.mark.parametrize("ruleset", rulebook.RULESETS, ids=KEYS)
def test_every_worked_example_reaches_the_caller(rules: RulesServiceStub, ruleset: rulebook.Ruleset) -> None:
    examples = rules.GetRuleset(pb.GetRulesetRequest(ruleset=ref(ruleset.key))).examples

    assert [example.fen for example in examples] == [example.fen for example in ruleset.examples]
    assert [list(example.legal_moves) for example in examples] == [
        list(example.legal) for example in ruleset.examples
    ]
    assert [dict.fromkeys(refused.move for refused in example.refused_moves) for example in examples] == [
        dict.fromkeys(example.refused) for example in ruleset.examples
    ]


FISCHER = [
    types_pb2.TimeControl(fischer=types_pb2.Fischer(base_ms=base, increment_ms=increment))
    for base, increment in [(180_000, 2_000), (300_000, 3_000), (600_000, 5_000), (900_000, 10_000)]
]
UNTIMED = types_pb2.TimeControl(unlimited=types_pb2.Unlimited())
A_MINUTE_A_MOVE = types_pb2.TimeControl(
    per_move=types_pb2.PerMove(move_ms=60_000, on_expiry=types_pb2.EXPIRY_AUTO_MOVE, max_strikes=3)
)


@pytest.mark.parametrize(
    ("key", "controls"),
    [
        ("battledame", FISCHER),
        ("club-brazilian", [A_MINUTE_A_MOVE]),
        ("club-medieval", [A_MINUTE_A_MOVE]),
        ("table-russian", [UNTIMED, *FISCHER]),
        ("othello", [UNTIMED, *FISCHER]),
    ],
)
def test_the_rule_set_says_how_time_is_usually_kept(
    rules: RulesServiceStub, key: str, controls: list[types_pb2.TimeControl]
) -> None:
    found = rules.GetRuleset(pb.GetRulesetRequest(ruleset=ref(key))).ruleset

    assert list(found.usual_time_controls) == controls


@pytest.mark.parametrize(("reveal", "at_first_duel"), [("at_start", False), ("on_first_duel", True)])
def test_the_rule_set_says_how_pieces_are_marked(
    rules: RulesServiceStub, reveal: str, at_first_duel: bool
) -> None:
    found = rules.GetRuleset(pb.GetRulesetRequest(ruleset=ref("club-medieval", reveal=reveal))).ruleset

    assert (found.marked_per_side, found.choice_ms, found.lot_success_percent) == (3, 20_000, 50)
    assert found.reveals_at_first_duel is at_first_duel


def test_most_rule_sets_mark_nothing_and_all_have_a_usual_time_control(rules: RulesServiceStub) -> None:
    rulesets = rules.ListRulesets(pb.ListRulesetsRequest()).rulesets

    assert [ruleset.key for ruleset in rulesets if ruleset.marked_per_side] == ["club-medieval"]
    assert all(ruleset.usual_time_controls for ruleset in rulesets)


@pytest.mark.parametrize(
    ("key", "side"),
    [
        ("battledame", types_pb2.SIDE_WHITE),
        ("english", types_pb2.SIDE_BLACK),
        ("beatem-reversi", types_pb2.SIDE_BLACK),
    ],
)
def test_the_rule_set_says_who_starts(
    rules: RulesServiceStub, key: str, side: types_pb2.Side.ValueType
) -> None:
    start = rules.GetInitialPosition(pb.GetInitialPositionRequest(ruleset=ref(key)))

    assert start.side_to_move == side
    assert rulebook.parse_fen(rulebook.ruleset(key), start.position.fen, start.position.rule_state)
