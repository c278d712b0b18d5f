"""English draughts as the little table of seed 004 plays it."""

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
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="table-english",
    source="seed 004",
    name=Text(de="Englische Dame (Tisch)", en="English draughts (table)"),
    explanation=Text(
        de="Auf den dunklen Feldern des 8×8-Bretts hat jede Seite zwölf Steine; Weiß steht unten "
        "und beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt nur nach vorn. "
        "Eine Dame darf auch zurück, macht aber ebenfalls nur einzelne Schritte und kurze "
        "Sprünge. "
        "Geschlagen werden muss; unter mehreren Schlägen ist die Wahl frei, jeder wird ganz "
        "ausgeführt. "
        "Auf der letzten Reihe wird ein Stein zur Dame, und sein Zug ist vorbei. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Ziehen beide Seiten je 40-mal nacheinander nur mit Damen, ohne zu schlagen, ist die "
        "Partie unentschieden. "
        "Auch das dritte Auftreten derselben Stellung ist ein Unentschieden.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; White sits below "
        "and begins. "
        "A man takes one step diagonally forward and captures forward only. "
        "A king may also go back, but it too makes only single steps and short jumps. "
        "You have to capture; among several captures the choice is free, and each is carried out "
        "in full. "
        "On the last row a man becomes a king, and its move is over. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "Forty moves of each side without a capture and without a man moving make a draw. "
        "The third occurrence of the same position is a draw as well.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # first: White, the lower side
        man_captures=Reach.FORWARD,  # "schlagen hier nicht rückwärts"
        flying_king=False,  # "fliegen aber nicht"
        promotion=Promotion.ENDS_MOVE,  # "Die Umwandlung … beendet den Zug"
        # precedence: none, "Jede legale Route ist erlaubt"
        draws=Draws(no_progress=NoProgress(plies=80)),
    ),
    notation=Notation(game_type="21,B,8,8,N1,0", file_turn=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Der Stein springt über 17 und muss von 14 gleich weiter über 10 nach 7.",
                en="The man jumps over 17 and must go straight on from 14 over 10 to 7.",
            ),
            fen="W:W21:B10,17",
            legal=("21x14x7",),
            refused={"21x14": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Der kürzere Schlag ist ebenso erlaubt wie der längere, ein ruhiger Zug dagegen nicht.",
                en="The shorter capture is allowed as well as the longer one, a quiet move is not.",
            ),
            fen="W:W21,23:B10,17,19",
            legal=("21x14x7", "23x16"),
            refused={"23-18": "capture_mandatory", "21x14": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Der schwarze Stein steht hinter dem weißen. Dorthin schlägt ein einfacher Stein nicht.",
                en="The black man stands behind the white one. A man does not capture that way.",
            ),
            fen="W:W14:B18",
            legal=("14-9", "14-10"),
            refused={"14x23": "direction"},
        ),
        Example(
            text=Text(
                de="Auf 2 wird der Stein gekrönt. Die neue Dame schlägt erst im nächsten Zug.",
                en="On 2 the man is crowned. The new king captures in its next move at the earliest.",
            ),
            fen="W:W11:B6,7",
            legal=("11x2",),
            refused={"11x2x9": "promotion_ends_move"},
        ),
        Example(
            text=Text(
                de="Auch eine Dame kommt nur ein Feld weit und kann den fernen Stein auf 19 nicht schlagen.",
                en="A king, too, goes one square only and cannot take the distant piece on 19.",
            ),
            fen="W:WK29:B19",
            legal=("29-25",),
            refused={"29-22": "too_far", "29x15": "too_far"},
        ),
    ),
)
