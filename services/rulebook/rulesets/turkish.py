"""Turkish draughts (TUDAF)."""

from __future__ import annotations

from rulebook.board import ALL_8
from rulebook.ruleset import (
    DraughtsRules,
    Draws,
    Example,
    Lines,
    NoProgress,
    Notation,
    OnePieceEach,
    Precedence,
    Promotion,
    Reach,
    Removal,
    Ruleset,
    Text,
)
from rulebook.rulesets.options import GOAL

ENTRY = Ruleset(
    key="turkish",
    source="TUDAF, Rules of Turkish draughts",
    name=Text(de="Türkische Dame", en="Turkish draughts"),
    explanation=Text(
        de="Alle 64 Felder werden benutzt; jede Seite hat sechzehn Steine in ihrer zweiten und "
        "dritten Reihe, Weiß beginnt. "
        "Gezogen und geschlagen wird nur gerade. "
        "Ein Stein macht einen Schritt nach vorn oder zur Seite und schlägt in dieselben "
        "Richtungen. "
        "Eine Dame zieht und schlägt längs und quer, so weit frei ist. "
        "Pflicht ist, so viele wie möglich zu schlagen; Geschlagene verschwinden sofort und geben "
        "den Weg frei. "
        "Während eines Schlags darf man um die Ecke gehen, aber nicht geradewegs zurück. "
        "Dame wird ein Stein, wenn sein Zug auf der letzten Reihe endet. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, sobald jede Seite nur noch einen Stein hat, wenn eine Stellung zum "
        "dritten Mal auftritt oder wenn beide Seiten je 25-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen.",
        en="All 64 squares are used; each side has sixteen pieces in its second and third row, "
        "and White begins. "
        "Moves and captures are straight only. "
        "A man takes one step forward or sideways and captures in the same directions. "
        "A king moves and captures lengthways and across, as far as the way is free. "
        "The capture that takes the most pieces is compulsory; captured pieces vanish at once and "
        "clear the way. "
        "During a capture you may go round a corner, but not straight back. "
        "A man becomes a king if its move ends on the last row. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn as soon as each side has one piece left, at the third occurrence of a "
        "position, and after 25 moves of each side without a capture and without a man moving.",
    ),
    rules=DraughtsRules(
        board=ALL_8,
        start="W:W41-56:B9-24",
        lines=Lines.ORTHOGONAL,  # straight lines only
        man_moves=Reach.FORWARD_AND_SIDEWAYS,  # one step
        man_captures=Reach.FORWARD_AND_SIDEWAYS,  # one jump
        flying_king=True,  # any distance
        removal=Removal.IMMEDIATE,  # at once
        may_turn_back=False,  # 90 degrees only
        promotion=Promotion.AT_END,  # only where the move ends
        precedence=(Precedence.PIECES,),  # the most pieces
        draws=Draws(
            no_progress=NoProgress(plies=50),  # our choice; no count is official
            one_piece_each=OnePieceEach.DRAW,
        ),
    ),
    notation=Notation(game_type="30,W,8,8,A0,0", algebraic=True),
    option_specs=(GOAL,),
    examples=(
        Example(
            text=Text(
                de="Am Anfang können nur die vorderen Steine einen Schritt nach vorn machen.",
                en="At the start only the front men can take a step forward.",
            ),
            fen="W:W41-56:B9-24",
            legal=("a3-a4", "b3-b4", "c3-c4", "d3-d4", "e3-e4", "f3-f4", "g3-g4", "h3-h4"),
            refused={"a3-a5": "too_far", "a2-a3": "square_occupied"},
        ),
        Example(
            text=Text(
                de="Zwei Steine gehen vor einem, also zieht der Stein auf a3.",
                en="Two pieces come before one, so the man on a3 moves.",
            ),
            fen="W:Wa3,e3:Ba6,a4,e4",
            legal=("a3xa5xa7",),
            refused={"e3xe5": "capture_not_maximum"},
        ),
        Example(
            text=Text(
                de="Viermal schlägt die Dame und biegt dabei dreimal ab. "
                "Am Ende fliegt sie über das leere Feld d3.",
                en="The king captures four times and turns three corners. "
                "At the end it flies across the empty square d3.",
            ),
            fen="W:WKd1:Bb5,a4,d3,f3",
            legal=("d1xd5xa5xa3xg3", "d1xd5xa5xa3xh3"),
            refused={"d1xd5xa5": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Nach d6 müsste die Dame auf der Stelle umkehren, um d2 zu bekommen. Das darf sie nicht.",
                en="After d6 the king would have to turn straight back to get d2. It may not.",
            ),
            fen="W:WKd4:Bh8,d6,d2",
            legal=("d4xd8", "d4xd7", "d4xd1"),
            refused={"d4xd8xd1": "turn_back"},
        ),
        Example(
            text=Text(
                de="Ein Stein schlägt nicht rückwärts: Der schwarze auf d3 ist vor ihm sicher.",
                en="A man does not capture backwards: the black one on d3 is safe from it.",
            ),
            fen="W:Wd4:Bh8,d3",
            legal=("d4-d5", "d4-c4", "d4-e4"),
            refused={"d4xd2": "direction"},
        ),
        Example(
            text=Text(
                de="Jede Seite hat noch einen Stein: Die Partie ist unentschieden, auch wenn "
                "einer davon Dame ist.",
                en="Each side has one piece left: the game is drawn, even though one of them is a king.",
            ),
            fen="W:WKd4:Bd6",
            legal=(),
            refused={"d4xd7": "game_over"},
        ),
    ),
)
