"""Othello (WOF)."""

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
    key="othello",
    source="WOF, Rules of Othello",
    name=Text(de="Othello", en="Othello"),
    explanation=Text(
        de="Das Brett hat 64 Felder; a1 liegt oben links. "
        "Am Anfang liegen Weiß auf d4 und e5, Schwarz auf e4 und d5, und Schwarz beginnt. "
        "Ein neuer Stein muss mindestens einen gegnerischen zwischen sich und einem eigenen in "
        "gerader Linie einschließen. "
        "Alles so Eingeschlossene wird in allen acht Richtungen zugleich umgedreht, mehr aber "
        "nicht. "
        "Wer keinen solchen Zug hat, setzt aus; wer einen hat, muss ihn machen. "
        "Zu Ende ist die Partie, wenn niemand mehr setzen kann, spätestens auf vollem Brett. "
        "Es gewinnt, wer dann mehr Steine hat; leere Felder werden in der Wertung dem Sieger "
        "gutgeschrieben. "
        "Gleich viele Steine sind ein Unentschieden.",
        en="The board has 64 squares; a1 is at the top left. "
        "At the start White lies on d4 and e5, Black on e4 and d5, and Black begins. "
        "A new disc must enclose at least one opposing disc between itself and another disc of "
        "its own, in a straight line. "
        "Everything enclosed so is turned, in all eight directions at once, but nothing more. "
        "A player without such a move misses a turn; a player who has one must make one. "
        "The game ends when nobody can place a disc, on a full board at the latest. "
        "Whoever then has more discs wins; empty squares are credited to the winner in the score. "
        "Equal numbers are a draw.",
    ),
    rules=ReversiRules(
        board=DISCS_8,
        start="---------------------------OX------XO--------------------------- X",
        first=Side.BLACK,
    ),
    notation=Notation(game_type="50,B,8,8,A2,0", algebraic=True),
    examples=(
        Example(
            text=Text(
                de="Schwarz beginnt und hat vier Züge. Passen darf Schwarz nicht.",
                en="Black begins and has four moves. Black may not pass.",
            ),
            fen="---------------------------OX------XO--------------------------- X",
            legal=("d3", "c4", "f5", "e6"),
            refused={"c3": "no_flip", "pass": "pass_not_allowed"},
        ),
        Example(
            text=Text(
                de="Eine Reihe von vier weißen Steinen kippt auf einmal, wenn Schwarz auf g4 setzt.",
                en="A row of four white discs turns over at once when Black plays on g4.",
            ),
            fen="-------------------------XOOOO---------------------------------- X",
            legal=("g4",),
            refused={"h4": "no_flip", "b4": "square_occupied"},
        ),
        Example(
            text=Text(
                de="Der Zug c1 dreht b1 um. "
                "Danach liegt b2 zwischen zwei schwarzen Steinen und bleibt trotzdem weiß: "
                "Umgedrehte Steine schließen nichts ein.",
                en="The move c1 turns b1. "
                "Then b2 lies between two black discs and still stays white: turned discs enclose "
                "nothing.",
            ),
            fen="XO-------O-------X---------------------------------------------- X",
            legal=("c1", "c3"),
            refused={"a2": "no_flip"},
        ),
        Example(
            text=Text(
                de="Weiß ist am Zug und kann nicht setzen: Hier wird gepasst.",
                en="White is to move and cannot place a disc: this is a pass.",
            ),
            fen="XO-------------------------------------------------------------- O",
            legal=("pass",),
            refused={"c1": "must_pass"},
        ),
        Example(
            text=Text(
                de="Weiß hat keinen Stein mehr. "
                "Die Partie ist vor dem letzten Feld zu Ende, und Schwarz hat gewonnen.",
                en="White has no disc left. "
                "The game ends before the last square is filled, and Black has won.",
            ),
            fen="X-------X------------------------------------------------------- O",
            legal=(),
            refused={"a3": "game_over"},
        ),
    ),
)
