"""English draughts, also called checkers (WCDF)."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    NoProgress,
    Notation,
    Promotion,
    Reach,
    Ruleset,
    Side,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="english",
    source="WCDF, Rules of draughts (checkers)",
    name=Text(de="Englische Dame", en="English draughts (checkers)"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="B:W21-32:B1-12",
        first=Side.BLACK,  # art. 1.14
        man_captures=Reach.FORWARD,  # art. 1.18
        flying_king=False,  # art. 1.17
        promotion=Promotion.ENDS_MOVE,  # art. 1.16
        # precedence: none (art. 1.20)
        draws=Draws(no_progress=NoProgress(plies=80)),  # art. 1.32: 40 moves of each side
    ),
    notation=Notation(game_type="21,B,8,8,N1,0"),
    option_specs=(GOAL,),
)
