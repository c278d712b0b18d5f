"""Othello (WOF)."""

from __future__ import annotations

from rulebook.board import DISCS_8
from rulebook.ruleset import (
    Notation,
    ReversiRules,
    Ruleset,
    Side,
    Text,
)

ENTRY = Ruleset(
    key="othello",
    source="WOF, World Othello Federation rules",
    name=Text(de="Othello", en="Othello"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=ReversiRules(
        board=DISCS_8,
        start="---------------------------OX------XO--------------------------- X",
        first=Side.BLACK,
    ),
    notation=Notation(game_type="50,B,8,8,A2,0", algebraic=True),
)
