"""`brettwerk analyse`: mistakes are marked, better lines stand beside them, and what was there stays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.annotating import MARKS, annotated, judge
from cli.main import main
from engine import Limits, TranspositionTable
from rulebook import Position, initial_position, legal_moves, parse_fen, play, ruleset, validate
from rulebook.pdn import ParsedGame, compose, read_archive, write_game
from rulebook.pdn.record import PlayedMove

TABLE = TranspositionTable()
QUICK = Limits(nodes=20_000)
# White has just lost a man for nothing: 22-17 lets 13x22 happen, everything else keeps the balance.
BLUNDER = "W:W22,30,31,32:B9,13,1,2"


def game(start: Position, *moves: str) -> ParsedGame:
    position, played = start, []
    for text in moves:
        verdict = validate(position, text)
        assert verdict.move is not None, (text, verdict.refusal)
        played.append(verdict.move)
        if verdict.next is not None:
            position = verdict.next
    return compose(start, played)


def read_back(text: str) -> ParsedGame:
    [found] = read_archive(text)
    assert isinstance(found, ParsedGame), found
    return found


def step(found: ParsedGame, at: int) -> PlayedMove:
    return found.moves[at]


def test_a_man_given_away_is_marked_and_the_better_line_is_a_variation() -> None:
    start = parse_fen(ruleset("russian"), BLUNDER)

    told = read_back(write_game(annotated(game(start, "22-17"), QUICK, TABLE)))

    assert step(told, 0).strength in {"?", "??"}
    [variation] = step(told, 0).variations
    assert variation.moves[0].move != step(told, 0).move
    assert variation.moves[-1].comment
    assert told.tags["Annotator"] == "Brettwerk"


def test_the_best_move_bears_no_mark() -> None:
    start = parse_fen(ruleset("russian"), BLUNDER)
    [verdict] = judge(game(start, "22-17"), QUICK, TABLE, lambda: None)
    assert verdict is not None
    assert verdict.best is not None

    told = annotated(game(start, verdict.best.move.notation), QUICK, TABLE)

    assert ("", ()) == (step(told, 0).strength, step(told, 0).variations)


def test_who_has_lost_anyway_makes_no_more_mistakes() -> None:
    start = parse_fen(ruleset("russian"), "W:W32:BK1,K2,K3,K4,K29")
    moves = [game(start, move.notation) for move in legal_moves(start)]

    assert [""] * len(moves) == [step(annotated(one, QUICK, TABLE), 0).strength for one in moves]


def test_scores_are_seen_from_whites_side_and_stand_behind_every_move() -> None:
    start = parse_fen(ruleset("russian"), "B:W32:BK1,K2,K3")
    told = annotated(game(start, legal_moves(start)[0].notation), QUICK, TABLE, scores=True)

    assert step(told, 0).comment.startswith(("-", "#-"))


def test_what_stood_in_the_game_stays() -> None:
    text = (
        '[GameType "25"]\n[White "Anna"]\n\n1. c3-d4 {hallo [%clk 0:01:00]} d6-c5! $4 '
        "( 1... b6-c5 {anders} ) 2. g3-h4 *\n"
    )

    told = read_back(write_game(annotated(read_back(text), Limits(depth=2), TABLE)))

    assert told.tags["White"] == "Anna"
    assert step(told, 0).comment.startswith("hallo")
    assert step(told, 0).clocks is not None
    assert (step(told, 1).strength, step(told, 1).nags) == ("!", (4,))
    assert step(told, 1).variations[0].moves[0].comment == "anders"


@pytest.mark.parametrize(
    "key", ["international", "english", "othello", "club-medieval", "turkish", "frisian"]
)
def test_games_of_every_family_are_annotated_and_can_be_read_again(key: str) -> None:
    position = start = initial_position(ruleset(key))
    moves = []
    for _ in range(12):
        move = legal_moves(position)[-1]
        if move.duels:
            break
        moves.append(move)
        position = play(position, move)

    told = read_back(write_game(annotated(compose(start, moves), Limits(nodes=3_000), TABLE)))

    assert moves == [one.move for one in told.moves]


def test_marks_go_from_the_gravest_to_the_slightest() -> None:
    assert sorted(MARKS, reverse=True) == list(MARKS)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    start = parse_fen(ruleset("russian"), BLUNDER)
    good = write_game(game(start, "22-17", "13x22"))
    path.write_text(good + '\n[Event "x"]\n1. 32-28 32-28 *\n\n' + good, encoding="utf-8")
    return path


def test_an_archive_is_annotated_to_a_file_and_its_faults_are_told(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pdn"

    status = main(["analyse", str(archive), "-o", str(out), "--nodes", "5000"])

    captured = capsys.readouterr()
    games = list(read_archive(out.read_text(encoding="utf-8")))
    assert status == 1
    assert "" == captured.out
    assert f"{archive}: game 2, line" in captured.err
    assert 2 == len(games)
    for found in games:
        assert isinstance(found, ParsedGame)
        assert "?" in step(found, 0).strength


def test_without_a_file_the_games_go_to_standard_output(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with archive.open() as source:
        monkeypatch.setattr(sys, "stdin", source)
        main(["analyse", "-", "--depth", "3", "--scores"])

    games = [one for one in read_archive(capsys.readouterr().out) if isinstance(one, ParsedGame)]
    assert 2 == len(games)
    assert all(one.comment for found in games for one in found.moves)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["missing.pdn"], 2), ([".", "--nodes", "1"], 2)],
)
def test_what_cannot_be_read_is_2(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status == main(["analyse", *arguments])
    assert arguments[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["--nodes", "0"], ["--depth", "x"], ["--time", "0"], ["--time", "1", "--nodes", "5"]]
)
def test_wrong_limits_are_wrong_usage(archive: Path, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["analyse", str(archive), *arguments])

    assert ended.value.code == 2
