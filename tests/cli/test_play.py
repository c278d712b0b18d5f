"""`brettwerk play`: a game at the terminal, driven through standard input, in both languages."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cli.board import drawn
from cli.main import main
from cli.words import COMMAND_OF, REASONS, TERMINATIONS, language_of
from engine import PERSONAS
from rulebook import RULESETS, Reason, Termination, initial_position, parse_fen, ruleset
from rulebook.pdn import Outcome, ParsedGame, read_archive


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Play with what is typed; the status and all that was shown."""

    def run(arguments: list[str], *lines: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["play", *arguments])
        return status, capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "de", "LANG": "fr"}, "de"),
        ({"LANG": "fr_FR"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_terminal(environ: dict[str, str], language: str) -> None:
    assert language == language_of(environ)


def test_every_reason_and_every_end_has_its_words_in_both_languages() -> None:
    assert set(Reason) == set(REASONS)
    assert set(Termination) == set(TERMINATIONS)
    for text in (*REASONS.values(), *TERMINATIONS.values()):
        assert text.de
        assert text.en


def test_moves_refusals_hints_and_undo(typed) -> None:  # type: ignore[no-untyped-def]
    status, shown = typed(
        ["battledame", "--lang", "de", "--level", "1", "--seed", "1"],
        "zurück",
        "9-13",
        "züge",
        "22-18",
        "tipp",
        "zurück",
        "quatsch",
        "hilfe",
        "brett",
        "22-17",
        "ende",
    )

    assert status == 0
    assert "Es gibt nichts zurückzunehmen." in shown
    assert "das ist ein fremder Stein" in shown
    assert "Möglich: 21-17, 22-17, 22-18" in shown
    assert "Stufe 1 zieht" in shown
    assert "Vielleicht " in shown
    assert "Zurückgenommen." in shown
    assert "das ist kein Zug auf diesem Brett" in shown
    assert "Die Partie bleibt offen." in shown


def test_the_same_in_english(typed) -> None:  # type: ignore[no-untyped-def]
    status, shown = typed(
        ["othello", "--lang", "en", "--level", "1"], "undo", "a1", "moves", "d3", "hint", "undo", "resign"
    )

    assert status == 0
    assert "There is nothing to take back." in shown
    assert "That is not possible: " in shown
    assert "Possible: d3, c4, f5, e6" in shown
    assert "Level 1 plays " in shown
    assert "Resigned. White wins." in shown


def test_a_persona_introduces_itself_in_both_languages(typed) -> None:  # type: ignore[no-untyped-def]
    for language, name in (("de", "Die Königin"), ("en", "The Queen")):
        _, shown = typed(["beatem-dame", "--lang", language, "--persona", "die-koenigin"])
        text = PERSONAS["die-koenigin"].introduction
        assert f"{name}: {text.de if language == 'de' else text.en}" in shown


def test_the_engine_begins_where_the_other_side_does(typed) -> None:  # type: ignore[no-untyped-def]
    _, shown = typed(["russian", "--lang", "en", "--side", "black", "--level", "2", "--seed", "x"])

    assert shown.index("Level 2 plays") < shown.index("Your move (Black):")


def test_games_are_appended_to_an_archive(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    saved = tmp_path / "games.pdn"
    arguments = ["russian", "--lang", "de", "--fen", "W:W22:B1,18", "--depth", "1", "--save", str(saved)]

    typed(arguments, "22x15", "aufgeben")
    status, shown = typed(arguments, "22x15", "aufgeben")

    games = list(read_archive(saved.read_text(encoding="utf-8")))
    assert status == 0
    assert "Gespeichert in" in shown
    assert 2 == len(games)
    for game in games:
        assert isinstance(game, ParsedGame)
        assert game.outcome is Outcome.BLACK_WINS
        assert game.tags["Black"] == "Die Engine"


def test_who_has_won_is_told(typed) -> None:  # type: ignore[no-untyped-def]
    _, shown = typed(["battledame", "--fen", "W:W21:B17", "--lang", "de"], "21x14")

    assert "Weiß gewinnt: keine Steine mehr." in shown


def test_lots_are_drawn_and_the_same_for_the_same_seed(typed) -> None:  # type: ignore[no-untyped-def]
    arguments = ["club-medieval", "--fen", "W:WM22:BM18,1", "--lang", "en", "--seed", "s", "--level", "1"]

    shown = [typed(arguments, "22x15", "undo", "quit")[1] for _ in range(2)]

    assert shown[0] == shown[1]
    assert "What lots have decided is not taken back." in shown[0] or "wins" in shown[0]


@pytest.mark.parametrize("key", [spec.key for spec in RULESETS])
def test_every_board_can_be_drawn_from_both_sides(key: str) -> None:
    position = initial_position(ruleset(key))
    pieces = position.pieces()

    for turned in (False, True):
        text = drawn(position, turned=turned)
        body = [
            line[3:] if line[:2].strip().isdigit() and "." in text else line for line in text.splitlines()
        ]
        men = "".join(body[: position.ruleset.board.size])
        assert len(pieces) == sum(men.count(letter) for letter in ("oOxX"))


def test_kings_marks_and_empty_squares_are_shown() -> None:
    text = drawn(parse_fen(ruleset("club-medieval"), "W:WK1,M32:BMK5"))

    assert "O" in text
    assert "o*" in text
    assert "X*" in text


def test_words_for_commands_are_no_moves() -> None:
    for word in COMMAND_OF:
        assert not any(character.isdigit() for character in word)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["chess"], 1), (["othello", "--persona", "die-koenigin"], 1), (["russian", "--fen", "x"], 1)],
)
def test_what_cannot_be_played_is_1(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status == main(["play", *arguments])
    assert capsys.readouterr().err.startswith("brettwerk: ")
