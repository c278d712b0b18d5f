"""Italian draughts (FID)."""

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
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="italian",
    source="FID, Regolamento tecnico",
    name=Text(de="Italienische Dame", en="Italian draughts"),
    explanation=Text(
        de="Das Brett liegt andersherum: Das Feld unten rechts gehört zum Spiel. Jede Seite hat "
        "zwölf Steine, Weiß beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn, schlägt nur nach vorn und niemals eine "
        "Dame. "
        "Eine Dame zieht und schlägt nur kurz, dafür in alle vier Richtungen. "
        "Schlagen ist Pflicht, und zwar so viele Steine wie möglich. "
        "Bei gleicher Zahl schlägt die Dame vor dem Stein, dann zählt, wer mehr Damen nimmt, und "
        "zuletzt, wer früher auf eine Dame trifft. "
        "Auf der letzten Reihe wird ein Stein zur Dame, und sein Zug ist zu Ende. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 40-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="The board lies the other way round: the bottom right square is in play. Each side has "
        "twelve pieces, White begins. "
        "A man takes one step diagonally forward, captures forward only, and never captures a "
        "king. "
        "A king moves and captures at short range, but in all four directions. "
        "Capturing is compulsory, and as many pieces as possible. "
        "Among equal numbers a king captures before a man, then the capture with more kings comes "
        "first, and at last the one that meets a king sooner. "
        "On the last row a man becomes a king, and its move is over. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 40 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position.",
    ),
    rules=DraughtsRules(
        board=DARK_8_MIRRORED,
        start="W:W21-32:B1-12",
        # board: the bottom right corner plays (art. 2)
        man_captures=Reach.FORWARD,  # art. 5.3
        men_may_capture_kings=False,  # art. 5.3b
        flying_king=False,  # art. 4.7
        promotion=Promotion.ENDS_MOVE,  # art. 4.5
        precedence=(
            Precedence.PIECES,  # art. 6.6
            Precedence.WITH_KING,  # art. 6.7
            Precedence.KINGS,  # art. 6.8
            Precedence.KINGS_FIRST,  # art. 6.9
        ),
        draws=Draws(no_progress=NoProgress(plies=80)),  # 40 moves of each side
    ),
    notation=Notation(game_type="22,W,8,8,N2,1"),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Die schwarze Dame ist vor einfachen Steinen sicher. Der weiße Stein muss an ihr vorbei.",
                en="The black king is safe from men. The white man has to go past it.",
            ),
            fen="W:W22:B1,K18",
            legal=("22-19",),
            refused={"22x13": "man_takes_king"},
        ),
        Example(
            text=Text(
                de="Erste Frage: Wie viele Steine? Zwei sind mehr als einer.",
                en="First question: how many pieces? Two are more than one.",
            ),
            fen="W:W22,23:B7,12,19,21",
            legal=("22x15x8",),
            refused={"23x14": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Zweite Frage: Wer schlägt? Beide nehmen zwei Steine, also schlägt die Dame.",
                en="Second question: who captures? Both take two pieces, so the king does.",
            ),
            fen="W:W22,K24:B10,12,18,20",
            legal=("24x15x8",),
            refused={"22x13x6": "capture_not_preferred"},
        ),
        Example(
            text=Text(
                de="Dritte Frage: Wie viele Damen? Die Dame auf 19 geht vor dem Stein auf 18.",
                en="Third question: how many kings? The king on 19 comes before the man on 18.",
            ),
            fen="W:WK22:B18,K19",
            legal=("22x15",),
            refused={"22x13": "capture_not_preferred"},
        ),
        Example(
            text=Text(
                de="Vierte Frage: Wann kommt die erste Dame? "
                "Rechts steht sie vorn, links erst an zweiter Stelle.",
                en="Fourth question: when does the first king come? "
                "On the right it stands first, on the left second.",
            ),
            fen="W:WK11:BK13,14,K15,23",
            legal=("11x20x27",),
            refused={"11x18x9": "capture_not_preferred"},
        ),
        Example(
            text=Text(
                de="Auf 3 wird der Stein zur Dame. Damit endet der Zug, auch wenn 7 noch zu haben wäre.",
                en="On 3 the man becomes a king. That ends the move, even though 7 could be had.",
            ),
            fen="W:W10:B6,7",
            legal=("10x3",),
            refused={"10x3x12": "promotion_ends_move"},
        ),
    ),
)
