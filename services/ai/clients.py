"""The games service, as a worker plays its moves there."""

from __future__ import annotations

from collections.abc import Callable

import grpc
import structlog

from ai.playing import Reply, Verdict
from ai.turns import Turn
from brettwerk.games.v1.games_service_pb2 import PlayMoveRequest
from brettwerk.games.v1.games_service_pb2_grpc import GameServiceStub
from chassis import problem_of
from chassis.interceptor import AUTHORIZATION_KEY, BEARER

log = structlog.get_logger()

DEADLINE_MS = 2000

TokenFor = Callable[[str], str]
"""The token that plays engine seats of a tenant."""

_NOT_WANTED = frozenset(
    ("TURN_PLAYED", "NOT_YOUR_TURN", "GAME_FINISHED", "FLAG_FALLEN", "UNKNOWN_GAME", "GAME_NOT_STARTED")
)
_FOR_GOOD = frozenset(
    (
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.NOT_FOUND,
        grpc.StatusCode.PERMISSION_DENIED,
    )
)


class Games:
    """Offers moves through a channel to the games service."""

    def __init__(self, channel: grpc.Channel, token_for: TokenFor) -> None:
        self._stub = GameServiceStub(channel)
        self._token_for = token_for

    def play(self, turn: Turn, move: str) -> Reply:
        """A Play of `playing.py`."""
        request = PlayMoveRequest(game_id=turn.game_id, move=move, expected_turn=turn.turn)
        metadata = ((AUTHORIZATION_KEY, BEARER + self._token_for(turn.tenant_id)),)
        try:
            self._stub.PlayMove(request, metadata=metadata)
        except grpc.RpcError as error:
            problem = problem_of(error)
            if problem.reason in _NOT_WANTED:
                return Reply(verdict=Verdict.NOT_WANTED, reason=problem.reason)
            log.warning(
                "move not taken",
                game_id=turn.game_id,
                turn=turn.turn,
                move=move,
                reason=problem.reason,
                detail=problem.message,
            )
            verdict = Verdict.REFUSED if problem.status in _FOR_GOOD else Verdict.LATER
            return Reply(verdict=verdict, reason=problem.reason)
        return Reply(verdict=Verdict.TAKEN)
