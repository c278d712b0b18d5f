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
from gateway import shapes_events, shapes_games, shapes_history
from gateway.bodies_games import CreateGameBody, PlayMoveBody
from gateway.bodies_table import ActionBody, GamesQuery, StonesBody
from gateway.shapes import Json

_SIDES = {None: types_pb2.SIDE_UNSPECIFIED, "white": types_pb2.SIDE_WHITE, "black": types_pb2.SIDE_BLACK}
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
        response = self._games.CreateGame(shapes_games.creation(body, request_id))
        return shapes_games.game(response.game), response.replayed

    def find(self, query: GamesQuery) -> Json:
        """A page of games."""
        statuses = query.status.split(",") if query.status else ()
        request = games_pb.ListGamesRequest(
            player_id=query.player or "",
            statuses=[games_pb.GameStatus.Value(f"GAME_STATUS_{status.upper()}") for status in statuses],
            ruleset_key=query.ruleset or "",
            page_size=query.page_size,
            page_token=query.page_token or "",
        )
        return shapes_games.games(self._games.ListGames(request))

    def join(self, game_id: str, seed: str | None) -> Json:
        request = games_pb.JoinGameRequest(game_id=game_id, seed=seed or "")
        return shapes_games.game(self._games.JoinGame(request).game)

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

    def act(self, game_id: str, body: ActionBody) -> Json:
        action = games_pb.GameAction.Value(f"GAME_ACTION_{body.action.upper()}")
        request = games_pb.ActRequest(
            game_id=game_id, action=action, side=_SIDES[body.side], expected_turn=body.expected_turn
        )
        return shapes_games.game(self._games.Act(request).game)

    def choose_stones(self, game_id: str, body: StonesBody) -> Json:
        request = games_pb.ChooseStonesRequest(game_id=game_id, squares=body.squares, side=_SIDES[body.side])
        return shapes_games.game(self._games.ChooseStones(request).game)

    def give_seed(self, game_id: str, seed: str) -> Json:
        request = games_pb.ContributeSeedRequest(game_id=game_id, seed=seed)
        return shapes_games.game(self._games.ContributeSeed(request).game)

    def fairness(self, game_id: str) -> Json:
        request = games_pb.GetFairnessRequest(game_id=game_id)
        return shapes_history.fairness(self._games.GetFairness(request))

    def history(self, game_id: str) -> Json:
        return shapes_history.history(self._history(game_id))

    def ply(self, game_id: str, number: int) -> Json | None:
        """A ply of the line, 0 for its start; None if it was not reached."""
        return shapes_history.ply(self._history(game_id), number)

    def _history(self, game_id: str) -> games_pb.GetHistoryResponse:
        return self._games.GetHistory(games_pb.GetHistoryRequest(game_id=game_id))

    def export(self, game_id: str, captures: str) -> str:
        request = games_pb.ExportGameRequest(game_id=game_id, captures=_CAPTURES[captures])
        return self._games.ExportGame(request).text

    def events(self, game_id: str, after: int, limit: int) -> Json:
        request = events_pb.ListEventsRequest(topic=topic(game_id), after=after, limit=limit)
        return shapes_events.events(self._feed.ListEvents(request))


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
