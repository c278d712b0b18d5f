"""Reversi games as rows of squares, and GGF."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import Move, Position, Side, initial_position, legal_moves, parse_fen, play, result, ruleset
from rulebook.errors import BadFen, RulebookError
from rulebook.pdn import ParsedGame, compose, read_archive, write_game
from rulebook.transcript import BadTranscript, format_transcript, parse_transcript, read_ggf

OTHELLO = ruleset("othello")
# The shortest perfect game, 9 discs: a fact known to every Othello player.
WIPEOUT = "e6f4e3f6g5d6e7f5c5"


def random_moves(seed: int) -> list[Move]:
    rng, position, moves = Random(seed), initial_position(OTHELLO), []
    while choices := legal_moves(position):
        moves.append(rng.choice(choices))
        position = play(position, moves[-1])
    return moves


def final(moves: list[Move]) -> Position:
    position = initial_position(OTHELLO)
    for move in moves:
        position = play(position, move)
    return position


def test_the_wipeout_in_nine_is_read_and_ends_the_game() -> None:
    moves = parse_transcript(initial_position(OTHELLO), WIPEOUT)

    ended = result(final(moves))
    assert 9 == len(moves)
    assert ended is not None
    assert Side.BLACK is ended.winner


@given(st.integers(0, 2**32))
@settings(deadline=None, max_examples=40)
def test_games_to_the_end_read_back_with_their_passes(seed: int) -> None:
    moves = random_moves(seed)

    assert moves == parse_transcript(initial_position(OTHELLO), format_transcript(moves))


@pytest.mark.parametrize("word", ["", "PA", "pa", "ps", "--", "@@@@", "a1a1", " pass "])
def test_passes_may_be_left_out_or_written_in_any_way(word: str) -> None:
    start = parse_fen(OTHELLO, "-OXXXXXX" + "-" * 56 + " O")
    assert [True] == [move.is_pass for move in legal_moves(start)]

    moves = parse_transcript(start, f"{word}a1")

    assert ["pass", "a1"] == [move.notation for move in moves]
    assert "a1" == format_transcript(moves)


FORMS = ["f5d6c3", "F5D6C3", "f5 d6 c3", "f5,d6,c3", "1. f5 d6 2. c3", "f5\nd6\nc3\n"]


@pytest.mark.parametrize("text", FORMS)
def test_the_form_of_a_transcript_is_forgiven(text: str) -> None:
    assert "f5d6c3" == format_transcript(parse_transcript(initial_position(OTHELLO), text))


@pytest.mark.parametrize(
    ("text", "reason", "value", "at"),
    [
        ("f5f5", "pass_not_allowed", "pass", 0),
        ("f5d7", "no_flip", "d7", 2),
        ("f5 f5", "square_occupied", "f5", 3),
        ("f5z9", "syntax", "z9", 2),
        ("f5pa", "pass_not_allowed", "pass", 2),
        ("f5" + "\x00", "syntax", "\x00", 2),
    ],
)
def test_a_fault_says_what_and_where(text: str, reason: str, value: str, at: int) -> None:
    with pytest.raises(BadTranscript) as caught:
        parse_transcript(initial_position(OTHELLO), text)

    assert (reason, value, at) == (caught.value.reason, caught.value.value, caught.value.at)


@pytest.mark.parametrize("text", ["f5d6c3 *", "1. f5 d6 2. c3 *", "1. F5 d6 2. c3 1-0"])
def test_pdn_of_type_50_holds_transcripts(text: str) -> None:
    (game,) = read_archive('[GameType "50"]\n' + text)

    assert isinstance(game, ParsedGame), game
    assert ["f5", "d6", "c3"] == [step.move.notation for step in game.moves if step.move]


@given(st.integers(0, 2**32))
@settings(deadline=None, max_examples=15)
def test_pdn_of_whole_games_reads_back_with_or_without_passes(seed: int) -> None:
    game = compose(initial_position(OTHELLO), random_moves(seed))

    text = write_game(game)

    assert [game] == list(read_archive(text))
    assert [game] == list(read_archive(text.replace("--", "")))


GGF = (
    "(;GM[Othello]PC[server]DT[2003.12.15]PB[one]PW[two]RE[+2.0]TI[15:00//02:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5//2.4]W[D6/-1.2/0.3]B[c3]W[d3];)"
)


def test_ggf_is_read_with_its_properties() -> None:
    game = read_ggf(OTHELLO, GGF)

    assert initial_position(OTHELLO) == game.start
    assert ["f5", "d6", "c3", "d3"] == [move.notation for move in game.moves]
    assert ("one", "two", "2003.12.15") == tuple(game.properties[name] for name in ("PB", "PW", "DT"))


@pytest.mark.parametrize(
    "text",
    ["", "f5d6", "(;GM[Othello]B[Z9];)", "(;GM[Othello]B[F5]W[F5];)", "(;GM[Othello]BO[8 x *];)", "(;GM[Othello]BO[10 - *];)"],
)  # fmt: skip
def test_ggf_that_is_none_is_reported(text: str) -> None:
    with pytest.raises((BadTranscript, BadFen)):
        read_ggf(OTHELLO, text)


@given(st.one_of(st.text(max_size=80), st.text("abcdefgh12345678-@PApsGMBO[]();*/. ", max_size=80)))
@settings(deadline=None, max_examples=200)
def test_any_text_is_a_game_or_a_documented_error(text: str) -> None:
    with contextlib.suppress(RulebookError):
        parse_transcript(initial_position(OTHELLO), text)
    with contextlib.suppress(RulebookError):
        read_ggf(OTHELLO, f"(;GM[Othello]{text}")


def test_pdn_of_type_50_passes_as_some_engines_do() -> None:
    start = '[GameType "50"]\n[FEN "-OXXXXXX' + "-" * 56 + ' O"]\n'

    for word in ("--", "PA", "a1a1", "pass", "@@@@", ""):
        (game,) = read_archive(f"{start}{word} a1 *")
        assert isinstance(game, ParsedGame), game
        assert ["pass", "a1"] == [step.move.notation for step in game.moves if step.move]


def test_only_reversi_has_transcripts() -> None:
    with pytest.raises(BadTranscript):
        parse_transcript(initial_position(ruleset("international")), "f5")
