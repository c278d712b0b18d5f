"""The medieval mode of seed 001: Brazilian draughts in which captures can fail."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    Choice,
    DraughtsRules,
    Draws,
    Landing,
    Medieval,
    NoProgress,
    Notation,
    Option,
    Precedence,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="club-medieval",
    source="seed 001",
    name=Text(de="Mittelalter-Modus", en="Medieval mode"),
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
        capture_order_counts=True,  # the order of captures is the order of risks
        draws=Draws(no_progress=NoProgress(plies=40)),  # A-31; a failed attack resets it
        medieval=Medieval(stones=3, pick_s=20, success_percent=50, reveal="at_start"),
    ),
    notation=Notation(game_type=None),
    option_specs=(
        GOAL,
        Option(
            key="reveal",
            name=Text(de="Aufdecken", en="Reveal"),
            choices=(
                Choice(value="at_start", name=Text(de="zu Beginn", en="at the start")),
                Choice(
                    value="on_first_duel",
                    name=Text(de="beim ersten Kampf", en="on the first duel"),
                    changes={"medieval.reveal": "on_first_duel"},
                ),
            ),
        ),
    ),
)
