"""English draughts, also called checkers (WCDF)."""

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
    Side,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="english",
    source="WCDF, Rules of draughts (checkers)",
    name=Text(de="Englische Dame", en="English draughts (checkers)"),
    explanation=Text(
        de="Jede Seite hat zwölf Steine auf den dunklen Feldern des 8×8-Bretts; Schwarz beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt nur nach vorn. "
        "Eine Dame geht auch zurück, aber stets nur ein Feld weit, und springt nur über den "
        "Nachbarn. "
        "Schlagen ist Pflicht, welcher Schlag, ist frei; angefangene Schläge werden beendet. "
        "Kommt ein Stein auf die letzte Reihe, wird er Dame, und der Zug ist aus. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 40-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="Each side has twelve pieces on the dark squares of the 8×8 board; Black begins. "
        "A man takes one step diagonally forward and captures forward only. "
        "A king also goes back, but never farther than one square, and jumps only over its "
        "neighbour. "
        "Capturing is compulsory, the choice of capture is free; a capture that has begun is "
        "completed. "
        "When a man comes to the last row it becomes a king, and the move is over. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 40 moves of each side without a capture and without a man "
        "moving, or when a position occurs for the third time.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="B:W21-32:B1-12",
        first=Side.BLACK,  # art. 1.14
        man_captures=Reach.FORWARD,  # art. 1.18
        flying_king=False,  # art. 1.17
        promotion=Promotion.ENDS_MOVE,  # art. 1.16
        # precedence: none (art. 1.20)
        draws=Draws(no_progress=NoProgress(plies=80)),  # art. 1.32: 40 moves of each side
    ),
    notation=Notation(game_type="21,B,8,8,N1,0"),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Schwarz zieht auf die hohen Zahlen zu. "
                "Der Stein springt über 16 und gleich weiter über 23.",
                en="Black moves towards the high numbers. The man jumps over 16 and straight on over 23.",
            ),
            fen="B:W16,23:B12",
            legal=("12x19x26",),
            refused={"12x19": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Drei Schläge stehen zur Wahl, zwei nehmen zwei Steine, einer nur einen. "
                "Alle sind erlaubt.",
                en="There are three captures, two take two pieces, one takes one. All are allowed.",
            ),
            fen="B:W15,16,24:B11,12",
            legal=("11x18", "11x20x27", "12x19x28"),
            refused={"12x19": "capture_incomplete", "12-19": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Die weißen Steine stehen hinter dem schwarzen auf 18 und sind vor ihm sicher.",
                en="The white men stand behind the black one on 18 and are safe from it.",
            ),
            fen="B:W14,15:B1,18",
            legal=("1-5", "1-6", "18-22", "18-23"),
            refused={"18x9": "direction"},
        ),
        Example(
            text=Text(
                de="Auf 31 wird der Stein Dame. Den Stein auf 27 kann er erst im nächsten Zug nehmen.",
                en="On 31 the man becomes a king. It can take the piece on 27 only in its next move.",
            ),
            fen="B:W26,27:B1,22",
            legal=("22x31",),
            refused={"22x31x24": "promotion_ends_move"},
        ),
        Example(
            text=Text(
                de="Die Dame in der Ecke hat nur einen Schritt, weiter kommt sie nicht.",
                en="The king in the corner has a single step, it gets no farther.",
            ),
            fen="B:W14:BK4",
            legal=("4-8",),
            refused={"4-11": "too_far"},
        ),
        Example(
            text=Text(
                de="Bei der Schlagdame gewinnt, wer keine Steine mehr hat. "
                "Schwarz muss den letzten weißen Stein schlagen und verliert damit.",
                en="In losing draughts whoever has no pieces left wins. "
                "Black has to take White’s last piece and so loses.",
            ),
            fen="B:W18:B1,14",
            legal=("14x23",),
            refused={"1-5": "capture_mandatory"},
            options={"goal": "anti"},
        ),
    ),
)
