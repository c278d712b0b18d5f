"""Beat'Em Reversi, the house rules of seed 002."""

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
    key="beatem-reversi",
    source="seed 002",
    name=Text(de="Beat'Em Reversi", en="Beat'Em Reversi"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=ReversiRules(
        board=DISCS_8,
        start="---------------------------OX------XO--------------------------- X",
        first=Side.BLACK,
    ),
    notation=Notation(game_type=None, algebraic=True),
)
