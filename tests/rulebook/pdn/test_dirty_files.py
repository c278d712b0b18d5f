"""Files as they are found: what is read all the same, and what is reported, with its game and line."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from rulebook import ruleset
from rulebook.pdn import Fault, Outcome, ParsedGame, read_archive


def told(text: str | bytes, key: str | None = None) -> list[str]:
    """Each game of a text in a line: its moves and result, or its fault."""
    games = read_archive(text, None if key is None else ruleset(key))
    return [_line_of(game) for game in games]


def _line_of(game: ParsedGame | Fault) -> str:
    if isinstance(game, Fault):
        return f"{game.game}:{game.line} {game.reason} {game.value}".strip()
    moves = [step.move.notation if step.move else "set-up" for step in game.moves]
    return " ".join((*moves, game.result_text))


READ = {
    "numbers without blanks": ("1.32-28 19-23 2.28x19 *", "32-28 19-23 28x19 *"),
    "numbers left out": ("32-28 19-23 28x19", "32-28 19-23 28x19 *"),
    "wrong numbers": ("7. 32-28 7. 19-23 1. 28x19 *", "32-28 19-23 28x19 *"),
    "numbers without dots": ("1 32-28 19-23 2 28x19 *", "32-28 19-23 28x19 *"),
    "dots for the other side": ("1. 32-28 1... 19-23 2. ... *", "32-28 19-23 *"),
    "leading zeros": ("01. 32-28 19-23 02. 28x19 14x23 03. 38-32 09-14 *", None),
    "blanks inside moves": ("1. 32 - 28 19 -23 2. 28 x 19 *", "32-28 19-23 28x19 *"),
    "four digits": ("1. 3228 1923 2. 2819 *", "32-28 19-23 28x19 *"),
    "a dash for a capture": ("1. 32-28 19-23 2. 28-19 *", "32-28 19-23 28x19 *"),
    "other separators": ("1. 32\u201328 19\u201423 2. 28\u00d719 14:23 *", "32-28 19-23 28x19 14x23 *"),
    "a capital x": ("1. 32-28 19-23 2. 28X19 *", "32-28 19-23 28x19 *"),
    "strengths apart": ("1. 32-28 ! 19-23 (?) *", "32-28 19-23 *"),
    "a forced move sign": ("1. 32-28* 19-23 *", "32-28 19-23 *"),
    "a comment to the end of the line": ("1. 32-28 ; 1-0 {\n19-23 *", "32-28 19-23 *"),
    "a comment over lines": ("1. 32-28 {one\n\ntwo} 19-23 *", "32-28 19-23 *"),
    "a comment within a comment": ("1. 32-28 { a { b } } 19-23 *", "32-28 19-23 *"),
    "a line for programs": ("% 1. 31-26\n1. 32-28 19-23 *", "32-28 19-23 *"),
    "a stray bracket": ("1. 32-28 ] 19-23 *", "32-28 19-23 *"),
    "a clock without braces": ("1. 32-28 [%clk 0:01:00] 19-23 *", "32-28 19-23 *"),
    "a result with blanks": ("1. 32-28 1/2 - 1/2", "32-28 1-1"),
    "half as a sign": ("1. 32-28 ½-½", "32-28 1-1"),
    "a byte order mark inside": ("1. 32-28\n\ufeff19-23 *", "32-28 19-23 *"),
    "counters in the FEN": ('[FEN "W:W32:BK19:H12:F40"] 1. 32-28 *', "32-28 *"),
    "a byte order mark": ("\ufeff1. 32-28 *", "32-28 *"),
    "no end": ('[Event "x"]\n1. 32-28 19-23', "32-28 19-23 *"),
    "a trailing dot in the FEN": ('[FEN "W:W32:B19."] 1. 32-28 *', "32-28 *"),
    "only a header": ('[Event "x"]\n[Result "2-0"]', "2-0"),
    "only a number before the result": ('[Event "x"]\n\n1. 2-0', "2-0"),
    "variations": ("32-28 19-23 (18-23 38-32 (37-32? 23-29! {W}) 12-18) 28x19 *", "32-28 19-23 28x19 *"),
    "a variation before its move": ("(1. 31-26) 1. 32-28 *", "32-28 *"),
    "a set-up inside": ('1. 32-28 /FEN "W:W28,33:B19"/ 2. 33-29 *', "32-28 set-up 33-29 *"),
    "a null move": ('1. 32-28 /FEN "W::"/ 2. 37-32 *', "32-28 set-up 37-32 *"),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ.keys())
def test_form_is_forgiven(text: str, expected: str | None) -> None:
    games = told(text)

    assert len(games) == 1
    assert expected in (None, games[0])
    assert ":" not in games[0]


FAULTS = {
    "an illegal move": ("1. 32-28\n31-26\n19-23 *", "1:2 not_your_turn 31-26"),
    "a square too many": ("1. 32-82 *", "1:1 square_out_of_range 32-82"),
    "a capture that is not there": ("1. 32x28 *", "1:1 nothing_captured 32x28"),
    "an unknown move": ("1. - - *", "1:1 syntax -"),
    "plain words": ("See the next page. *", "1:1 syntax See"),
    "a variation left open": ("1. 32-28 (1. 31-26", "1:1 variation_open ("),
    "a variation never begun": ("1. 32-28 ) *", "1:1 variation_closed )"),
    "a variation of nothing": ("1. 32-28 *\n( {x} 1. 31-26 ) *", None),
    "a comment left open": ("1. 32-28\n{ and so on", "1:2 comment_open { and so on"),
    "a set-up left open": ('1. 32-28 /FEN "W:W1', None),
    "a tag left open": ('[White "x]\n[Black "y"]\n1. 32-28 *', '1:1 tag [White "x]'),
    "two positions": ('[FEN "W:W32:B19"]\n[FEN "W:W33:B19"]\n*', None),
    "two results": ('[Result "2-0"]\n1. 32-28 0-2', "1:2 result_conflict 0-2"),
    "a board of another size": ('[GameType "20,W,8,8,N2,0"] 1. 32-28 *', None),
    "a game that is not ours": ('[GameType "27"] 1. 32-28 *', "1:1 unknown_ruleset 27"),
    "chess": ('[GameType "0"] 1. e2-e4 *', "1:1 unknown_ruleset 0"),
    "an unknown house": ('[Variant "no-such-house"] 1. 32-28 *', "1:1 unknown_ruleset no-such-house"),
    "names for another game": (
        '[Variant "battledame"]\n[GameType "20"] *',
        "1:1 ruleset_conflict battledame",
    ),
    "an unknown level": ('[Variant "battledame"]\n[Capture "sometimes"] *', None),
    "squares of which board": ("1. c3-d4 *", "1:1 unknown_ruleset c3-d4"),
    "a piece twice": ('[FEN "W:W32,32:B19"] *', "1:1 square_twice 32"),
    "a man where it promotes": ('[FEN "W:W3:B19"] *', None),
    "moves after the end": ('[FEN "W:WK5:BK46"] 1. 5-10 46-41 2. 10-5 41-46 3. 5-10 46-41 *', None),
    "a strength without a move": ("! 1. 32-28 *", None),
    "lots that are missing": (
        '[Variant "club-medieval"]\n[BlackMedieval "10"]\n[FEN "W:W14:B10"]\n14x7 *',
        "1:4 lots_missing 14x7",
    ),
    "lots of other squares": (
        '[Variant "club-medieval"]\n[BlackMedieval "10"]\n[FEN "W:W14:B10"]\n14x7 {[%duel 9:0]} *',
        "1:4 lots 14x7",
    ),
    "a mark on an empty square": ('[Variant "club-medieval"]\n[WhiteMedieval "20"]\n*', "1:2 marks 20"),
}


@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_meaning_is_not_and_the_next_game_is_read(text: str, expected: str | None) -> None:
    found = told(text + '\n\n[Event "next"]\n1. 31-26 2-0')

    assert found[-1] == "31-26 2-0"
    faults = [line for line in found[:-1] if ":" in line]
    assert len(faults) == 1
    assert expected in (None, faults[0])


def test_a_game_inside_a_comment_that_is_never_closed_is_not_lost() -> None:
    text = '[Event "1"]\n1. 32-28 {open\n\n[Event "2"]\n1. 31-26 *\n\n[Event "3"]\n{closed} 1. 33-28 *'

    assert told(text) == ["1:2 comment_open {open", "31-26 *", "33-28 *"]


def test_a_header_without_moves_ends_where_the_next_begins() -> None:
    text = '[Event "1"]\n[FEN "W:W32:B19"]\n\n[Event "2"]\n[FEN "W:W33:B19"]\n\n1. 33-28 *'

    assert told(text) == ["*", "33-28 *"]


def test_games_are_counted_with_those_that_have_faults() -> None:
    games = list(read_archive("1. 32-28 *\n1. 1-2 *\n\n1. 31-26 *\n1. 3-4 *"))

    assert [(1, 1), (2, 2), (3, 4), (4, 5)] == [
        (game.game if isinstance(game, Fault) else game.number, game.line) for game in games
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "dos", "old mac"])
@pytest.mark.parametrize("as_bytes", [False, True], ids=["text", "bytes"])
def test_line_ends_of_every_kind_count(end: str, as_bytes: bool) -> None:
    text = end.join(('[Event "é"]', "", "1. 32-28", "31-26", "*"))

    assert told(text.encode() if as_bytes else text) == ["1:4 not_your_turn 31-26"]


def test_latin_1_is_read_where_utf_8_fails() -> None:
    data = '[White "Müller"]\n[Black "Сергей"]'.replace("Сергей", "Kö").encode("latin-1") + b"\n1. 32-28 *"

    (game,) = read_archive(data)

    assert isinstance(game, ParsedGame)
    assert dict(game.tags) == {"White": "Müller", "Black": "Kö"}


TAGS = {
    "escaped quotes": (r'[Event "The \"big\" one"]', 'The "big" one'),
    "quotes that are not escaped": ('[Event "The "big" one"]', 'The "big" one'),
    "a backslash": (r'[Event "C:\games"]', r"C:\games"),
    "a backslash at the end": ('[Event "C:\\games\\"]', "C:\\games\\"),
    "no quotes": ("[Event big]", "big"),
    "no closing bracket": ('[Event "big"', "big"),
    "blanks everywhere": ('  [ Event   "big" ] ', "big"),
    "two lines": ('[Event "big\nand long"]', "big and long"),
    "two tags on a line": ('[Event "big"] [Site "x"]', "big"),
    "small letters": ('[event "big"]', "big"),
    "said twice": ('[Event "big"]\n[Event "small"]', "big"),
    "brackets inside": ('[Event "[big]"]', "[big]"),
}


@pytest.mark.parametrize(("text", "expected"), TAGS.values(), ids=TAGS.keys())
def test_tags_in_odd_forms_are_read(text: str, expected: str) -> None:
    (game,) = read_archive(text + "\n1. 32-28 *")

    assert isinstance(game, ParsedGame), game
    assert expected == game.tags["Event"]


def test_a_tag_that_says_unknown_is_left_out() -> None:
    (game,) = read_archive('[Event "?"]\n[Date "????.??.??"]\n[Site ""]\n[Round "1"]\n*')

    assert isinstance(game, ParsedGame)
    assert {"Round": "1"} == dict(game.tags)


def test_an_archive_is_read_game_by_game() -> None:
    taken: list[int] = []

    def lines() -> Iterator[str]:
        for number in range(1000):
            taken.append(number)
            yield f'[Event "{number}"]\n'
            yield "1. 32-28 *\n"

    games = read_archive(lines())
    next(games)

    assert len(taken) <= 2


def test_an_open_file_is_read() -> None:
    assert len(list(read_archive(io.BytesIO(b"1. 32-28 *\n1. 31-26 *\n")))) == 2
    assert len(list(read_archive(io.StringIO("1. 32-28 *\n1. 31-26 *\n")))) == 2


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('[Result "2-0"] 1. 32-28 *', Outcome.WHITE_WINS),
        ('[Result "1-0"] 1. 32-28 2-0', Outcome.WHITE_WINS),
        ('[Result "*"] 1. 32-28 0-1', Outcome.BLACK_WINS),
        ("1. 32-28 1-1", Outcome.DRAW),
        ("1. 32-28 0-0", Outcome.BOTH_LOSE),
        ('[Result "4-6"] 1. 32-28 4-6', Outcome.UNKNOWN),
        ("1. 32-28", Outcome.UNKNOWN),
    ],
)
def test_results_of_every_style_are_understood(text: str, outcome: Outcome) -> None:
    (game,) = read_archive(text)

    assert isinstance(game, ParsedGame), game
    assert outcome is game.outcome
    assert len(game.moves) == 1
