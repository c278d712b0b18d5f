"""Turkish draughts as the little table of seed 004 plays it."""

from __future__ import annotations

from rulebook.board import ALL_8
from rulebook.ruleset import (
    Choice,
    DraughtsRules,
    Draws,
    Lines,
    NoProgress,
    Notation,
    OnePieceEach,
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
    key="table-turkish",
    source="seed 004",
    name=Text(de="Türkische Dame (Tisch)", en="Turkish draughts (table)"),
    explanation=Text(
        de="",
        en="",
    ),
    rules=DraughtsRules(
        board=ALL_8,
        start="W:W41-56:B9-24",
        # first: White, the lower side
        lines=Lines.ORTHOGONAL,  # "mit geraden Zügen"
        man_moves=Reach.FORWARD_AND_SIDEWAYS,  # "vorwärts oder seitwärts"
        man_captures=Reach.FORWARD_AND_SIDEWAYS,  # "in diesen Richtungen"
        flying_king=True,  # "entlang Reihen und Spalten"; any landing
        removal=Removal.IMMEDIATE,
        may_turn_back=False,  # "ohne … um 180 Grad umzukehren"
        promotion=Promotion.AT_END,  # "auf der letzten Reihe beendet"
        precedence=(Precedence.PIECES,),  # "höchste Schlagzahl"; kings count one
        draws=Draws(
            no_progress=NoProgress(plies=120),
            one_piece_each=OnePieceEach.KING_BEATS_MAN,
        ),
    ),
    notation=Notation(game_type="30,W,8,8,A0,0", algebraic=True),
    option_specs=(
        GOAL,
        Option(
            key="one_piece_each",
            name=Text(de="Je ein Stein", en="One piece each"),
            choices=(
                Choice(
                    value="king_beats_man",
                    name=Text(de="Dame besiegt Stein", en="a king beats a man"),
                ),
                Choice(
                    value="draw",
                    name=Text(de="immer remis", en="always a draw"),
                    changes={"draws.one_piece_each": OnePieceEach.DRAW},
                ),
                Choice(
                    value="off",
                    name=Text(de="weiterspielen", en="play on"),
                    changes={"draws.one_piece_each": OnePieceEach.PLAY_ON},
                ),
            ),
        ),
    ),
)
