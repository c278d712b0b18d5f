"""MatchmakingService on the wire."""

from __future__ import annotations

import grpc
import structlog

from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2_grpc
from brettwerk.types.v1 import types_pb2
from chassis import ANYONE, Access, Answer, ErrorTable, at, current
from chassis.caller import AccessTable
from matchmaking.record import FinishedGame, Side
from matchmaking.service import InvalidField, Records

log = structlog.get_logger()

ERRORS: ErrorTable = {
    InvalidField: Answer(status=grpc.StatusCode.INVALID_ARGUMENT, reason="INVALID_FIELD"),
}
"""What each fault means to a caller."""

ACCESS: AccessTable = {"RecordResult": Access(services=("games",)), "GetRecord": ANYONE}
"""Who may call what."""

_MAX_ID_CHARS = 64
_LOCAL = "local"
"""The tenant of a service that acts for none in particular."""

_SIDES: dict[int, Side | None] = {
    types_pb2.SIDE_UNSPECIFIED: None,
    types_pb2.SIDE_WHITE: Side.WHITE,
    types_pb2.SIDE_BLACK: Side.BLACK,
}
_TERMINATIONS: dict[int, str] = {
    number: name.removeprefix("TERMINATION_").lower()
    for name, number in types_pb2.Termination.items()
    if number != types_pb2.TERMINATION_UNSPECIFIED
}


class MatchmakingServicer(matchmaking_service_pb2_grpc.MatchmakingServiceServicer):
    """The RPCs, in the order of the contract."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def RecordResult(
        self, request: matchmaking_pb.RecordResultRequest, context: grpc.ServicerContext
    ) -> matchmaking_pb.RecordResultResponse:
        _require(request.event_id > 0, "/event_id", "from 1")
        game = _finished_game(request)
        new = self._records.note(request.event_id, game)
        log.info(
            "result recorded" if new else "result known", game_id=game.game_id, event_id=request.event_id
        )
        return matchmaking_pb.RecordResultResponse()

    def GetRecord(
        self, request: matchmaking_pb.GetRecordRequest, context: grpc.ServicerContext
    ) -> matchmaking_pb.GetRecordResponse:
        caller = current()
        player_id = _id(request.player_id, "/player_id") or (caller.id if caller.is_player else "")
        _require(player_id != "", "/player_id", "who is not a player has to name one")
        record = self._records.of(caller.tenant_id or _LOCAL, player_id)
        return matchmaking_pb.GetRecordResponse(
            lines=[
                matchmaking_pb.RecordLine(ruleset_key=key, won=tally.won, drawn=tally.drawn, lost=tally.lost)
                for key, tally in record.items()
            ]
        )


def _finished_game(request: matchmaking_pb.RecordResultRequest) -> FinishedGame:
    for field in ("game_id", "tenant_id", "ruleset_key"):
        _require(_id(getattr(request, field), f"/{field}") != "", f"/{field}", "has to be given")
    _require(request.ply >= 0, "/ply", "not negative")
    with at("/result"):
        _require(request.result.winner in _SIDES, "/winner", "a known side, or none")
        _require(request.result.termination in _TERMINATIONS, "/termination", "a known reason")
    return FinishedGame(
        game_id=request.game_id,
        tenant_id=request.tenant_id,
        ruleset_key=request.ruleset_key,
        white_player_id=_id(request.white_player_id, "/white_player_id") or None,
        black_player_id=_id(request.black_player_id, "/black_player_id") or None,
        winner=_SIDES[request.result.winner],
        termination=_TERMINATIONS[request.result.termination],
        rated=request.rated,
        ply=request.ply,
    )


def _id(text: str, pointer: str) -> str:
    """A key or an id that the database takes."""
    _require(len(text) <= _MAX_ID_CHARS and "\0" not in text, pointer, f"at most {_MAX_ID_CHARS} characters")
    return text


def _require(holds: bool, pointer: str, description: str) -> None:
    """Raises InvalidField at the pointer unless the claim holds."""
    if not holds:
        error = InvalidField(description)
        with at(pointer):
            raise error
