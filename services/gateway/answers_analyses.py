"""The answers about analyses and hints."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gateway.answers import Answer, Move, Side
from gateway.wording import said

Mark: TypeAlias = Literal["none", "inaccuracy", "mistake", "blunder"]


class Insight(Answer):
    """What is known of a position."""

    line: list[str] = said(
        "The best moves of both sides, the best move first; it ends where lots would have to be drawn.",
        "Die besten Züge beider Seiten, der beste Zug zuerst; sie endet, wo Lose zu ziehen wären.",
    )
    score: int = said(
        "From the side to move: hundredths of a man, in Reversi of a disc. In draughts a win in n plies scores "
        "30000 - n and a loss n - 30000.",
        "Aus Sicht der Seite am Zug: Hundertstel eines Steins, in Reversi einer Scheibe. In Dame zählt ein Gewinn in n "
        "Halbzügen 30000 - n und ein Verlust n - 30000.",
    )
    depth: int = said("The last depth in plies that was finished.", "Die letzte fertige Tiefe in Halbzügen.")
    nodes: int = said("Positions looked at.", "Angesehene Stellungen.")
    exact: bool = said(
        "Whether nothing is left to look at: a win that is proven, or a game of Reversi read to its end.",
        "Ob nichts mehr anzusehen ist: ein bewiesener Gewinn, oder eine bis zum Ende gelesene Partie Reversi.",
    )


class AnalysedPly(Answer):
    """A move of a game, and what is thought of it."""

    ply: int = said("Its index in the game, from 0.", "Seine Nummer in der Partie, ab 0.")
    side: Side = said("Who moved.", "Wer gezogen hat.")
    move: str = said("The move, in its canonical spelling.", "Der Zug, in seiner festen Schreibweise.")
    fen: str = said("The position before it.", "Die Stellung davor.")
    before: Insight | None = said(
        "What is known of that position so far, the best move among it.",
        "Was bisher über diese Stellung bekannt ist, darunter der beste Zug.",
    )
    score_after: int | None = said(
        "What the move made of it, from the side that moved; null as long as the next position is not done.",
        "Was der Zug daraus gemacht hat, aus Sicht dessen, der gezogen hat; null, solange die nächste Stellung nicht "
        "fertig ist.",
    )
    loss: int | None = said(
        "By how much that is worse than the best move. What is won or lost by more than ten men, or fifty discs, counts "
        "as that many. Null as long as it is not known, and for a capture that lots decided.",
        "Um wie viel das schlechter ist als der beste Zug. Was um mehr als zehn Steine oder fünfzig Scheiben gewonnen oder "
        "verloren ist, zählt als so viele. Null, solange es nicht bekannt ist, und bei einem Schlag, den Lose entschieden.",
    )
    mark: Mark = said(
        "`inaccuracy` from 40 hundredths of a man or two discs on, `mistake` from a man or five discs on, `blunder` from "
        "two men or ten discs on; an inaccuracy at most where the game stays won, or was lost before.",
        "`inaccuracy` ab 40 Hundertsteln eines Steins oder zwei Scheiben, `mistake` ab einem Stein oder fünf Scheiben, "
        "`blunder` ab zwei Steinen oder zehn Scheiben; höchstens `inaccuracy`, wo die Partie gewonnen bleibt oder schon "
        "verloren war.",
    )
    done: bool = said("Whether the position before it is done.", "Ob die Stellung vor dem Zug fertig ist.")
    reason: str | None = said(
        "Why that position was set aside: `worker_lost`, or the name of the fault.",
        "Warum diese Stellung beiseitegelegt wurde: `worker_lost`, oder der Name des Fehlers.",
    )


class Analysis(Answer):
    """An analysis. Its player alone sees it."""

    id: str = said("Its id.", "Ihre Kennung.")
    kind: Literal["position", "game"] = said("What is analysed.", "Was untersucht wird.")
    ruleset: str = said("The rule set's key.", "Der Schlüssel des Regelwerks.")
    options: dict[str, str] = said("Every option and its value.", "Jede Option und ihr Wert.")
    fen: str = said(
        "The position, or the one in which the game began.",
        "Die Stellung, oder die, in der die Partie begann.",
    )
    rule_state: str | None = said(
        "Its counters, as base64 text; null where there are none.",
        "Ihre Zählerstände, als Base64-Text; null, wo es keine gibt.",
    )
    nodes: int = said(
        "How many positions a search may look at in each position.",
        "Wie viele Stellungen eine Suche in jeder Stellung ansehen darf.",
    )
    state: Literal["queued", "running", "done", "cancelled", "failed"] = said(
        "Where it stands.", "Wo sie steht."
    )
    reason: str | None = said(
        "Why it failed: `worker_lost` where it has cost three workers, or the name of the fault.",
        "Warum sie gescheitert ist: `worker_lost`, wo sie drei Worker gekostet hat, oder der Name des Fehlers.",
    )
    revision: int = said("Counts its changes.", "Zählt ihre Änderungen.")
    positions: int = said("How many positions it has.", "Wie viele Stellungen sie hat.")
    positions_done: int = said(
        "How many of them are done or set aside.", "Wie viele davon fertig oder beiseitegelegt sind."
    )
    insight: Insight | None = said(
        "Of a position: what is known of it so far.", "Von einer Stellung: was bisher über sie bekannt ist."
    )
    plies: list[AnalysedPly] = said(
        "Of a game: its moves in order. They are judged from the last one back.",
        "Von einer Partie: ihre Züge der Reihe nach. Beurteilt werden sie vom letzten an rückwärts.",
    )
    create_time: str = said("When it was started.", "Wann sie begonnen wurde.")
    end_time: str | None = said("When it ended.", "Wann sie zu Ende war.")


class SuggestAnswer(Answer):
    """A hint."""

    move: Move = said("A good move.", "Ein guter Zug.")
    insight: Insight = said("What is known of the position.", "Was über die Stellung bekannt ist.")
