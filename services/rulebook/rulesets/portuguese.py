"""Portuguese draughts (FPD)."""

from __future__ import annotations

from rulebook.board import DARK_8_MIRRORED
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    EndgameCount,
    Example,
    Force,
    NoProgress,
    Notation,
    Precedence,
    Progress,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="portuguese",
    source="FPD, Regras oficiais do jogo de damas clássicas",
    name=Text(de="Portugiesische Dame", en="Portuguese draughts"),
    explanation=Text(
        de="Das Brett liegt so, dass das Feld unten rechts zum Spiel gehört; jede Seite hat zwölf "
        "Steine, Weiß beginnt. "
        "Ein Stein zieht und schlägt schräg nach vorn, immer nur zum nächsten Feld oder über den "
        "Nachbarn. "
        "Eine Dame zieht und schlägt auf freien Schrägen beliebig weit. "
        "Schlagen ist Pflicht, die größte Zahl geht vor, bei gleicher Zahl der Schlag mit den "
        "meisten Damen. "
        "Geschlagene Steine stehen im Weg, bis der Zug zu Ende ist. "
        "Auf der letzten Reihe wird ein Stein zur Dame, und sein Zug ist zu Ende. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn in je 20 Zügen nichts geschlagen wird und keine Dame "
        "hinzukommt oder wenn eine Stellung zum dritten Mal auftritt. "
        "Hält eine Dame gegen drei Damen die lange Schräge, ist es nach 12 Zügen jeder Seite "
        "unentschieden.",
        en="The board lies so that the bottom right square is in play; each side has twelve "
        "pieces, White begins. "
        "A man moves and captures diagonally forward, only to the next square or over its "
        "neighbour. "
        "A king moves and captures along free diagonals, however far. "
        "Capturing is compulsory, the greatest number comes first, and among equal numbers the "
        "capture of most kings. "
        "Captured pieces stay in the way until the move is over. "
        "On the last row a man becomes a king, and its move is over. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "Twenty moves of each side without a capture and without a new king make a draw, and so "
        "does the third occurrence of a position. "
        "If one king holds the long diagonal against three kings, the game is drawn after 12 "
        "moves of each side.",
    ),
    rules=DraughtsRules(
        board=DARK_8_MIRRORED,
        start="W:W21-32:B1-12",
        # board: the bottom right corner plays
        man_captures=Reach.FORWARD,
        removal=Removal.END,
        promotion=Promotion.ENDS_MOVE,
        precedence=(Precedence.PIECES, Precedence.KINGS),  # quantity, then quality
        draws=Draws(
            no_progress=NoProgress(  # 20 moves of each side
                plies=40, reset_by=frozenset({Progress.CAPTURE, Progress.PROMOTION})
            ),
            endgames=(  # 12 moves of each side while one king holds the main road against three
                EndgameCount(
                    strong=Force(men=0, kings=3),
                    weak=Force(men=0, kings=1),
                    weak_king_on_long_diagonal=True,
                    plies=24,
                ),
            ),
        ),
    ),
    notation=Notation(game_type="28,W,8,8,N1,1", file_flip=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Zwei schwarze Steine könnten schlagen. Auf 18 steht eine Dame, darum muss es 13x22 sein.",
                en="Two black men could capture. A king stands on 18, so it has to be 13x22.",
            ),
            fen="B:WK18,19,21,23,24,25,29,30,31:B1,2,3,9,12,13,15",
            legal=("13x22",),
            refused={"15x22": "capture_not_preferred"},
        ),
        Example(
            text=Text(
                de="Beide Wege nehmen zwei Steine, aber nur auf dem einen ist eine Dame dabei.",
                en="Both ways take two pieces, but only on one of them there is a king.",
            ),
            fen="W:WK22:B6,K18,19,24",
            legal=("22x13x3",),
            refused={"22x15x2": "capture_not_preferred"},
        ),
        Example(
            text=Text(
                de="Ein Schlag über zwei Steine schließt den über einen aus.",
                en="A capture of two pieces rules out a capture of one.",
            ),
            fen="W:W14,22:B10,18,21",
            legal=("22x13x6",),
            refused={"14x5": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Der Stein bleibt auf 3 stehen und wird Dame, obwohl 7 in Reichweite ist.",
                en="The man stops on 3 and becomes a king, although 7 is within reach.",
            ),
            fen="W:W10:B6,7",
            legal=("10x3",),
            refused={"10x3x12": "promotion_ends_move"},
        ),
        Example(
            text=Text(
                de="Nach hinten schlägt nur eine Dame.",
                en="Only a king captures backwards.",
            ),
            fen="W:W18:B1,22",
            legal=("18-13", "18-14"),
            refused={"18x27": "direction"},
        ),
    ),
)
