"""Brazilian draughts (CBD, FMJD-64)."""

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
    Precedence,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="brazilian",
    source="CBD, Regras oficiais do jogo de damas",
    name=Text(de="Brasilianische Dame", en="Brazilian draughts"),
    explanation=Text(
        de="Auf den dunklen Feldern des 8×8-Bretts hat jede Seite zwölf Steine; Weiß beginnt. "
        "Es sind die internationalen Regeln auf kleinerem Brett: Steine ziehen schräg nach vorn "
        "und schlagen auch zurück, Damen ziehen und schlagen beliebig weit. "
        "Pflicht ist, so viele wie möglich zu schlagen; eine Dame zählt wie ein Stein. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Dame wird nur, wer am Ende seines Zuges in der letzten Reihe steht. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 20-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt. "
        "Stehen nur noch zwei Damen gegen zwei oder eine, oder eine gegen eine, bleiben 5 Züge "
        "jeder Seite; ein Stein neben der einen Dame ändert daran nichts.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; White begins. "
        "These are the international rules on a smaller board: men move diagonally forward and "
        "capture backwards too, kings move and capture at any distance. "
        "The capture that takes the most pieces is compulsory; a king counts as one piece. "
        "Captured pieces stay in the way until the move is over. "
        "Only a man that ends its move on the last row becomes a king. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "After 20 moves of each side in which only kings moved and nothing was taken, the game is "
        "drawn, as it is at the third occurrence of a position. "
        "With only two kings against two or one, or one against one, 5 moves of each side remain; "
        "a man beside the single king makes no difference.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # the rules of international draughts on 64 squares
        man_captures=Reach.ALL,
        removal=Removal.END,
        promotion=Promotion.AT_END,
        precedence=(Precedence.PIECES,),
        draws=Draws(
            no_progress=NoProgress(plies=40),  # 20 moves of each side
            endgames=(  # five moves of each side
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=0, kings=2), plies=10),
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=0, kings=1), plies=10),
                EndgameCount(strong=Force(men=0, kings=2), weak=Force(men=1, kings=1), plies=10),
                EndgameCount(strong=Force(men=0, kings=1), weak=Force(men=0, kings=1), plies=10),
                EndgameCount(strong=Force(men=1, kings=1), weak=Force(men=0, kings=1), plies=10),
            ),
        ),
    ),
    notation=Notation(game_type="26,W,8,8,A0,0", algebraic=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Zwei Steine sind Pflicht, einer ist zu wenig.",
                en="Two pieces are a duty, one is too few.",
            ),
            fen="W:W21,23:B10,17,19",
            legal=("a3xc5xe7",),
            refused={"e3xg5": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Auf d8 geht der Schlag weiter. Der Stein endet auf b6 und ist keine Dame.",
                en="On d8 the capture goes on. The man ends on b6 and is no king.",
            ),
            fen="W:W11:B6,7",
            legal=("f6xd8xb6",),
            refused={"f6xd8": "capture_incomplete", "f6xd8xa5": "not_yet_king"},
        ),
        Example(
            text=Text(
                de="Die Dame muss auf e5 landen, weil sie nur so beide Steine bekommt.",
                en="The king has to land on e5, for only so does it get both pieces.",
            ),
            fen="W:WK29:B19,25",
            legal=("a1xe5xg3", "a1xe5xh2"),
            refused={"a1xd4": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Ein Stein oben, einer unten: Wer den einen genommen hat, kommt an ihm nicht mehr vorbei.",
                en="One piece above, one below: once the king has taken one, it cannot get past it.",
            ),
            fen="W:WK11:B8,25,26",
            legal=("f6xh8", "f6xa1"),
            refused={"f6xh8xa1": "blocked_by_captured"},
        ),
        Example(
            text=Text(
                de="Rückwärts zu schlagen ist nicht nur erlaubt, sondern Pflicht.",
                en="To capture backwards is not only allowed, it is a duty.",
            ),
            fen="W:W14:B18",
            legal=("c5xe3",),
            refused={"c5-b6": "capture_mandatory"},
        ),
    ),
)
