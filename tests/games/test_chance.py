"""Draws follow from their seeds, favour nobody, and change with every part of what they are drawn from."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

import rulebook
from games import chance
from games.chance import Seeds
from games.sides import Side
from games.stones import Stones, with_marks

SEEDS = Seeds(server=bytes(range(32)), white="w", black="b")


def test_a_draw_is_what_the_published_recipe_gives() -> None:
    word = hmac.new(bytes(range(32)), b"w:b:game:lot:3", hashlib.sha256).digest()[:4]

    assert chance.below(100, SEEDS, "game", "lot", 3) == int.from_bytes(word, "big") % 100


def test_words_that_would_favour_low_numbers_are_passed_over() -> None:
    # Of this bound more than half of all words are: some draws use up a whole digest and go on with its hash.
    bound = (1 << 31) + 1
    drawn = [chance.below(bound, SEEDS, "game", "lot", index) for index in range(2000)]

    assert max(drawn) < bound
    used_up = [
        index
        for index in range(2000)
        if all(
            int.from_bytes(digest[at : at + 4], "big") >= bound
            for digest in [hmac.digest(SEEDS.server, f"w:b:game:lot:{index}".encode(), "sha256")]
            for at in range(0, 32, 4)
        )
    ]
    assert used_up
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize(
    "other",
    [
        (Seeds(server=bytes(32), white="w", black="b"), "game", "lot", 0),
        (Seeds(server=bytes(range(32)), white="v", black="b"), "game", "lot", 0),
        (Seeds(server=bytes(range(32)), white="w", black="c"), "game", "lot", 0),
        (SEEDS, "another", "lot", 0),
        (SEEDS, "game", "stones", 0),
        (SEEDS, "game", "lot", 1),
    ],
    ids=["server seed", "white's seed", "black's seed", "game", "purpose", "index"],
)
def test_every_part_counts(other: tuple[Seeds, str, str, int]) -> None:
    assert chance.below(1 << 32, *other) != chance.below(1 << 32, SEEDS, "game", "lot", 0)


def test_lots_of_marked_victims_fall_half_and_half() -> None:
    lots = [chance.draw_lots((9,), (9,), 50, SEEDS, "game", index) for index in range(2000)]

    assert Counter(lots)[(True,)] == pytest.approx(1000, abs=100)


def test_ordinary_victims_are_certain_and_counted() -> None:
    lots = chance.draw_lots((17, 10), (10,), 50, SEEDS, "game", 4)

    assert lots == (True, *chance.draw_lots((10,), (10,), 50, SEEDS, "game", 5))


def test_nothing_is_drawn_after_the_first_failure() -> None:
    fails = next(i for i in range(99) if chance.draw_lots((1,), (1,), 50, SEEDS, "game", i) == (False,))

    assert chance.draw_lots((1, 2, 3), (1, 2), 50, SEEDS, "game", fails) == (False,)


def marked(fen: str, game_id: str) -> str:
    nobody = {side: Stones(salt=b"") for side in Side}
    drawn = chance.draw_stones(nobody, fen, 3, SEEDS, game_id)
    return with_marks(fen, {side: stones.squares for side, stones in drawn.items()})


def test_each_side_has_three_marks_that_the_rulebook_reads() -> None:
    ruleset = rulebook.ruleset("club-medieval")
    fen = marked(rulebook.initial_position(ruleset).fen, "game")

    pieces = rulebook.parse_fen(ruleset, fen).pieces().values()
    assert Counter(piece.side for piece in pieces if piece.marked) == {
        rulebook.Side.WHITE: 3,
        rulebook.Side.BLACK: 3,
    }
    assert len(pieces) == 24


def test_every_piece_is_marked_as_often_as_any_other() -> None:
    fen = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    counts = Counter(
        piece.lstrip("WBM")
        for game in range(1200)
        for listed in marked(fen, str(game)).split(":")[1:]
        for piece in listed.split(",")
        if "M" in piece
    )

    assert len(counts) == 24
    assert all(count == pytest.approx(300, abs=75) for count in counts.values())


def test_without_seeds_of_their_own_the_players_names_count() -> None:
    given = Seeds(server=bytes(32), white="mine").with_default_players("anna", "bert")

    assert given.white == "mine"
    assert given.black == hashlib.sha256(b"bert").hexdigest()[:32]


def test_the_servers_seed_is_told_by_its_hash_alone() -> None:
    assert SEEDS.server_hash == hashlib.sha256(bytes(range(32))).hexdigest()
    assert str(SEEDS.server) not in repr(SEEDS)
