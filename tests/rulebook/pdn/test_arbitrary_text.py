"""Whatever the bytes are: games or faults come out, never an exception, in time that grows with length."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook import RULESETS, ruleset
from rulebook.pdn import Fault, ParsedGame, read_archive, write_archive, write_game
from rulebook.pdn.faults import MAX_VALUE
from tests.rulebook.pdn.random_games import decorated, random_game

FUZZ = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])

PIECES = (
    "1. ", "32-28", "19-23 ", "28x19", "c3-d4 ", "f5", "(", ") ", "(?) ", "{", "} ", "[%clk 0:01:00]", "$7 ", "! ",
    "*", " 2-0 ", " 1/2-1/2\n", '/FEN "B::"/ ', '/FEN "W:W31-50:B1-20"/ ', "/", '[Event "', '"]\n', "[", "]", "\n\n",
    '[GameType "20"]\n', '[GameType "25"]\n', '[GameType "50"]\n', '[Variant "battledame-pflicht"]\n',
    '[Variant "club-medieval"]\n', '[WhiteMedieval "22,25,31"]\n', "{[%duel 17:1,10:0]} ", '[FEN "', "W:W31-50:B1-20",
    "PA ", "-- ", "...", ":H12:F3", '/FEN "W:W32:BK19:H7"/ ', ";", "%", "\\", "\x00", "\ufeff", "é", "\u0663-\u0664 ", "1-1", "1-18", "99999999", "½",
)  # fmt: skip


def _sound(source: str | bytes) -> list[ParsedGame | Fault]:
    """The games and faults of a source, each checked to be well made."""
    found = list(read_archive(source))
    for number, game in enumerate(found, 1):
        if isinstance(game, Fault):
            assert game.game == number
            assert game.line >= 1
            assert game.reason
            assert len(game.value) <= MAX_VALUE
            assert str(game).isprintable()
    return found


def _is_fixed_point(games: list[ParsedGame | Fault]) -> bool:
    text = "".join(write_archive(game for game in games if isinstance(game, ParsedGame)))
    again = list(read_archive(text))
    good = [game for game in games if isinstance(game, ParsedGame)]
    return again == good and text == "".join(write_archive(g for g in again if isinstance(g, ParsedGame)))


@FUZZ
@given(st.binary(max_size=400))
def test_any_bytes_are_games_or_faults(data: bytes) -> None:
    _sound(data)


@FUZZ
@given(st.text(max_size=400))
def test_any_text_is_games_or_faults(text: str) -> None:
    assert _is_fixed_point(_sound(text))


@FUZZ
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_heap_of_pieces_is_games_or_faults_and_the_games_read_back(text: str) -> None:
    assert _is_fixed_point(_sound(text))


@settings(FUZZ, max_examples=100)
@given(data=st.data(), seed=st.integers(0, 2**32), key=st.sampled_from([spec.key for spec in RULESETS]))
def test_a_damaged_game_is_read_or_reported_and_what_is_read_reads_back(
    data: st.DataObject, seed: int, key: str
) -> None:
    rng = Random(seed)
    text = write_game(decorated(random_game(ruleset(key), rng, 15), rng))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 6))
        text = text[:at] + data.draw(st.sampled_from(("", *PIECES))) + text[at + cut :]

    assert _is_fixed_point(_sound(text))


LONG = 100_000
ENDLESS = {
    "variations": "1. 32-28 " + "(" * LONG,
    "variations with moves": "1. 32-28 " + "(1. 31-26 " * LONG,
    "closed variations": "1. 32-28 " + "(1. 31-26 " * LONG + ")" * LONG,
    "open braces": "{" * LONG,
    "comments": "{}" * LONG,
    "open tags": '[a "' * LONG,
    "open tags with digits": '[1 "' * LONG,
    "open brackets": "[" * LONG,
    "brackets and blanks": "[ " * LONG,
    "closed tags": '[A "b"]' * LONG,
    "a tag of blanks": '[A "' + " " * LONG,
    "quotes and blanks": '[A "' + '"      x' * LONG,
    "backslashes": '[A "' + "\\" * LONG,
    "blanks before a dash": ("32" + " " * 50) * (LONG // 50),
    "one long capture": "1. 32" + "x28" * LONG,
    "one long row of squares": "a1" * LONG,
    "long digits": "9" * LONG + ".",
    "digits of four": "1111 " * LONG,
    "set-ups": '/FEN "' * LONG,
    "slashes": "/" * LONG,
    "strengths": "!" * LONG,
    "open strengths": "(!" * LONG,
    "commands": "1. 32-28 {" + "[%clk " * LONG + "}",
    "duels": "1. 32-28 {" + "[%duel 1:1,1:1" * LONG + "}",
    "commands inside commands": "1. 32-28 {" + "[%clk " * LONG + "0:00:01]" * LONG + "}",
    "comments on one move": "1. 32-28 " + "{x}" * LONG,
    "strengths on one move": "1. 32-28 " + "! " * LONG,
    "results": "1-1 " * LONG,
    "stars": "32-28* " * LONG,
    "line ends": "\n" * LONG,
    "carriage returns": "\r" * LONG,
    "dots": "." * LONG,
    "one FEN": '[FEN "W:W' + "1," * LONG + '"] *',
    "blanks in a tag": '[Event "' + " " * LONG + 'x"] *',
    "blanks in a FEN": '[FEN "W' + " " * LONG + 'x"] *',
    "blanks in a game type": '[GameType "20' + " " * LONG + 'x"] *',
    "blanks in a result": '[Result "1' + " " * LONG + '-0"] *',
    "blanks in a set-up": "/FEN" + " " * LONG + '"a"b"/',
    "blanks in a null move": '/FEN "W:' + " " * LONG + 'x"/',
    "blanks in marks": '[Variant "club-medieval"][WhiteMedieval "' + "22," * LONG + '"] *',
    "blanks in a command": "1. 32-28 {[%clock w0:00:01" + " " * LONG + "x]}",
    "a range": '[FEN "W:W1-' + "9" * LONG + '"] *',
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
def test_endless_text_takes_time_in_proportion_to_its_length(text: str) -> None:
    started = time.perf_counter()

    _sound(text)

    # Some 2 s at most where the machine is busy; what is quadratic takes minutes.
    assert time.perf_counter() - started < 20
