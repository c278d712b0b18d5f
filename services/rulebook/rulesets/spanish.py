"""Spanish draughts."""

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
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="spanish",
    source="Spanish draughts, as notes on the official variants give it",
    name=Text(de="Spanische Dame", en="Spanish draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8_MIRRORED,
        start="W:W21-32:B1-12",
        # board: the bottom right corner plays
        man_captures=Reach.FORWARD,
        removal=Removal.END,
        promotion=Promotion.ENDS_MOVE,
        precedence=(Precedence.PIECES, Precedence.KINGS),  # quantity, then quality
        draws=Draws(no_progress=NoProgress(plies=50)),  # our choice; no count is official
    ),
    notation=Notation(game_type="24,W,8,8,N1,1", file_flip=True),
    option_specs=(GOAL,),
)
