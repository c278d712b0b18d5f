"""Calls about games at the table, players' records and engines, in the gateway's own shapes."""

from __future__ import annotations

import grpc

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.games.v1.games_service_pb2_grpc import GameServiceStub
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from gateway import shapes_games
from gateway.bodies_games import CreateGameBody, PlayMoveBody
from gateway.shapes import Json

_CAPTURES = {"short": rules_pb.CAPTURE_STYLE_SHORT, "full": rules_pb.CAPTURE_STYLE_FULL}


def topic(game_id: str) -> str:
    """A game's feed, and its wake-ups."""
    return f"game:{game_id}"


class GamesClient:
    """The games service. Who asks is told by the channel's bearer."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._games = GameServiceStub(channel)
        self._feed = EventFeedStub(channel)

    def create(self, body: CreateGameBody, request_id: str) -> tuple[Json, bool]:
        """The game, and whether an earlier request with this id has made it."""
        response = self._games.CreateGame(
            games_pb.CreateGameRequest(
                ruleset=types_pb2.RulesetRef(key=body.ruleset, options=body.options),
                time_control=shapes_games.time_control(body.time_control),
                white=shapes_games.seat_wish(body.white),
                black=shapes_games.seat_wish(body.black),
                rated=body.rated,
                request_id=request_id,
            )
        )
        return shapes_games.game(response.game), response.replayed

    def join(self, game_id: str) -> Json:
        return shapes_games.game(self._games.JoinGame(games_pb.JoinGameRequest(game_id=game_id)).game)

    def get(self, game_id: str) -> Json:
        return shapes_games.game(self._games.GetGame(games_pb.GetGameRequest(game_id=game_id)).game)

    def legal_moves(self, game_id: str, *, with_tree: bool) -> Json:
        request = games_pb.ListGameMovesRequest(game_id=game_id, include_tree=with_tree)
        return shapes_games.legal_moves(self._games.ListGameMoves(request), with_tree=with_tree)

    def play(self, game_id: str, body: PlayMoveBody) -> tuple[Json, bool]:
        """The move, and whether it had been played already."""
        response = self._games.PlayMove(
            games_pb.PlayMoveRequest(game_id=game_id, move=body.move, expected_turn=body.expected_turn)
        )
        return shapes_games.played(response), response.replayed

    def resign(self, game_id: str) -> Json:
        return shapes_games.game(self._games.ResignGame(games_pb.ResignGameRequest(game_id=game_id)).game)

    def export(self, game_id: str, captures: str) -> str:
        request = games_pb.ExportGameRequest(game_id=game_id, captures=_CAPTURES[captures])
        return self._games.ExportGame(request).text

    def events(self, game_id: str, after: int, limit: int) -> Json:
        request = events_pb.ListEventsRequest(topic=topic(game_id), after=after, limit=limit)
        return shapes_games.events(self._feed.ListEvents(request))


class RecordsClient:
    """The matchmaking service."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = MatchmakingServiceStub(channel)

    def record(self, player_id: str) -> Json:
        request = matchmaking_pb.GetRecordRequest(player_id=player_id)
        return shapes_games.record(player_id, self._stub.GetRecord(request))


class EnginesClient:
    """The ai service."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = AiServiceStub(channel)

    def personas(self) -> Json:
        return shapes_games.personas(self._stub.ListPersonas(ai_pb.ListPersonasRequest()))
