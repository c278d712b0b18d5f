"""Who may call what: every RPC of every service, and every route of the gateway and of its stream process.

A new RPC or route is a new row here, or the tests fail. The rows are said anew and not read from the services'
own tables: two that agree are worth more than one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1 import analysis_service_pb2 as analysis_pb
from brettwerk.clocks.v1 import clocks_service_pb2 as clocks_pb
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.matchmaking.v1 import chat_service_pb2 as chat_pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from tests.games.house import creation
from tests.identity import SERVICES

ALL = frozenset(SERVICES)
NO_GAME = "019aca00-0000-7000-8000-000000000001"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rpc:
    """Who may call a method, and what becomes of those whom the game is no business of."""

    server: str
    """The service that a token has to be for."""
    request: Callable[[str], Message]
    """A request about the game with this id."""
    players: bool = False
    player_scope: str = ""
    services: Collection[str] = ()
    service_scope: str = ""
    waiting: str = ""
    """How another player is refused in a game that waits; empty where he is not."""
    running: str = ""
    """The same in one that runs."""
    foreign: str = ""
    """How a player of another tenant is refused, whatever his name; empty where nothing is anybody's."""


def _of_game(request: type[Message], **fields: Any) -> Callable[[str], Message]:
    return lambda game_id: request(game_id=game_id, **fields)


def _question(request: type[Message]) -> Rpc:
    """About rules: whoever has a token may ask."""
    return Rpc(server="rules", request=lambda _: request(), players=True, services=ALL)


def _reading(request: Callable[[str], Message], unknown: str = "UNKNOWN_GAME") -> Rpc:
    return Rpc(
        server="games",
        request=request,
        players=True,
        waiting=unknown,
        foreign=unknown,
    )


def _in_lobby(request: type[Message], scope: str = "", **fields: Any) -> Rpc:
    """In the room that every player of the tenant may enter."""
    return Rpc(
        server="matchmaking",
        request=lambda _: request(room_id="lobby", **fields),
        players=True,
        player_scope=scope,
    )


def _about_voices(request: type[Message], scope: str = "", **fields: Any) -> Rpc:
    return Rpc(server="matchmaking", request=lambda _: request(**fields), players=True, player_scope=scope)


def _acting(request: Callable[[str], Message], **more: Any) -> Rpc:
    return Rpc(
        server="games",
        request=request,
        players=True,
        player_scope="play",
        foreign="UNKNOWN_GAME",
        **{"waiting": "UNKNOWN_GAME", "running": "NOT_A_PLAYER", **more},
    )


_RULES = "brettwerk.rules.v1.RulesService"
_GAMES = "brettwerk.games.v1.GameService"
_CLOCKS = "brettwerk.clocks.v1.ClockService"
_AI = "brettwerk.ai.v1.AiService"
_ANALYSES = "brettwerk.ai.v1.AnalysisService"
_MATCHMAKING = "brettwerk.matchmaking.v1.MatchmakingService"
_CHAT = "brettwerk.matchmaking.v1.ChatService"

RPCS: Mapping[str, Rpc] = {
    f"/{_RULES}/ListRulesets": _question(rules_pb.ListRulesetsRequest),
    f"/{_RULES}/GetRuleset": _question(rules_pb.GetRulesetRequest),
    f"/{_RULES}/GetInitialPosition": _question(rules_pb.GetInitialPositionRequest),
    f"/{_RULES}/ListLegalMoves": _question(rules_pb.ListLegalMovesRequest),
    f"/{_RULES}/ValidateMove": _question(rules_pb.ValidateMoveRequest),
    f"/{_RULES}/BatchValidateMoves": _question(rules_pb.BatchValidateMovesRequest),
    f"/{_RULES}/ApplyLots": _question(rules_pb.ApplyLotsRequest),
    f"/{_RULES}/ReplayGame": _question(rules_pb.ReplayGameRequest),
    f"/{_RULES}/ParseGame": _question(rules_pb.ParseGameRequest),
    f"/{_RULES}/FormatGame": _question(rules_pb.FormatGameRequest),
    f"/{_GAMES}/CreateGame": Rpc(
        server="games", request=lambda _: creation(), players=True, player_scope="play"
    ),
    # Whoever knows of a waiting game may join it: that is what it waits for.
    f"/{_GAMES}/JoinGame": _acting(_of_game(games_pb.JoinGameRequest), waiting="", running="NO_OPEN_SEAT"),
    f"/{_GAMES}/GetGame": _reading(_of_game(games_pb.GetGameRequest)),
    f"/{_GAMES}/ListGameMoves": _reading(_of_game(games_pb.ListGameMovesRequest)),
    f"/{_GAMES}/PlayMove": _acting(
        _of_game(games_pb.PlayMoveRequest, move="22-18", expected_turn=0),
        services={"ai"},
        service_scope="engine",
    ),
    f"/{_GAMES}/ResignGame": _acting(_of_game(games_pb.ResignGameRequest)),
    f"/{_GAMES}/GetFairness": _reading(_of_game(games_pb.GetFairnessRequest)),
    f"/{_GAMES}/GetHistory": _reading(_of_game(games_pb.GetHistoryRequest)),
    # Lists what the caller may see, so it refuses nobody.
    f"/{_GAMES}/ListGames": Rpc(server="games", request=lambda _: games_pb.ListGamesRequest(), players=True),
    f"/{_GAMES}/Act": _acting(_of_game(games_pb.ActRequest, action=games_pb.GAME_ACTION_OFFER_DRAW)),
    f"/{_GAMES}/ChooseStones": _acting(_of_game(games_pb.ChooseStonesRequest, squares=[21])),
    f"/{_GAMES}/ContributeSeed": _acting(_of_game(games_pb.ContributeSeedRequest, seed="mine")),
    f"/{_GAMES}/ExportGame": _reading(_of_game(games_pb.ExportGameRequest)),
    f"/{_GAMES}/ReportPresence": Rpc(
        server="games",
        request=lambda _: games_pb.ReportPresenceRequest(process_id="streams"),
        services={"stream"},
    ),
    f"/{_GAMES}/Expire": Rpc(
        server="games",
        request=_of_game(games_pb.ExpireRequest, kind=games_pb.ALARM_KIND_FLAG, clock_version=-1),
        services={"clocks"},
    ),
    "/brettwerk.events.v1.EventFeed/ListEvents": _reading(
        lambda game_id: events_pb.ListEventsRequest(topic=f"game:{game_id}"), unknown="UNKNOWN_TOPIC"
    ),
    "/brettwerk.events.v1.EventFeed/Snapshot": _reading(
        lambda game_id: events_pb.SnapshotRequest(topic=f"game:{game_id}"), unknown="UNKNOWN_TOPIC"
    ),
    f"/{_CLOCKS}/ComputeClock": Rpc(
        server="clocks", request=lambda _: clocks_pb.ComputeClockRequest(), services={"games"}
    ),
    f"/{_CLOCKS}/ScheduleAlarms": Rpc(
        server="clocks", request=lambda _: clocks_pb.ScheduleAlarmsRequest(), services={"games"}
    ),
    f"/{_AI}/ListPersonas": Rpc(
        server="ai", request=lambda _: ai_pb.ListPersonasRequest(), players=True, services=ALL
    ),
    f"/{_AI}/RequestMove": Rpc(server="ai", request=lambda _: ai_pb.RequestMoveRequest(), services={"games"}),
    f"/{_AI}/SelectMove": Rpc(
        server="ai", request=lambda _: ai_pb.SelectMoveRequest(), players=True, services=ALL
    ),
    f"/{_ANALYSES}/StartAnalysis": Rpc(
        server="ai", request=lambda _: analysis_pb.StartAnalysisRequest(), players=True, player_scope="play"
    ),
    # Whose analysis it is decides; tests/ai has who is refused.
    f"/{_ANALYSES}/GetAnalysis": Rpc(
        server="ai", request=lambda _: analysis_pb.GetAnalysisRequest(), players=True
    ),
    f"/{_ANALYSES}/CancelAnalysis": Rpc(
        server="ai", request=lambda _: analysis_pb.CancelAnalysisRequest(), players=True, player_scope="play"
    ),
    f"/{_ANALYSES}/SuggestMove": Rpc(
        server="ai", request=lambda _: analysis_pb.SuggestMoveRequest(), players=True, services=ALL
    ),
    f"/{_MATCHMAKING}/RecordResult": Rpc(
        server="matchmaking", request=lambda _: matchmaking_pb.RecordResultRequest(), services={"games"}
    ),
    f"/{_MATCHMAKING}/TellOfGame": Rpc(
        server="matchmaking", request=lambda _: matchmaking_pb.TellOfGameRequest(), services={"games"}
    ),
    f"/{_CHAT}/CreateRoom": _about_voices(chat_pb.CreateRoomRequest, "play"),
    f"/{_CHAT}/JoinRoom": _in_lobby(chat_pb.JoinRoomRequest, "play"),
    f"/{_CHAT}/LeaveRoom": _in_lobby(chat_pb.LeaveRoomRequest, "play"),
    f"/{_CHAT}/GetRoom": _in_lobby(chat_pb.GetRoomRequest),
    f"/{_CHAT}/PostMessage": _in_lobby(chat_pb.PostMessageRequest, "play", text="hello"),
    f"/{_CHAT}/ListMessages": _in_lobby(chat_pb.ListMessagesRequest),
    # Authors and moderators; whose message it is decides, and there is none of this number.
    f"/{_CHAT}/HideMessage": _in_lobby(chat_pb.HideMessageRequest, message_id=1 << 40),
    f"/{_CHAT}/MutePlayer": _about_voices(chat_pb.MutePlayerRequest, "moderate", player_id="nobody"),
    f"/{_CHAT}/BlockPlayer": _about_voices(chat_pb.BlockPlayerRequest, "play", player_id="nobody"),
    f"/{_CHAT}/UnblockPlayer": _about_voices(chat_pb.UnblockPlayerRequest, "play", player_id="nobody"),
    f"/{_CHAT}/ListBlockedPlayers": _about_voices(chat_pb.ListBlockedPlayersRequest),
    # Records are for all of the tenant to see; another tenant's players have none there.
    f"/{_MATCHMAKING}/GetRecord": Rpc(
        server="matchmaking",
        request=lambda _: matchmaking_pb.GetRecordRequest(player_id="anna"),
        players=True,
        services=ALL,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Who may ask at an address, and what becomes of those whom the game is no business of."""

    path: str
    """With `{game_id}` where one is named."""
    body: Mapping[str, Any] | None = None
    needs_player: bool = False
    ignores_tokens: bool = False
    """Whatever token comes along, good or bad, nobody looks at it."""
    scope: str = ""
    """What the player's token has to allow."""
    waiting: tuple[int, str] | None = None
    running: tuple[int, str] | None = None
    foreign: tuple[int, str] | None = None
    """As in Rpc: a status and a code."""


_UNKNOWN = (404, "unknown_game")


def _page(path: str) -> Route:
    return Route(path=path, ignores_tokens=True)


def _looking(path: str) -> Route:
    return Route(path=path, needs_player=True, waiting=_UNKNOWN, foreign=_UNKNOWN)


def _doing(path: str, **more: Any) -> Route:
    outcomes = {"waiting": _UNKNOWN, "running": (403, "not_a_player"), "foreign": _UNKNOWN}
    return Route(path=path, needs_player=True, scope="play", **{**outcomes, **more})


_GAME: dict[str, Any] = {
    "ruleset": "battledame",
    "white": "me",
    "black": "open",
    "time_control": {"kind": "unlimited"},
}
_POSITION = {"ruleset": "battledame", "fen": "W:W21:B10,17"}

ROUTES: Mapping[str, Route] = {
    "GET /": _page("/"),
    "GET /docs": _page("/docs"),
    "GET /docs/static/<path:filename>": _page("/docs/static/reference.css"),
    "GET /openapi.json": _page("/openapi.json"),
    "GET /healthz": _page("/healthz"),
    "GET /readyz": _page("/readyz"),
    "GET /v1/meta": _page("/v1/meta"),
    "POST /v1/guests": Route(path="/v1/guests", ignores_tokens=True),
    "GET /v1/personas": Route(path="/v1/personas"),
    "GET /v1/rulesets": Route(path="/v1/rulesets"),
    "GET /v1/rulesets/<key>": Route(path="/v1/rulesets/battledame"),
    "GET /v1/rulesets/<key>/examples": Route(path="/v1/rulesets/battledame/examples"),
    "GET /v1/rulesets/<key>/initial": Route(path="/v1/rulesets/battledame/initial"),
    "POST /v1/moves:validate": Route(path="/v1/moves:validate", body={**_POSITION, "move": "21x14x7"}),
    "POST /v1/moves:batchValidate": Route(
        path="/v1/moves:batchValidate",
        body={"ruleset": "battledame", "items": [{"fen": "W:W21:B10,17", "move": "21x7"}]},
    ),
    "POST /v1/moves:list": Route(path="/v1/moves:list", body=_POSITION),
    "POST /v1/moves:applyLots": Route(
        path="/v1/moves:applyLots", body={**_POSITION, "move": "21x14x7", "lots": [True, True]}
    ),
    "POST /v1/games:replay": Route(
        path="/v1/games:replay", body={"ruleset": "battledame", "moves": ["22-18"]}
    ),
    "POST /v1/notation:parse": Route(path="/v1/notation:parse", body={"format": "pdn", "text": ""}),
    "POST /v1/notation:format": Route(
        path="/v1/notation:format", body={"format": "pdn", "ruleset": "battledame", "moves": []}
    ),
    "POST /v1/moves:suggest": Route(path="/v1/moves:suggest", body=_POSITION, needs_player=True),
    "POST /v1/analyses": Route(
        path="/v1/analyses", body={**_POSITION, "nodes": 10_000}, needs_player=True, scope="play"
    ),
    "GET /v1/analyses/<analysis_id>": Route(path=f"/v1/analyses/{NO_GAME}", needs_player=True),
    "POST /v1/analyses/<string:analysis_id>:cancel": Route(
        path=f"/v1/analyses/{NO_GAME}:cancel", needs_player=True, scope="play"
    ),
    "GET /v1/players/me": Route(path="/v1/players/me", needs_player=True),
    "GET /v1/players/me/record": Route(path="/v1/players/me/record", needs_player=True),
    "POST /v1/rooms": Route(path="/v1/rooms", needs_player=True, scope="play"),
    "GET /v1/rooms/<room_id>": Route(path="/v1/rooms/lobby", needs_player=True),
    "POST /v1/rooms/<string:room_id>:join": Route(
        path="/v1/rooms/lobby:join", body={"invitation": "x"}, needs_player=True, scope="play"
    ),
    "POST /v1/rooms/<string:room_id>:leave": Route(
        path="/v1/rooms/lobby:leave", needs_player=True, scope="play"
    ),
    "POST /v1/rooms/<room_id>/messages": Route(
        path="/v1/rooms/lobby/messages", body={"text": "hello"}, needs_player=True, scope="play"
    ),
    "GET /v1/rooms/<room_id>/messages": Route(path="/v1/rooms/lobby/messages", needs_player=True),
    "POST /v1/rooms/<room_id>/messages/<string:message_id>:hide": Route(
        path="/v1/rooms/lobby/messages/999999999:hide", needs_player=True
    ),
    "POST /v1/players/<string:player_id>:mute": Route(
        path="/v1/players/nobody:mute", body={"for_ms": 0}, needs_player=True, scope="moderate"
    ),
    "POST /v1/players/<string:player_id>:block": Route(
        path="/v1/players/nobody:block", needs_player=True, scope="play"
    ),
    "POST /v1/players/<string:player_id>:unblock": Route(
        path="/v1/players/nobody:unblock", needs_player=True, scope="play"
    ),
    "GET /v1/players/me/blocked": Route(path="/v1/players/me/blocked", needs_player=True),
    "POST /v1/games": Route(path="/v1/games", body=_GAME, needs_player=True, scope="play"),
    "GET /v1/games": Route(path="/v1/games", needs_player=True),
    "GET /v1/games/<game_id>": _looking("/v1/games/{game_id}"),
    "POST /v1/games/<string:game_id>:join": _doing(
        "/v1/games/{game_id}:join", waiting=None, running=(409, "no_open_seat")
    ),
    "GET /v1/games/<game_id>/legal_moves": _looking("/v1/games/{game_id}/legal_moves"),
    "POST /v1/games/<game_id>/moves": _doing(
        "/v1/games/{game_id}/moves", body={"move": "22-18", "expected_turn": 0}
    ),
    "POST /v1/games/<string:game_id>:resign": _doing("/v1/games/{game_id}:resign"),
    "POST /v1/games/<game_id>/actions": _doing("/v1/games/{game_id}/actions", body={"action": "offer_draw"}),
    "POST /v1/games/<game_id>/stones": _doing("/v1/games/{game_id}/stones", body={"squares": [21]}),
    "POST /v1/games/<game_id>/seed": _doing("/v1/games/{game_id}/seed", body={"seed": "mine"}),
    "GET /v1/games/<game_id>/events": _looking("/v1/games/{game_id}/events"),
    "GET /v1/games/<game_id>/pdn": _looking("/v1/games/{game_id}/pdn"),
    "GET /v1/games/<game_id>/history": _looking("/v1/games/{game_id}/history"),
    "GET /v1/games/<game_id>/plies/<ply>": _looking("/v1/games/{game_id}/plies/0"),
    "GET /v1/games/<game_id>/fairness": _looking("/v1/games/{game_id}/fairness"),
}
"""Of the gateway."""

STREAM_ROUTES: Mapping[str, Route] = {
    "GET /v1/stream": _looking("/v1/stream?topics=game:{game_id}"),
    "POST /v1/stream_tickets": Route(path="/v1/stream_tickets", needs_player=True),
    "GET /healthz": _page("/healthz"),
    "GET /readyz": _page("/readyz"),
    "GET /v1/games/{game_id}/events": _looking("/v1/games/{game_id}/events"),
    "GET /v1/games/{game_id}/stream": _looking("/v1/games/{game_id}/stream"),
}
"""Of the stream process."""
