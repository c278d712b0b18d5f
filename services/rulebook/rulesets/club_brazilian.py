"""Brazilian draughts as the club of seed 001 plays it."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
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
    key="club-brazilian",
    source="seed 001",
    name=Text(de="Brasilianische Dame (Klub)", en="Brazilian draughts (club)"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # White begins, "Weiß beginnt"
        man_captures=Reach.ALL,  # "vorwärts oder rückwärts"
        flying_king=True,  # "beliebig weit diagonal"
        king_landing=Landing.ANY,  # "auf jedem leeren Feld hinter dem geschlagenen Stein"
        removal=Removal.END,  # "verlassen das Brett erst am Ende des Zuges"
        promotion=Promotion.AT_END,  # "bleibt er ein normaler Stein"
        precedence=(Precedence.PIECES,),  # "die meisten Steine"
        draws=Draws(no_progress=NoProgress(plies=40)),  # 20 moves of each side; A-32
    ),
    notation=Notation(game_type="26,W,8,8,A0,0"),
    option_specs=(GOAL,),
)
