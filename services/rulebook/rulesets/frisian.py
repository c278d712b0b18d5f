"""Frisian draughts."""

from __future__ import annotations

from rulebook.board import DARK_10
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Force,
    Lines,
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
    key="frisian",
    source="WFD, Rules of Frisian draughts",
    name=Text(de="Friesische Dame", en="Frisian draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_10,
        start="W:W31-50:B1-20",
        lines=Lines.CAPTURES_IN_EIGHT,
        man_captures=Reach.ALL,
        removal=Removal.END,
        promotion=Promotion.AT_END,
        precedence=(Precedence.VALUE, Precedence.WITH_KING),
        king_run_plies=3,  # one king, quiet moves in a row, while its side has men
        draws=Draws(
            endgames=(  # seven moves of each side, two moves of each side
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=0, kings=1), plies=14),
                EndgameCount(strong=Force(men=0, kings=1), weak=Force(men=0, kings=1), plies=4),
            ),
        ),
    ),
    notation=Notation(game_type="40,W,10,10,N2,0"),
    option_specs=(GOAL,),
)
