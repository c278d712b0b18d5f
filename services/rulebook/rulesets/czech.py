"""Czech draughts."""

from __future__ import annotations

from rulebook.board import DARK_8
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
    key="czech",
    source="FMJD, Rules of Czech draughts",
    name=Text(de="Tschechische Dame", en="Czech draughts"),
    explanation=Text(
        de="Auf den dunklen Feldern des 8×8-Bretts hat jede Seite zwölf Steine; Weiß beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt nur nach vorn. "
        "Eine Dame zieht und schlägt beliebig weit. "
        "Schlagen ist Pflicht; wie viele Steine es sind, ist gleich, aber die Dame schlägt vor "
        "dem Stein. "
        "Hinter einem Stein muss die Dame so landen, dass sie weiterschlagen kann, wenn das "
        "möglich ist. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Auf der letzten Reihe wird ein Stein zur Dame, und sein Zug ist zu Ende. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 15-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; White begins. "
        "A man takes one step diagonally forward and captures forward only. "
        "A king moves and captures at any distance. "
        "Capturing is compulsory; the number of pieces does not matter, but a king captures "
        "before a man. "
        "Behind a piece the king has to land where it can go on capturing, if there is such a "
        "square. "
        "Captured pieces stay in the way until the move is over. "
        "On the last row a man becomes a king, and its move is over. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 15 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        man_captures=Reach.FORWARD,
        must_continue_landing=True,
        removal=Removal.END,
        promotion=Promotion.ENDS_MOVE,
        precedence=(Precedence.WITH_KING,),  # any number of pieces, but a king captures before a man
        draws=Draws(no_progress=NoProgress(plies=30)),  # 15 moves of each side
    ),
    notation=Notation(game_type="29,W,8,8,A0,0", algebraic=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Der Stein auf d4 bekäme zwei Steine, die Dame nur einen. "
                "Trotzdem muss die Dame schlagen.",
                en="The man on d4 would get two pieces, the king only one. Still the king has to capture.",
            ),
            fen="W:WK12,18:B6,14,23",
            legal=("h6xd2", "h6xc1"),
            refused={"d4xb6xd8": "capture_not_preferred"},
        ),
        Example(
            text=Text(
                de="Zwei Steine oder einer: Unter einfachen Steinen ist die Wahl frei.",
                en="Two pieces or one: among men the choice is free.",
            ),
            fen="W:W21,23:B10,17,19",
            legal=("a3xc5xe7", "e3xg5"),
            refused={"a3xc5": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Der schwarze Stein steht hinter dem weißen, ein Schlag zurück ist nicht möglich.",
                en="The black man stands behind the white one, a capture backwards is not possible.",
            ),
            fen="W:W14:B18",
            legal=("c5-b6", "c5-d6"),
            refused={"c5xe3": "direction"},
        ),
        Example(
            text=Text(
                de="Nur von e5 aus geht der Schlag weiter, also muss die Dame dort landen.",
                en="Only from e5 does the capture go on, so the king has to land there.",
            ),
            fen="W:WK29:B19,25",
            legal=("a1xe5xg3", "a1xe5xh2"),
            refused={"a1xd4": "landing_must_continue"},
        ),
        Example(
            text=Text(
                de="Auf d8 wird der Stein zur Dame, und der Zug ist zu Ende.",
                en="On d8 the man becomes a king, and the move is over.",
            ),
            fen="W:W11:B6,7",
            legal=("f6xd8",),
            refused={"f6xd8xa5": "promotion_ends_move"},
        ),
    ),
)
