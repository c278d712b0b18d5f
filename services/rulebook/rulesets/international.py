"""International draughts on 100 squares (FMJD)."""

from __future__ import annotations

from rulebook.board import DARK_10
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Force,
    Landing,
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
    key="international",
    source="FMJD, Official rules for international draughts",
    name=Text(de="Internationale Dame", en="International draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_10,
        start="W:W31-50:B1-20",
        man_captures=Reach.ALL,  # art. 4.2
        flying_king=True,  # art. 3.9
        king_landing=Landing.ANY,  # art. 4.4
        removal=Removal.END,  # art. 4.8
        promotion=Promotion.AT_END,  # art. 4.15
        precedence=(Precedence.PIECES,),  # art. 4.13
        draws=Draws(  # art. 6: 25 moves, 16 moves, 5 moves of each side
            no_progress=NoProgress(plies=50),
            endgames=(
                EndgameCount(strong=Force(min_kings=1, max_pieces=2), weak=Force(men=0, kings=1), plies=10),
                EndgameCount(
                    strong=Force(min_kings=1, min_pieces=3, max_pieces=3),
                    weak=Force(men=0, kings=1),
                    plies=32,
                ),
            ),
        ),
    ),
    notation=Notation(game_type="20,W,10,10,N2,0", results="2-0"),
    option_specs=(GOAL,),
)
