"""Which rule set the tags of a game mean, and which tags a rule set is given."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebook import RULESETS, Ruleset, initial_position, ruleset
from rulebook.pdn import Fault, ParsedGame, compose, header_of, read_archive, write_game


def rules_of(text: str, key: str | None = None, **options: str) -> tuple[str, dict[str, str]]:
    (game,) = read_archive(text + "\n*", None if key is None else ruleset(key, options))
    assert isinstance(game, ParsedGame), game
    defaults = {option.key: option.default for option in game.ruleset.option_specs}
    chosen = {key: value for key, value in game.ruleset.options.items() if defaults[key] != value}
    return game.ruleset.key, chosen


NAMED: dict[str, tuple[str, tuple[str, dict[str, str]]]] = {
    "the number alone": ('[GameType "26"]', ("brazilian", {})),
    "the name of a house": ('[Variant "club-brazilian"]', ("club-brazilian", {})),
    "name and number together": ('[Variant "table-russian"]\n[GameType "25"]', ("table-russian", {})),
    "the draw rule": ('[GameType "25"]\n[DrawRule "120"]', ("table-russian", {})),
    "the draw rule of another game": ('[GameType "20"]\n[DrawRule "120"]', ("table-international", {})),
    "an unknown draw rule": ('[GameType "25"]\n[DrawRule "on claim"]', ("russian", {})),
    "capitals": ('[Variant "International"]', ("international", {})),
    "Standard beside a number": ('[GameType "20"]\n[Variant "Standard"]', ("international", {})),
    "breakthrough as a variant": ('[GameType "20"]\n[Variant "Breakthrough"]', ("international", {"goal": "breakthrough"})),
    "antidraughts as a variant": ('[GameType "20"]\n[Variant "Antidraughts"]', ("international", {"goal": "anti"})),
    "anti as a tag": ('[GameType "25"]\n[Goal "anti"]', ("russian", {"goal": "anti"})),
    "Battledame": ('[Variant "battledame"]', ("battledame", {})),
    "Battledame with a level": (
        '[Variant "battledame"]\n[Capture "maximum"]', ("battledame", {"capture": "maximum"}),
    ),
    "Battledame in German": ('[Variant "battledame-freiwillig"]', ("battledame", {"capture": "voluntary"})),
    "Battledame Pflicht": ('[Variant "battledame-pflicht"]', ("battledame", {})),
    "Battledame Maximum": ('[Variant "Battledame-Maximum"]', ("battledame", {"capture": "maximum"})),
    "a level in German": (
        '[Variant "battledame"]\n[Capture "Freiwillig"]', ("battledame", {"capture": "voluntary"}),
    ),
    "nothing": ("", ("international", {})),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NAMED.values(), ids=NAMED.keys())
def test_the_tags_name_the_rules(text: str, expected: tuple[str, dict[str, str]]) -> None:
    assert expected == rules_of(f'{text}\n[Event "x"]')


def test_the_callers_rules_are_for_games_that_name_none() -> None:
    assert ("thai", {}) == rules_of('[Event "x"]', "thai")
    assert ("italian", {}) == rules_of('[GameType "22"]', "thai")


def test_the_callers_rules_are_preferred_among_those_of_a_type() -> None:
    assert ("club-brazilian", {}) == rules_of('[GameType "26"]', "club-brazilian")
    assert ("table-english", {}) == rules_of('[GameType "21"]', "table-english")


def test_the_callers_options_hold_unless_the_file_says_otherwise() -> None:
    assert ("battledame", {"capture": "maximum"}) == rules_of('[Event "x"]', "battledame", capture="maximum")
    assert ("battledame", {"capture": "voluntary"}) == rules_of(
        '[Capture "voluntary"]', "battledame", capture="maximum"
    )


def test_names_of_squares_without_a_game_type_are_not_guessed_at() -> None:
    (fault,) = read_archive("1. c3-d4 *")

    assert isinstance(fault, Fault)
    assert "unknown_ruleset" == fault.reason
    assert isinstance(next(read_archive("1. c3-d4 *", ruleset("russian"))), ParsedGame)


HEADERS: dict[tuple[str, tuple[tuple[str, str], ...]], Mapping[str, str]] = {
    ("international", ()): {"GameType": "20,W,10,10,N2,0"},
    ("brazilian", ()): {"GameType": "26,W,8,8,A0,0"},
    ("club-brazilian", ()): {"GameType": "26,W,8,8,A0,0", "Variant": "club-brazilian"},
    ("table-russian", ()): {"GameType": "25,W,8,8,A0,0", "Variant": "table-russian", "DrawRule": "120"},
    ("battledame", ()): {"Variant": "battledame", "Capture": "mandatory"},
    ("battledame", (("capture", "voluntary"), ("goal", "anti"))): {
        "Variant": "battledame", "Capture": "voluntary", "Goal": "anti",
    },
    ("beatem-dame", ()): {"Variant": "beatem-dame"},
    ("othello", ()): {"GameType": "50,B,8,8,A2,0"},
    ("beatem-reversi", ()): {"Variant": "beatem-reversi"},
}  # fmt: skip


@pytest.mark.parametrize(("rules", "expected"), HEADERS.items(), ids=lambda value: str(value)[:60])
def test_the_header_names_the_rules(
    rules: tuple[str, tuple[tuple[str, str], ...]], expected: Mapping[str, str]
) -> None:
    key, options = rules
    game = compose(initial_position(ruleset(key, dict(options))), [])

    header = header_of(game)

    roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert roster == list(header)[:7]
    assert expected == {name: value for name, value in header.items() if name not in roster}


@pytest.mark.parametrize("spec", RULESETS, ids=lambda spec: spec.key)
def test_every_rule_set_is_known_again_by_its_header(spec: Ruleset) -> None:
    (game,) = read_archive(write_game(compose(initial_position(spec), [])))

    assert isinstance(game, ParsedGame), game
    assert spec is game.ruleset


def test_the_time_control_and_other_tags_follow_in_their_order() -> None:
    tags = {"TimeControl": "1/60", "WhiteTime": "0:03:00", "Result": "9-9", "FEN": "x", "Annotator": "?"}
    game = compose(initial_position(ruleset("club-brazilian")), [], tags=tags, result="0-1")

    header = header_of(game)

    assert ["GameType", "Variant", "TimeControl", "WhiteTime"] == list(header)[7:]
    assert "0-1" == header["Result"]
