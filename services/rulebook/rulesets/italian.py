"""Italian draughts (FID)."""

from __future__ import annotations

from rulebook.board import DARK_8_MIRRORED
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    NoProgress,
    Notation,
    Precedence,
    Promotion,
    Reach,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="italian",
    source="FID, Regolamento tecnico",
    name=Text(de="Italienische Dame", en="Italian draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8_MIRRORED,
        start="W:W21-32:B1-12",
        # board: the bottom right corner plays (art. 2)
        man_captures=Reach.FORWARD,  # art. 5.3
        men_may_capture_kings=False,  # art. 5.3b
        flying_king=False,  # art. 4.7
        promotion=Promotion.ENDS_MOVE,  # art. 4.5
        precedence=(
            Precedence.PIECES,  # art. 6.6
            Precedence.WITH_KING,  # art. 6.7
            Precedence.KINGS,  # art. 6.8
            Precedence.KINGS_FIRST,  # art. 6.9
        ),
        draws=Draws(no_progress=NoProgress(plies=80)),  # 40 moves of each side
    ),
    notation=Notation(game_type="22,W,8,8,N2,1"),
    option_specs=(GOAL,),
)
