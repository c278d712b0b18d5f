"""Thai draughts (Makhos)."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Example,
    Landing,
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
    key="thai",
    source="Rules of Makhos, after notes on the official variants",
    name=Text(de="Thailändische Dame (Makhos)", en="Thai draughts (Makhos)"),
    explanation=Text(
        de="Auf dem 8×8-Brett hat jede Seite acht Steine in zwei Reihen auf den dunklen Feldern; "
        "Schwarz beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt nur nach vorn. "
        "Eine Dame zieht beliebig weit und schlägt aus der Ferne, landet aber direkt hinter dem "
        "geschlagenen Stein. "
        "Schlagen ist Pflicht, die Wahl frei; jeder Schlag wird zu Ende geführt. "
        "Geschlagene kommen sofort vom Brett, auch eine Kehrtwende im Schlag ist erlaubt. "
        "Auf der letzten Reihe wird ein Stein zur Dame, und sein Zug ist zu Ende. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 25-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="On the 8×8 board each side has eight pieces in two rows on the dark squares; Black "
        "begins. "
        "A man takes one step diagonally forward and captures forward only. "
        "A king moves any distance and captures from afar, but lands directly behind the captured "
        "piece. "
        "Capturing is compulsory, the choice is free; every capture is carried to its end. "
        "Captured pieces leave the board at once, and turning straight back in a capture is "
        "allowed. "
        "On the last row a man becomes a king, and its move is over. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 25 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="B:W25-32:B1-8",
        first=Side.BLACK,
        man_captures=Reach.FORWARD,
        king_landing=Landing.ADJACENT,  # directly behind the captured piece
        removal=Removal.IMMEDIATE,
        may_turn_back=True,
        promotion=Promotion.ENDS_MOVE,
        # precedence: none, free choice
        draws=Draws(no_progress=NoProgress(plies=50)),  # our choice; no count is official
    ),
    notation=Notation(game_type="31,B,8,8,N2,0", separator="-", file_flip=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Acht Steine auf jeder Seite, dazwischen vier leere Reihen. Schwarz hat sieben Züge.",
                en="Eight pieces on each side, with four empty rows between them. Black has seven moves.",
            ),
            fen="B:W25-32:B1-8",
            legal=("5-9", "6-9", "6-10", "7-10", "7-11", "8-11", "8-12"),
            refused={"1-5": "square_occupied", "25-21": "not_your_turn"},
        ),
        Example(
            text=Text(
                de="Hinter 25 ist die ganze Schräge frei, die Dame landet aber auf 22.",
                en="Behind 25 the whole diagonal is free, but the king lands on 22.",
            ),
            fen="W:WK29:B1,25",
            legal=("29-22",),
            refused={"29-18": "landing_not_adjacent"},
        ),
        Example(
            text=Text(
                de="Die Dame nimmt einen Stein, macht kehrt und nimmt den anderen. Der erste ist schon fort.",
                en="The king takes one piece, turns straight back and takes the other. "
                "The first is already gone.",
            ),
            fen="W:WK18:B11,22",
            legal=("18-8-25", "18-25-8"),
            refused={"18-29": "landing_not_adjacent"},
        ),
        Example(
            text=Text(
                de="Einfache Steine schlagen nicht nach hinten.",
                en="Men do not capture backwards.",
            ),
            fen="W:W14:B18",
            legal=("14-9", "14-10"),
            refused={"14-23": "direction"},
        ),
        Example(
            text=Text(
                de="Mit der Krönung auf 2 endet der Zug; 6 bleibt stehen.",
                en="Crowning on 2 ends the move; 6 stays.",
            ),
            fen="W:W11:B6,7",
            legal=("11-2",),
            refused={"11-2-9": "promotion_ends_move"},
        ),
    ),
)
