"""Turkish draughts (TUDAF)."""

from __future__ import annotations

from rulebook.board import ALL_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Lines,
    NoProgress,
    Notation,
    OnePieceEach,
    Precedence,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="turkish",
    source="TUDAF, Rules of Turkish draughts",
    name=Text(de="Türkische Dame", en="Turkish draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=ALL_8,
        start="W:W41-56:B9-24",
        lines=Lines.ORTHOGONAL,  # straight lines only
        man_moves=Reach.FORWARD_AND_SIDEWAYS,  # one step
        man_captures=Reach.FORWARD_AND_SIDEWAYS,  # one jump
        flying_king=True,  # any distance
        removal=Removal.IMMEDIATE,  # at once
        may_turn_back=False,  # 90 degrees only
        promotion=Promotion.AT_END,  # only where the move ends
        precedence=(Precedence.PIECES,),  # the most pieces
        draws=Draws(
            no_progress=NoProgress(plies=50),  # our choice; no count is official
            one_piece_each=OnePieceEach.DRAW,
        ),
    ),
    notation=Notation(game_type="30,W,8,8,A0,0", algebraic=True),
    option_specs=(GOAL,),
)
