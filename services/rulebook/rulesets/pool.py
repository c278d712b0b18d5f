"""American pool checkers (APCA)."""

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
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Side,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="pool",
    source="APCA, Official rules of pool checkers",
    name=Text(de="Pool Checkers", en="Pool checkers"),
    explanation=Text(
        de="Jede Seite hat zwölf Steine auf den dunklen Feldern des 8×8-Bretts; Schwarz beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt vorwärts wie rückwärts. "
        "Eine Dame zieht und schlägt beliebig weit; sie muss dort landen, wo der Schlag "
        "weitergeht, wenn er weitergeht. "
        "Schlagen ist Pflicht, die Wahl des Schlags frei; er wird bis zum Ende geführt. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Dame wird ein Stein nur, wenn sein Zug auf der letzten Reihe endet. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 30-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt. "
        "Drei Damen haben gegen eine noch 13 Züge jeder Seite.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; Black begins. "
        "A man takes one step diagonally forward and captures forwards as well as backwards. "
        "A king moves and captures at any distance; it has to land where the capture goes on, if "
        "it does. "
        "Capturing is compulsory, the choice of capture is free; it is carried to its end. "
        "Captured pieces stay until the move is over. "
        "A man becomes a king only if its move ends on the last row. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 30 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position. "
        "Three kings have 13 more moves of each side against one.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="B:W21-32:B1-12",
        first=Side.BLACK,
        man_captures=Reach.ALL,
        must_continue_landing=True,
        removal=Removal.END,
        promotion=Promotion.AT_END,  # only where the move ends there
        # precedence: none, free choice
        draws=Draws(
            no_progress=NoProgress(plies=60),  # 30 moves of each side
            endgames=(  # three kings against one: 13 moves of each side
                EndgameCount(strong=Force(men=0, kings=3), weak=Force(men=0, kings=1), plies=26),
            ),
        ),
    ),
    notation=Notation(game_type="23,B,8,8,N1,0"),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Der Stein kommt über 2 nach 9 und bleibt ein einfacher Stein, weil der Zug "
                "auf 2 nicht zu Ende ist.",
                en="The man goes by 2 to 9 and stays a man, because the move does not end on 2.",
            ),
            fen="W:W11:B6,7",
            legal=("11x2x9",),
            refused={"11x2": "capture_incomplete", "11x2x13": "not_yet_king"},
        ),
        Example(
            text=Text(
                de="Die Dame muss auf 15 landen und auch 19 nehmen.",
                en="The king has to land on 15 and take 19 as well.",
            ),
            fen="W:WK29:B19,25",
            legal=("29x15x24", "29x15x28"),
            refused={"29x22": "landing_must_continue"},
        ),
        Example(
            text=Text(
                de="Ein Stein oder zwei, die Wahl ist frei. Abbrechen darf man nicht.",
                en="One piece or two, the choice is free. Breaking off is not allowed.",
            ),
            fen="W:W21,23:B10,17,19",
            legal=("21x14x7", "23x16"),
            refused={"21x14": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Der Schlag nach hinten ist Pflicht.",
                en="The capture backwards is compulsory.",
            ),
            fen="W:W14:B18",
            legal=("14x23",),
            refused={"14-9": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Schwarz macht den ersten Zug, auf die hohen Zahlen zu.",
                en="Black makes the first move, towards the high numbers.",
            ),
            fen="B:W21-32:B1-12",
            legal=("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"),
            refused={"22-18": "not_your_turn"},
        ),
    ),
)
