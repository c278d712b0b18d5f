"""Beat'Em Dame, the house rules of seed 000."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    Choice,
    DraughtsRules,
    Draws,
    Landing,
    NoProgress,
    Notation,
    Option,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="beatem-dame",
    source="seed 000",
    name=Text(de="Beat'Em Dame", en="Beat'Em draughts"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # first: White, the human side; board and numbers
        man_captures=Reach.ALL,  # "auch rückwärts schlagen"
        flying_king=True,  # "diagonal über mehrere freie Felder"
        king_landing=Landing.ANY,
        removal=Removal.IMMEDIATE,
        promotion=Promotion.CONTINUES,
        # precedence: none, any capture will do; any landing, even where it ends
        draws=Draws(no_progress=NoProgress(plies=50)),
    ),
    notation=Notation(game_type=None),
    option_specs=(
        GOAL,
        Option(
            key="king_landing",
            name=Text(de="Landefeld der Dame", en="Landing of a king"),
            choices=(
                Choice(value="any", name=Text(de="jedes freie Feld", en="any free square")),
                Choice(
                    value="adjacent",
                    name=Text(de="direkt dahinter", en="directly behind"),
                    changes={"king_landing": Landing.ADJACENT},
                ),
            ),
        ),
        Option(
            key="removal",
            name=Text(de="Geschlagene Steine", en="Captured pieces"),
            choices=(
                Choice(value="immediate", name=Text(de="sofort weg", en="leave at once")),
                Choice(
                    value="end",
                    name=Text(de="am Ende des Zuges weg", en="leave at the end of the move"),
                    changes={"removal": Removal.END},
                ),
            ),
        ),
    ),
)
