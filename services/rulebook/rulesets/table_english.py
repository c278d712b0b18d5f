"""English draughts as the little table of seed 004 plays it."""

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
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="table-english",
    source="seed 004",
    name=Text(de="Englische Dame (Tisch)", en="English draughts (table)"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # first: White, the lower side
        man_captures=Reach.FORWARD,  # "schlagen hier nicht rückwärts"
        flying_king=False,  # "fliegen aber nicht"
        promotion=Promotion.ENDS_MOVE,  # "Die Umwandlung … beendet den Zug"
        # precedence: none, "Jede legale Route ist erlaubt"
        draws=Draws(no_progress=NoProgress(plies=80)),
    ),
    notation=Notation(game_type="21,B,8,8,N1,0", file_turn=True),
    option_specs=(GOAL,),
)
