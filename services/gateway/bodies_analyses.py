"""The bodies and queries of requests about analyses and hints."""

from __future__ import annotations

from gateway.bodies import MAX_FEN_CHARS, MAX_PLIES, Body, Moves, OfRuleset, RuleState
from gateway.bodies_games import MAX_SEQUENCE
from gateway.wording import said

LEAST_NODES = 10_000
MOST_NODES = 20_000_000
MAX_ANALYSIS_WAIT_MS = 25_000

_RULE_STATE = said(
    "Counters that an earlier answer returned with this position, as base64 text. Without it they start fresh, at what "
    "the FEN says.",
    "Zählerstände, die eine frühere Antwort zu dieser Stellung geliefert hat, als Base64-Text. Ohne sie beginnen die "
    "Zähler bei dem, was die FEN sagt.",
    default=None,
)


class AnalyseBody(OfRuleset):
    """A position, by its `fen`, or a game, by its `moves`."""

    fen: str | None = said(
        "The position to analyse, as FEN.",
        "Die Stellung, um die es geht, als FEN.",
        default=None,
        max_length=MAX_FEN_CHARS,
        examples=["W:W21:B10,17"],
    )
    rule_state: RuleState | None = _RULE_STATE
    moves: Moves | None = said(
        "The moves of the game to analyse, passes included.",
        "Die Züge der Partie, um die es geht, auch Passen.",
        default=None,
        min_length=1,
        max_length=MAX_PLIES,
        examples=[["22-18", "9-13"]],
    )
    start_fen: str | None = said(
        "Where the game starts, if not in the initial position.",
        "Wo die Partie beginnt, wenn nicht in der Grundstellung.",
        default=None,
        max_length=MAX_FEN_CHARS,
    )
    nodes: int | None = said(
        "How many positions a search may look at in each position; 200 million in all. Without it 2,000,000 for a "
        "position and 200,000 for each one of a game, or less where the whole would be too much.",
        "Wie viele Stellungen eine Suche in jeder Stellung ansehen darf; 200 Millionen im Ganzen. Ohne Angabe 2.000.000 "
        "für eine Stellung und 200.000 für jede einer Partie, oder weniger, wo das Ganze zu viel wäre.",
        default=None,
        ge=LEAST_NODES,
        le=MOST_NODES,
        examples=[500_000],
    )


class SuggestBody(OfRuleset):
    """What would be a good move here?"""

    fen: str = said(
        "The position as FEN; in Reversi 64 characters (X, O, -), a space and the side to move.",
        "Die Stellung als FEN; in Reversi 64 Zeichen (X, O, -), ein Leerzeichen und wer am Zug ist.",
        max_length=MAX_FEN_CHARS,
        examples=["W:W21:B10,17"],
    )
    rule_state: RuleState | None = _RULE_STATE


class AnalysisQuery(Body):
    """What the address may ask of an analysis."""

    after_revision: int = said(
        "The `revision` already known; with `wait_ms` the answer waits for the next one.",
        "Die schon bekannte `revision`; mit `wait_ms` wartet die Antwort auf die nächste.",
        default=0,
        ge=0,
        le=MAX_SEQUENCE,
    )
    wait_ms: int = said(
        "How long to wait for news, in milliseconds. The answer may come sooner, without any.",
        "Wie lange auf Neues zu warten ist, in Millisekunden. Die Antwort kann früher kommen, ohne Neues.",
        default=0,
        ge=0,
        le=MAX_ANALYSIS_WAIT_MS,
    )
