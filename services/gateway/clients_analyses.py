"""Calls about analyses and hints, in the gateway's own shapes."""

from __future__ import annotations

import grpc

from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from chassis import problem_of
from gateway import problems, shapes_analyses
from gateway.bodies import Moves
from gateway.bodies_analyses import AnalyseBody, SuggestBody
from gateway.problems import Problem
from gateway.shapes import Json

_RETRY_AFTER_S = 5
"""By then an analysis of the usual size is over."""


OF_ANALYSES = "analysis:*"
"""The names of their wake-ups."""


def topic(analysis_id: str) -> str:
    """An analysis's feed, and its wake-ups."""
    return f"analysis:{analysis_id}"


class AnalysesClient:
    """The ai service's analyses. Who asks is told by the channel's bearer."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = AnalysisServiceStub(channel)

    def start(self, body: AnalyseBody, request_id: str) -> tuple[Json, bool]:
        """The analysis, and whether an earlier request with this id has started it. Raises Problem."""
        request = pb.StartAnalysisRequest(
            ruleset=types_pb2.RulesetRef(key=body.ruleset, options=body.options),
            nodes=body.nodes or 0,
            request_id=request_id,
        )
        _add_subject(request, body)
        try:
            response = self._stub.StartAnalysis(request)
        except grpc.RpcError as error:
            raise _paced(error) from None
        return shapes_analyses.analysis(response.analysis), response.replayed

    def get(self, analysis_id: str) -> Json:
        response = self._stub.GetAnalysis(pb.GetAnalysisRequest(analysis_id=analysis_id))
        return shapes_analyses.analysis(response.analysis)

    def cancel(self, analysis_id: str) -> Json:
        response = self._stub.CancelAnalysis(pb.CancelAnalysisRequest(analysis_id=analysis_id))
        return shapes_analyses.analysis(response.analysis)

    def suggest(self, body: SuggestBody) -> Json:
        request = pb.SuggestMoveRequest(
            ruleset=types_pb2.RulesetRef(key=body.ruleset, options=body.options),
            position=types_pb2.Position(fen=body.fen, rule_state=body.rule_state or b""),
        )
        return shapes_analyses.hint(self._stub.SuggestMove(request))


def _add_subject(request: pb.StartAnalysisRequest, body: AnalyseBody) -> None:
    """Raises Problem where it is not clear what to analyse."""
    if (body.fen is None) is (body.moves is None):
        raise Problem.of_field("", "give the `fen` of a position or the `moves` of a game")
    if body.fen is not None:
        if body.start_fen is not None:
            raise Problem.of_field("/start_fen", "a start needs the moves of a game that begins there")
        request.position.fen = body.fen
        request.position.rule_state = body.rule_state or b""
        return
    if body.rule_state is not None:
        raise Problem.of_field("/rule_state", "counters belong to a position, and a game counts by itself")
    request.game.start_fen = body.start_fen or ""
    request.game.moves.extend(_played(body.moves or []))


def _played(moves: Moves) -> list[rules_pb.PlayedMove]:
    return [
        rules_pb.PlayedMove(notation=move)
        if isinstance(move, str)
        else rules_pb.PlayedMove(notation=move.move, lots=move.lots)
        for move in moves
    ]


def _paced(error: grpc.RpcError) -> Problem:
    """What is too much for one player is not a full server."""
    problem = problem_of(error)
    if problem.reason == "TOO_MANY_ANALYSES":
        return Problem(problem.reason.lower(), problem.message, retry_after_s=_RETRY_AFTER_S)
    return problems.of_rpc(error)
