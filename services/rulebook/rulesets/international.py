"""International draughts on 100 squares (FMJD)."""

from __future__ import annotations

from rulebook.board import DARK_10
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Example,
    Force,
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
    key="international",
    source="FMJD, Official rules for international draughts",
    name=Text(de="Internationale Dame", en="International draughts"),
    explanation=Text(
        de="Auf den 50 dunklen Feldern des 10×10-Bretts hat jede Seite zwanzig Steine; Weiß "
        "beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt vorwärts und rückwärts. "
        "Eine Dame zieht und schlägt auf freien Schrägen beliebig weit. "
        "Pflicht ist, so viele wie möglich zu schlagen; eine Dame zählt wie ein Stein. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist, und werden nur einmal "
        "übersprungen. "
        "Dame wird ein Stein nur, wenn sein Zug auf der letzten Reihe endet. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 25-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt. "
        "Steht eine einzelne Dame gegen drei Steine, darunter mindestens eine Dame, ist nach 16 "
        "Zügen jeder Seite Schluss; gegen zwei oder gegen eine Dame allein schon nach 5.",
        en="Each side has twenty pieces on the 50 dark squares of the 10×10 board; White begins. "
        "A man takes one step diagonally forward and captures forwards and backwards. "
        "A king moves and captures along free diagonals, however far. "
        "The capture that takes the most pieces is compulsory; a king counts as one piece. "
        "Captured pieces stay until the move is over and are jumped only once. "
        "A man becomes a king only if its move ends on the last row. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 25 moves of each side in which only kings moved and nothing was "
        "taken, or at the third occurrence of a position. "
        "When a lone king stands against three pieces with at least one king among them, the end "
        "comes after 16 moves of each side; against two such pieces or a single king, after 5.",
    ),
    rules=DraughtsRules(
        board=DARK_10,
        start="W:W31-50:B1-20",
        man_captures=Reach.ALL,  # art. 4.2
        flying_king=True,  # art. 3.9
        king_landing=Landing.ANY,  # art. 4.4
        removal=Removal.END,  # art. 4.8
        promotion=Promotion.AT_END,  # art. 4.15
        precedence=(Precedence.PIECES,),  # art. 4.13
        draws=Draws(  # art. 6: 25 moves, 16 moves, 5 moves of each side
            no_progress=NoProgress(plies=50),
            endgames=(
                EndgameCount(strong=Force(min_kings=1, max_pieces=2), weak=Force(men=0, kings=1), plies=10),
                EndgameCount(
                    strong=Force(min_kings=1, min_pieces=3, max_pieces=3),
                    weak=Force(men=0, kings=1),
                    plies=32,
                ),
            ),
        ),
    ),
    notation=Notation(game_type="20,W,10,10,N2,0", results="2-0"),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Der Stein auf 33 nimmt zwei, der auf 28 nur einen. "
                "Allein der größere Schlag ist erlaubt.",
                en="The man on 33 takes two, the one on 28 only one. Only the greater capture is allowed.",
            ),
            fen="W:W28,33:B19,22,K29",
            legal=("33x24x13",),
            refused={"28x17": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Der Stein überquert die letzte Reihe beim Schlagen und bleibt ein einfacher Stein.",
                en="The man crosses the last row while capturing and stays a man.",
            ),
            fen="W:W12:B8,9",
            legal=("12x3x14",),
            refused={"12x3": "capture_incomplete", "12x3x20": "not_yet_king"},
        ),
        Example(
            text=Text(
                de="Zwei Schläge führen von 47 nach 36 und nehmen verschiedene Steine. "
                "Der Zug braucht den ganzen Weg.",
                en="Two captures lead from 47 to 36 and take different pieces. The move needs its full path.",
            ),
            fen="W:WK47:B14,19,29,31,42",
            legal=("47x33x20x9x36", "47x33x24x13x36"),
            refused={"47x36": "ambiguous"},
        ),
        Example(
            text=Text(
                de="Zwei Steine dicht hintereinander kann auch eine Dame nicht überspringen.",
                en="Not even a king can jump two pieces that stand one right behind the other.",
            ),
            fen="B:W7,28,31,33:B20,30,K50",
            legal=("20-24", "20-25", "30-34", "30-35", "50-39", "50-44", "50-45"),
            refused={"50x22": "blocked"},
        ),
        Example(
            text=Text(
                de="Nach 22 nimmt die Dame 8 oder 30, aber nicht beide: Der geschlagene Stein "
                "versperrt ihr den Rückweg.",
                en="After 22 the king takes 8 or 30, but not both: the captured piece bars its way back.",
            ),
            fen="W:WK27:B8,22,30",
            legal=("27x13x2", "27x13x35"),
            refused={"27x13x2x35": "blocked_by_captured"},
        ),
        Example(
            text=Text(
                de="Beim Durchbruch gewinnt die erste Dame: Weiß hat eine, die Partie ist zu Ende.",
                en="In breakthrough the first king wins: White has one, the game is over.",
            ),
            fen="B:WK4,35:B1,2",
            legal=(),
            refused={"1-6": "game_over"},
            options={"goal": "breakthrough"},
        ),
    ),
)
