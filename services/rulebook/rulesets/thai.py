"""Thai draughts (Makhos)."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Landing,
    NoProgress,
    Notation,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Side,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="thai",
    source="Makhos, as notes on the official variants give it",
    name=Text(de="Thailändische Dame (Makhos)", en="Thai draughts (Makhos)"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="B:W25-32:B1-8",
        first=Side.BLACK,
        man_captures=Reach.FORWARD,
        king_landing=Landing.ADJACENT,  # directly behind the captured piece
        removal=Removal.IMMEDIATE,
        may_turn_back=True,
        promotion=Promotion.ENDS_MOVE,
        # precedence: none, free choice
        draws=Draws(no_progress=NoProgress(plies=50)),  # our choice; no count is official
    ),
    notation=Notation(game_type="31,B,8,8,N2,0", separator="-", file_flip=True),
    option_specs=(GOAL,),
)
