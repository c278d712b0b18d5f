"""GameService and EventFeed on the wire: reads the request, asks, answers."""

from __future__ import annotations

import grpc
import structlog
from google.protobuf.struct_pb2 import Struct

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1 import event_feed_pb2_grpc
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.games.v1 import games_service_pb2_grpc
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from chassis import Access, Answer, ErrorTable, Forbidden, Problem, Refused, at, current
from chassis.caller import AccessTable
from games import errors, events, export, shapes
from games.alarms import AlarmKind
from games.clients import RulesClient
from games.parts import Engine, EngineHand, Player, Seat, Status
from games.ports import Reading
from games.service import Games
from games.wishes import GameWish, Visitor

log = structlog.get_logger()

_MAX_MOVE_CHARS = 200
_MAX_KEY_CHARS = 64
_MAX_EVENTS = 500
_USUAL_EVENTS = 100
_MAX_CANDIDATES_CHARS = 2000  # the details of an error travel in a header
_TOPIC = "game:"

_INVALID = grpc.StatusCode.INVALID_ARGUMENT
_WRONG_STATE = grpc.StatusCode.FAILED_PRECONDITION

ERRORS: ErrorTable = {
    errors.UnknownGame: Answer(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_GAME"),
    errors.UnknownTopic: Answer(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_TOPIC"),
    errors.InvalidCursor: Answer(status=_INVALID, reason="INVALID_CURSOR"),
    errors.InvalidField: Answer(status=_INVALID, reason="INVALID_FIELD"),
    errors.UnknownPersona: Answer(status=_INVALID, reason="UNKNOWN_PERSONA"),
    errors.RequestIdReused: Answer(status=_INVALID, reason="REQUEST_ID_REUSED"),
    errors.NotAPlayer: Answer(status=grpc.StatusCode.PERMISSION_DENIED, reason="NOT_A_PLAYER"),
    errors.NoOpenSeat: Answer(status=_WRONG_STATE, reason="NO_OPEN_SEAT"),
    errors.GameNotStarted: Answer(status=_WRONG_STATE, reason="GAME_NOT_STARTED"),
    errors.GameFinished: Answer(status=_WRONG_STATE, reason="GAME_FINISHED"),
    errors.NotYourTurn: Answer(status=_WRONG_STATE, reason="NOT_YOUR_TURN", facts=("turn",)),
    errors.TurnPlayed: Answer(status=_WRONG_STATE, reason="TURN_PLAYED", facts=("turn",)),
    errors.TurnNotReached: Answer(status=_WRONG_STATE, reason="TURN_NOT_REACHED", facts=("turn",)),
    errors.FlagFallen: Answer(status=_WRONG_STATE, reason="FLAG_FALLEN"),
    # PlayMove answers it with the rule's own name; this is for whoever else might meet it.
    errors.MoveRefused: Answer(status=_WRONG_STATE, reason="MOVE_REFUSED"),
    errors.RaceLost: Answer(status=grpc.StatusCode.ABORTED, reason="RACE_LOST"),
    errors.PartDown: Answer(status=grpc.StatusCode.UNAVAILABLE, reason="PART_DOWN", facts=("part",)),
}
"""What each fault means to a caller."""

_WHO_PLAYS = Access(players=True, player_scope="play")
_WHO_LOOKS_ON = Access(players=True)

ACCESS: AccessTable = {
    "CreateGame": _WHO_PLAYS,
    "JoinGame": _WHO_PLAYS,
    "GetGame": _WHO_LOOKS_ON,
    "ListGameMoves": _WHO_LOOKS_ON,
    "PlayMove": Access(players=True, player_scope="play", services=("ai",), service_scope="engine"),
    "ResignGame": _WHO_PLAYS,
    "ExportGame": _WHO_LOOKS_ON,
    "Expire": Access(services=("clocks",)),
    "ListEvents": _WHO_LOOKS_ON,
}
"""Who may call what, by the method's name; both services' names differ."""


class GamesServicer(games_service_pb2_grpc.GameServiceServicer):
    """The RPCs, in the order of the contract."""

    def __init__(self, games: Games, rules: RulesClient) -> None:
        self._games = games
        self._rules = rules

    def CreateGame(
        self, request: games_pb.CreateGameRequest, context: grpc.ServicerContext
    ) -> games_pb.CreateGameResponse:
        creator = _player()
        request_id = request.request_id
        fits = len(request_id) <= _MAX_KEY_CHARS and "\0" not in request_id
        _require(fits, "request_id", f"at most {_MAX_KEY_CHARS} characters")
        with at("/time_control"):
            time_control = shapes.read_time_control(request.time_control)
        wish = GameWish(
            ruleset_key=request.ruleset.key,
            options=dict(request.ruleset.options),
            time_control=time_control,
            white=_seat(request.white, "white", creator),
            black=_seat(request.black, "black", creator),
            rated=request.rated,
        )
        try:
            made, replayed = self._games.create(_visitor(), creator, wish, request_id)
        except errors.UnknownPersona as error:
            side = "white" if wish.white == Engine(error.persona) else "black"
            with at(f"/{side}/persona"):
                raise
        if not replayed:
            log.info("game created", game_id=made.game.game_id, ruleset=made.game.ruleset.key)
        return games_pb.CreateGameResponse(game=_shown(made), replayed=replayed)

    def JoinGame(
        self, request: games_pb.JoinGameRequest, context: grpc.ServicerContext
    ) -> games_pb.JoinGameResponse:
        joined = self._games.join(_visitor(), _player(), request.game_id)
        return games_pb.JoinGameResponse(game=_shown(joined))

    def GetGame(
        self, request: games_pb.GetGameRequest, context: grpc.ServicerContext
    ) -> games_pb.GetGameResponse:
        reading = self._games.get(_visitor(), request.game_id)
        return games_pb.GetGameResponse(game=_shown(reading))

    def ListGameMoves(
        self, request: games_pb.ListGameMovesRequest, context: grpc.ServicerContext
    ) -> games_pb.ListGameMovesResponse:
        game = self._games.get(_visitor(), request.game_id).game
        if game.status is Status.RUNNING:
            legal = self._rules.legal_moves(game, include_tree=request.include_tree)
        else:
            legal = rules_pb.ListLegalMovesResponse(
                side_to_move=shapes.SIDES[game.to_move], result=shapes.result(game.result)
            )
        return games_pb.ListGameMovesResponse(turn=game.turn, legal=legal)

    def PlayMove(
        self, request: games_pb.PlayMoveRequest, context: grpc.ServicerContext
    ) -> games_pb.PlayMoveResponse:
        fits = len(request.move) <= _MAX_MOVE_CHARS
        _require(fits, "move", f"at most {_MAX_MOVE_CHARS} characters")
        given = request.HasField("expected_turn") and request.expected_turn >= 0
        _require(given, "expected_turn", "the turn to be played, from 0")
        try:
            played = self._games.play_move(_visitor(), request.game_id, request.move, request.expected_turn)
        except errors.MoveRefused as error:
            raise Refused(_problem(error)) from error
        return games_pb.PlayMoveResponse(
            game=shapes.game(played.game, played.now),
            move=shapes.move(played.move),
            turn=played.turn,
            charged_ms=played.charged_ms,
            replayed=played.replayed,
        )

    def ResignGame(
        self, request: games_pb.ResignGameRequest, context: grpc.ServicerContext
    ) -> games_pb.ResignGameResponse:
        resigned = self._games.resign(_visitor(), _player(), request.game_id)
        return games_pb.ResignGameResponse(game=_shown(resigned))

    def ExportGame(
        self, request: games_pb.ExportGameRequest, context: grpc.ServicerContext
    ) -> games_pb.ExportGameResponse:
        game, history = self._games.history(_visitor(), request.game_id)
        record = export.record(game, history)
        return games_pb.ExportGameResponse(text=self._rules.write_game(record, request.captures))

    def Expire(
        self, request: games_pb.ExpireRequest, context: grpc.ServicerContext
    ) -> games_pb.ExpireResponse:
        kind = _ALARM_KINDS.get(request.kind)
        if kind is AlarmKind.FLAG:
            applied = self._games.fall_flag(request.game_id, request.clock_version)
        else:
            _require(kind is AlarmKind.ENGINE_FALLBACK, "kind", "a known kind of alarm")
            applied = self._games.fall_back(request.game_id, request.clock_version)
        if applied:
            log.info("alarm applied", game_id=request.game_id, kind=kind)
        return games_pb.ExpireResponse(applied=applied)


class EventServicer(event_feed_pb2_grpc.EventFeedServicer):
    """The feed of every game."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def ListEvents(
        self, request: events_pb.ListEventsRequest, context: grpc.ServicerContext
    ) -> events_pb.ListEventsResponse:
        _require(0 <= request.limit <= _MAX_EVENTS, "limit", f"from 0 to {_MAX_EVENTS}")
        if not request.topic.startswith(_TOPIC):
            raise errors.UnknownTopic(request.topic)
        game_id = request.topic.removeprefix(_TOPIC)
        try:
            feed = self._games.feed(_visitor(), game_id, request.after, request.limit or _USUAL_EVENTS)
        except errors.UnknownGame:
            raise errors.UnknownTopic(request.topic) from None
        return events_pb.ListEventsResponse(
            events=[_event(event) for event in feed.events], last_sequence=feed.last_sequence
        )


_ALARM_KINDS = {games_pb.AlarmKind.Value(f"ALARM_KIND_{kind.name}"): kind for kind in AlarmKind}


def _visitor() -> Visitor:
    """Whoever the access table lets in: a player, or the ai service where it may play."""
    caller = current()
    if not caller.tenant_id:
        raise Forbidden("a service has to say for which tenant it acts")
    if caller.is_player:
        return Visitor(tenant_id=caller.tenant_id, viewer=Player(caller.id))
    return Visitor(tenant_id=caller.tenant_id, viewer=EngineHand())


def _player() -> Player:
    """The caller, where the access table lets in players alone."""
    return Player(current().id)


def _seat(wish: games_pb.SeatWish, side: str, creator: Player) -> Seat:
    kind = wish.WhichOneof("wish")
    if kind == "persona":
        with at(f"/{side}"):
            _require(0 < len(wish.persona) <= _MAX_KEY_CHARS, "persona", "the name of an engine")
        return Engine(wish.persona)
    _require(wish.caller or wish.open, side, "the caller, an engine, or open")
    return creator if wish.caller else None


def _shown(reading: Reading) -> games_pb.Game:
    return shapes.game(reading.game, reading.now)


def _problem(error: errors.MoveRefused) -> Problem:
    candidates = ""
    for candidate in error.candidates:
        if len(candidates) + len(candidate) > _MAX_CANDIDATES_CHARS:
            break
        candidates = f"{candidates} {candidate}".strip()
    return Problem(
        status=_WRONG_STATE,
        reason=error.reason.upper(),
        message=str(error),
        facts={"candidates": candidates} if candidates else {},
    )


def _event(event: events.Event) -> events_pb.Event:
    data = Struct()
    data.update(event.data)
    return events_pb.Event(
        sequence=event.sequence,
        type=event.type,
        event_time=shapes.timestamp(event.time),
        data=data,
    )


def _require(holds: bool, field: str, description: str) -> None:
    """Raises InvalidField unless the claim holds."""
    if not holds:
        raise errors.InvalidField(description, field)
