"""AiService on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from ai import service, shapes
from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1 import ai_service_pb2_grpc
from chassis import ANYONE, Access, Answer, ErrorTable, at
from chassis.caller import AccessTable
from engine import GameOver, UnknownLevel
from rulebook import errors

_INVALID = grpc.StatusCode.INVALID_ARGUMENT

ERRORS: ErrorTable = {
    errors.UnknownRuleset: Answer(status=_INVALID, reason="UNKNOWN_RULESET"),
    errors.UnknownOption: Answer(status=_INVALID, reason="UNKNOWN_OPTION"),
    errors.BadFen: Answer(status=_INVALID, reason="INVALID_FEN", facts=("reason", "at")),
    errors.BadRuleState: Answer(status=_INVALID, reason="INVALID_RULE_STATE"),
    errors.TooManyMoves: Answer(status=_INVALID, reason="TOO_MANY_MOVES"),
    UnknownLevel: Answer(status=_INVALID, reason="UNKNOWN_PERSONA"),
    service.InvalidField: Answer(status=_INVALID, reason="INVALID_FIELD"),
    GameOver: Answer(status=grpc.StatusCode.FAILED_PRECONDITION, reason="GAME_FINISHED"),
}
"""What each fault means to a caller."""

ACCESS: AccessTable = {
    "ListPersonas": ANYONE,
    "RequestMove": Access(services=("games",)),
    "SelectMove": ANYONE,
}
"""Who may call what."""


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
