"""Brazilian draughts as the club of seed 001 plays it."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Example,
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
from rulebook.time_control import CLUB_TIME

ENTRY = Ruleset(
    key="club-brazilian",
    source="seed 001",
    name=Text(de="Brasilianische Dame (Klub)", en="Brazilian draughts (club)"),
    explanation=Text(
        de="Auf den dunklen Feldern des 8×8-Bretts hat jede Seite zwölf Steine; Weiß beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt in alle vier Richtungen. "
        "Eine Dame zieht und schlägt über beliebig weite freie Strecken. "
        "Geschlagen werden muss, und zwar so viele Steine wie möglich; eine Dame zählt dabei wie "
        "ein Stein. "
        "Was geschlagen ist, bleibt bis zum Ende des Zuges im Weg stehen und wird kein zweites "
        "Mal übersprungen. "
        "Dame wird ein Stein nur, wenn sein Zug auf der letzten Reihe endet. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Ziehen beide Seiten je 20-mal nacheinander nur mit Damen, ohne zu schlagen, ist die "
        "Partie unentschieden. "
        "Auch das dritte Auftreten derselben Stellung ist ein Unentschieden.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; White begins. "
        "A man takes one step diagonally forward and captures in all four directions. "
        "A king moves and captures across free squares, however far. "
        "You have to capture, and as many pieces as possible; a king counts as one piece. "
        "A captured piece stays in the way until the move is over and is not jumped a second "
        "time. "
        "A man becomes a king only if its move ends on the last row. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "Twenty moves of each side without a capture and without a man moving make a draw. "
        "The third occurrence of the same position is a draw as well.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # White begins, "Weiß beginnt"
        man_captures=Reach.ALL,  # "vorwärts oder rückwärts"
        flying_king=True,  # "beliebig weit diagonal"
        king_landing=Landing.ANY,  # "auf jedem leeren Feld hinter dem geschlagenen Stein"
        removal=Removal.END,  # "verlassen das Brett erst am Ende des Zuges"
        promotion=Promotion.AT_END,  # "bleibt er ein normaler Stein"
        precedence=(Precedence.PIECES,),  # "die meisten Steine"
        draws=Draws(no_progress=NoProgress(plies=40)),  # 20 moves of each side; A-32
    ),
    notation=Notation(game_type="26,W,8,8,A0,0"),
    usual_time_controls=CLUB_TIME,
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Auch rückwärts wird geschlagen, und es besteht Pflicht dazu.",
                en="Men capture backwards too, and they must.",
            ),
            fen="W:W14:B18",
            legal=("14x23",),
            refused={"14-10": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Zwei Steine gehen vor einem: Nur der Schlag bis 7 ist erlaubt.",
                en="Two pieces come before one: only the capture as far as 7 is allowed.",
            ),
            fen="W:W21,23:B10,17,19",
            legal=("21x14x7",),
            refused={"23x16": "capture_not_maximum", "21x14": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Der Stein berührt die letzte Reihe nur. "
                "Er schlägt weiter bis 9 und bleibt ein einfacher Stein.",
                en="The man only touches the last row. It goes on to 9 and stays a man.",
            ),
            fen="W:W11:B6,7",
            legal=("11x2x9",),
            refused={"11x2x13": "not_yet_king"},
        ),
        Example(
            text=Text(
                de="Hinter 25 muss die Dame so landen, dass sie auch 19 bekommt.",
                en="Behind 25 the king has to land where it gets 19 as well.",
            ),
            fen="W:WK29:B19,25",
            legal=("29x15x24", "29x15x28"),
            refused={"29x22": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Der geschlagene Stein steht noch da und versperrt den Rückweg. "
                "So nimmt die Dame nur einen.",
                en="The captured piece is still there and bars the way back. So the king takes only one.",
            ),
            fen="W:WK11:B8,25,26",
            legal=("11x4", "11x29"),
            refused={"11x4x29": "blocked_by_captured"},
        ),
        Example(
            text=Text(
                de="Der Stein springt im Kreis und endet, wo er begonnen hat. "
                "Beide Drehrichtungen sind derselbe Zug.",
                en="The man jumps in a circle and ends where it began. Either way round is the same move.",
            ),
            fen="W:W26:B14,15,22,23",
            legal=("26x17x10x19x26",),
            refused={"26x19": "capture_incomplete"},
        ),
    ),
)
