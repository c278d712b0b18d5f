"""Russian draughts (FMJD-64)."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Example,
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
        de="Auf den dunklen Feldern des 8×8-Bretts hat jede Seite zwölf Steine; Weiß beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt vorwärts und rückwärts, eine "
        "Dame zieht und schlägt beliebig weit. "
        "Schlagen ist Pflicht, die Wahl frei; eine Dame muss so landen, dass sie weiterschlagen "
        "kann, wenn das geht. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Ein Stein, den ein Schlag auf die letzte Reihe führt, ist von da an Dame und setzt den "
        "Schlag als Dame fort. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist das dritte Auftreten einer Stellung, ebenso 15 Züge jeder Seite, in "
        "denen nur Damen zogen und nichts geschlagen wurde, oder 15 Züge mit drei oder mehr Damen "
        "gegen eine. "
        "Haben beide Seiten Damen und ändert sich das Kräfteverhältnis nicht, so ist nach 30 "
        "Zügen bei vier oder fünf Steinen Schluss, nach 60 bei sechs oder sieben. "
        "Gegen eine einzelne Dame sind es nur 5 Züge, wenn sie gegen drei Steine die lange "
        "Schräge hält oder wenn die stärkere Seite höchstens zwei Steine hat.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; White begins. "
        "A man takes one step diagonally forward and captures forwards and backwards; a king "
        "moves and captures at any distance. "
        "You have to capture, and choose freely; a king has to land where it can go on capturing, "
        "if there is such a square. "
        "Captured pieces stay in the way until the move is over. "
        "A man that reaches the last row while capturing becomes a king at once and goes on as a "
        "king. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The third occurrence of a position is a draw, and so are 15 moves of each side in which "
        "only kings moved and nothing was taken, or 15 moves with three or more kings against "
        "one. "
        "When both sides have kings and the balance of force does not change, the end comes after "
        "30 moves with four or five pieces, after 60 with six or seven. "
        "Against a lone king it is only 5 moves if that king holds the long diagonal against "
        "three pieces, or if the stronger side has two pieces at most.",
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
    examples=(
        Example(
            text=Text(
                de="Der Stein wird auf f8 zur Dame, nimmt als Dame c5 und von b4 aus noch d2.",
                en="The man becomes a king on f8, takes c5 as a king and then d2 from b4.",
            ),
            fen="W:W12:B8,14,26",
            legal=("h6:f8:b4:e1",),
            refused={"h6:f8": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Ein Stein links oder zwei rechts: Alle drei Schläge sind erlaubt, nur "
                "abbrechen darf man keinen.",
                en="One piece on the left or two on the right: all three captures are allowed, "
                "but none may be broken off.",
            ),
            fen="W:W22:B10,11,17,18",
            legal=("c3:a5", "c3:e5:c7", "c3:e5:g7"),
            refused={"c3:e5": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Hinter b2 muss die Dame auf e5 landen, denn nur dort geht der Schlag weiter.",
                en="Behind b2 the king has to land on e5, for only there does the capture go on.",
            ),
            fen="W:WK29:B19,25",
            legal=("a1:e5:g3", "a1:e5:h2"),
            refused={"a1:d4": "landing_must_continue"},
        ),
        Example(
            text=Text(
                de="Die Dame kommt auf zwei Wegen nach b4: Der gerade nimmt einen Stein, der andere vier. "
                "Beide sind erlaubt, und auch der Stein auf h4 darf schlagen.",
                en="The king has two ways to b4: the straight one takes one piece, the other four. "
                "Both are allowed, and the man on h4 may capture too.",
            ),
            fen="W:WK3,13,20,21,23,24,25,28:B4,8,14,15,16",
            legal=("f8:h6:f4:d6:b4", "f8:b4", "h4:f6:d4:b6"),
            refused={"f8:h6": "capture_incomplete", "e3-f4": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Der Stein muss rückwärts schlagen.",
                en="The man has to capture backwards.",
            ),
            fen="W:W14:B18",
            legal=("c5:e3",),
            refused={"c5-d6": "capture_mandatory"},
        ),
    ),
)
