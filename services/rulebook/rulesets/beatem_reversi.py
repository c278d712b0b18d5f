"""Beat'Em Reversi, the house rules of seed 002."""

from __future__ import annotations

from rulebook.board import DISCS_8
from rulebook.ruleset import (
    Example,
    Notation,
    ReversiRules,
    Ruleset,
    Side,
    Text,
)

ENTRY = Ruleset(
    key="beatem-reversi",
    source="seed 002",
    name=Text(de="Beat'Em Reversi", en="Beat'Em Reversi"),
    explanation=Text(
        de="Auf dem 8×8-Brett liegen anfangs vier Steine, zwei von jeder Farbe über Kreuz auf den "
        "mittleren Feldern. "
        "Schwarz beginnt; a1 ist das Feld oben links. "
        "Wer am Zug ist, legt einen Stein so, dass er gegnerische Steine in gerader Linie "
        "einklammert. "
        "Das gilt waagerecht, senkrecht und schräg, und alle eingeklammerten Steine wechseln die "
        "Farbe. "
        "Ein umgedrehter Stein dreht nichts weiter um. "
        "Gepasst wird nur, wenn kein Stein gelegt werden kann, dann aber zwingend. "
        "Kann keine Seite mehr legen, ist Schluss: Wer mehr Steine auf dem Brett hat, gewinnt. "
        "Bei gleicher Zahl ist die Partie unentschieden.",
        en="At first four discs lie in the middle of the 8×8 board, two of each colour, "
        "crosswise. "
        "Black begins; a1 is the top left square. "
        "The player to move puts down a disc so that it hems in opposing discs along a straight "
        "line. "
        "Rows, columns and diagonals all count, and every disc that is hemmed in changes its "
        "colour. "
        "A disc that has been turned does not turn any others. "
        "You pass only when no disc can be placed, but then you have to. "
        "When neither side can place a disc, the game is over: more discs on the board win. "
        "Equal numbers are a draw.",
    ),
    rules=ReversiRules(
        board=DISCS_8,
        start="---------------------------OX------XO--------------------------- X",
        first=Side.BLACK,
    ),
    notation=Notation(game_type=None, algebraic=True),
    examples=(
        Example(
            text=Text(
                de="In der Grundstellung hat Schwarz vier Züge, und jeder dreht genau einen Stein um.",
                en="In the starting position Black has four moves, and each of them turns exactly one disc.",
            ),
            fen="---------------------------OX------XO--------------------------- X",
            legal=("d3", "c4", "f5", "e6"),
            refused={"c3": "no_flip", "d4": "square_occupied", "pass": "pass_not_allowed"},
        ),
        Example(
            text=Text(
                de="Ein Stein auf d4 dreht in drei Richtungen je einen Stein um: c3, d3 und c4.",
                en="A disc on d4 turns one disc in each of three directions: c3, d3 and c4.",
            ),
            fen="---------X-X------OO-----XO------------------------------------- X",
            legal=("d4",),
            refused={"e4": "no_flip", "c3": "square_occupied"},
        ),
        Example(
            text=Text(
                de="Schwarz kann nichts einklammern und muss passen. Danach hat Weiß c1.",
                en="Black cannot hem in anything and has to pass. White then has c1.",
            ),
            fen="OX-------------------------------------------------------------- X",
            legal=("pass",),
            refused={"c1": "must_pass"},
        ),
        Example(
            text=Text(
                de="Keine Seite kann noch legen. Schwarz hat sechs Steine, Weiß zwei: Schwarz hat gewonnen.",
                en="Neither side can place a disc. Black has six discs, White two: Black has won.",
            ),
            fen="XXX-----XXX------------------OO--------------------------------- X",
            legal=(),
            refused={"d1": "game_over"},
        ),
    ),
)
