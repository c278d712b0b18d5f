"""What each rule set answers to the questions the slow generator asks.

The table is typed from the rule sets' description by hand and shares nothing with the rulebook's own entries:
the two are compared, so they must not be the same text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.rulebook.slow.material import (
    BRAZILIAN_ENDINGS,
    FRISIAN_ENDINGS,
    INTERNATIONAL_ENDINGS,
    POOL_ENDINGS,
    PORTUGUESE_ENDINGS,
    RUSSIAN_ENDINGS,
    Ending,
)

DARK_START = "W21-32:B1-12"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers of one draughts rule set; the defaults are those most sets share."""

    start: str = "W:" + DARK_START
    size: int = 8
    mirrored: bool = False  # the bottom RIGHT corner is a playing square
    every_square: bool = False  # and lines are rows and columns
    eight_directions: bool = False  # captures only; quiet moves stay diagonal
    men_capture_back: bool = False
    men_spare_kings: bool = False
    long_king: bool = True
    lands_next: bool = False  # a long king stops directly behind its victim
    must_capture: bool = True
    precedence: tuple[str, ...] = ()
    must_continue: bool = False  # behind one victim, only landings that go on, if there are any
    lifted_at_once: bool = False
    may_reverse: bool = True
    crowned_in_passing: bool = False
    ordered: bool = False  # the order of captures is part of a move, and captures of marked pieces need lots
    king_run: int = 0  # quiet moves in a row of one king while its side has men; 0 = any number
    no_progress: int = 0  # plies; 0 = no such rule
    only_promotions_are_progress: bool = False
    endings: tuple[Ending, ...] = ()
    one_piece_each: str = "off"  # off, draw, king_beats_man
    king_against_king: bool = False
    goal: str = "normal"  # normal, anti, breakthrough


_INTERNATIONAL = Answers(
    size=10, start="W:W31-50:B1-20", men_capture_back=True, precedence=("pieces",), no_progress=120
)
_BRAZILIAN = replace(_INTERNATIONAL, size=8, start="W:" + DARK_START, no_progress=40)
_RUSSIAN = Answers(men_capture_back=True, must_continue=True, crowned_in_passing=True, no_progress=120)
_ENGLISH = Answers(long_king=False, no_progress=80)
_TURKISH = Answers(
    start="W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6",
    every_square=True,
    precedence=("pieces",),
    lifted_at_once=True,
    may_reverse=False,
    no_progress=120,
    one_piece_each="king_beats_man",
)
_BATTLEDAME = Answers(no_progress=50, king_against_king=True)
_SPANISH = Answers(mirrored=True, precedence=("pieces", "kings"), no_progress=50)

DRAUGHTS: Mapping[str, Answers] = {
    "beatem-dame": Answers(
        men_capture_back=True, crowned_in_passing=True, lifted_at_once=True, no_progress=50
    ),
    "club-brazilian": _BRAZILIAN,
    "club-medieval": replace(_BRAZILIAN, ordered=True),
    "battledame": _BATTLEDAME,
    "table-english": _ENGLISH,
    "table-russian": _RUSSIAN,
    "table-international": _INTERNATIONAL,
    "table-turkish": _TURKISH,
    "international": replace(_INTERNATIONAL, no_progress=50, endings=INTERNATIONAL_ENDINGS),
    "russian": replace(_RUSSIAN, no_progress=30, endings=RUSSIAN_ENDINGS),
    "brazilian": replace(_BRAZILIAN, endings=BRAZILIAN_ENDINGS),
    "english": replace(_ENGLISH, start="B:" + DARK_START),
    "turkish": replace(_TURKISH, no_progress=50, one_piece_each="draw"),
    "italian": Answers(
        mirrored=True,
        long_king=False,
        men_spare_kings=True,
        precedence=("pieces", "by_king", "kings", "kings_first"),
        no_progress=80,
    ),
    "pool": Answers(
        start="B:" + DARK_START,
        men_capture_back=True,
        must_continue=True,
        no_progress=60,
        endings=POOL_ENDINGS,
    ),
    "spanish": _SPANISH,
    "portuguese": replace(
        _SPANISH, no_progress=40, only_promotions_are_progress=True, endings=PORTUGUESE_ENDINGS
    ),
    "czech": Answers(must_continue=True, precedence=("by_king",), no_progress=30),
    "frisian": replace(
        _INTERNATIONAL,
        eight_directions=True,
        precedence=("value", "by_king"),
        king_run=3,
        no_progress=0,
        endings=FRISIAN_ENDINGS,
    ),
    "thai": Answers(start="B:W25-32:B1-8", lands_next=True, lifted_at_once=True, no_progress=50),
}

REVERSI = ("beatem-reversi", "othello")
REVERSI_START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"


def answers(ruleset_key: str, options: Mapping[str, str] | None = None) -> Answers:
    """The answers of a draughts rule set with these options."""
    chosen = dict(options or {})
    found = replace(DRAUGHTS[ruleset_key], goal=chosen.pop("goal", "normal"))
    if ruleset_key == "battledame":
        level = chosen.pop("capture", "mandatory")
        found = replace(found, must_capture=level != "voluntary")
        if level == "maximum":
            found = replace(found, precedence=("pieces",))
    if chosen:
        raise KeyError(f"{ruleset_key} has no option {sorted(chosen)}")
    return found


def start_fen(ruleset_key: str) -> str:
    """The position a game of this rule set starts from."""
    return REVERSI_START if ruleset_key in REVERSI else DRAUGHTS[ruleset_key].start
