"""Battledame, the house rules of seed 003."""

from __future__ import annotations

from rulebook.board import DARK_8
from rulebook.ruleset import (
    Choice,
    DraughtsRules,
    Draws,
    Example,
    Landing,
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
from rulebook.time_control import FISCHER_PRESETS

ENTRY = Ruleset(
    key="battledame",
    source="seed 003",
    name=Text(de="Battledame", en="Battledame"),
    explanation=Text(
        de="Auf den dunklen Feldern 1 bis 32 stehen je zwölf Steine: Weiß auf 21 bis 32, Schwarz "
        "auf 1 bis 12; Weiß beginnt. "
        "Ein Stein geht einen Schritt schräg nach vorn und schlägt auch nur nach vorn. "
        "Eine Dame zieht auf freien Schrägen, so weit sie will, und landet irgendwo hinter dem "
        "Geschlagenen. "
        "Vor der Partie wird vereinbart, ob irgendein Schlag Pflicht ist, der größte Schlag "
        "Pflicht ist oder gar keiner. "
        "Wer zu schlagen begonnen hat, macht in jedem Fall weiter, bis nichts mehr zu schlagen "
        "ist. "
        "Geschlagenes bleibt so lange im Weg stehen und wird nicht noch einmal übersprungen. "
        "Ein Stein, der die letzte Reihe erreicht, wird zur Dame; damit ist sein Zug zu Ende. "
        "Wer am Zug ist und keinen Stein oder keinen möglichen Zug mehr hat, verliert. "
        "Unentschieden ist es, wenn beide Seiten je 25-mal nacheinander nur mit Damen ziehen, "
        "ohne zu schlagen, wenn eine Stellung zum dritten Mal auftritt und sofort, wenn jede "
        "Seite nur noch eine Dame hat.",
        en="Twelve pieces a side stand on the dark squares 1 to 32: White on 21 to 32, Black on 1 "
        "to 12; White begins. "
        "A man takes one step diagonally forward, and captures forward only. "
        "A king moves along free diagonals as far as it likes and lands anywhere behind what it "
        "has taken. "
        "Before the game you agree whether any capture is compulsory, the greatest one is, or "
        "none at all. "
        "Whoever has begun to capture goes on in any case until there is nothing left to take. "
        "Until then captured pieces stay in the way and are not jumped again. "
        "A man that reaches the last row becomes a king, and that ends its move. "
        "Whoever is to move and has no piece or no possible move left loses. "
        "The game is drawn after 25 moves of each side without a capture and without a man "
        "moving, at the third occurrence of a position, and at once when each side has nothing "
        "but one king.",
    ),
    rules=DraughtsRules(
        board=DARK_8,
        start="W:W21-32:B1-12",
        # White begins, "Weiß beginnt immer"
        man_captures=Reach.FORWARD,  # "mit einem einfachen Stein nur vorwärts"
        flying_king=True,  # "beliebig weit schräg"
        king_landing=Landing.ANY,  # "auf einem beliebigen freien Feld"
        removal=Removal.END,  # "bleiben bis zum Ende des Zuges als Sperre stehen"
        promotion=Promotion.AT_END,  # "weiter schlagen darf er in diesem Zug nicht mehr"
        draws=Draws(
            no_progress=NoProgress(plies=50),
            king_against_king=True,  # "Dame gegen Dame"
        ),
    ),
    notation=Notation(game_type=None),
    usual_time_controls=FISCHER_PRESETS,  # "3+2, 5+3, 10+5, 15+10"
    option_specs=(
        Option(
            key="capture",  # "Beim Schlagzwang gibt es drei Stufen"
            name=Text(de="Schlagzwang", en="Duty to capture"),
            choices=(
                Choice(value="mandatory", name=Text(de="Pflicht", en="mandatory")),
                Choice(
                    value="maximum",
                    name=Text(de="Maximum", en="maximum"),
                    changes={"precedence": (Precedence.PIECES,)},
                ),
                Choice(
                    value="voluntary",
                    name=Text(de="freiwillig", en="voluntary"),
                    changes={"capture_is_mandatory": False},
                ),
            ),
            has_kernels=True,
        ),
        GOAL,
        Option(
            key="landing",
            name=Text(de="Landefeld der Dame", en="Landing square of a king"),
            choices=(
                Choice(value="free", name=Text(de="jedes freie Feld", en="any free square")),
                Choice(
                    value="must_continue",
                    name=Text(de="dort, wo der Schlag weitergeht", en="where the capture goes on"),
                    changes={"must_continue_landing": True},
                ),
            ),
        ),
    ),
    examples=(
        Example(
            text=Text(
                de="Rückwärts schlägt ein einfacher Stein hier nicht, also bleiben nur die beiden "
                "Schritte nach vorn.",
                en="A man does not capture backwards here, so only the two steps forward remain.",
            ),
            fen="W:W14:B18",
            legal=("14-9", "14-10"),
            refused={"14x23": "direction"},
        ),
        Example(
            text=Text(
                de="Pflicht: Ein Schlag muss sein, aber welcher, ist frei. Der längere geht über 14 bis 5.",
                en="Mandatory: there must be a capture, but you choose which. "
                "The longer one goes by 14 to 5.",
            ),
            fen="W:W23,32:B9,18,19",
            legal=("23x14x5", "23x16"),
            refused={"32-27": "capture_mandatory", "23x14": "capture_incomplete"},
        ),
        Example(
            text=Text(
                de="Maximum: In derselben Stellung ist nur der Schlag über zwei Steine erlaubt.",
                en="Maximum: in the same position only the capture of two pieces is allowed.",
            ),
            fen="W:W23,32:B9,18,19",
            legal=("23x14x5",),
            refused={"23x16": "capture_not_maximum", "32-27": "capture_mandatory"},
            options={"capture": "maximum"},
        ),
        Example(
            text=Text(
                de="Freiwillig: Auch ruhige Züge sind möglich. Nur abbrechen darf man einen Schlag nicht.",
                en="Voluntary: quiet moves are possible too. But a capture may not be broken off.",
            ),
            fen="W:W23,32:B9,18,19",
            legal=("23x14x5", "23x16", "32-27", "32-28"),
            refused={"23x14": "capture_incomplete"},
            options={"capture": "voluntary"},
        ),
        Example(
            text=Text(
                de="Auf 2 wird der Stein zur Dame, und der Zug ist aus. Der Stein auf 6 bleibt stehen.",
                en="On 2 the man becomes a king, and the move is over. The piece on 6 stays.",
            ),
            fen="W:W11:B6,7",
            legal=("11x2",),
            refused={"11x2x9": "direction"},
        ),
        Example(
            text=Text(
                de="Die Dame schlägt 8 oder 25, nicht beide: Der erste Stein steht noch im Weg, "
                "wenn sie umkehren will.",
                en="The king takes 8 or 25, not both: the first piece is still in the way when it "
                "wants to turn round.",
            ),
            fen="W:WK11:B8,25,26",
            legal=("11x4", "11x29"),
            refused={"11x4x29": "blocked_by_captured"},
        ),
    ),
)
