"""Beat'Em Dame, the house rules of seed 000."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    Choice,
    DraughtsRules,
    Draws,
    Example,
    Landing,
    NoProgress,
    Notation,
    Option,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="beatem-dame",
    source="seed 000",
    name=Text(de="Beat'Em Dame", en="Beat'Em draughts"),
    explanation=Text(
        de="Jede Seite hat zwölf Steine auf den dunklen Feldern des 8×8-Bretts; Weiß steht unten "
        "und beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn, schlagen kann er in alle vier Richtungen. "
        "Eine Dame zieht beliebig weit und landet hinter ihrer Beute, wo immer ein Feld frei ist. "
        "Geschlagen werden muss immer, welcher Schlag es wird, ist gleich; er geht weiter, "
        "solange er kann. "
        "Jeder übersprungene Stein kommt sofort vom Brett und steht dem Rest des Zuges nicht im "
        "Weg. "
        "Auf der letzten Reihe wird ein Stein gekrönt, auch mitten im Schlag, und setzt ihn als "
        "Dame fort. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Ziehen beide Seiten je 25-mal nacheinander nur mit Damen, ohne zu schlagen, ist die "
        "Partie unentschieden. "
        "Auch das dritte Auftreten derselben Stellung ist ein Unentschieden.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; White sits below "
        "and begins. "
        "A man takes one step diagonally forward, but it captures in all four directions. "
        "A king moves any distance and lands on any free square behind its prey. "
        "A capture must be made whenever there is one; any will do, and it goes on as long as it "
        "can. "
        "Every piece that is jumped leaves the board at once and is in nobody’s way for the rest "
        "of the move. "
        "A man on the last row becomes a king, even amid a capture, and then goes on as a king. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "After 25 moves of each side without a capture and without a man moving, the game is "
        "drawn. "
        "The third occurrence of the same position is a draw as well.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # first: White, the human side; board and numbers
        man_captures=Reach.ALL,  # "auch rückwärts schlagen"
        flying_king=True,  # "diagonal über mehrere freie Felder"
        king_landing=Landing.ANY,
        removal=Removal.IMMEDIATE,
        promotion=Promotion.CONTINUES,
        # precedence: none, any capture will do; any landing, even where it ends
        draws=Draws(no_progress=NoProgress(plies=50)),
    ),
    notation=Notation(game_type=None),
    option_specs=(
        GOAL,
        Option(
            key="king_landing",
            name=Text(de="Landefeld der Dame", en="Landing square of a king"),
            choices=(
                Choice(value="any", name=Text(de="jedes freie Feld", en="any free square")),
                Choice(
                    value="adjacent",
                    name=Text(de="direkt dahinter", en="directly behind"),
                    changes={"king_landing": Landing.ADJACENT},
                ),
            ),
        ),
        Option(
            key="removal",
            name=Text(de="Geschlagene Steine", en="Captured pieces"),
            choices=(
                Choice(value="immediate", name=Text(de="sofort vom Brett", en="leave at once")),
                Choice(
                    value="end",
                    name=Text(de="nach dem Zug vom Brett", en="leave after the move"),
                    changes={"removal": Removal.END},
                ),
            ),
        ),
    ),
    examples=(
        Example(
            text=Text(
                de="Der weiße Stein schlägt rückwärts über 18. Ein ruhiger Zug nach vorn ist nicht erlaubt.",
                en="The white man captures backwards over 18. A quiet step forward is not allowed.",
            ),
            fen="W:W14:B18",
            legal=("14x23",),
            refused={"14-10": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Ein Schlag nimmt zwei Steine, der andere einen: Beide sind erlaubt. "
                "Wer auf 21 anfängt, muss aber bis 7 springen.",
                en="One capture takes two pieces, the other one: both are allowed. "
                "But whoever starts on 21 has to jump on to 7.",
            ),
            fen="W:W21,23:B10,17,19",
            legal=("21x14x7", "23x16"),
            refused={"21x14": "capture_incomplete", "23-18": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Auf 2 wird der Stein zur Dame und muss als Dame noch 6 schlagen; danach steht "
                "er auf 9 oder 13.",
                en="On 2 the man becomes a king and, as a king, has to take 6 as well; it ends on "
                "9 or on 13.",
            ),
            fen="W:W11:B6,7",
            legal=("11x2x9", "11x2x13"),
            refused={"11x2": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Die Dame darf überall hinter 25 landen. "
                "Nur von 15 aus geht es weiter, und dann muss sie weiter.",
                en="The king may land anywhere behind 25. Only from 15 can it go on, and then it must.",
            ),
            fen="W:WK29:B19,25",
            legal=("29x4", "29x8", "29x11", "29x15x24", "29x15x28", "29x18", "29x22"),
            refused={"29x15": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Der erste geschlagene Stein ist schon fort, wenn die Dame zurückkommt. "
                "So nimmt sie auf beiden Wegen beide Steine.",
                en="The first piece is already gone when the king comes back. "
                "So it takes both pieces either way.",
            ),
            fen="W:WK11:B8,25,26",
            legal=("11x4x29", "11x29x4"),
            refused={"11-7": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Mit der Einstellung „direkt dahinter“ landet die Dame auf 22 und nirgends sonst.",
                en="With the setting “directly behind” the king lands on 22 and nowhere else.",
            ),
            fen="W:WK29:B1,25",
            legal=("29x22",),
            refused={"29x18": "landing_not_adjacent"},
            options={"king_landing": "adjacent"},
        ),
    ),
)
