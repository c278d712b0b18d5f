"""The numbers and colours of files against those of the rulebook, for every game type."""

from __future__ import annotations

import pytest

from rulebook import RULESETS, Ruleset, Side, initial_position, legal_moves, parse_fen, ruleset
from rulebook.pdn import FileNumbers, GameType, ParsedGame, compose, header_of, read_archive, write_game
from rulebook.ruleset import Family


def game_of(text: str, key: str | None = None) -> ParsedGame:
    (game,) = read_archive(text, None if key is None else ruleset(key))
    assert isinstance(game, ParsedGame), game
    return game


def first_move(text: str, key: str | None = None) -> tuple[str, int | None, int | None]:
    """The rule set and the squares, in the rulebook's numbers, of the first move of a text."""
    game = game_of(text, key)
    move = game.moves[0].move
    assert move is not None
    return game.ruleset.key, move.origin, move.target


FIRST_MOVES = {
    "20 counts as the rulebook does": ('[GameType "20"] 32-28', ("international", 32, 28)),
    "21 counts as the rulebook does": ('[GameType "21"] 11-15', ("english", 11, 15)),
    "22 counts as the rulebook does": ('[GameType "22"] 22-18', ("italian", 22, 18)),
    "23 counts as the rulebook does": ('[GameType "23"] 11-15', ("pool", 11, 15)),
    "24 counts from the other end": ('[GameType "24"] 11-15', ("spanish", 22, 18)),
    "28 counts from the other end": ('[GameType "28"] 11-15', ("portuguese", 22, 18)),
    "31 counts from the other end": ('[GameType "31"] 27-23', ("thai", 6, 10)),
    "25 has names": ('[GameType "25"] c3-d4', ("russian", 22, 18)),
    "26 has names": ('[GameType "26"] c3-d4', ("brazilian", 22, 18)),
    "29 has names": ('[GameType "29"] c3-d4', ("czech", 22, 18)),
    "30 has names": ('[GameType "30"] a3-a4', ("turkish", 41, 33)),
    "40 counts as the rulebook does": ('[GameType "40"] 32-28', ("frisian", 32, 28)),
    "50 has names from the top": ('[GameType "50"] f5', ("othello", None, 38)),
    "25 is read with numbers too": ('[GameType "25"] 22-18', ("russian", 22, 18)),
    "20 is read with names too": ('[GameType "20"] d4-e5', ("international", 32, 28)),
    "the whole tag": ('[GameType "20,W,10,10,N2,0"] 32-28', ("international", 32, 28)),
    "a corner that is not believed": ('[GameType "20,W,10,10,N1,0"] 32-28', ("international", 32, 28)),
    "blanks in the tag": ('[GameType " 20, W, 10, 10, N2, 0 "] 32-28', ("international", 32, 28)),
    "unified pool begins below": ('[GameType "23,W,8,8,A0,0"] c3-d4', ("pool", 11, 15)),
    "no type has the rulebook's numbers": ('[Variant "spanish"] 22-18', ("spanish", 22, 18)),
    "no type has names from below": ('[Variant "russian"] c3-d4', ("russian", 22, 18)),
    "table-english turns the board": (
        '[Variant "table-english"][GameType "21"] 11-15',
        ("table-english", 22, 18),
    ),
    "table-english without a type": ('[Variant "table-english"] 22-18', ("table-english", 22, 18)),
}


@pytest.mark.parametrize(("text", "expected"), FIRST_MOVES.values(), ids=FIRST_MOVES.keys())
def test_the_first_move_of_a_file(text: str, expected: tuple[str, int | None, int]) -> None:
    assert expected == first_move(text)


DRAUGHTS = [spec for spec in RULESETS if spec.family is Family.DRAUGHTS]


@pytest.mark.parametrize("spec", [spec for spec in DRAUGHTS if spec.notation.game_type], ids=lambda s: s.key)
def test_the_numbers_computed_from_the_game_type_are_those_the_rule_set_states(spec: Ruleset) -> None:
    numbers = FileNumbers.written(spec)

    is_turned = spec.notation.file_flip or spec.notation.file_turn
    in_numbers = str(spec.board.squares) if is_turned else "1"
    has_names = "A" in (spec.notation.game_type or "")
    assert numbers.text_of[1] == (spec.board.name_of[1] if has_names else in_numbers)
    assert numbers.swapped is spec.notation.file_turn


FENS = {
    "international": ("W:W32,K5:B19", "W:W32,K5:B19"),
    "spanish": ("W:W32,K5:B19", "W:W1,K28:B14"),
    "thai": ("W:W32,K5:B19", "W:W1,K28:B14"),
    "table-english": ("W:W32,K5:B19", "B:B1,K28:W14"),
    "russian": ("W:W32,K5:B19", "W:Wg1,Ka7:Bf4"),
    "turkish": ("W:Wa2,Kh8:Bc5", "W:Wa2,Kh8:Bc5"),
    "battledame": ("W:W32,K5:B19", "W:W32,K5:B19"),
}


@pytest.mark.parametrize(("key", "inside", "in_file"), [(k, *v) for k, v in FENS.items()], ids=FENS.keys())
def test_the_fen_tag_has_the_numbers_of_the_file(key: str, inside: str, in_file: str) -> None:
    start = parse_fen(ruleset(key), inside)

    game = compose(start, [])
    fen = header_of(game)["FEN"]

    assert _pieces_of(in_file) == _pieces_of(fen)
    assert start.pieces() == game_of(write_game(game)).start.pieces()


def _pieces_of(fen: str) -> tuple[str, dict[str, set[str]]]:
    side, *lists = fen.split(":")
    return side, {text[0]: set(text[1:].split(",")) for text in lists}


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("W:W1-3,12:BK30-31", {32, 31, 30, 21, 3, 2}),
        ("W:W1,2:B32", {32, 31, 1}),
        ("W:W1,2:B32:H12:F40", {32, 31, 1}),
    ],
)
def test_ranges_and_counters_of_a_turned_file_are_read(fen: str, expected: set[int]) -> None:
    game = game_of(f'[GameType "24"]\n[FEN "{fen}"]\n*')

    assert expected == set(game.start.pieces())
    assert Side.WHITE is game.start.side


def test_table_english_is_exported_as_official_english_with_the_board_turned() -> None:
    start = parse_fen(ruleset("table-english"), "W:W21:B10,17")
    (move,) = legal_moves(start)
    game = compose(start, [move], tags={"White": "below", "WhiteElo": "1200"}, result="1-0")

    header = header_of(game)
    official = game_of(write_game(game).replace('[Variant "table-english"]\n', ""))

    assert ("B:W16,23:B12", "0-1", "below", "1200") == (
        header["FEN"], header["Result"], header["Black"], header["BlackElo"],
    )  # fmt: skip
    assert "12x26" in write_game(game)
    assert "12x19x26" in write_game(game, "full")
    assert "english" == official.ruleset.key
    assert {12, 16, 23} == set(official.start.pieces())
    assert game == game_of(write_game(game))


def test_clocks_of_a_file_with_exchanged_colours_are_those_of_the_players() -> None:
    text = (
        '[Variant "table-english"]\n[GameType "21"]\n[White "top"]\n1. 11-15 {[%clock b0:00:10 W0:00:20]} *'
    )

    game = game_of(text)

    clocks = game.moves[0].clocks
    assert clocks is not None
    assert (10_000, 20_000, False, True) == (
        clocks.white_ms, clocks.black_ms, clocks.white_runs, clocks.black_runs,
    )  # fmt: skip
    assert "top" == game.tags["Black"]


@pytest.mark.parametrize("spec", DRAUGHTS, ids=lambda spec: spec.key)
def test_a_null_move_hands_over_the_turn_in_every_rule_set(spec: Ruleset) -> None:
    side = initial_position(spec).side.opponent
    letter = "W" if side is Side.WHITE else "B"

    (game,) = read_archive(f'/FEN "{letter}::"/', spec)

    assert isinstance(game, ParsedGame), game
    assert side is game.final.side


@pytest.mark.parametrize("text", ["", "x", "20,", "20,W", "20,X,10,10,N2,0", "20,W,10,10,Q2", "-1", "２０"])
def test_a_game_type_of_another_form_is_none(text: str) -> None:
    assert GameType.parse(text) is None
