"""Battledame, the house rules of seed 003."""

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
    Precedence,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="battledame",
    source="seed 003",
    name=Text(de="Battledame", en="Battledame"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # White begins, "Weiß beginnt immer"
        man_captures=Reach.FORWARD,  # "mit einem einfachen Stein nur vorwärts"
        flying_king=True,  # "beliebig weit schräg"
        king_landing=Landing.ANY,  # "auf einem beliebigen freien Feld"
        removal=Removal.END,  # "bleiben bis zum Ende des Zuges als Sperre stehen"
        promotion=Promotion.AT_END,  # "weiter schlagen darf er in diesem Zug nicht mehr"
        draws=Draws(
            no_progress=NoProgress(plies=50),
            king_against_king=True,  # "Dame gegen Dame"
        ),
    ),
    notation=Notation(game_type=None),
    option_specs=(
        Option(
            key="capture",  # "Beim Schlagzwang gibt es drei Stufen"
            name=Text(de="Schlagzwang", en="Obligation to capture"),
            choices=(
                Choice(value="mandatory", name=Text(de="Pflicht", en="mandatory")),
                Choice(
                    value="maximum",
                    name=Text(de="Maximum", en="maximum"),
                    changes={"precedence": (Precedence.PIECES,)},
                ),
                Choice(
                    value="voluntary",
                    name=Text(de="Freiwillig", en="voluntary"),
                    changes={"capture_is_mandatory": False},
                ),
            ),
            has_kernels=True,
        ),
        GOAL,
        Option(
            key="landing",
            name=Text(de="Landung der Dame", en="Landing of a king"),
            choices=(
                Choice(value="free", name=Text(de="frei", en="free")),
                Choice(
                    value="must_continue",
                    name=Text(de="wo es weitergeht", en="where the capture goes on"),
                    changes={"must_continue_landing": True},
                ),
            ),
        ),
    ),
)
