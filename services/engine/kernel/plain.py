"""What the search kernels' types stand for when they run uncompiled, as plain Python."""

from __future__ import annotations

import time
from typing import Any

from rulebook.kernel.plain import *

FULL = 0xFFFFFFFFFFFFFFFF
MIX_A, MIX_B, MIX_C = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F
POLL_NODES = 1024
OUT_OF_NODES, TOLD_TO_STOP, OUT_OF_TIME = 1, 2, 3
LOWER, UPPER, EXACT = 1, 2, 3

MAX_PLY, HISTORY, ROOM = 120, 1024, 40000
WIN, WON, UNDECIDED = 30000, 29000, 32001
NEAR_PLIES = 40
ANTI, BREAKTHROUGH = 1, 2
KINGS_DRAW, ONE_EACH_ENDS, KING_BEATS_MAN = 1, 2, 4
ENDGAMES = 8
FORCE, LEAST_PIECES, MOST_PIECES, ON_LONG_DIAGONAL, PLIES = 16, 10, 11, 12, 13
CAPTURE_RESTARTS, PROMOTION_RESTARTS = 14, 15
PLANES, FILLINGS = 7, 6561
WINDOW = 30
FORCED_DEPTH = 4
PROBE_DEPTH, PROBE_MARGIN = 4, 7
ALONE_DEPTH, ALONE_PLIES, ALONE_MARGIN = 8, 4, 40

DISC_STAGES, DISC_FEATURES = 16, 12
DISC, DISC_PLIES, DISC_ROOM, PASSED, NO_SCORE = 100, 136, 4096, 64, 30000
DISC_WINDOW, SOLVED_AHEAD = 300, 5
FEW_EMPTY, MANY_EMPTY, ASKING_EMPTY, FORESEEING_EMPTY, FORESIGHT_PLY = 5, 7, 9, 14, 128
COMPARED_DEPTH = 3
LINES = 16
BOARD, INNER, QUARTER = FULL, 0x7E7E7E7E7E7E7E7E, 0x0F0F0F0F
CORNERS, TOP, BOTTOM = 0x8100000000000081, 0xFF, 0xFF << 56
LEFT_EDGE, RIGHT_EDGE = 0x0101010101010101, 0x8080808080808080
LOW_HALVES, FILE_TO_ROW = 0x0F0F0F0F0F0F0F0F, 0x0102040810204080
RAYS, LEFT_RAY, NEIGHBOURS, FALLING, RISING = [0] * 256, [0] * 64, [0] * 64, [0] * 64, [0] * 64
LAST_FLIPS, HOPES = [0] * 2048, [0] * 65


class Struct:
    """Fields that are 0 until they are set."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return 0


class Run(Struct):
    """The struct of table.pxd."""


class Ply(Struct):
    def __init__(self) -> None:
        self.killers = [0, 0]
        self.plies = [0] * ENDGAMES


class Search(Struct):
    def __init__(self) -> None:
        self.force = [0] * ENDGAMES * FORCE
        self.man_planes = [0] * 2 * PLANES
        self.king_planes = [0] * 2 * PLANES
        self.keys = [0] * (HISTORY + MAX_PLY + 8)
        self.at = [Ply() for _ in range(MAX_PLY + 8)]
        for name in ("word", "worth", "captured", "order"):
            setattr(self, name, [0] * ROOM)
        self.history = [0] * 2 * 4096
        self.disc_worth = [0] * DISC_STAGES * DISC_FEATURES
        self.apart = [0] * 8
        self.line_score = [0] * LINES
        self.line_length = [0] * LINES
        self.line = [0] * LINES * DISC_PLIES
        self.placing = [0] * 64
        self.square = [0] * DISC_ROOM
        self.flipped = [0] * DISC_ROOM
        self.known = [0] * DISC_ROOM
        self.pv_length = [0] * (DISC_PLIES + 2)
        self.pv = [0] * DISC_PLIES * DISC_PLIES
        for name in ("line_word", "line_captured", "line_order"):
            setattr(self, name, [0] * LINES * MAX_PLY)
        for name in ("pv_word", "pv_captured", "pv_order"):
            setattr(self, name, [0] * MAX_PLY * MAX_PLY)


class Entries(dict[int, int]):
    """The words of a transposition table; what was never written is 0."""

    def __missing__(self, i: int) -> int:
        return 0


def new_run(_size: int) -> Any:
    return Run()


def new_search(_count: int, _size: int) -> Any:
    return Search()


def free_search(_search: Any) -> None:
    """Python frees it."""


def entries_at(entries: Entries) -> Entries:
    return entries


def load(run: Any, i: int) -> int:
    word: int = run.entries[i]
    return word


def words_in(words: bytes) -> memoryview:
    return memoryview(words).cast("i")


def fetch(_run: Any, _key: int) -> None:
    """Nothing to wait for."""


def store(run: Any, i: int, word: int) -> None:
    run.entries[i] = word


def square_bit(at: int) -> int:
    return 1 << at


def top_bit(b: int) -> int:
    return 1 << b.bit_length() - 1


def turned(b: int) -> int:
    return int.from_bytes(b.to_bytes(8, "little"), "big")


def worth_at(s: Any, stage: int) -> list[int]:
    row: list[int] = s.disc_worth[stage * DISC_FEATURES : (stage + 1) * DISC_FEATURES]
    return row


def ply_at(s: Any, i: int) -> Any:
    return s.at[i]


def force_of(s: Any, n: int, i: int) -> Any:
    return s.force[n * FORCE + i]


def flag_at(flag: Any) -> bool:
    """The flag itself stands for its address."""
    return bool(flag and flag.is_set)


def signals_raise() -> bool:
    """Python runs its handlers between any two lines."""
    return False


def raise_pending() -> None:
    """An exception in a handler has been raised already."""


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def int_of(value: int) -> int:
    return value


def uint_of(value: int) -> int:
    return value
