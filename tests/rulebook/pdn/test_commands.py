"""Clock readings and lots inside comments, and the medieval games that cannot do without."""

from __future__ import annotations

import pytest

from rulebook import apply_lots, initial_position, legal_moves, parse_fen, ruleset
from rulebook.errors import BadLots, LotsNeeded
from rulebook.pdn import (
    BadTag,
    Clocks,
    Fault,
    ParsedGame,
    annotation,
    compose,
    header_of,
    read_archive,
    write_game,
)
from rulebook.pdn.clocks import commands, split_comment

READ = {
    "remaining": ("[%clk 1:55:21]", "", Clocks(remaining_ms=6_921_000)),
    "tenths": ("[%clk 0:00:09.5]", "", Clocks(remaining_ms=9_500)),
    "elapsed": ("[%emt 0:00:05][%egt 0:10:00][%mct 0:05:00]", "", Clocks(move_ms=5_000, game_ms=600_000, used_ms=300_000)),
    "both clocks": ("[%clock w0:00:10 B0:00:03]", "", Clocks(white_ms=10_000, black_ms=3_000, black_runs=True)),
    "one clock": ("[%clock W0:00:10]", "", Clocks(white_ms=10_000, white_runs=True)),
    "black first": ("[%clock b0:00:03 W0:00:10]", "", Clocks(white_ms=10_000, black_ms=3_000, white_runs=True)),
    "both under the name clk": ("[%clk w0:00:10 B0:00:03]", "", Clocks(white_ms=10_000, black_ms=3_000, black_runs=True)),
    "clock without a colour": ("[%clock 0:49:11]", "", Clocks(remaining_ms=2_951_000)),
    "text around": ("before [%clk 0:00:01]\n after", "before after", Clocks(remaining_ms=1_000)),
    "not a time": ("[%clk soon]", "[%clk soon]", None),
    "not a command of ours": ("[%eval 0.3] good", "[%eval 0.3] good", None),
    "never closed": ("[%clk 0:00:01", "[%clk 0:00:01", None),
    "blanks": ("  a \t b\n\nc ", "a b c", None),
}  # fmt: skip


@pytest.mark.parametrize(("text", "rest", "clocks"), READ.values(), ids=READ.keys())
def test_commands_are_taken_out_of_comments(text: str, rest: str, clocks: Clocks | None) -> None:
    assert (rest, clocks, ()) == split_comment(text)


def test_halves_of_a_command_do_not_become_one() -> None:
    rest, _, _ = split_comment("[%clk [%emt 0:00:01] 0:00:02]")

    assert (rest, None, ()) == split_comment(rest)


@pytest.mark.parametrize("clocks", [clocks for _, _, clocks in READ.values() if clocks is not None])
@pytest.mark.parametrize("swapped", [False, True])
def test_clocks_read_back(clocks: Clocks, swapped: bool) -> None:
    assert ("", clocks, ()) == split_comment(commands(clocks, swapped=swapped), swapped=swapped)


def test_a_medieval_game_records_marks_paths_and_lots() -> None:
    start = parse_fen(ruleset("club-medieval"), "W:W21,M22:BM17,10,1")
    move = next(move for move in legal_moves(start) if move.captured == (17, 10))

    game = compose(start, [move], lots=[(True, True)])
    lost = compose(start, [move], lots=[(False,)])

    header = header_of(game)
    assert ("22", "17") == (header["WhiteMedieval"], header["BlackMedieval"])
    assert "M" not in header["FEN"]
    assert "1. 21x14x7 {[%duel 17:1,10:1]} *" in write_game(game)
    assert "1. 21x14x7 {[%duel 17:0]} *" in write_game(lost)
    assert [game, lost] == list(read_archive(write_game(game) + write_game(lost)))
    assert {22, 17, 10, 1} == set(lost.final.pieces())


def test_marks_alone_need_no_fen_tag() -> None:
    text = '[Variant "club-medieval"]\n[WhiteMedieval "22,25,31"]\n[BlackMedieval "1,2,3"]\n*'

    (game,) = read_archive(text)

    assert isinstance(game, ParsedGame), game
    assert {22, 25, 31, 1, 2, 3} == {square for square, piece in game.start.pieces().items() if piece.marked}
    assert '[WhiteMedieval "22,25,31"]' in write_game(game)
    assert "FEN" not in header_of(game)


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("", "lots_missing"),
        ("{[%duel 17:1]}", "lots"),
        ("{[%duel 10:1,17:1]}", "lots"),
        ("{[%duel 17:1,10:0]}", "lots"),  # the ordinary piece cannot withstand
        ("{[%duel 17:0,10:1]}", "lots"),
        ("{[%duel 17:1,10:1,1:1]}", "lots"),
    ],
)
def test_lots_that_do_not_fit_are_a_fault(comment: str, reason: str) -> None:
    header = '[Variant "club-medieval"]\n[FEN "W:W21,22:B17,10,1"]\n[BlackMedieval "17"]\n'

    (fault,) = read_archive(f"{header}1. 21x14x7 {comment} *")

    assert isinstance(fault, Fault)
    assert reason == fault.reason


def test_composing_a_game_asks_for_its_lots() -> None:
    start = parse_fen(ruleset("club-medieval"), "W:W21,22:BM17,10,1")
    move = next(move for move in legal_moves(start) if move.captured == (17, 10))

    with pytest.raises(LotsNeeded):
        compose(start, [move])
    with pytest.raises(BadLots):
        compose(start, [move], lots=[(True,)])
    assert apply_lots(start, move, (True, True)) == compose(start, [move], lots=[(True, True)]).final


def test_the_annotation_of_a_move_is_its_commands_and_comment() -> None:
    start = initial_position(ruleset("international"))
    text = "[%clk 0:03:05] a good move"

    game = compose(start, legal_moves(start)[:1], comments=[text])

    assert text == annotation(game.moves[0])
    assert f"{{{text}}}" in write_game(game)


@pytest.mark.parametrize("name", ["", "white", "A-B", 'A"', "A]", "Ä", "A\n"])
def test_a_tag_needs_a_name_that_reads_back(name: str) -> None:
    with pytest.raises(BadTag):
        compose(initial_position(ruleset("international")), [], tags={name: "x"})
