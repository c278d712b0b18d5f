"""Brazilian draughts (CBD, FMJD-64)."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Force,
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
    key="brazilian",
    source="CBD, Regras oficiais do jogo de damas",
    name=Text(de="Brasilianische Dame", en="Brazilian draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # the rules of international draughts on 64 squares
        man_captures=Reach.ALL,
        removal=Removal.END,
        promotion=Promotion.AT_END,
        precedence=(Precedence.PIECES,),
        draws=Draws(
            no_progress=NoProgress(plies=40),  # 20 moves of each side
            endgames=(  # five moves of each side
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=0, kings=2), plies=10),
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=0, kings=1), plies=10),
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=1, kings=1), plies=10),
                EndgameCount(strong=Force(men=0, kings=1), weak=Force(men=0, kings=1), plies=10),
                EndgameCount(strong=Force(men=1, kings=1), weak=Force(men=0, kings=1), plies=10),
            ),
        ),
    ),
    notation=Notation(game_type="26,W,8,8,A0,0", algebraic=True),
    option_specs=(GOAL,),
)
