"""American pool checkers (APCA)."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Force,
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
    key="pool",
    source="APCA, Official rules of pool checkers",
    name=Text(de="Pool Checkers", en="Pool checkers"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="B:W21-32:B1-12",
        first=Side.BLACK,
        man_captures=Reach.ALL,
        must_continue_landing=True,
        removal=Removal.END,
        promotion=Promotion.AT_END,  # only where the move ends there
        # precedence: none, free choice
        draws=Draws(
            no_progress=NoProgress(plies=60),  # 30 moves of each side
            endgames=(  # three kings against one: 13 moves of each side
                EndgameCount(strong=Force(men=0, kings=3), weak=Force(men=0, kings=1), plies=26),
            ),
        ),
    ),
    notation=Notation(game_type="23,B,8,8,N1,0"),
    option_specs=(GOAL,),
)
