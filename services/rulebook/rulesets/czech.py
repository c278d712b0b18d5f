"""Czech draughts."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    NoProgress,
    Notation,
    Precedence,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="czech",
    source="FMJD, Rules of Czech draughts",
    name=Text(de="Tschechische Dame", en="Czech draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        man_captures=Reach.FORWARD,
        must_continue_landing=True,
        removal=Removal.END,
        promotion=Promotion.ENDS_MOVE,
        precedence=(Precedence.WITH_KING,),  # any number of pieces, but a king captures before a man
        draws=Draws(no_progress=NoProgress(plies=30)),  # 15 moves of each side
    ),
    notation=Notation(game_type="29,W,8,8,A0,0", algebraic=True),
    option_specs=(GOAL,),
)
