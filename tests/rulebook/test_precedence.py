"""Which capture must be played, as ladders: on each rung the stronger capture is the only legal one.

"king x km" is a capture by a king that takes a king and then a man.
In every position two pieces can capture; without the stronger one, the weaker capture is legal.
"""

from __future__ import annotations

import pytest

from rulebook import Position, legal_moves
from tests.rulebook.playing import at

# Italian: most pieces, then by a king, then most kings, then kings met first.
# Each row: the weaker capture, the stronger one, a position that offers both, the stronger piece.
ITALIAN = [
    ("man x m", "king x m", "W:WK15,28:B12,23", 15),
    ("king x m", "king x k", "W:WK15,K23:B11,K27", 23),
    ("king x k", "man x mm", "W:WK28,29:B18,K23,26", 29),
    ("man x mm", "king x mm", "W:WK17,27:B6,13,22,25", 17),
    ("king x mm", "king x mk", "W:WK18,K28:BK7,K12,14,23", 18),
    ("king x mk", "king x km", "W:WK20,K26:BK22,23", 26),
    ("king x km", "king x kk", "W:WK7,K13:BK11,K18,27", 7),
    ("king x kk", "man x mmm", "W:WK1,31:BK5,11,K13,20,28", 31),
    ("man x mmm", "king x mmm", "W:WK12,28:B4,6,11,14,15,23", 12),
    ("king x mmm", "king x mmk", "W:WK12,K23:B6,7,K13,18,26,27", 12),
    ("king x mmk", "king x mkm", "W:WK26,K32:BK12,K13,14,20,21,28", 26),
    ("king x mkm", "king x kmm", "W:WK8,K9:B7,K12,13,K14,20,28", 8),
    ("king x kmm", "king x mkk", "W:WK26,K32:B12,K13,K14,20,21,K28", 26),
    ("king x mkk", "king x kmk", "W:WK18,K24:B5,K6,K13,K26,K27,28", 18),
    ("king x kmk", "king x kkm", "W:WK6,K10:BK11,K14,20,21,K22,K28", 10),
    ("king x kkm", "king x kkk", "W:WK18,K24:BK5,K6,K13,26,K27,K28", 18),
]
# Frisian: a king is worth less than two men, and captures of equal value are made by a king.
FRISIAN = [
    ("man x m", "king x m", "W:W23,K39:B17,24", 39),
    ("king x m", "man x k", "W:WK1,48:B21,K47", 48),
    ("man x k", "king x k", "W:WK24,33:BK16,K23", 24),
    ("king x k", "man x mm", "W:W14,K16:B24,33,K36", 14),
    ("man x mm", "king x mm", "W:WK8,29:B5,30,34", 8),
    ("king x mm", "man x km", "W:W39,K45:B31,43,K49", 39),
    ("man x km", "king x km", "W:W17,K19:BK5,K16,21,41", 19),
    ("king x km", "man x mmm", "W:WK7,22:B19,28,29,K40", 22),
    ("man x mmm", "king x mmm", "W:W11,K26:B3,7,9,16,45", 26),
    ("king x mmm", "man x kk", "W:W38,K45:B2,7,23,K43,K44", 38),
    ("man x kk", "king x kk", "W:WK11,32:BK24,K33,K44,45", 11),
    ("king x kk", "man x kmm", "W:WK7,22:BK1,21,K24,32,K37", 22),
    ("man x kmm", "king x kmm", "W:WK39,49:BK9,21,24,37,K45,K48", 39),
]
# Spanish and Portuguese: most pieces, then most kings; who captures does not matter.
SPANISH = [
    ("man x m", "man x k", "W:W10,14:BK5,11", 10),
    ("man x k", "man x mm", "W:W17,26:B5,13,K22", 17),
    ("man x mm", "king x km", "W:W24,K32:B10,11,20,K28", 32),
    ("king x km", "man x kk", "W:WK8,18:BK7,K12,K14,19", 18),
    ("man x kk", "man x mmm", "W:W19,31:BK7,10,K15,18,27", 31),
    ("man x mmm", "king x kmm", "W:WK2,30:B5,11,15,K18,19,27", 2),
    ("king x kmm", "man x kkm", "W:WK16,31:B7,K10,K12,K19,21,27", 31),
]
# Czech: a king captures before a man, whatever either takes.
CZECH = [
    ("man x m", "king x m", "W:WK21,27:B10,24", 21),
    ("man x kk", "king x m", "W:WK3,32:B14,K19,K27", 3),
    ("man x mmm", "king x m", "W:WK19,31:B9,17,24,26", 19),
]


def _captures(position: Position, *, in_order: bool) -> set[str]:
    pieces = position.pieces()
    found = set()
    for move in legal_moves(position):
        assert move.origin is not None
        taken = ["k" if pieces[victim].king else "m" for victim in move.captured]
        by = "king" if pieces[move.origin].king else "man"
        found.add(f"{by} x {''.join(taken if in_order else sorted(taken))}")
    return found


def _without(fen: str, square: int) -> str:
    """The FEN without White's piece on this square."""
    turn, white, black = fen.split(":")
    kept = [word for word in white[1:].split(",") if word.removeprefix("K") != str(square)]
    return f"{turn}:W{','.join(kept)}:{black}"


LADDERS = {
    "italian": ITALIAN,
    "frisian": FRISIAN,
    "spanish": SPANISH,
    "portuguese": SPANISH,
    "czech": CZECH,
}


@pytest.mark.parametrize(
    ("key", "weaker", "stronger", "fen", "strongest"),
    [
        pytest.param(key, *row, id=f"{key}: {row[0]} gives way to {row[1]}")
        for key, ladder in LADDERS.items()
        for row in ladder
    ],
)
def test_the_weaker_capture_gives_way(key: str, weaker: str, stronger: str, fen: str, strongest: int) -> None:
    in_order = key == "italian"

    assert _captures(at(key, fen), in_order=in_order) == {stronger}
    assert _captures(at(key, _without(fen, strongest)), in_order=in_order) == {weaker}


@pytest.mark.parametrize("key", ["italian", "frisian", "spanish"])
def test_every_rung_stands_on_the_one_below(key: str) -> None:
    ladder = LADDERS[key]

    assert [row[0] for row in ladder[1:]] == [row[1] for row in ladder[:-1]]


@pytest.mark.parametrize(
    ("sentence", "key", "fen", "captures"),
    [
        ("czech men choose freely", "czech", "W:W21,32:B10,17,27", {"man x mm", "man x m"}),
        (
            "spanish men and kings choose between equals",
            "spanish",
            "W:WK22,26:B18,21",
            {"man x m", "king x m"},
        ),
        ("international counts kings as men", "international", "W:W28,38:B22,K33", {"man x m", "man x k"}),
        ("maximum counts kings as men", "club-brazilian", "W:W22,24:B18,K19", {"man x m", "man x k"}),
        ("russian chooses freely", "russian", "W:W12,K28:B15,16,27", {"man x mm", "king x m"}),
        ("pool chooses freely", "pool", "W:W13,K16:B12,17,26", {"man x mm", "king x m"}),
        ("thai chooses freely", "thai", "W:W23,K11:B9,16,18", {"man x mm", "king x m"}),
        ("turkish counts kings as men", "turkish", "W:Wc5,e6:BKd6,f6", {"man x m", "man x k"}),
        ("italian men pass kings by", "italian", "W:W18,19:B14,K15", {"man x m"}),
    ],
)
def test_captures_that_leave_a_choice(sentence: str, key: str, fen: str, captures: set[str]) -> None:
    assert _captures(at(key, fen), in_order=False) == captures, sentence
