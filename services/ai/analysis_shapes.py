"""Messages about analyses as what the use cases take, and their values as messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import rulebook
from ai import telling
from ai.analyses import (
    Analysis,
    Insight,
    Order,
    Searched,
    State,
    judgement,
    order_of_game,
    order_of_position,
    score_after,
)
from ai.errors import UnknownAnalysis
from ai.judging import Mark
from ai.shapes import MAX_FEN_CHARS, require, require_position, require_ruleset
from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from chassis import Caller, at
from rulebook import Family, Position, Ruleset, Side, errors

_MAX_ID_CHARS = 64
_MAX_MOVE_CHARS = 200
_MAX_PLIES = 2000
_MAX_LOTS = 64

_STATES = {state: pb.AnalysisState.Value(f"ANALYSIS_STATE_{state.name}") for state in State}
_MARKS = {
    Mark.NONE: pb.MARK_UNSPECIFIED,
    Mark.INACCURACY: pb.MARK_INACCURACY,
    Mark.MISTAKE: pb.MARK_MISTAKE,
    Mark.BLUNDER: pb.MARK_BLUNDER,
}
_SIDES = {Side.WHITE: types_pb2.SIDE_WHITE, Side.BLACK: types_pb2.SIDE_BLACK}


def read_order(request: pb.StartAnalysisRequest, caller: Caller) -> Order:
    """Raises as `order_of_position` and `order_of_game` do, and what a position raises, with pointers into the request."""
    fits = len(request.request_id) <= _MAX_ID_CHARS and "\0" not in request.request_id
    require(fits, "/request_id", f"at most {_MAX_ID_CHARS} characters, none of them zero")
    ruleset = read_ruleset(request.ruleset)
    match request.WhichOneof("subject"):
        case "position":
            return order_of_position(
                read_position(ruleset, request.position),
                tenant_id=caller.tenant_id,
                player_id=caller.id,
                nodes=request.nodes,
                request_id=request.request_id,
            )
        case "game":
            return _read_game(ruleset, request, caller)
    require(False, "", "an analysis is of a position or of a game")
    raise AssertionError


def read_id(analysis_id: str) -> str:
    """Raises UnknownAnalysis for what is none of ours."""
    if len(analysis_id) > _MAX_ID_CHARS or "\0" in analysis_id:
        raise UnknownAnalysis(analysis_id[:_MAX_ID_CHARS])
    return analysis_id


def read_position(ruleset: Ruleset, given: types_pb2.Position) -> Position:
    require_position(given)
    with _pointing():
        return rulebook.parse_fen(ruleset, given.fen, given.rule_state)


def read_ruleset(given: types_pb2.RulesetRef) -> Ruleset:
    require_ruleset(given)
    with _pointing():
        return rulebook.ruleset(given.key, given.options)


def _read_game(ruleset: Ruleset, request: pb.StartAnalysisRequest, caller: Caller) -> Order:
    game: rules_pb.History = request.game
    with at("/game"):
        require(len(game.start_fen) <= MAX_FEN_CHARS, "/start_fen", f"at most {MAX_FEN_CHARS} characters")
        require(len(game.moves) <= _MAX_PLIES, "/moves", f"at most {_MAX_PLIES} moves")
        for number, move in enumerate(game.moves):
            fits = len(move.notation) <= _MAX_MOVE_CHARS and len(move.lots) <= _MAX_LOTS
            require(fits, f"/moves/{number}", f"at most {_MAX_MOVE_CHARS} characters and {_MAX_LOTS} lots")
        if game.start_fen:
            with at("/start_fen"):
                start = rulebook.parse_fen(ruleset, game.start_fen)
        else:
            start = rulebook.initial_position(ruleset)
    with _under_game():
        return order_of_game(
            start,
            [(move.notation, list(move.lots)) for move in game.moves],
            tenant_id=caller.tenant_id,
            player_id=caller.id,
            nodes=request.nodes,
            request_id=request.request_id,
        )


@contextmanager
def _under_game() -> Iterator[None]:
    """A fault at a move is one in the game; the budget stands beside it."""
    try:
        yield
    except Exception as error:
        if error.__dict__.get("pointer", "").startswith("/moves"):
            with at("/game"):
                raise
        raise


_POINTERS: dict[type[Exception], str] = {
    errors.UnknownRuleset: "/ruleset/key",
    errors.UnknownOption: "/ruleset/options",
    errors.BadFen: "/position/fen",
    errors.BadRuleState: "/position/rule_state",
    errors.TooManyMoves: "/position/fen",
}


@contextmanager
def _pointing() -> Iterator[None]:
    try:
        yield
    except tuple(_POINTERS) as error:
        with at(_POINTERS[type(error)]):
            raise


def fill_analysis(into: pb.Analysis, value: Analysis) -> None:
    into.analysis_id = value.analysis_id
    into.ruleset.key = value.ruleset
    into.ruleset.options.update(value.options)
    into.position.fen = value.positions[0].fen
    into.position.rule_state = value.rule_state
    into.state = _STATES[value.state]
    into.reason = value.reason
    into.revision = value.revision
    into.nodes = value.nodes
    into.positions = len(value.positions)
    into.positions_done = telling.done(value.positions)
    into.create_time.FromDatetime(value.create_time)
    if value.end_time is not None:
        into.end_time.FromDatetime(value.end_time)
    first = value.positions[0]
    if first.played is None:
        if first.insight is not None:
            fill_insight(into.insight, first.insight)
        return
    family = telling.family_of(value.ruleset, value.options)
    for here, following in telling.pairs(value.positions):
        if here.played is not None:
            _fill_ply(into.plies.add(), family, here, following, value.end_score)


def fill_insight(into: pb.Insight, value: Insight) -> None:
    into.line.extend(value.line)
    into.score = value.score
    into.depth = value.depth
    into.nodes = value.nodes
    into.exact = value.exact


def _fill_ply(
    into: pb.Ply, family: Family, here: Searched, following: Searched | None, end_score: int | None
) -> None:
    assert here.played is not None
    into.side = _SIDES[here.played.side]
    into.move = here.played.move
    into.fen = here.fen
    into.done = here.is_done
    into.reason = here.reason
    if here.insight is not None:
        fill_insight(into.before, here.insight)
    after = score_after(following, end_score)
    if after is not None:
        into.score_after = after
    judged = judgement(family, here, following, end_score)
    if judged is not None:
        into.mark = _MARKS[judged.mark]
        if judged.loss is not None:
            into.loss = judged.loss
