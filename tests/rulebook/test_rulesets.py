"""The catalogue: every entry is complete, and what its texts and examples say is what the rules do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import product

import pytest

from rulebook import RULESETS, Side, initial_position, legal_moves, ruleset, validate
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Example,
    Medieval,
    Option,
    ReversiRules,
    Ruleset,
    Text,
)
from rulebook.time_control import TimeControl
from rulebook.verdict import Reason
from tests.rulebook.playing import at

# key -> men of each side at the start, the side that begins, PDN GameType
CATALOGUE: dict[str, tuple[int, str, str | None]] = {
    "beatem-dame": (12, "white", None),
    "beatem-reversi": (2, "black", None),
    "club-brazilian": (12, "white", "26,W,8,8,A0,0"),
    "club-medieval": (12, "white", None),
    "battledame": (12, "white", None),
    "table-english": (12, "white", "21,B,8,8,N1,0"),
    "table-russian": (12, "white", "25,W,8,8,A0,0"),
    "table-international": (20, "white", "20,W,10,10,N2,0"),
    "table-turkish": (16, "white", "30,W,8,8,A0,0"),
    "international": (20, "white", "20,W,10,10,N2,0"),
    "russian": (12, "white", "25,W,8,8,A0,0"),
    "brazilian": (12, "white", "26,W,8,8,A0,0"),
    "english": (12, "black", "21,B,8,8,N1,0"),
    "turkish": (16, "white", "30,W,8,8,A0,0"),
    "italian": (12, "white", "22,W,8,8,N2,1"),
    "pool": (12, "black", "23,B,8,8,N1,0"),
    "spanish": (12, "white", "24,W,8,8,N1,1"),
    "portuguese": (12, "white", "28,W,8,8,N1,1"),
    "czech": (12, "white", "29,W,8,8,A0,0"),
    "frisian": (20, "white", "40,W,10,10,N2,0"),
    "thai": (8, "black", "31,B,8,8,N2,0"),
    "othello": (2, "black", "50,B,8,8,A2,0"),
}

# What the seeds say: battledame 3+2, 5+3, 10+5, 15+10; the club 60 s for a move, three strikes; no word elsewhere.
FISCHER = ((180_000, 2_000), (300_000, 3_000), (600_000, 5_000), (900_000, 10_000))
TIME: dict[str, tuple[tuple[int | str, ...], ...]] = {
    "battledame": FISCHER,
    "club-brazilian": ((60_000, "auto_move", 3),),
    "club-medieval": ((60_000, "auto_move", 3),),
}

each_ruleset = pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.key)
each_example = pytest.mark.parametrize(
    ("rules", "example"),
    [
        pytest.param(rules, example, id=f"{rules.key} {number}")
        for rules in RULESETS
        for number, example in enumerate(rules.examples, start=1)
    ],
)

_ASCII_UMLAUT = re.compile(r"\w*(?:[ao]e|(?<![aeq])ue)\w*", re.IGNORECASE)
_NO_UMLAUT = {"zuerst"}  # words in which the two letters are two sounds
_SHARP_S = re.compile(
    r"\b(?:gross|grösst|weiss|dreissig|ausser|schliess|einschliess|heiss|stoss)", re.IGNORECASE
)


def _texts(rules: Ruleset) -> Iterator[Text]:
    yield rules.name
    yield rules.explanation
    for option in rules.option_specs:
        yield option.name
        yield from (choice.name for choice in option.choices)
    yield from (example.text for example in rules.examples)


# The list


def test_the_keys_are_unique_and_are_those_of_the_catalogue() -> None:
    assert list(CATALOGUE) == [rules.key for rules in RULESETS]


@each_ruleset
def test_the_start_position_has_the_pieces_of_the_rules(rules: Ruleset) -> None:
    count, first, _ = CATALOGUE[rules.key]
    position = initial_position(rules)
    pieces = position.pieces().values()

    assert Side(first) is rules.first is position.side
    assert [count, count] == [sum(piece.side is side for piece in pieces) for side in Side]
    assert not any(piece.marked or (rules.is_draughts and piece.king) for piece in pieces)


@each_ruleset
def test_the_pdn_game_type_is_that_of_the_standard(rules: Ruleset) -> None:
    assert CATALOGUE[rules.key][2] == rules.notation.game_type


@each_ruleset
def test_the_game_type_agrees_with_the_board_and_the_first_side(rules: Ruleset) -> None:
    if rules.notation.game_type is None:
        return
    _, colour, width, height, numbers, mirrored = rules.notation.game_type.split(",")
    # Files of table-english show the board from the other side, with the colours exchanged.
    begins = rules.first.opponent if rules.notation.file_turn else rules.first

    assert begins.value[0].upper() == colour
    assert str(rules.board.size) == width == height
    assert rules.board.mirrored == (mirrored == "1")
    assert rules.notation.file_is_algebraic == numbers.startswith("A")


# Texts


@each_ruleset
def test_name_and_explanation_are_there_in_both_languages(rules: Ruleset) -> None:
    assert rules.name.de
    assert rules.name.en
    for text in (rules.explanation, *(example.text for example in rules.examples)):
        assert text.de.strip()
        assert text.en.strip()
        assert text.de != text.en


@each_ruleset
def test_an_explanation_has_four_to_nine_sentences(rules: Ruleset) -> None:
    for said in (rules.explanation.de, rules.explanation.en):
        assert 4 <= len(re.findall(r"[.!?](?= |$)", said)) <= 9


@each_ruleset
def test_german_texts_are_set_in_german_letters_and_quotation_marks(rules: Ruleset) -> None:
    for text in _texts(rules):
        assert '"' not in text.de
        assert text.de.count("„") == text.de.count("“")
        substitutes = {word for word in _ASCII_UMLAUT.findall(text.de) if word.lower() not in _NO_UMLAUT}
        assert substitutes == set(), text.de
        assert _SHARP_S.findall(text.de) == [], text.de


@each_ruleset
def test_texts_have_no_stray_spaces(rules: Ruleset) -> None:
    for text in _texts(rules):
        for said in (text.de, text.en):
            assert said == " ".join(said.split())
            assert '"' not in said
            assert re.search(r" [.,;:!?]", said) is None


# Worked examples


@each_ruleset
def test_there_are_three_to_six_examples_and_something_is_refused(rules: Ruleset) -> None:
    assert 3 <= len(rules.examples) <= 6
    assert any(example.refused for example in rules.examples)


@each_example
def test_the_legal_moves_of_an_example_are_all_legal_moves(rules: Ruleset, example: Example) -> None:
    position = at(rules.key, example.fen, **example.options)

    assert sorted(example.legal) == sorted(move.notation for move in legal_moves(position))


@each_example
def test_the_legal_moves_of_an_example_are_understood_as_written(rules: Ruleset, example: Example) -> None:
    position = at(rules.key, example.fen, **example.options)

    for text in example.legal:
        move = validate(position, text).move
        assert move is not None
        assert text == move.notation


@each_example
def test_a_refused_move_is_refused_for_the_reason_given(rules: Ruleset, example: Example) -> None:
    position = at(rules.key, example.fen, **example.options)

    for text, reason in example.refused.items():
        refusal = validate(position, text).refusal
        assert refusal is not None, text
        assert Reason(reason) is refusal.reason, text


# Time and marks


@each_ruleset
def test_time_is_usually_kept_as_the_seed_says(rules: Ruleset) -> None:
    expected = TIME.get(rules.key, ((), *FISCHER))

    assert expected == tuple(_numbers(control) for control in rules.usual_time_controls)


def _numbers(control: TimeControl) -> tuple[int | str, ...]:
    return tuple(getattr(control, field.name) for field in fields(control))


@pytest.mark.parametrize(
    ("options", "at_first_duel"),
    [({}, False), ({"reveal": "at_start"}, False), ({"reveal": "on_first_duel"}, True)],
)
def test_three_pieces_are_marked_within_twenty_seconds_and_withstand_half_of_the_time(
    options: dict[str, str], at_first_duel: bool
) -> None:
    assert ruleset("club-medieval", options).medieval == Medieval(
        stones=3, choice_ms=20_000, success_percent=50, reveals_at_first_duel=at_first_duel
    )


@each_ruleset
def test_pieces_are_marked_in_one_rule_set_only(rules: Ruleset) -> None:
    assert (rules.medieval is not None) is (rules.key == "club-medieval")


# Options


def _resolved() -> Iterator[tuple[Ruleset, dict[str, str]]]:
    for rules in RULESETS:
        keys = [option.key for option in rules.option_specs]
        values = [[choice.value for choice in option.choices] for option in rules.option_specs]
        for combination in product(*values):
            yield rules, dict(zip(keys, combination, strict=True))


def _changeable(rules: Ruleset) -> set[str]:
    if not isinstance(rules.rules, DraughtsRules):
        return {field.name for field in fields(ReversiRules)}
    names = {field.name for field in fields(DraughtsRules)}
    names |= {f"draws.{field.name}" for field in fields(Draws)}
    if rules.rules.medieval is not None:
        names |= {f"medieval.{field.name}" for field in fields(Medieval)}
    return names


@each_ruleset
def test_choices_change_only_answers_that_there_are(rules: Ruleset) -> None:
    for option in rules.option_specs:
        for choice in option.choices:
            assert set(choice.changes) <= _changeable(rules), (option.key, choice.value)


@each_ruleset
def test_the_first_choice_is_the_default_and_changes_nothing(rules: Ruleset) -> None:
    for option in rules.option_specs:
        assert option.default == rules.options[option.key]
        assert option.choices[0].changes == {}


@each_ruleset
def test_options_and_choices_have_distinct_keys_and_names(rules: Ruleset) -> None:
    assert _distinct([option.key for option in rules.option_specs])
    assert _distinct([option.name.de for option in rules.option_specs])
    for option in rules.option_specs:
        assert len(option.choices) >= 2
        assert _named(option)


def _distinct(values: list[str]) -> bool:
    return all(values) and len(set(values)) == len(values)


def _named(option: Option) -> bool:
    choices = option.choices
    return all(
        _distinct(values)
        for values in (
            [choice.value for choice in choices],
            [choice.name.de for choice in choices],
            [choice.name.en for choice in choices],
        )
    )


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        pytest.param(rules, options, id=" ".join([rules.key, *options.values()]))
        for rules, options in _resolved()
    ],
)
def test_every_combination_of_options_can_be_played(rules: Ruleset, options: dict[str, str]) -> None:
    chosen = ruleset(rules.key, options)
    changes = {
        name: answer
        for option in rules.option_specs
        for name, answer in option.choice(options[option.key]).changes.items()
    }

    assert options == dict(chosen.options)
    for name, answer in changes.items():
        assert answer == _answer(chosen, name) or _overruled(name, changes), name
    assert legal_moves(initial_position(chosen))


def _answer(rules: Ruleset, name: str) -> object:
    answer: object = rules.rules
    for part in name.split("."):
        answer = getattr(answer, part)
    return answer


def _overruled(name: str, changes: dict[str, object]) -> bool:
    """One option replaces all draws, another then changes one of them."""
    return any(other.startswith(f"{name}.") for other in changes)
