"""Russian draughts (FMJD-64)."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Force,
    NoProgress,
    Notation,
    Progress,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="russian",
    source="FMJD-64, Official rules of Russian draughts",
    name=Text(de="Russische Dame", en="Russian draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        man_captures=Reach.ALL,  # art. 4.2
        flying_king=True,  # art. 3.5
        must_continue_landing=True,  # art. 4.6
        removal=Removal.END,  # art. 4.5
        promotion=Promotion.CONTINUES,  # art. 4.7
        # precedence: none, free choice
        draws=Draws(
            no_progress=NoProgress(plies=30),  # 7.2.5
            endgames=(
                EndgameCount(  # 7.2.7: a lone king holds the main road against three
                    strong=Force(min_kings=1, min_pieces=3, max_pieces=3),
                    weak=Force(men=0, kings=1),
                    weak_king_on_long_diagonal=True,
                    plies=10,
                ),
                EndgameCount(  # 7.2.8
                    strong=Force(min_kings=1, max_pieces=2), weak=Force(men=0, kings=1), plies=10
                ),
                EndgameCount(  # 7.2.4
                    strong=Force(min_kings=3), weak=Force(men=0, kings=1), plies=30
                ),
                EndgameCount(  # 7.2.6: both sides have kings, the balance of force is unchanged
                    strong=Force(min_kings=1),
                    weak=Force(min_kings=1),
                    pieces_in_all=(4, 5),
                    restarted_by=frozenset({Progress.CAPTURE, Progress.PROMOTION}),
                    plies=60,
                ),
                EndgameCount(
                    strong=Force(min_kings=1),
                    weak=Force(min_kings=1),
                    pieces_in_all=(6, 7),
                    restarted_by=frozenset({Progress.CAPTURE, Progress.PROMOTION}),
                    plies=120,
                ),
            ),
        ),
    ),
    notation=Notation(game_type="25,W,8,8,A0,0", separator=":", algebraic=True),
    option_specs=(GOAL,),
)
