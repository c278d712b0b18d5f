"""Draws by counting: plies without progress, moves in an endgame, occurrences of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from rulebook import Position
from tests.rulebook.playing import DRAUGHTS, at, board_kind, outcome, play_path, shuffle, with_plies

# Three kings each that cannot reach one another, so that only the plain count can end the game.
MANY_KINGS = {
    "8x8": "W:WK2,K3,K16:BK18,K21,K32",
    "mirrored": "W:WK14,K17,K29:BK3,K8,K16",
    "10x10": "W:WK14,K20,K35:BK26,K36,K49",
    "turkish": "W:WKd8,Ke2,Kh2:BKb6,Kg5,Kg4",
}
NO_PROGRESS = {
    "beatem-dame": 50,
    "club-brazilian": 40,
    "club-medieval": 40,
    "battledame": 50,
    "table-english": 80,
    "table-russian": 120,
    "table-international": 120,
    "table-turkish": 120,
    "international": 50,
    "russian": 30,
    "brazilian": 40,
    "english": 80,
    "turkish": 50,
    "italian": 80,
    "pool": 60,
    "spanish": 50,
    "portuguese": 40,
    "czech": 30,
    "thai": 50,
}


def test_every_draughts_set_but_frisian_has_a_plain_count() -> None:
    assert set(DRAUGHTS) - set(NO_PROGRESS) == {"frisian"}


@pytest.mark.parametrize("key", NO_PROGRESS)
def test_quiet_king_moves_draw_when_the_plain_count_is_full(key: str) -> None:
    plies = NO_PROGRESS[key]

    line = shuffle(at(key, MANY_KINGS[board_kind(key)]), plies + 1)

    assert [outcome(position) for position in line] == [None] * (plies - 1) + [(None, "no_progress")]


@pytest.mark.parametrize("key", NO_PROGRESS)
def test_with_the_anti_goal_the_plain_count_does_not_draw(key: str) -> None:
    plies = NO_PROGRESS[key]

    line = shuffle(at(key, with_plies(MANY_KINGS[board_kind(key)], plies - 1), goal="anti"), 3)

    assert [outcome(position) for position in line] == [None] * 3


def test_frisian_kings_may_go_on_without_a_plain_count() -> None:
    line = shuffle(at("frisian", MANY_KINGS["10x10"]), 130)

    assert [outcome(position) for position in line] == [None] * 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One move with the count one short of full, and what it does to the count."""

    sentence: str
    key: str
    fen: str
    path: tuple[int, ...]
    draws: bool


PROGRESS = [
    Progress(sentence="a man's move starts the club's count anew", key="club-brazilian",
             fen="W:WK32,29:BK1,5", path=(29, 25), draws=False),
    Progress(sentence="a capture by a king starts the club's count anew", key="club-brazilian",
             fen="W:WK32,29:B27,K1,5", path=(32, 23), draws=False),
    Progress(sentence="a king's move fills the club's count", key="club-brazilian",
             fen="W:WK32,29:BK3,5", path=(32, 27), draws=True),
    Progress(sentence="a man's move starts battledame's count anew", key="battledame",
             fen="W:WK32,29:BK3,5", path=(29, 25), draws=False),
    Progress(sentence="a promotion starts battledame's count anew", key="battledame",
             fen="W:WK32,8:BK29,5", path=(8, 4), draws=False),
    Progress(sentence="a man's move is no progress in portuguese", key="portuguese",
             fen="W:WK32,29:BK3,6", path=(29, 25), draws=True),
    Progress(sentence="a promotion is progress in portuguese", key="portuguese",
             fen="W:WK32,5:BK3,9", path=(5, 1), draws=False),
    Progress(sentence="a capture is progress in portuguese", key="portuguese",
             fen="W:WK32,31:B27,K3,6", path=(31, 22), draws=False),
    Progress(sentence="a man's move is progress in spanish", key="spanish",
             fen="W:WK32,29:BK3,6", path=(29, 25), draws=False),
    Progress(sentence="a man's move is progress in czech", key="czech",
             fen="W:WK32,29:BK3,5", path=(29, 25), draws=False),
    Progress(sentence="a man's capture is progress in english", key="english",
             fen="W:W25,K32:B22,K3,5", path=(25, 18), draws=False),
    Progress(sentence="a man's move is progress in italian", key="italian",
             fen="W:WK32,29:BK3,6", path=(29, 25), draws=False),
    Progress(sentence="a man's step sideways is progress at the turkish table", key="table-turkish",
             fen="W:WKh1,a4:BKg8,b7", path=(33, 34), draws=False),
]  # fmt: skip


@pytest.mark.parametrize("case", PROGRESS, ids=lambda case: case.sentence)
def test_progress(case: Progress) -> None:
    limit = NO_PROGRESS[case.key]

    after = play_path(at(case.key, with_plies(case.fen, limit - 1)), *case.path)

    assert outcome(after) == ((None, "no_progress") if case.draws else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Kings move quietly from here; the game is drawn after `plies`, or goes on for at least `goes_on`."""

    sentence: str
    key: str
    fen: str
    plies: int = 0
    goes_on: int = 0
    options: dict[str, str] = field(default_factory=dict)


ENDINGS = [
    # International, FMJD: 16 moves each for three pieces, 5 moves each for two.
    Ending(sentence="international: three kings v king", key="international", fen="W:WK14,K20,K35:BK49", plies=32),
    Ending(sentence="international: king and two men v king", key="international",
           fen="W:WK14,20,35:BK49", plies=32),
    Ending(sentence="international: black has the three pieces", key="international",
           fen="W:WK14:BK26,K36,40", plies=32),
    Ending(sentence="international: two kings v king", key="international", fen="W:WK14,K20:BK49", plies=10),
    Ending(sentence="international: king and man v king", key="international", fen="W:WK14,35:BK49", plies=10),
    Ending(sentence="international: king v king", key="international", fen="W:WK14:BK49", plies=10),
    Ending(sentence="international: four kings v king have the plain count only", key="international",
           fen="W:WK14,K20,K35,K45:BK49", plies=50),
    Ending(sentence="international: two kings v two have the plain count only", key="international",
           fen="W:WK14,K20:BK49,K36", plies=50),
    Ending(sentence="the international table knows no endgame count", key="table-international",
           fen="W:WK14,K20:BK49", goes_on=60),
    # Russian, FMJD-64 article 7.2.
    Ending(sentence="russian 7.2.8: two kings v king", key="russian", fen="W:WK2,K3:BK21", plies=10),
    Ending(sentence="russian 7.2.8: king and man v king", key="russian", fen="W:WK2,32:BK21", plies=10),
    Ending(sentence="russian 7.2.8: king v king", key="russian", fen="W:WK3:BK21", plies=10),
    Ending(sentence="the russian table knows no endgame count", key="table-russian", fen="W:WK2,K3:BK21", goes_on=60),
    # Brazilian: five moves each.
    Ending(sentence="brazilian: two kings v two", key="brazilian", fen="W:WK2,K3:BK21,K32", plies=10),
    Ending(sentence="brazilian: two kings v king", key="brazilian", fen="W:WK2,K3:BK21", plies=10),
    Ending(sentence="brazilian: two kings v king and man", key="brazilian", fen="W:WK2,K16:BK32,5", plies=10),
    Ending(sentence="brazilian: king v king and man", key="brazilian", fen="W:WK3:BK32,5", plies=10),
    Ending(sentence="brazilian: king v king", key="brazilian", fen="W:WK3:BK21", plies=10),
    Ending(sentence="brazilian: three kings v king have the plain count only", key="brazilian",
           fen="W:WK2,K3,K16:BK21", plies=40),
    Ending(sentence="the brazilian club knows no endgame count", key="club-brazilian", fen="W:WK2,K3:BK21", plies=40),
    # Three kings against one.
    Ending(sentence="pool: three kings v king", key="pool", fen="W:WK2,K3,K16:BK21", plies=26),
    Ending(sentence="pool: two kings v king have the plain count only", key="pool", fen="W:WK2,K3:BK21", plies=60),
    Ending(sentence="battledame has no endgame counts", key="battledame", fen="W:WK2,K3,K16:BK21", plies=50),
    # Frisian: seven moves each, two moves each.
    Ending(sentence="frisian: two kings v king", key="frisian", fen="W:WK14,K20:BK49", plies=14),
    Ending(sentence="frisian: king v king", key="frisian", fen="W:WK14:BK49", plies=4),
    Ending(sentence="frisian: three kings v king go on", key="frisian", fen="W:WK14,K20,K35:BK49", goes_on=60),
    Ending(sentence="frisian: with the anti goal a king v a king goes on", key="frisian", fen="W:WK14:BK49",
           goes_on=20, options={"goal": "anti"}),
]  # fmt: skip


@pytest.mark.parametrize("case", ENDINGS, ids=lambda case: case.sentence)
def test_endgame_counts(case: Ending) -> None:
    line = shuffle(at(case.key, case.fen, **case.options), max(case.plies + 1, case.goes_on))

    if case.goes_on:
        assert [outcome(position) for position in line] == [None] * case.goes_on
    else:
        plain = NO_PROGRESS.get(case.key) == case.plies
        name = "no_progress" if plain else "endgame_count"
        assert [outcome(position) for position in line] == [None] * (case.plies - 1) + [(None, name)]


MAIN_ROAD = {4, 8, 11, 15, 18, 22, 25, 29}
MIRRORED_MAIN_ROAD = {1, 5, 10, 14, 19, 23, 28, 32}


def _black_king_on(road: set[int]) -> Callable[[Position], bool]:
    def claim(position: Position) -> bool:
        (king,) = [square for square, piece in position.pieces().items() if piece.side.value == "black"]
        return king in road

    return claim


@pytest.mark.parametrize(
    ("key", "fen", "road", "plies"),
    [
        pytest.param("russian", "W:WK26,K3,K12:BK11", MAIN_ROAD, 10, id="russian 7.2.7: three kings"),
        pytest.param("russian", "W:WK3,31,32:BK18", MAIN_ROAD, 10, id="russian 7.2.7: king and two men"),
        pytest.param(
            "portuguese", "W:WK3,K29,K12:BK14", MIRRORED_MAIN_ROAD, 24, id="portuguese: three kings"
        ),
    ],
)
def test_a_lone_king_that_holds_the_main_road_draws_early(
    key: str, fen: str, road: set[int], plies: int
) -> None:
    holds = _black_king_on(road)

    line = shuffle(at(key, fen), plies + 1, keep=lambda position, _: holds(position))

    assert [outcome(position) for position in line] == [None] * (plies - 1) + [(None, "endgame_count")]


def test_off_the_main_road_three_kings_have_the_plain_count_only_in_portuguese() -> None:
    holds = _black_king_on(MIRRORED_MAIN_ROAD)

    line = shuffle(at("portuguese", "W:WK3,K29,K12:BK18"), 41, keep=lambda position, _: not holds(position))

    assert [outcome(position) for position in line] == [None] * 39 + [(None, "no_progress")]


def test_a_king_that_leaves_the_main_road_forgets_its_count() -> None:
    """It leaves at ply 10, is back at ply 12, and holds out ten plies more."""
    holds = _black_king_on(MAIN_ROAD)

    line = shuffle(
        at("russian", "W:WK26,K3,K12:BK11"),
        23,
        keep=lambda position, ply: holds(position) == (ply not in (10, 11)),
    )

    assert [outcome(position) for position in line] == [None] * 21 + [(None, "endgame_count")]


# What starts an endgame count, and what does not


def test_the_count_starts_after_the_capture_that_made_the_ending() -> None:
    made = play_path(at("international", "W:WK14,K20,32:B28,K49"), 32, 23)

    line = shuffle(made, 33)

    assert outcome(made) is None
    assert [outcome(position) for position in line] == [None] * 31 + [(None, "endgame_count")]


def test_a_promotion_does_not_start_the_count_of_two_pieces_anew() -> None:
    before = shuffle(at("international", "W:W6,K9:BK37"), 4)
    crowned = play_path(before[-1], 6, 1)

    line = shuffle(crowned, 6)

    assert [outcome(position) for position in line] == [None] * 4 + [(None, "endgame_count")]


def test_a_lost_piece_does_not_start_the_count_of_two_pieces_anew() -> None:
    exchanged = play_path(at("international", "W:WK46,22:BK11"), 22, 17)
    left = play_path(exchanged, 11, 22)

    line = shuffle(left, 9)

    assert [outcome(position) for position in line] == [None] * 7 + [(None, "endgame_count")]


def test_a_lost_piece_starts_the_shorter_count_of_two_pieces() -> None:
    exchanged = play_path(at("international", "W:WK46,K5,22:BK11"), 22, 17)
    left = play_path(exchanged, 11, 22)

    line = shuffle(left, 11)

    assert [outcome(position) for position in line] == [None] * 9 + [(None, "endgame_count")]


def test_russian_7_2_6_counts_on_while_men_move_and_the_balance_stands() -> None:
    """Men move at plies 21 and 42; they start the plain count of thirty anew, but not this one of sixty."""
    position = at("russian", "W:WK11,29:B4,K5")
    position = play_path(shuffle(position, 20)[-1], 29, 25)
    position = play_path(shuffle(position, 20)[-1], 4, 8)

    line = shuffle(position, 19)

    assert [outcome(position) for position in line] == [None] * 17 + [(None, "endgame_count")]


def test_russian_7_2_6_counts_on_while_the_lone_king_crosses_the_main_road() -> None:
    """Only a capture or a promotion changes the balance; 7.2.7 has a count of its own beside this one.

    The king stands on the main road after plies 10, 11, 32 and 33; men move at plies 21 and 41.
    """
    on_the_road = _black_king_on(MAIN_ROAD)

    def crosses(position: Position, ply: int) -> bool:
        return on_the_road(position) == (ply in {10, 11, 32, 33})

    position = at("russian", "W:WK5,K12,28:BK20")
    position = play_path(shuffle(position, 20, keep=crosses)[-1], 28, 24)
    position = play_path(shuffle(position, 19, keep=lambda after, ply: crosses(after, ply + 21))[-1], 24, 20)

    line = shuffle(position, 20, keep=lambda after, ply: crosses(after, ply + 41))

    assert [outcome(position) for position in line] == [None] * 18 + [(None, "endgame_count")]


# Repetition


def test_men_that_step_aside_and_back_repeat_the_position() -> None:
    """The start position counts; Turkish men are the only ones that can come back."""
    aside = ["33-34", "18-17", "34-33", "17-18"] * 2
    standing: dict[str, list[tuple[str | None, str] | None]] = {}
    for goal in ("normal", "anti", "breakthrough"):
        position = at("table-turkish", "W:Wa4,h2:Bb6,h7", goal=goal)
        standing[goal] = []
        for step in aside:
            position = play_path(position, *map(int, step.split("-")))
            standing[goal].append(outcome(position))

    assert standing["normal"] == [None] * 7 + [(None, "repetition")]
    assert standing["anti"] == [None] * 7 + [(None, "repetition")]
    assert standing["breakthrough"] == [None] * 8


def test_a_marked_king_and_a_plain_one_that_change_places_do_not_repeat_the_position() -> None:
    position = at("club-medieval", "W:WMK22,K23:BK3")
    exchange = ["22-18", "3-21", "23-26", "21-3", "26-22", "3-21", "18-23", "21-3"]

    standing = []
    for step in exchange * 4:
        position = play_path(position, *map(int, step.split("-")))
        standing.append(outcome(position))

    assert standing == [None] * 31 + [(None, "repetition")]


# Both at once


@pytest.mark.parametrize("key", NO_PROGRESS)
def test_the_third_occurrence_comes_before_the_full_count(key: str) -> None:
    plies = NO_PROGRESS[key]
    moves = {
        "8x8": "16-12 32-27 12-16 27-32",
        "mirrored": "17-21 3-6 21-17 6-3",
        "10x10": "20-15 49-16 15-20 16-49",
        "turkish": "4-2 18-19 2-4 19-18",
    }[board_kind(key)]
    position = at(key, with_plies(MANY_KINGS[board_kind(key)], plies - 8))

    for step in moves.split() * 2:
        assert outcome(position) is None
        position = play_path(position, *map(int, step.split("-")))

    assert outcome(position) == (None, "repetition")
