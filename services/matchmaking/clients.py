"""The games service, as the doors of rooms see it."""

from __future__ import annotations

from collections.abc import Collection

import grpc

from brettwerk.games.v1.games_service_pb2 import GetGameRequest
from brettwerk.games.v1.games_service_pb2_grpc import GameServiceStub
from chassis import Unavailable, problem_of
from chassis.caller import TokenExpired
from chassis.interceptor import AUTHORIZATION_KEY, BEARER

_NO_ANSWER = frozenset(
    (
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    )
)


class Table:
    """A Table of the ports, through a channel to the games service; without one there are no games."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = GameServiceStub(channel)

    def players(self, game_id: str, token: str) -> Collection[str] | None:
        metadata = ((AUTHORIZATION_KEY, BEARER + token),)
        try:
            game = self._stub.GetGame(GetGameRequest(game_id=game_id), metadata=metadata).game
        except grpc.RpcError as error:
            problem = problem_of(error)
            if problem.status is grpc.StatusCode.NOT_FOUND:
                return None
            if problem.status is grpc.StatusCode.UNAUTHENTICATED:
                # It was good when it came here.
                raise TokenExpired(problem.message) from None
            if problem.status in _NO_ANSWER:
                raise Unavailable("games does not answer") from error
            raise
        return {game.white.player_id, game.black.player_id} - {""}
