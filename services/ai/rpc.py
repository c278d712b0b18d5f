"""AiService and AnalysisService on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from ai import analysis_shapes, service, shapes
from ai.analysis_service import Analyses
from ai.errors import (
    InvalidCursor,
    InvalidField,
    RequestIdReused,
    TooManyAnalyses,
    UnknownAnalysis,
    UnknownTopic,
)
from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1 import ai_service_pb2_grpc, analysis_service_pb2_grpc
from brettwerk.ai.v1 import analysis_service_pb2 as analysis_pb
from chassis import ANYONE, Access, Answer, ErrorTable, at, current
from chassis.caller import AccessTable
from engine import GameOver, UnknownLevel
from rulebook import errors

_INVALID = grpc.StatusCode.INVALID_ARGUMENT

ERRORS: ErrorTable = {
    errors.UnknownRuleset: Answer(status=_INVALID, reason="UNKNOWN_RULESET"),
    errors.UnknownOption: Answer(status=_INVALID, reason="UNKNOWN_OPTION"),
    errors.BadFen: Answer(status=_INVALID, reason="INVALID_FEN", facts=("reason", "at")),
    errors.BadRuleState: Answer(status=_INVALID, reason="INVALID_RULE_STATE"),
    errors.LotsNeeded: Answer(status=_INVALID, reason="LOTS_NEEDED"),
    errors.BadLots: Answer(status=_INVALID, reason="INVALID_LOTS"),
    errors.TooManyMoves: Answer(status=_INVALID, reason="TOO_MANY_MOVES"),
    UnknownLevel: Answer(status=_INVALID, reason="UNKNOWN_PERSONA"),
    InvalidField: Answer(status=_INVALID, reason="INVALID_FIELD"),
    GameOver: Answer(status=grpc.StatusCode.FAILED_PRECONDITION, reason="GAME_FINISHED"),
    UnknownTopic: Answer(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_TOPIC"),
    InvalidCursor: Answer(status=_INVALID, reason="INVALID_CURSOR"),
    UnknownAnalysis: Answer(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_ANALYSIS"),
    TooManyAnalyses: Answer(status=grpc.StatusCode.RESOURCE_EXHAUSTED, reason="TOO_MANY_ANALYSES"),
    RequestIdReused: Answer(status=_INVALID, reason="REQUEST_ID_REUSED"),
}
"""What each fault means to a caller."""

ACCESS: AccessTable = {
    "ListPersonas": ANYONE,
    "RequestMove": Access(services=("games",)),
    "SelectMove": ANYONE,
}
"""Who may call what."""

_PLAYERS = Access(players=True, player_scope="play")
ANALYSIS_ACCESS: AccessTable = {
    "StartAnalysis": _PLAYERS,
    "GetAnalysis": Access(players=True),
    "CancelAnalysis": _PLAYERS,
    "SuggestMove": ANYONE,
}


class AiServicer(ai_service_pb2_grpc.AiServiceServicer):
    """The RPCs, in the order of the contract."""

    def __init__(self, turns: service.Turns) -> None:
        self._turns = turns
        self._listing = ai_pb.ListPersonasResponse(
            personas=[shapes.persona(opponent) for opponent in service.opponents()]
        )

    def ListPersonas(
        self, request: ai_pb.ListPersonasRequest, context: grpc.ServicerContext
    ) -> ai_pb.ListPersonasResponse:
        return self._listing

    def RequestMove(
        self, request: ai_pb.RequestMoveRequest, context: grpc.ServicerContext
    ) -> ai_pb.RequestMoveResponse:
        turn = shapes.read_turn(request)
        with _pointing():
            self._turns.request_move(turn)
        return ai_pb.RequestMoveResponse()

    def SelectMove(
        self, request: ai_pb.SelectMoveRequest, context: grpc.ServicerContext
    ) -> ai_pb.SelectMoveResponse:
        question = shapes.read_question(request)
        with _pointing():
            found = service.select_move(question, request.seed)
        return ai_pb.SelectMoveResponse(move=shapes.move(found.move), nodes=found.nodes)


class AnalysisServicer(analysis_service_pb2_grpc.AnalysisServiceServicer):
    """The same. An analysis is its player's, and nobody else's."""

    def __init__(self, analyses: Analyses) -> None:
        self._analyses = analyses

    def StartAnalysis(
        self, request: analysis_pb.StartAnalysisRequest, context: grpc.ServicerContext
    ) -> analysis_pb.StartAnalysisResponse:
        order = analysis_shapes.read_order(request, current())
        analysis, replayed = self._analyses.start(order)
        response = analysis_pb.StartAnalysisResponse(replayed=replayed)
        analysis_shapes.fill_analysis(response.analysis, analysis)
        return response

    def GetAnalysis(
        self, request: analysis_pb.GetAnalysisRequest, context: grpc.ServicerContext
    ) -> analysis_pb.GetAnalysisResponse:
        caller = current()
        response = analysis_pb.GetAnalysisResponse()
        analysis_id = analysis_shapes.read_id(request.analysis_id)
        analysis = self._analyses.get(analysis_id, caller.tenant_id, caller.id)
        analysis_shapes.fill_analysis(response.analysis, analysis)
        return response

    def CancelAnalysis(
        self, request: analysis_pb.CancelAnalysisRequest, context: grpc.ServicerContext
    ) -> analysis_pb.CancelAnalysisResponse:
        caller = current()
        response = analysis_pb.CancelAnalysisResponse()
        analysis_id = analysis_shapes.read_id(request.analysis_id)
        analysis = self._analyses.cancel(analysis_id, caller.tenant_id, caller.id)
        analysis_shapes.fill_analysis(response.analysis, analysis)
        return response

    def SuggestMove(
        self, request: analysis_pb.SuggestMoveRequest, context: grpc.ServicerContext
    ) -> analysis_pb.SuggestMoveResponse:
        ruleset = analysis_shapes.read_ruleset(request.ruleset)
        position = analysis_shapes.read_position(ruleset, request.position)
        with _pointing():
            hint = self._analyses.suggest(position)
        response = analysis_pb.SuggestMoveResponse(move=shapes.move(hint.move))
        analysis_shapes.fill_insight(response.insight, hint.insight)
        return response


_POINTERS: dict[type[Exception], str] = {
    errors.UnknownRuleset: "/ruleset/key",
    errors.UnknownOption: "/ruleset/options",
    errors.BadFen: "/position/fen",
    errors.BadRuleState: "/position/rule_state",
    errors.TooManyMoves: "/position/fen",
    UnknownLevel: "/persona",
}


@contextmanager
def _pointing() -> Iterator[None]:
    """A fault in the question is reported with where it stands."""
    try:
        yield
    except tuple(_POINTERS) as error:
        with at(_POINTERS[type(error)]):
            raise
