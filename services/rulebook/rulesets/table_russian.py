"""Russian draughts as the little table of seed 004 plays it."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Example,
    NoProgress,
    Notation,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="table-russian",
    source="seed 004",
    name=Text(de="Russische Dame (Tisch)", en="Russian draughts (table)"),
    explanation=Text(
        de="Auf den dunklen Feldern des 8×8-Bretts hat jede Seite zwölf Steine; Weiß steht unten "
        "und beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn, schlägt aber vorwärts und rückwärts. "
        "Eine Dame zieht und schlägt auf freien Schrägen beliebig weit. "
        "Geschlagen werden muss; welcher Schlag es ist, steht frei, er wird aber zu Ende geführt. "
        "Kann eine Dame hinter einem Stein so landen, dass sie weiterschlagen kann, dann muss sie "
        "dort landen. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Kommt ein Stein mitten im Schlag auf die letzte Reihe, wird er dort gekrönt und setzt "
        "den Schlag als Dame fort. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 60-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; White sits below "
        "and begins. "
        "A man takes one step diagonally forward, but captures forwards and backwards. "
        "A king moves and captures along free diagonals, however far. "
        "You have to capture; which capture is up to you, but it is carried to its end. "
        "If a king can land behind a piece where the capture goes on, it has to land there. "
        "Captured pieces stay until the move is over and bar the way. "
        "A man that comes to the last row while capturing is a king at once and goes on as a "
        "king. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 60 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # first: White, the lower side
        man_captures=Reach.ALL,  # "vorwärts oder rückwärts"
        flying_king=True,  # "auf freien Diagonalen"
        must_continue_landing=True,
        removal=Removal.END,  # "bleiben … blockiert"
        promotion=Promotion.CONTINUES,  # "sofort Dame und schlägt als solche weiter"
        # precedence: none, "Kürzere Routen sind erlaubt"
        draws=Draws(no_progress=NoProgress(plies=120)),
    ),
    notation=Notation(game_type="25,W,8,8,A0,0", separator=":", algebraic=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Auf d8 wird der Stein zur Dame und muss als Dame noch f6 schlagen; er landet "
                "auf g5 oder h4.",
                en="On d8 the man becomes a king and, as a king, has to take f6 too; it lands on g5 or h4.",
            ),
            fen="W:W9:B6,11",
            legal=("b6:d8:g5", "b6:d8:h4"),
            refused={"b6:d8": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Zwei Steine oder einer: Die Wahl ist frei, nur abbrechen darf man nicht.",
                en="Two pieces or one: the choice is free, only breaking off is not allowed.",
            ),
            fen="W:W21,23:B10,17,19",
            legal=("a3:c5:e7", "e3:g5"),
            refused={"a3:c5": "capture_incomplete", "e3-d4": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Die Dame muss hinter b2 auf e5 landen, weil sie nur von dort auch f4 schlagen kann.",
                en="Behind b2 the king has to land on e5, for only from there can it take f4 too.",
            ),
            fen="W:WK29:B19,25",
            legal=("a1:e5:g3", "a1:e5:h2"),
            refused={"a1:d4": "landing_must_continue"},
        ),
        Example(
            text=Text(
                de="Der schwarze Stein steht hinter dem weißen und muss trotzdem geschlagen werden.",
                en="The black man stands behind the white one and must be taken all the same.",
            ),
            fen="W:W14:B18",
            legal=("c5:e3",),
            refused={"c5-b6": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Die Dame nimmt g7 oder b2. Über einen schon geschlagenen Stein kommt sie nicht zurück.",
                en="The king takes g7 or b2. It cannot come back across a piece that it has already taken.",
            ),
            fen="W:WK11:B8,25",
            legal=("f6:h8", "f6:a1"),
            refused={"f6:h8:a1": "blocked_by_captured"},
        ),
    ),
)
