"""International draughts as the little table of seed 004 plays it."""

from __future__ import annotations

from rulebook.board import DARK_10
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Example,
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
        de="Gespielt wird auf den 50 dunklen Feldern eines 10×10-Bretts, jede Seite hat zwanzig "
        "Steine in vier Reihen. "
        "Weiß steht unten und beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt vorwärts wie rückwärts. "
        "Eine Dame zieht und schlägt auf freien Schrägen beliebig weit. "
        "Pflicht ist der größte Schlag nach der Zahl der Geschlagenen; Damen zählen nicht mehr "
        "als Steine. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Dame wird ein Stein erst, wenn er am Ende des ganzen Zuges in der letzten Reihe steht. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 60-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="The game is played on the 50 dark squares of a 10×10 board; each side has twenty "
        "pieces in four rows. "
        "White sits below and begins. "
        "A man takes one step diagonally forward and captures forwards as well as backwards. "
        "A king moves and captures along free diagonals, however far. "
        "You have to make the capture that takes the most pieces; kings count no more than men. "
        "Captured pieces stay in the way until the move is over. "
        "Only a man that ends its move on the last row becomes a king. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 60 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position.",
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
    examples=(
        Example(
            text=Text(
                de="Der Stein auf 26 nimmt zwei Steine. Darum darf der auf 28 seinen einen nicht schlagen.",
                en="The man on 26 takes two pieces. So the man on 28 may not take its one.",
            ),
            fen="W:W26,28:B12,21,23",
            legal=("26x17x8",),
            refused={"28x19": "capture_not_maximum", "26x17": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Auch rückwärts muss geschlagen werden.",
                en="Captures backwards are compulsory too.",
            ),
            fen="W:W23:B29",
            legal=("23x34",),
            refused={"23-18": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Auf 3 ist der Zug nicht zu Ende. "
                "Der Stein schlägt weiter nach 14 und bleibt ein einfacher Stein.",
                en="The move does not end on 3. The man goes on to 14 and stays a man.",
            ),
            fen="W:W12:B8,9",
            legal=("12x3x14",),
            refused={"12x3": "capture_incomplete", "12x3x20": "not_yet_king"},
        ),
        Example(
            text=Text(
                de="Ein Stein oder eine Dame, beides zählt eins. Die Wahl ist frei.",
                en="A man or a king, each counts one. The choice is free.",
            ),
            fen="W:W28,33:B22,K29",
            legal=("28x17", "33x24"),
            refused={"28-23": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Nähme die Dame zuerst 44, stünde dieser Stein ihr auf dem Rückweg noch im Weg.",
                en="If the king took 44 first, that piece would still be in its way back.",
            ),
            fen="W:WK39:B9,33,44",
            legal=("39x22x4",),
            refused={"39x50x22x4": "blocked_by_captured"},
        ),
    ),
)
