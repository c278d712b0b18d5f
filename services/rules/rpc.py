"""RulesService on the wire: reads the request, asks, answers, and says where a fault stands.

Pointers to faults are added by `at` only once an exception is under way; the way of a legal
move has no context manager on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import grpc

import rulebook
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.rules.v1 import rules_service_pb2_grpc
from brettwerk.types.v1 import types_pb2
from chassis import Answer, ErrorTable, at
from rulebook import errors
from rulebook.pdn import BadTag
from rules import catalogue, notation, service, shapes, wire
from rules.limits import (
    MAX_BATCH_PLIES,
    MAX_FEN_CHARS,
    MAX_ITEMS,
    MAX_KEY_CHARS,
    MAX_MOVE_CHARS,
    MAX_OPTIONS,
    MAX_PLIES,
    MAX_RULE_STATE_BYTES,
    refuse,
    require,
)

_INVALID = grpc.StatusCode.INVALID_ARGUMENT

ERRORS: ErrorTable = {
    errors.UnknownRuleset: Answer(status=_INVALID, reason="UNKNOWN_RULESET"),
    errors.UnknownOption: Answer(status=_INVALID, reason="UNKNOWN_OPTION"),
    errors.BadFen: Answer(status=_INVALID, reason="INVALID_FEN", facts=("reason", "at")),
    errors.BadRuleState: Answer(status=_INVALID, reason="INVALID_RULE_STATE"),
    errors.LotsNeeded: Answer(status=_INVALID, reason="LOTS_NEEDED"),
    errors.BadLots: Answer(status=_INVALID, reason="INVALID_LOTS"),
    errors.TooManyMoves: Answer(status=_INVALID, reason="TOO_MANY_MOVES"),
    BadTag: Answer(status=_INVALID, reason="INVALID_FIELD"),
    service.HistoryMismatch: Answer(status=_INVALID, reason="HISTORY_MISMATCH"),
    service.InvalidField: Answer(status=_INVALID, reason="INVALID_FIELD"),
}
"""What each fault means to a caller."""

_Question: TypeAlias = (
    rules_pb.ValidateMoveRequest
    | rules_pb.BatchItem
    | rules_pb.ApplyLotsRequest
    | rules_pb.ListLegalMovesRequest
)


class RulesServicer(rules_service_pb2_grpc.RulesServiceServicer):
    """The RPCs, in the order of the contract."""

    def __init__(self) -> None:
        self._listing = catalogue.listing(rulebook.RULESETS)

    def ListRulesets(
        self, request: rules_pb.ListRulesetsRequest, context: grpc.ServicerContext
    ) -> rules_pb.ListRulesetsResponse:
        return self._listing

    def GetRuleset(
        self, request: rules_pb.GetRulesetRequest, context: grpc.ServicerContext
    ) -> rules_pb.GetRulesetResponse:
        return catalogue.entry(_ruleset(request.ruleset))

    def GetInitialPosition(
        self, request: rules_pb.GetInitialPositionRequest, context: grpc.ServicerContext
    ) -> rules_pb.GetInitialPositionResponse:
        position = rulebook.initial_position(_ruleset(request.ruleset))
        response = rules_pb.GetInitialPositionResponse(side_to_move=shapes.SIDES[position.side])
        shapes.fill_position(response.position, position)
        return response

    def ListLegalMoves(
        self, request: rules_pb.ListLegalMovesRequest, context: grpc.ServicerContext
    ) -> rules_pb.ListLegalMovesResponse:
        position = _position(_ruleset(request.ruleset), request)
        with at("/position/fen"):
            moves = rulebook.legal_moves(position)
            tree = service.tree_of_hops(position, moves) if request.include_tree else []
        response = rules_pb.ListLegalMovesResponse(
            side_to_move=shapes.SIDES[position.side],
            result=shapes.result(rulebook.result(position)),
            tree=shapes.hops(tree),
        )
        shapes.fill_moves(response.moves, moves)
        return response

    def ValidateMove(  # type: ignore[override]  # bytes are sent as they are
        self, request: rules_pb.ValidateMoveRequest, context: grpc.ServicerContext
    ) -> bytes:
        return _answer(_chosen(request.ruleset.SerializeToString()), request)

    def BatchValidateMoves(  # type: ignore[override]  # same
        self, request: rules_pb.BatchValidateMovesRequest, context: grpc.ServicerContext
    ) -> bytes:
        ruleset = _ruleset(request.ruleset)
        require(1 <= len(request.items) <= MAX_ITEMS, "/items", f"1 to {MAX_ITEMS} items")
        plies = sum(len(item.history.moves) for item in request.items if item.HasField("history"))
        require(plies <= MAX_BATCH_PLIES, "/items", f"histories of at most {MAX_BATCH_PLIES} moves together")
        answers: list[bytes] = []
        try:
            for item in request.items:
                answers.append(_answer(ruleset, item))  # noqa: PERF401  their number tells which is at fault
        except Exception:
            with at(f"/items/{len(answers)}"):
                raise
        return b"".join(answers)

    def ApplyLots(
        self, request: rules_pb.ApplyLotsRequest, context: grpc.ServicerContext
    ) -> rules_pb.ApplyLotsResponse:
        position = _position(_ruleset(request.ruleset), request)
        require(len(request.move) <= MAX_MOVE_CHARS, "/move", f"at most {MAX_MOVE_CHARS} characters")
        with at("/lots"):
            outcome = service.play(position, request.move, request.lots)
        response = rules_pb.ApplyLotsResponse()
        shapes.fill_outcome(response.verdict, outcome)
        return response

    def ReplayGame(
        self, request: rules_pb.ReplayGameRequest, context: grpc.ServicerContext
    ) -> rules_pb.ReplayGameResponse:
        position = _start(_ruleset(request.ruleset), request.history)
        response = rules_pb.ReplayGameResponse()
        with at("/history"):
            for outcome in _replayed(position, request.history):
                if isinstance(outcome, rulebook.Refusal):
                    shapes.fill_refusal(response.refusal, outcome)
                    break
                position = outcome.after
                ply = response.plies.add()
                shapes.fill_move(ply.move, outcome.move, outcome.lots)
                if request.include_fens:
                    ply.fen = position.fen
        shapes.fill_position(response.position, position)
        ended = shapes.result(rulebook.result(position))
        if ended is not None:
            response.result.CopyFrom(ended)
        return response

    def ParseGame(
        self, request: rules_pb.ParseGameRequest, context: grpc.ServicerContext
    ) -> rules_pb.ParseGameResponse:
        ruleset = _ruleset(request.ruleset) if request.HasField("ruleset") else None
        return notation.parse(request, ruleset)

    def FormatGame(
        self, request: rules_pb.FormatGameRequest, context: grpc.ServicerContext
    ) -> rules_pb.FormatGameResponse:
        with at("/game"):
            ruleset = _ruleset(request.game.ruleset)
        return notation.format_game(request, ruleset)


def _ruleset(ref: types_pb2.RulesetRef) -> rulebook.Ruleset:
    # Its bytes are a key three times as fast to make as its parts.
    return _chosen(ref.SerializeToString())


@lru_cache(maxsize=4096)  # faults are not remembered, so strangers cannot fill it with inventions
def _chosen(data: bytes) -> rulebook.Ruleset:
    ref = types_pb2.RulesetRef.FromString(data)
    require(len(ref.key) <= MAX_KEY_CHARS, "/ruleset/key", f"at most {MAX_KEY_CHARS} characters")
    require(len(ref.options) <= MAX_OPTIONS, "/ruleset/options", f"at most {MAX_OPTIONS} options")
    for pair in ref.options.items():
        fits = max(map(len, pair)) <= MAX_KEY_CHARS
        require(fits, "/ruleset/options", f"keys and values of at most {MAX_KEY_CHARS} characters")
    try:
        return rulebook.ruleset(ref.key, ref.options)
    except errors.UnknownRuleset:
        with at("/ruleset/key"):
            raise
    except errors.UnknownOption as error:
        with at(f"/ruleset/options/{_escaped(error.key)}"):
            raise


def _answer(ruleset: rulebook.Ruleset, question: rules_pb.ValidateMoveRequest | rules_pb.BatchItem) -> bytes:
    position = _position(ruleset, question)
    text = question.move
    if len(text) > MAX_MOVE_CHARS:
        refuse("/move", f"at most {MAX_MOVE_CHARS} characters")
    try:
        verdict = rulebook.validate(position, text)
    except errors.TooManyMoves:
        with at("/position/fen"):
            raise
    return wire.answer(verdict)


def _position(ruleset: rulebook.Ruleset, question: _Question) -> rulebook.Position:
    """The position asked about, with the counters of its rule state or of its history."""
    given = question.position
    fen = given.fen
    rule_state = given.rule_state
    if len(fen) > MAX_FEN_CHARS:
        refuse("/position/fen", f"at most {MAX_FEN_CHARS} characters")
    if len(rule_state) > MAX_RULE_STATE_BYTES:
        refuse("/position/rule_state", f"at most {MAX_RULE_STATE_BYTES} bytes")
    try:
        position = rulebook.parse_fen(ruleset, fen, rule_state)
    except errors.BadRuleState:
        with at("/position/rule_state"):
            raise
    except errors.RulebookError:
        with at("/position/fen"):
            raise
    if not question.HasField("history"):
        return position
    require(not rule_state, "/history", "a position has a rule state or a history, not both")
    return _through(ruleset, question.history, position)


def _through(
    ruleset: rulebook.Ruleset, history: rules_pb.History, given: rulebook.Position
) -> rulebook.Position:
    reached = _start(ruleset, history)
    with at("/history"):
        for ply, outcome in enumerate(_replayed(reached, history)):
            if isinstance(outcome, rulebook.Refusal):
                with at(f"/moves/{ply}"):
                    text = history.moves[ply].notation
                    raise service.HistoryMismatch(f"{text!r} is refused: {outcome.reason}")
            reached = outcome.after
        service.require_same_board(reached, given)
    return reached


def _start(ruleset: rulebook.Ruleset, history: rules_pb.History) -> rulebook.Position:
    fen = history.start_fen
    if not fen:
        return rulebook.initial_position(ruleset)
    with at("/history/start_fen"):
        require(len(fen) <= MAX_FEN_CHARS, "", f"at most {MAX_FEN_CHARS} characters")
        return rulebook.parse_fen(ruleset, fen)


def _replayed(
    start: rulebook.Position, history: rules_pb.History
) -> Iterator[service.Ply | rulebook.Refusal]:
    """The plies of a history; faults point below it."""
    require(len(history.moves) <= MAX_PLIES, "/moves", f"at most {MAX_PLIES} moves")
    outcomes = service.replay(start, ((move.notation, move.lots) for move in history.moves))
    for ply, move in enumerate(history.moves):
        with at(f"/moves/{ply}"):
            require(len(move.notation) <= MAX_MOVE_CHARS, "", f"at most {MAX_MOVE_CHARS} characters")
            outcome = next(outcomes)
        yield outcome
        if isinstance(outcome, rulebook.Refusal):
            return


def _escaped(key: str) -> str:
    """A key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
