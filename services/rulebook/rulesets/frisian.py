"""Frisian draughts."""

from __future__ import annotations

from rulebook.board import DARK_10
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Example,
    Force,
    Lines,
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
    key="frisian",
    source="WFD, Rules of Frisian draughts",
    name=Text(de="Friesische Dame", en="Frisian draughts"),
    explanation=Text(
        de="Auf den 50 dunklen Feldern des 10×10-Bretts hat jede Seite zwanzig Steine; Weiß "
        "beginnt. "
        "Gezogen wird schräg, geschlagen aber in alle acht Richtungen, auch gerade nach vorn, zur "
        "Seite und zurück. "
        "Ein Stein geht einen Schritt nach vorn, eine Dame beliebig weit. "
        "Pflicht ist der wertvollste Schlag; eine Dame ist fast so viel wert wie zwei Steine, "
        "aber nicht ganz. "
        "Bei gleichem Wert schlägt die Dame vor dem Stein; Geschlagene stehen im Weg, bis der Zug "
        "zu Ende ist. "
        "Dame wird ein Stein, wenn sein Zug auf der letzten Reihe endet. "
        "Solange eine Seite noch einfache Steine hat, darf dieselbe Dame nur dreimal nacheinander "
        "ziehen, ohne zu schlagen. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es nach 7 Zügen jeder Seite bei zwei Damen gegen eine, nach 2 bei "
        "einer gegen eine und beim dritten Auftreten einer Stellung.",
        en="Each side has twenty pieces on the 50 dark squares of the 10×10 board; White begins. "
        "Moves are diagonal, but captures go in all eight directions, also straight ahead, "
        "sideways and back. "
        "A man takes one step forward, a king goes any distance. "
        "The most valuable capture is compulsory; a king is worth almost two men, but not quite. "
        "At equal value a king captures before a man; captured pieces stay until the move is "
        "over. "
        "A man becomes a king if its move ends on the last row. "
        "While a side still has men, the same king may move only three times in a row without "
        "capturing. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 7 moves of each side with two kings against one, after 2 with "
        "one against one, and at the third occurrence of a position.",
    ),
    rules=DraughtsRules(
        board=DARK_10,
        start="W:W31-50:B1-20",
        lines=Lines.CAPTURES_IN_EIGHT,
        man_captures=Reach.ALL,
        removal=Removal.END,
        promotion=Promotion.AT_END,
        precedence=(Precedence.VALUE, Precedence.WITH_KING),
        king_run_plies=3,  # one king, quiet moves in a row, while its side has men
        draws=Draws(
            endgames=(  # seven moves of each side, two moves of each side
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=0, kings=1), plies=14),
                EndgameCount(strong=Force(men=0, kings=1), weak=Force(men=0, kings=1), plies=4),
            ),
        ),
    ),
    notation=Notation(game_type="40,W,10,10,N2,0"),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Gerade nach vorn: Der Stein springt über 18 bis 8.",
                en="Straight ahead: the man jumps over 18 to 8.",
            ),
            fen="W:W28:B1,18",
            legal=("28x8",),
            refused={"28-22": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Gerade zurück: Auch der Stein auf 38 muss geschlagen werden.",
                en="Straight back: the piece on 38 has to be taken too.",
            ),
            fen="W:W28:B1,38",
            legal=("28x48",),
            refused={"28-23": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Eine Dame ist mehr wert als ein Stein.",
                en="A king is worth more than a man.",
            ),
            fen="W:W11,29:BK12,34,38",
            legal=("11x13",),
            refused={"29x40": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Zwei Steine sind mehr wert als eine Dame.",
                en="Two men are worth more than a king.",
            ),
            fen="W:W21,38:B27,28,K31",
            legal=("21x32x23",),
            refused={"21x41": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Beide könnten einen Stein nehmen. Dann ist die Dame an der Reihe.",
                en="Either could take one man. Then it is the king’s turn.",
            ),
            fen="W:WK24,28:B10,16,22",
            legal=("24x21",),
            refused={"28x17": "capture_not_preferred"},
        ),
    ),
)
