"""Turkish draughts as the little table of seed 004 plays it."""

from __future__ import annotations

from rulebook.board import ALL_8
from rulebook.ruleset import (
    Choice,
    DraughtsRules,
    Draws,
    Example,
    Lines,
    NoProgress,
    Notation,
    OnePieceEach,
    Option,
    Precedence,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="table-turkish",
    source="seed 004",
    name=Text(de="Türkische Dame (Tisch)", en="Turkish draughts (table)"),
    explanation=Text(
        de="Jede Seite füllt mit sechzehn Steinen ihre zweite und dritte Reihe, alle 64 Felder "
        "gehören zum Spiel; Weiß steht unten und beginnt. "
        "Ein Stein geht einen Schritt geradeaus oder zur Seite und schlägt auch so, nie schräg "
        "und nie zurück. "
        "Eine Dame zieht und schlägt auf Reihen und Linien beliebig weit. "
        "Pflicht ist, so viele wie möglich zu schlagen; jeder Geschlagene kommt sofort vom Brett. "
        "Innerhalb eines Schlags darf man abbiegen, aber nicht auf der Stelle kehrtmachen. "
        "Dame wird ein Stein, dessen Zug auf der letzten Reihe endet. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Hat jede Seite nur noch einen Stein, gewinnt sofort die Dame gegen den einfachen Stein; "
        "bei gleichen ist es unentschieden. "
        "Unentschieden ist es auch, wenn beide Seiten je 60-mal nacheinander nur mit Damen "
        "ziehen, ohne zu schlagen, oder wenn eine Stellung zum dritten Mal auftritt.",
        en="Each side fills its second and third row with sixteen pieces, and all 64 squares are "
        "in play; White sits below and begins. "
        "A man takes one step straight ahead or sideways and captures likewise, never diagonally "
        "or backwards. "
        "A king moves and captures along rows and columns, however far. "
        "The capture that takes the most pieces is compulsory, and every captured piece leaves "
        "the board at once. "
        "Within a capture you may turn a corner, but not go straight back. "
        "A man whose move ends on the last row becomes a king. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "When each side has one piece left, a king beats a man at once; equal pieces are a draw. "
        "The game is also drawn after 60 moves of each side without a capture and without a man "
        "moving, or at the third occurrence of a position.",
    ),
    rules=DraughtsRules(
        board=ALL_8,
        start="W:W41-56:B9-24",
        # first: White, the lower side
        lines=Lines.ORTHOGONAL,  # "mit geraden Zügen"
        man_moves=Reach.FORWARD_AND_SIDEWAYS,  # "vorwärts oder seitwärts"
        man_captures=Reach.FORWARD_AND_SIDEWAYS,  # "in diesen Richtungen"
        flying_king=True,  # "entlang Reihen und Spalten"; any landing
        removal=Removal.IMMEDIATE,
        may_turn_back=False,  # "ohne … um 180 Grad umzukehren"
        promotion=Promotion.AT_END,  # "auf der letzten Reihe beendet"
        precedence=(Precedence.PIECES,),  # "höchste Schlagzahl"; kings count one
        draws=Draws(
            no_progress=NoProgress(plies=120),
            one_piece_each=OnePieceEach.KING_BEATS_MAN,
        ),
    ),
    notation=Notation(game_type="30,W,8,8,A0,0", algebraic=True),
    option_specs=(
        GOAL,
        Option(
            key="one_piece_each",
            name=Text(de="Nur noch je ein Stein", en="One piece each left"),
            choices=(
                Choice(
                    value="king_beats_man",
                    name=Text(de="Dame besiegt einfachen Stein", en="a king beats a man"),
                ),
                Choice(
                    value="draw",
                    name=Text(de="immer remis", en="always a draw"),
                    changes={"draws.one_piece_each": OnePieceEach.DRAW},
                ),
                Choice(
                    value="off",
                    name=Text(de="weiterspielen", en="play on"),
                    changes={"draws.one_piece_each": OnePieceEach.PLAY_ON},
                ),
            ),
        ),
    ),
    examples=(
        Example(
            text=Text(
                de="Der Stein auf a3 nimmt zwei Steine, der auf e3 nur einen. "
                "Der kürzere Schlag ist verboten.",
                en="The man on a3 takes two pieces, the one on e3 only one. "
                "The shorter capture is forbidden.",
            ),
            fen="W:Wa3,e3:Ba6,a4,e4",
            legal=("a3xa5xa7",),
            refused={"e3xe5": "capture_not_maximum", "a3xa5": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Die Dame nimmt vier Steine und kommt dabei noch einmal über d3, das sie eben "
                "frei gemacht hat.",
                en="The king takes four pieces and crosses d3 again, which it has just cleared.",
            ),
            fen="W:WKd1:Bb5,a4,d3,f3",
            legal=("d1xd5xa5xa3xg3", "d1xd5xa5xa3xh3"),
            refused={"d1xd5xa5": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Die Dame nimmt d6 oder d2. "
                "Auf der Stelle umzukehren, um beide zu bekommen, ist verboten.",
                en="The king takes d6 or d2. To turn straight back and get both is forbidden.",
            ),
            fen="W:WKd4:Bh8,d6,d2",
            legal=("d4xd8", "d4xd7", "d4xd1"),
            refused={"d4xd8xd1": "turn_back"},
        ),
        Example(
            text=Text(
                de="Auf c8 ist der Zug zu Ende. "
                "Erst jetzt wird der Stein zur Dame und erreicht f8 nicht mehr.",
                en="The move ends on c8. Only now does the man become a king, too late for f8.",
            ),
            fen="W:Wc6:Bf8,c7",
            legal=("c6xc8",),
            refused={"c6xc8xg8": "not_yet_king"},
        ),
        Example(
            text=Text(
                de="Ein Stein schlägt nicht zurück; ihm bleiben drei Schritte.",
                en="A man does not capture backwards; it has three steps.",
            ),
            fen="W:We4:Ba8,e3",
            legal=("e4-e5", "e4-d4", "e4-f4"),
            refused={"e4xe2": "direction"},
        ),
        Example(
            text=Text(
                de="Dame gegen Stein: Weiß hat schon gewonnen, und der Schlag kommt nicht mehr dazu.",
                en="King against man: White has already won, and the capture is never made.",
            ),
            fen="W:WKd4:Bd6",
            legal=(),
            refused={"d4xd7": "game_over"},
        ),
    ),
)
