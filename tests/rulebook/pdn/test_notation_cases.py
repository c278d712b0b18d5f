"""The notation cases of the conformance facts, by their numbers, and the examples of the PDN text."""

from __future__ import annotations

import pytest

from rulebook import legal_moves, parse_fen, ruleset
from rulebook.pdn import Clocks, Fault, Outcome, ParsedGame, compose, read_archive, write_game


def game_of(text: str | bytes, key: str | None = None) -> ParsedGame:
    (game,) = read_archive(text, None if key is None else ruleset(key))
    assert isinstance(game, ParsedGame), game
    return game


def moves_of(game: ParsedGame) -> list[str]:
    return [step.move.notation if step.move else "set-up" for step in game.moves]


def body_of(text: str) -> str:
    return " ".join(text.partition("\n\n")[2].split())


def written(key: str, fen: str, notation: str, **options: str) -> str:
    """The one move of a game from `fen` as the file writes it."""
    start = parse_fen(ruleset(key, options), fen)
    (move,) = [move for move in legal_moves(start) if move.notation == notation]
    return body_of(write_game(compose(start, [move])))


def test_n01_an_ambiguous_capture_is_written_with_its_path() -> None:
    assert written("international", "W:WK1:B12,13,19,20", "1x23x14x25") == "1. 1x23x14x25 *"


def test_n03_a_position_has_one_side_to_move() -> None:
    text = write_game(compose(parse_fen(ruleset("international"), "B:W32:B19"), []))

    assert '[FEN "B:W32:B19"]' in text


@pytest.mark.parametrize(
    ("fen", "reason"),
    [("W:WK4,WK5,55:B4", "syntax"), ("W:WK4,55:B3", "square_out_of_range"), ("W:WK4:B4", "square_twice")],
)
def test_n05_a_position_that_is_none_is_reported(fen: str, reason: str) -> None:
    (fault,) = read_archive(f'[GameType "20"]\n[FEN "{fen}"]\n1. 4-5 *')

    assert isinstance(fault, Fault)
    assert (2, reason) == (fault.line, fault.reason)


def test_n08_half_a_point_is_one_result() -> None:
    game = game_of("1. 32-28 19-23 1/2-1/2")

    assert ["32-28", "19-23"] == moves_of(game)
    assert Outcome.DRAW is game.outcome


def test_n09_a_move_to_18_is_no_result_and_results_follow_the_game_type() -> None:
    one, two, three = read_archive(
        '[GameType "20"]\n[FEN "W:WK1:BK45"]\n1. 1-18 1-1\n\n'
        '[GameType "20"]\n1. 32-28 1-0\n\n'
        '[GameType "22"]\n1. 22-18 2-0'
    )

    assert isinstance(one, ParsedGame)
    assert isinstance(two, ParsedGame)
    assert isinstance(three, ParsedGame)
    assert ["1-18"] == moves_of(one)
    assert ["1-1", "2-0", "1-0"] == [one.result_text, two.result_text, three.result_text]


def test_n10_comments_variations_and_glyphs_stay_out_of_the_main_line() -> None:
    game = game_of(
        "1. 32-28 {[%clk 0:03:05]} 19-23 $7 {here [%clock w0:00:10 B0:00:03] ends}"
        " (18-23 38-32 (37-32? 23-29! {Black wins}) 12-18) 28x19 14x23 *"
    )

    first, second, *_ = game.moves
    assert ["32-28", "19-23", "28x19", "14x23"] == moves_of(game)
    assert Clocks(remaining_ms=185_000) == first.clocks
    assert (7,) == second.nags
    assert "here ends" == second.comment
    assert Clocks(white_ms=10_000, black_ms=3_000, black_runs=True) == second.clocks
    (variation,) = second.variations
    assert ["18-23", "38-32", "12-18"] == [step.move.notation for step in variation.moves if step.move]
    (inner,) = variation.moves[1].variations
    assert ["?", "!"] == [step.strength for step in inner.moves]


def test_n11_captures_are_short_by_default_and_full_on_request() -> None:
    start = parse_fen(ruleset("battledame"), "W:W23,32:B18,9,1")
    game = compose(start, [next(move for move in legal_moves(start) if move.notation == "23x14x5")])

    assert "1. 23x5 *" == body_of(write_game(game))
    assert "1. 23x14x5 *" == body_of(write_game(game, "full"))
    for text in ("23x5", "23x14x5"):
        fen = '[Variant "battledame"]\n[FEN "W:W23,32:B18,9,1"]\n'
        assert ["23x14x5"] == moves_of(game_of(f"{fen}1. {text} *"))
    assert ["23-18"] == moves_of(game_of('[Variant "battledame"]\n1. 23-18 *'))


@pytest.mark.parametrize("capture", ["d4:f6", "d4xf6", "18x11", "18:11"])
def test_n12_russian_files_are_read_in_every_spelling_and_written_with_a_colon(capture: str) -> None:
    game = game_of(f'[GameType "25"]\n[FEN "W:Wd4,a1:Be5,h8"]\n1. {capture} *')

    assert ["d4:f6"] == moves_of(game)
    assert "1. d4:f6 *" == body_of(write_game(game))
    assert '[FEN "W:Wa1,d4:Be5,h8"]' in write_game(game) or '[FEN "W:Wd4,a1:Bh8,e5"]' in write_game(game)


def test_a_path_has_the_squares_of_turns_and_else_those_directly_behind() -> None:
    """PDN 3.0, Restrictions: 47x38x24x13x36 or 47x38x20x9x36, never 47x33x24x13x36 nor 47x24x36."""
    start = parse_fen(ruleset("international"), "W:WK47:B14,18,19,29,42")
    texts = {body_of(write_game(compose(start, [move]))) for move in legal_moves(start) if move.target == 36}

    assert {"1. 47x38x24x13x36 *", "1. 47x38x20x9x36 *"} == texts


def test_a_frisian_path_along_a_row_has_the_square_directly_behind() -> None:
    start = parse_fen(ruleset("frisian"), "W:WK36:B27,25,29")
    ends = {move.notation for move in legal_moves(start)}
    texts = {body_of(write_game(compose(start, [move]), "full")) for move in legal_moves(start)}

    assert len(ends) == len(texts)
    for text in texts:
        (game,) = read_archive(f'[GameType "40"]\n[FEN "W:WK36:B27,25,29"]\n{text}')
        assert isinstance(game, ParsedGame), game


@pytest.mark.parametrize("spelling", ["46x5", "46x28x5", "46x19x5", "46x23x5"])
def test_every_spelling_of_a_path_is_read(spelling: str) -> None:
    assert ["46x19x5"] == moves_of(game_of(f'[FEN "W:WK46:B32,14"]\n1. {spelling} *'))


@pytest.mark.parametrize(
    ("key", "options", "fen", "literal", "longer"),
    [
        ("battledame", {"capture": "voluntary"}, "W:WK16:B9,17,19", "16-2", "16x26x13x2"),
        ("beatem-dame", {}, "W:WK26:B15,16,9,22", "26x12", "26x13x6x19x12"),
        ("russian", {}, "W:WK19:B17,9,24,23", "f4:h2", "f4:d2:a5:c7:h2"),
        ("thai", {}, "W:WK6:B22,23,24,9", "6-28", "6-13-26-19-28"),
    ],
)
def test_a_whole_path_that_abbreviates_another_too_is_meant_literally(
    key: str, options: dict[str, str], fen: str, literal: str, longer: str
) -> None:
    start = parse_fen(ruleset(key, options), fen)
    moves = {move.notation: move for move in legal_moves(start)}

    for notation in (literal, longer):
        game = compose(start, [moves[notation]])
        assert [game] == list(read_archive(write_game(game)))


def test_a_tournament_game_replays_to_its_end() -> None:
    """FMJD world championship 2007, round 7: Mikhalchenko against Ndjofang, from the PDN 3.0 text."""
    game = game_of(
        """[GameType "20"]
        1.32-28 17-22  2.28x17 11x22  3.37-32  6-11  4.41-37 12-17  5.46-41  8-12
        6.34-30  2-8   7.30-25 19-23  8.35-30  1-6   9.40-35 13-19 10.31-27 22x31
        11.36x27  9-13 12.33-28  4-9  13.41-36 17-22 14.28x17 11x31 15.37x26 23-28
        16.32x23 19x28 17.42-37 20-24 18.30x19 14x23 19.37-31 16-21 20.26x17 12x21
        21.31-27 21x32 22.38x27  6-11 23.47-42 15-20 24.25x14 10x19 25.39-33 28x39
        26.44x33  8-12 27.42-38 23-28 28.33x22 12-17 29.49-44 17x28 30.38-33 28x39
        31.44x33 18-22 32.27x18 13x22 33.43-38 19-23 34.38-32 11-17 35.32-27 22x31
        36.36x27  9-13 37.45-40 13-18 *"""
    )

    assert 74 == len(game.moves)
    assert "W:W27,33,35,40,48,50:B3,5,7,17,18,23" == game.final.fen
