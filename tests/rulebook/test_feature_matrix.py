"""For each trait, the rule sets that have it: a new rule set has to take a stand on every one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulebook import RULESETS, Ruleset, ruleset
from rulebook.ruleset import (
    DraughtsRules,
    Goal,
    Landing,
    Lines,
    OnePieceEach,
    Precedence,
    Progress,
    Promotion,
    Reach,
    Removal,
)
from tests.rulebook.playing import DRAUGHTS

CLUB = {"club-brazilian", "club-medieval"}
TURKISH = {"table-turkish", "turkish"}
MIRRORED = {"italian", "spanish", "portuguese"}
TEN_BY_TEN = {"table-international", "international", "frisian"}
MEN_CAPTURE_BACK = {
    "beatem-dame", *CLUB, "table-russian", "table-international",
    "international", "russian", "brazilian", "pool", "frisian",
}  # fmt: skip

Trait = Callable[[DraughtsRules], bool]

MATRIX: dict[str, tuple[Trait, set[str]]] = {
    "ten rows and columns": (lambda rules: rules.board.size == 10, TEN_BY_TEN),
    "the bottom right corner plays": (lambda rules: rules.board.mirrored, MIRRORED),
    "every square plays": (lambda rules: not rules.board.dark_only, TURKISH),
    "black begins": (lambda rules: rules.first.value == "black", {"english", "pool", "thai"}),
    "pieces go along rows and columns": (lambda rules: rules.lines is Lines.ORTHOGONAL, TURKISH),
    "captures go in eight directions": (lambda rules: rules.lines is Lines.CAPTURES_IN_EIGHT, {"frisian"}),
    "men move sideways": (lambda rules: rules.man_moves is Reach.FORWARD_AND_SIDEWAYS, TURKISH),
    "men capture sideways, not back": (
        lambda rules: rules.man_captures is Reach.FORWARD_AND_SIDEWAYS, TURKISH),
    "men capture back": (lambda rules: rules.man_captures is Reach.ALL, MEN_CAPTURE_BACK),
    "men pass kings by": (lambda rules: not rules.men_may_capture_kings, {"italian"}),
    "kings take one step": (lambda rules: not rules.flying_king, {"table-english", "english", "italian"}),
    "kings land directly behind": (lambda rules: rules.king_landing is Landing.ADJACENT, {"thai"}),
    "kings land where the capture goes on": (
        lambda rules: rules.must_continue_landing, {"table-russian", "russian", "pool", "czech"}),
    "captured pieces leave at once": (
        lambda rules: rules.removal is Removal.IMMEDIATE, {"beatem-dame", *TURKISH, "thai"}),
    "no turning back in a capture": (lambda rules: not rules.may_turn_back, TURKISH),
    "a man goes on as a king": (
        lambda rules: rules.promotion is Promotion.CONTINUES, {"beatem-dame", "table-russian", "russian"}),
    "capturing is free": (lambda rules: not rules.capture_is_mandatory, set()),
    "most pieces": (
        lambda rules: Precedence.PIECES in rules.precedence,
        {*CLUB, "brazilian", "table-international", "international", *TURKISH, *MIRRORED}),
    "most valuable pieces": (lambda rules: Precedence.VALUE in rules.precedence, {"frisian"}),
    "kings capture first": (
        lambda rules: Precedence.WITH_KING in rules.precedence, {"italian", "czech", "frisian"}),
    "most kings": (lambda rules: Precedence.KINGS in rules.precedence, MIRRORED),
    "kings met first": (lambda rules: Precedence.KINGS_FIRST in rules.precedence, {"italian"}),
    "the order of captures counts": (lambda rules: rules.capture_order_counts, {"club-medieval"}),
    "some pieces are marked": (lambda rules: rules.medieval is not None, {"club-medieval"}),
    "a king's run is limited": (lambda rules: rules.king_run_plies == 3, {"frisian"}),
    "a king each draws at once": (lambda rules: rules.draws.king_against_king, {"battledame"}),
    "one piece each draws": (
        lambda rules: rules.draws.one_piece_each is OnePieceEach.DRAW, {"turkish"}),
    "of one piece each, the king wins": (
        lambda rules: rules.draws.one_piece_each is OnePieceEach.KING_BEATS_MAN, {"table-turkish"}),
    "the third occurrence draws": (lambda rules: rules.draws.repetition == 3, set(DRAUGHTS)),
    "men's moves are no progress": (
        lambda rules: rules.draws.no_progress is not None
        and rules.draws.no_progress.reset_by == {Progress.CAPTURE, Progress.PROMOTION},
        {"portuguese"}),
}  # fmt: skip


@pytest.mark.parametrize("trait", MATRIX)
def test_these_rule_sets_and_no_others_have_the_trait(trait: str) -> None:
    has_it, expected = MATRIX[trait]

    assert {key for key in DRAUGHTS if has_it(ruleset(key).draughts)} == expected


@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_rule_set_has_a_count_without_progress_unless_it_is_frisian(key: str) -> None:
    plain = ruleset(key).draughts.draws.no_progress

    assert (plain is None) == (key == "frisian")
    assert plain is None or Progress.CAPTURE in plain.reset_by


@pytest.mark.parametrize(
    ("key", "plies"),
    [
        ("international", {10, 32}),
        ("russian", {10, 30, 60, 120}),
        ("brazilian", {10}),
        ("portuguese", {24}),
        ("pool", {26}),
        ("frisian", {4, 14}),
    ],
)
def test_endgames_are_counted_to(key: str, plies: set[int]) -> None:
    assert {endgame.plies for endgame in ruleset(key).draughts.draws.endgames} == plies


def test_no_other_rule_set_counts_endgames() -> None:
    assert {key for key in DRAUGHTS if ruleset(key).draughts.draws.endgames} == {
        "international",
        "russian",
        "brazilian",
        "portuguese",
        "pool",
        "frisian",
    }


# Options


@pytest.mark.parametrize("key", DRAUGHTS)
def test_every_draughts_set_has_three_goals(key: str) -> None:
    assert ruleset(key).options["goal"] == "normal"
    for goal in Goal:
        assert ruleset(key, {"goal": goal.value}).draughts.goal is goal


@pytest.mark.parametrize("key", DRAUGHTS)
def test_breakthrough_has_no_draw_and_anti_only_the_third_occurrence(key: str) -> None:
    breakthrough = ruleset(key, {"goal": "breakthrough"}).draughts.draws
    anti = ruleset(key, {"goal": "anti"}).draughts.draws

    assert (breakthrough.repetition, anti.repetition) == (None, 3)
    for draws in (breakthrough, anti):
        assert draws.no_progress is None
        assert draws.endgames == ()
        assert not draws.king_against_king


def test_battledame_has_three_levels_of_capture() -> None:
    levels = {
        level: ruleset("battledame", {"capture": level}).draughts
        for level in ("mandatory", "maximum", "voluntary")
    }

    assert ruleset("battledame").options["capture"] == "mandatory"
    assert [rules.capture_is_mandatory for rules in levels.values()] == [True, True, False]
    assert [rules.precedence for rules in levels.values()] == [(), (Precedence.PIECES,), ()]


# Files

GAME_TYPES = {
    "20,W,10,10,N2,0": {"international", "table-international"},
    "21,B,8,8,N1,0": {"english", "table-english"},
    "22,W,8,8,N2,1": {"italian"},
    "23,B,8,8,N1,0": {"pool"},
    "24,W,8,8,N1,1": {"spanish"},
    "25,W,8,8,A0,0": {"russian", "table-russian"},
    "26,W,8,8,A0,0": {"brazilian", "club-brazilian"},
    "28,W,8,8,N1,1": {"portuguese"},
    "29,W,8,8,A0,0": {"czech"},
    "30,W,8,8,A0,0": {"turkish", "table-turkish"},
    "31,B,8,8,N2,0": {"thai"},
    "40,W,10,10,N2,0": {"frisian"},
    None: {"beatem-dame", "battledame", "club-medieval"},
}


def test_the_game_types_of_files() -> None:
    for game_type, keys in GAME_TYPES.items():
        assert {key for key in DRAUGHTS if ruleset(key).notation.game_type == game_type} == keys


def _type_number(rules: Ruleset) -> str:
    return (rules.notation.game_type or "").split(",")[0]


@pytest.mark.parametrize(
    ("trait", "types"),
    [
        (lambda notation: notation.file_flip, {"24", "28", "31"}),
        (lambda notation: notation.algebraic, {"25", "26", "29", "30"}),
        (lambda notation: notation.separator == ":", {"25"}),
        (lambda notation: notation.separator == "-", {"31"}),
        (lambda notation: notation.results == "2-0", {"20"}),
    ],
    ids=["files count from the other end", "algebraic", "colon", "dash", "two points for a win"],
)
def test_the_notation_of_files(trait: Callable[[object], bool], types: set[str]) -> None:
    numbered = [rules for rules in map(ruleset, DRAUGHTS) if _type_number(rules)]

    assert {_type_number(rules) for rules in numbered if trait(rules.notation)} == types


def test_only_the_english_table_turns_its_files() -> None:
    assert {rules.key for rules in RULESETS if rules.notation.file_turn} == {"table-english"}
