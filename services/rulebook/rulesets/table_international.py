"""International draughts as the little table of seed 004 plays it."""

from __future__ import annotations

from rulebook.board import DARK_10
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
    key="table-international",
    source="seed 004",
    name=Text(de="Internationale Dame (Tisch)", en="International draughts (table)"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_10,
        start="W:W31-50:B1-20",
        # first: White, the lower side
        man_captures=Reach.ALL,  # "vorwärts oder rückwärts"
        flying_king=True,  # "gleiten auf freien Diagonalen"
        king_landing=Landing.ANY,
        removal=Removal.END,  # "bleiben bis zum Ende blockiert"
        promotion=Promotion.AT_END,  # "erst am Ende der gesamten Folge"
        precedence=(Precedence.PIECES,),  # "möglichst vielen Gegnern"; kings count one
        draws=Draws(no_progress=NoProgress(plies=120)),  # A-23; official endgame counts not used
    ),
    notation=Notation(game_type="20,W,10,10,N2,0", results="2-0"),
    option_specs=(GOAL,),
)
