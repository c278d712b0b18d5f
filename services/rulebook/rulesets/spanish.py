"""Spanish draughts."""

from __future__ import annotations

from rulebook.board import DARK_8_MIRRORED
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Example,
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
    key="spanish",
    source="Rules of Spanish draughts, after notes on the official variants",
    name=Text(de="Spanische Dame", en="Spanish draughts"),
    explanation=Text(
        de="Das Brett liegt so, dass das Feld unten rechts zum Spiel gehört; jede Seite hat zwölf "
        "Steine, Weiß beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt nur nach vorn. "
        "Eine Dame zieht und schlägt auf freien Schrägen beliebig weit. "
        "Schlagen ist Pflicht: zuerst so viele Steine wie möglich, bei gleicher Zahl so viele "
        "Damen wie möglich. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Auf der letzten Reihe wird ein Stein zur Dame, und sein Zug ist zu Ende. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 25-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="The board lies so that the bottom right square is in play; each side has twelve "
        "pieces, White begins. "
        "A man takes one step diagonally forward and captures forward only. "
        "A king moves and captures along free diagonals, however far. "
        "Capturing is compulsory: first as many pieces as possible, and among equal numbers as "
        "many kings as possible. "
        "Captured pieces stay in the way until the move is over. "
        "On the last row a man becomes a king, and its move is over. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 25 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position.",
    ),
    rules=DraughtsRules(
        board=DARK_8_MIRRORED,
        start="W:W21-32:B1-12",
        # board: the bottom right corner plays
        man_captures=Reach.FORWARD,
        removal=Removal.END,
        promotion=Promotion.ENDS_MOVE,
        precedence=(Precedence.PIECES, Precedence.KINGS),  # quantity, then quality
        draws=Draws(no_progress=NoProgress(plies=50)),  # our choice; no count is official
    ),
    notation=Notation(game_type="24,W,8,8,N1,1", file_flip=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Die Menge entscheidet zuerst: Zwei Steine sind Pflicht.",
                en="Quantity decides first: two pieces are a duty.",
            ),
            fen="W:W14,22:B10,18,21",
            legal=("22x13x6",),
            refused={"14x5": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Dann entscheidet der Wert: Bei je einem Stein geht die Dame auf 19 vor.",
                en="Then value decides: with one piece each, the king on 19 comes first.",
            ),
            fen="W:W22:B18,K19",
            legal=("22x15",),
            refused={"22x13": "capture_not_preferred"},
        ),
        Example(
            text=Text(
                de="Der schwarze Stein steht hinter dem weißen und kann von ihm nicht geschlagen werden.",
                en="The black man stands behind the white one, which cannot take it.",
            ),
            fen="W:W18:B1,22",
            legal=("18-13", "18-14"),
            refused={"18x27": "direction"},
        ),
        Example(
            text=Text(
                de="Auf 3 ist der Zug zu Ende, denn dort wird der Stein zur Dame.",
                en="The move ends on 3, for there the man becomes a king.",
            ),
            fen="W:W10:B6,7",
            legal=("10x3",),
            refused={"10x3x12": "promotion_ends_move"},
        ),
        Example(
            text=Text(
                de="Die Dame schlägt aus der Ferne und landet auf einem der drei Felder hinter 22.",
                en="The king captures from afar and lands on one of the three squares behind 22.",
            ),
            fen="W:WK26:B1,8,22",
            legal=("26x12", "26x15", "26x19"),
            refused={"26-21": "capture_mandatory"},
        ),
    ),
)
