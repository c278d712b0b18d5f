"""The compiled searches and the same sources as plain Python find the same with the same nodes."""

from __future__ import annotations

import pytest

from engine import Found, Limits, TranspositionTable
from engine.kernel import searcher, uncompiled, uncompiled_discs
from engine.kernel.plain import Entries
from engine.limits import Reading
from engine.searching import Kernels, Memory, run
from rulebook import Position, initial_position, parse_fen, ruleset
from rulebook.kernel.shape import shape_of
from tests.engine.games import opening
from tests.engine.test_reversi import with_empties
from tests.rulebook.playing import GOALS

WEAK = Reading(full_width=True, noise=40, overlooked_per_mille=200, sees_recaptures=True, seed=11)
TABLE = TranspositionTable()
CLUSTERS = 1024


def both(position: Position, nodes: int, reading: Reading) -> tuple[list[object], list[object]]:
    fast = Memory.of(TABLE, CLUSTERS, forget=True)
    slow = Memory(entries=Entries(), mask=CLUSTERS - 1, age=1, oldest=1)
    if position.ruleset.is_draughts:
        kernels = Kernels(draughts=uncompiled(shape_of(position.ruleset.draughts)))
    else:
        kernels = Kernels(discs=uncompiled_discs())
    limits = Limits(nodes=nodes)
    compiled = run(position, limits, reading, fast)
    plain = run(position, limits, reading, slow, kernels=kernels)
    return facts(compiled), facts(plain)


def facts(found: Found) -> list[object]:
    return [found.move.notation, found.score, found.depth, found.nodes, [move.notation for move in found.pv]]


KEYS = ("beatem-dame", "club-medieval", "battledame", "english", "international", "turkish", "italian", "frisian",
        "thai", "othello")  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_compiled_and_plain_search_find_the_same(key: str) -> None:
    position = opening(ruleset(key), 14, 3)

    for reading in (Reading(), WEAK):
        compiled, plain = both(position, 700, reading)

        assert compiled == plain


def test_compiled_and_plain_search_agree_on_a_board_fuller_than_any_game_begins() -> None:
    position = parse_fen(ruleset("international"), "W:W25-50:B1-17,19,20,21")

    compiled, plain = both(position, 700, Reading())

    assert compiled == plain


@pytest.mark.parametrize("goal", GOALS)
def test_compiled_and_plain_search_agree_on_every_goal(goal: str) -> None:
    compiled, plain = both(opening(ruleset("russian", {"goal": goal}), 20, 5), 700, Reading())

    assert compiled == plain


ENDINGS = {
    "counts": ("russian", "W:WK1,K5,K9,22:BK32,24"),
    "runs": ("frisian", "W:WK46,K32,41:BK5,13,14"),
    "marks": ("club-medieval", "W:WMK1,21,M30:BMK18,7,M8,14"),
    "flying": ("turkish", "W:WKd4,a2,b2:BKg7,h6,g6"),
}


@pytest.mark.parametrize(("key", "fen"), ENDINGS.values(), ids=ENDINGS)
def test_compiled_and_plain_search_agree_near_the_end(key: str, fen: str) -> None:
    compiled, plain = both(parse_fen(ruleset(key), fen), 900, Reading())

    assert compiled == plain


def test_a_shape_without_a_copy_of_its_own_is_searched_on_the_open_one() -> None:
    rules = ruleset("battledame", {"capture": "maximum", "landing": "must_continue"})

    compiled, plain = both(opening(rules, 12, 1), 700, Reading())

    assert compiled == plain


@pytest.mark.parametrize("key", KEYS[:-1])
def test_every_search_runs_as_c(key: str) -> None:
    assert searcher(shape_of(ruleset(key).draughts)).is_compiled()
    assert not uncompiled(shape_of(ruleset(key).draughts)).is_compiled()


def test_the_start_is_searched_alike() -> None:
    compiled, plain = both(initial_position(ruleset("othello")), 700, Reading())

    assert compiled == plain


@pytest.mark.parametrize(("empties", "nodes"), [(8, 20_000), (12, 2_000), (16, 3_000)])
def test_the_end_is_read_alike(empties: int, nodes: int) -> None:
    compiled, plain = both(with_empties(empties, 3), nodes, Reading())

    assert compiled == plain
