"""What is to be analysed, by whom, and within which bounds. Pure: no clock, no chance, no framework.

The unit of work is a position, known by its content. An analysis is one position, or those of a game; two analyses
that have a position in common have its search in common, and its result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any

import rulebook
from ai.errors import InvalidField
from ai.judging import Judgement, PlayedPly, end_score, judge
from chassis import at
from engine import Found, GameOver
from rulebook import Family, Position
from rulebook.errors import LotsNeeded

LEAST_NODES = 10_000
MOST_NODES = 20_000_000
"""Of one position: a few seconds of a core, which fit into one or two tasks."""
MOST_NODES_IN_ALL = 200_000_000
USUAL_NODES = 2_000_000
USUAL_NODES_IN_GAME = 200_000
MOST_UNDER_WAY = 3
"""Analyses of one player at the same time."""
WORKER_LOST = "worker_lost"
"""Why a position was set aside that has cost so many workers as it may."""

_SEED = 0
"""An analysis reads without noise, so there is one seed; it has its place in the content all the same."""


class State(StrEnum):
    """Where an analysis stands. The first two are live."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """What is known of a position; `score` as in engine.Found."""

    line: Sequence[str]
    """The best moves of both sides; the first one is the best move."""
    score: int
    depth: int
    nodes: int
    exact: bool
    """Nothing is left to look at: a proven win, or a game read to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A position to be searched."""

    ruleset: str
    options: Mapping[str, str]
    """All of them, with their values."""
    fen: str
    rule_state: bytes
    content: bytes
    """By which it is found again: the same for the same rules, position and rule state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An analysis to be started."""

    tenant_id: str
    player_id: str
    request_id: str
    digest: bytes
    """Of what was asked, by which another request is told from the same one."""
    questions: Sequence[Question]
    """In the order of the game; of a game that is over, without its last position."""
    moves: Sequence[PlayedPly]
    """Of a game, one for each question but for a last one; empty for a position."""
    end_score: int | None
    """Of a game that is over: the last position's score."""
    nodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """A position of an analysis as it stands."""

    fen: str
    played: PlayedPly | None
    insight: Insight | None
    is_done: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """An analysis as it stands. It has at least one position; only a game has moves played."""

    analysis_id: str
    ruleset: str
    options: Mapping[str, str]
    rule_state: bytes
    """Of its first position."""
    state: State
    reason: str
    revision: int
    nodes: int
    end_score: int | None
    positions: Sequence[Searched]
    """Those of a game before each move, and the one behind the last move if the game goes on there."""
    create_time: datetime
    end_time: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to an analysis."""

    sequence: int
    """From 1 without gaps; the analysis's revision after it."""
    type: str
    data: Mapping[str, Any]
    """In the shapes and words of the REST API."""
    time: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A position in the hands of one worker."""

    analysis_id: str
    """Whose turn it was; others may want the same position."""
    question: Question
    wanted_nodes: int
    """The most that any of them wants."""
    spent_nodes: int
    """Looked at by earlier tasks that had no time left."""
    holder: str
    waited_ms: int = field(compare=False)

    @property
    def name(self) -> str:
        """For the log."""
        return f"{self.analysis_id}/{self.question.content.hex()[:8]}"


def topic(analysis_id: str) -> str:
    """Of its events, and of the wake-ups for them."""
    return f"analysis:{analysis_id}"


def order_of_position(
    position: Position, *, tenant_id: str, player_id: str, nodes: int, request_id: str
) -> Order:
    """Raises GameOver, and InvalidField for `nodes` out of bounds."""
    if rulebook.result(position) is not None:
        raise GameOver(position.fen)
    return _order(
        [position], [], None, tenant_id=tenant_id, player_id=player_id, nodes=nodes, request_id=request_id
    )


def order_of_game(
    start: Position,
    moves: Sequence[tuple[str, Sequence[bool]]],
    *,
    tenant_id: str,
    player_id: str,
    nodes: int,
    request_id: str,
) -> Order:
    """The moves are notations with the lots that were drawn.

    Raises InvalidField at a move that the rules refuse, LotsNeeded, BadLots, and as `order_of_position` does.
    """
    if not moves:
        with at("/moves"):
            raise InvalidField("a game has at least one move")
    if rulebook.result(start) is not None:
        raise GameOver(start.fen)
    position, positions, played = start, [start], []
    for ply, (text, lots) in enumerate(moves):
        with at(f"/moves/{ply}"):
            verdict = rulebook.validate(position, text)
            if verdict.move is None:
                assert verdict.refusal is not None
                raise InvalidField(f"{text!r} is refused: {verdict.refusal.reason}")
            played.append(
                PlayedPly(side=position.side, move=verdict.move.notation, by_lots=bool(verdict.move.duels))
            )
            if verdict.next is None and not lots:
                raise LotsNeeded(verdict.move.notation, position.fen)
            if verdict.next is None or lots:
                position = rulebook.apply_lots(position, verdict.move, lots)
            else:
                position = verdict.next
            positions.append(position)
    last = end_score(position)
    if last is not None:
        positions.pop()
    return _order(
        positions, played, last, tenant_id=tenant_id, player_id=player_id, nodes=nodes, request_id=request_id
    )


def question_of(position: Position) -> Question:
    """The position, in one spelling."""
    options = dict(sorted(position.ruleset.options.items()))
    fen, rule_state = rulebook.format_fen(position), position.rule_state
    content = _digest([_SEED, position.ruleset.key, options, fen, rule_state.hex()])
    return Question(
        ruleset=position.ruleset.key, options=options, fen=fen, rule_state=rule_state, content=content
    )


def position_of(question: Question) -> Position:
    """Raises what it raises for a position that this rulebook does not know any more."""
    return rulebook.parse_fen(
        rulebook.ruleset(question.ruleset, question.options), question.fen, question.rule_state
    )


def insight_of(found: Found, *, spent_nodes: int, exact: bool) -> Insight:
    """What a search found, after those before it had looked at so many positions."""
    line = tuple(move.notation for move in found.pv)
    return Insight(
        line=line, score=found.score, depth=found.depth, nodes=spent_nodes + found.nodes, exact=exact
    )


def score_after(following: Searched | None, end_score: int | None) -> int | None:
    """What a move made of the position, from the side that moved; None as long as that is not known.

    `following` is the position behind it, None behind the last one of a game that is over.
    """
    if following is None:
        return None if end_score is None else -end_score
    return -following.insight.score if following.is_done and following.insight else None


def judgement(
    family: Family, here: Searched, following: Searched | None, end_score: int | None
) -> Judgement | None:
    """Of the move played in a position; None as long as it is not known."""
    after = score_after(following, end_score)
    if not here.is_done or here.insight is None or here.played is None or after is None:
        return None
    return judge(family, here.played, here.insight.line[0], here.insight.score, after)


def _order(
    positions: Sequence[Position],
    moves: Sequence[PlayedPly],
    last: int | None,
    *,
    tenant_id: str,
    player_id: str,
    nodes: int,
    request_id: str,
) -> Order:
    questions = [question_of(position) for position in positions]
    contents = [question.content.hex() for question in questions]
    return Order(
        tenant_id=tenant_id,
        player_id=player_id,
        request_id=request_id,
        digest=_digest([contents, [ply.move for ply in moves], last, nodes]),
        questions=questions,
        moves=moves,
        end_score=last,
        nodes=_budget(nodes, len(positions), USUAL_NODES_IN_GAME if moves else USUAL_NODES),
    )


def _budget(nodes: int, positions: int, usual: int) -> int:
    if nodes == 0:
        return min(usual, MOST_NODES_IN_ALL // positions)
    with at("/nodes"):
        if not LEAST_NODES <= nodes <= MOST_NODES:
            raise InvalidField(f"{LEAST_NODES} to {MOST_NODES}")
        if nodes * positions > MOST_NODES_IN_ALL:
            raise InvalidField(f"at most {MOST_NODES_IN_ALL} in all, and there are {positions} positions")
    return nodes


def _digest(value: object) -> bytes:
    return sha256(json.dumps(value, separators=(",", ":")).encode()).digest()
