"""The medieval mode of seed 001: Brazilian draughts in which captures can fail."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    Choice,
    DraughtsRules,
    Draws,
    Example,
    Landing,
    Medieval,
    NoProgress,
    Notation,
    Option,
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
    key="club-medieval",
    source="seed 001",
    name=Text(de="Mittelalter-Modus", en="Medieval mode"),
    explanation=Text(
        de="Es gilt die brasilianische Dame dieses Klubs: zwölf Steine auf jeder Seite, Weiß "
        "beginnt; Steine gehen schräg nach vorn und schlagen auch rückwärts, Damen ziehen und "
        "schlagen beliebig weit, und wer mehr schlagen kann, muss mehr schlagen. "
        "Vor der Partie macht jede Seite binnen 20 Sekunden drei ihrer Steine heimlich zu "
        "mittelalterlichen; was fehlt, wählt das Los. "
        "Ein Schlag über einen gewöhnlichen Stein gelingt immer, über einen mittelalterlichen nur "
        "in der Hälfte der Fälle. "
        "Misslingt er, ist der Angreifer verloren, der Angegriffene bleibt stehen, und die "
        "Gegenseite zieht. "
        "Ein Schlag über mehrere Steine wird der Reihe nach ausgelost; was vor dem Fehlschlag "
        "fiel, bleibt geschlagen. "
        "Darum ist derselbe Schlag in anderer Reihenfolge hier ein anderer Zug. "
        "Dame wird ein Stein, dessen Zug auf der letzten Reihe endet; ein mittelalterlicher "
        "bleibt auch dann mittelalterlich. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 20-mal nacheinander nur mit Damen ziehen, "
        "ohne einen Schlag zu versuchen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="This is the club’s Brazilian draughts: twelve pieces a side, White begins; men move "
        "diagonally forward and capture backwards too, kings move and capture at any distance, "
        "and whoever can take more has to take more. "
        "Before the game each side secretly makes three of its pieces medieval, within 20 "
        "seconds; lots choose what is missing. "
        "A jump over an ordinary piece always succeeds, one over a medieval piece only half of "
        "the time. "
        "If it fails, the attacker is lost, the piece under attack stays, and the other side "
        "moves. "
        "In a capture of several pieces lots are drawn one by one; what fell before the failure "
        "stays captured. "
        "So the same capture in another order is another move here. "
        "A man whose move ends on the last row becomes a king; a medieval one stays medieval even "
        "then. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 20 moves of each side without an attempt to capture and without "
        "a man moving, or when a position occurs for the third time.",
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
        capture_order_counts=True,  # the order of captures is the order of risks
        draws=Draws(no_progress=NoProgress(plies=40)),  # A-31; a failed attack resets it
        medieval=Medieval(stones=3, choice_ms=20_000, success_percent=50),
    ),
    notation=Notation(game_type=None),
    usual_time_controls=CLUB_TIME,
    option_specs=(
        GOAL,
        Option(
            key="reveal",
            name=Text(de="Aufdecken der Auswahl", en="Revealing the choice"),
            choices=(
                Choice(value="at_start", name=Text(de="zu Beginn", en="at the start")),
                Choice(
                    value="on_first_duel",
                    name=Text(de="beim ersten Kampf", en="at the first duel"),
                    changes={"medieval.reveals_at_first_duel": True},
                ),
            ),
        ),
    ),
    examples=(
        Example(
            text=Text(
                de="Der Sprung über 17 gelingt sicher, der über den mittelalterlichen Stein auf "
                "10 in der Hälfte der Fälle. "
                "Misslingt er, ist der weiße Stein verloren, 17 aber geschlagen.",
                en="The jump over 17 is certain, the one over the medieval piece on 10 succeeds "
                "half of the time. "
                "If it fails, the white man is lost, but 17 stays captured.",
            ),
            fen="W:W21:BM10,17",
            legal=("21x14x7",),
            refused={"21x14": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Die Pflicht zum größten Schlag zählt alle Steine auf dem Weg, bevor gelost wird.",
                en="The duty to take the most counts every piece on the way before any lot is drawn.",
            ),
            fen="W:W21,23:BM10,M17,19",
            legal=("21x14x7",),
            refused={"23x16": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Zweimal dieselben vier Steine, aber der mittelalterliche auf 14 wird einmal "
                "als zweiter und einmal als dritter angegriffen. "
                "Es sind zwei Züge.",
                en="The same four pieces twice, but the medieval one on 14 is attacked second in "
                "one and third in the other. "
                "They are two moves.",
            ),
            fen="W:W26:BM14,15,22,23",
            legal=("26x17x10x19x26", "26x19x10x17x26"),
            refused={"26x19": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Gelingt der Schlag, wird der mittelalterliche Stein auf 2 zur Dame und bleibt "
                "mittelalterlich. "
                "Misslingt er, hat Weiß seinen letzten Stein und damit die Partie verloren.",
                en="If the capture succeeds, the medieval man becomes a king on 2 and stays "
                "medieval. "
                "If it fails, White has lost its last piece and with it the game.",
            ),
            fen="W:WM11:BM7,12",
            legal=("11x2",),
            refused={"11-8": "capture_mandatory"},
        ),
        Example(
            text=Text(
                de="Wer angreift, ist gleich: Auch ein mittelalterlicher Stein schlägt einen "
                "gewöhnlichen sicher.",
                en="It does not matter who attacks: a medieval man, too, is certain to capture an "
                "ordinary one.",
            ),
            fen="W:WM22:B1,18",
            legal=("22x15",),
            refused={"22-17": "capture_mandatory"},
        ),
    ),
)
