"""Portuguese draughts (FPD)."""

from __future__ import annotations

from rulebook.board import DARK_8_MIRRORED
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Force,
    NoProgress,
    Notation,
    Precedence,
    Progress,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="portuguese",
    source="FPD, Regras oficiais do jogo de damas clássicas",
    name=Text(de="Portugiesische Dame", en="Portuguese draughts"),
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
        draws=Draws(
            no_progress=NoProgress(  # 20 moves of each side
                plies=40, reset_by=frozenset({Progress.CAPTURE, Progress.PROMOTION})
            ),
            endgames=(  # 12 moves of each side while one king holds the main road against three
                EndgameCount(
                    strong=Force(men=0, kings=3),
                    weak=Force(men=0, kings=1),
                    weak_king_on_long_diagonal=True,
                    plies=24,
                ),
            ),
        ),
    ),
    notation=Notation(game_type="28,W,8,8,N1,1", file_flip=True),
    option_specs=(GOAL,),
)
