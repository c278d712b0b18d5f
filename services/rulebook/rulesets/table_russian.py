"""Russian draughts as the little table of seed 004 plays it."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    NoProgress,
    Notation,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="table-russian",
    source="seed 004",
    name=Text(de="Russische Dame (Tisch)", en="Russian draughts (table)"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # first: White, the lower side
        man_captures=Reach.ALL,  # "vorwärts oder rückwärts"
        flying_king=True,  # "auf freien Diagonalen"
        must_continue_landing=True,
        removal=Removal.END,  # "bleiben … blockiert"
        promotion=Promotion.CONTINUES,  # "sofort Dame und schlägt als solche weiter"
        # precedence: none, "Kürzere Routen sind erlaubt"
        draws=Draws(no_progress=NoProgress(plies=120)),
    ),
    notation=Notation(game_type="25,W,8,8,A0,0", separator=":", algebraic=True),
    option_specs=(GOAL,),
)
