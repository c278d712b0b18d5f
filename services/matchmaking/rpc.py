"""MatchmakingService, ChatService and EventFeed on the wire: each reads the request, asks, answers."""

from __future__ import annotations

import grpc
import structlog

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1 import event_feed_pb2_grpc
from brettwerk.matchmaking.v1 import chat_service_pb2 as chat_pb
from brettwerk.matchmaking.v1 import chat_service_pb2_grpc, matchmaking_service_pb2_grpc
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from chassis import ANYONE, Access, Answer, ErrorTable, current
from chassis.caller import AccessTable
from chassis.interceptor import AUTHORIZATION_KEY, BEARER
from matchmaking import errors, shapes
from matchmaking.chat import Chat
from matchmaking.room import Visitor
from matchmaking.service import Feeds, Records, Tidings
from matchmaking.shapes import read_id, require

log = structlog.get_logger()

_INVALID = grpc.StatusCode.INVALID_ARGUMENT
_WRONG_STATE = grpc.StatusCode.FAILED_PRECONDITION
_TOO_MUCH = grpc.StatusCode.RESOURCE_EXHAUSTED
_DENIED = grpc.StatusCode.PERMISSION_DENIED
_UNKNOWN = grpc.StatusCode.NOT_FOUND

ERRORS: ErrorTable = {
    errors.InvalidField: Answer(status=_INVALID, reason="INVALID_FIELD"),
    errors.UnknownTopic: Answer(status=_UNKNOWN, reason="UNKNOWN_TOPIC"),
    errors.InvalidCursor: Answer(status=_INVALID, reason="INVALID_CURSOR"),
    errors.CursorExpired: Answer(status=_WRONG_STATE, reason="CURSOR_EXPIRED"),
    errors.UnknownRoom: Answer(status=_UNKNOWN, reason="UNKNOWN_ROOM"),
    errors.UnknownMessage: Answer(status=_UNKNOWN, reason="UNKNOWN_MESSAGE"),
    errors.RoomFull: Answer(status=_WRONG_STATE, reason="ROOM_FULL"),
    errors.NotAPlayer: Answer(status=_DENIED, reason="NOT_A_PLAYER"),
    errors.NotYourMessage: Answer(status=_DENIED, reason="FORBIDDEN"),
    errors.Muted: Answer(status=_DENIED, reason="MUTED", facts=("muted_until_time",)),
    errors.TooManyMessages: Answer(status=_TOO_MUCH, reason="TOO_MANY_MESSAGES", facts=("retry_after_s",)),
    errors.TooManyRooms: Answer(status=_TOO_MUCH, reason="TOO_MANY_ROOMS", facts=("retry_after_s",)),
    errors.TooManyBlocked: Answer(status=_WRONG_STATE, reason="TOO_MANY_BLOCKED"),
    errors.RequestIdReused: Answer(status=_INVALID, reason="REQUEST_ID_REUSED"),
}
"""What each fault means to a caller."""

PLAY = "play"
MODERATE = "moderate"
"""The scopes of players' tokens that matter here."""

_GAMES_ALONE = Access(services=("games",))
_WHO_PLAYS = Access(players=True, player_scope=PLAY)
_WHO_LOOKS_ON = Access(players=True)

ACCESS: AccessTable = {
    "RecordResult": _GAMES_ALONE,
    "TellOfGame": _GAMES_ALONE,
    "GetRecord": ANYONE,
    "CreateRoom": _WHO_PLAYS,
    "JoinRoom": _WHO_PLAYS,
    "LeaveRoom": _WHO_PLAYS,
    "GetRoom": _WHO_LOOKS_ON,
    "PostMessage": _WHO_PLAYS,
    "ListMessages": _WHO_LOOKS_ON,
    # An author or a moderator; which of them is there is for the message to say.
    "HideMessage": _WHO_LOOKS_ON,
    "MutePlayer": Access(players=True, player_scope=MODERATE),
    "BlockPlayer": _WHO_PLAYS,
    "UnblockPlayer": _WHO_PLAYS,
    "ListBlockedPlayers": _WHO_LOOKS_ON,
    "ListEvents": _WHO_LOOKS_ON,
    "Snapshot": _WHO_LOOKS_ON,
}
"""Who may call what, by the method's name; no two services here have one in common."""

_LOCAL = "local"
"""The tenant of a service that acts for none in particular."""
_MAX_EVENTS = 500
_USUAL_EVENTS = 100
_MAX_MESSAGES = 200
_USUAL_MESSAGES = 50
_MAX_MUTE_MS = 366 * 86_400_000


class MatchmakingServicer(matchmaking_service_pb2_grpc.MatchmakingServiceServicer):
    """The RPCs, in the order of the contract."""

    def __init__(self, records: Records, tidings: Tidings) -> None:
        self._records = records
        self._tidings = tidings

    def RecordResult(
        self, request: matchmaking_pb.RecordResultRequest, context: grpc.ServicerContext
    ) -> matchmaking_pb.RecordResultResponse:
        game = shapes.finished_game(request)
        new = self._records.note(request.event_id, game)
        log.info(
            "result recorded" if new else "result known", game_id=game.game_id, event_id=request.event_id
        )
        return matchmaking_pb.RecordResultResponse()

    def TellOfGame(
        self, request: matchmaking_pb.TellOfGameRequest, context: grpc.ServicerContext
    ) -> matchmaking_pb.TellOfGameResponse:
        game = shapes.told_game(request)
        new = self._tidings.tell(request.event_id, game)
        log.info(
            "news told" if new else "news known",
            game_id=game.game_id,
            news=game.kind,
            event_id=request.event_id,
        )
        return matchmaking_pb.TellOfGameResponse()

    def GetRecord(
        self, request: matchmaking_pb.GetRecordRequest, context: grpc.ServicerContext
    ) -> matchmaking_pb.GetRecordResponse:
        caller = current()
        player_id = read_id(request.player_id, "/player_id") or (caller.id if caller.is_player else "")
        require(player_id != "", "/player_id", "who is not a player has to name one")
        record = self._records.of(caller.tenant_id or _LOCAL, player_id)
        return matchmaking_pb.GetRecordResponse(
            lines=[
                matchmaking_pb.RecordLine(ruleset_key=key, won=tally.won, drawn=tally.drawn, lost=tally.lost)
                for key, tally in record.items()
            ]
        )


class ChatServicer(chat_service_pb2_grpc.ChatServiceServicer):
    """The RPCs, in the order of the contract. What is said is not logged."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def CreateRoom(
        self, request: chat_pb.CreateRoomRequest, context: grpc.ServicerContext
    ) -> chat_pb.CreateRoomResponse:
        request_id = read_id(request.request_id, "/request_id")
        room, replayed = self._chat.create(_visitor(context), request_id)
        if not replayed:
            log.info("room made", room_id=room.room_id)
        return chat_pb.CreateRoomResponse(room=shapes.room(room), replayed=replayed)

    def JoinRoom(
        self, request: chat_pb.JoinRoomRequest, context: grpc.ServicerContext
    ) -> chat_pb.JoinRoomResponse:
        invitation = read_id(request.invitation, "/invitation")
        room = self._chat.join(_visitor(context), request.room_id, invitation)
        return chat_pb.JoinRoomResponse(room=shapes.room(room))

    def LeaveRoom(
        self, request: chat_pb.LeaveRoomRequest, context: grpc.ServicerContext
    ) -> chat_pb.LeaveRoomResponse:
        self._chat.leave(_visitor(context), request.room_id)
        return chat_pb.LeaveRoomResponse()

    def GetRoom(
        self, request: chat_pb.GetRoomRequest, context: grpc.ServicerContext
    ) -> chat_pb.GetRoomResponse:
        return chat_pb.GetRoomResponse(room=shapes.room(self._chat.get(_visitor(context), request.room_id)))

    def PostMessage(
        self, request: chat_pb.PostMessageRequest, context: grpc.ServicerContext
    ) -> chat_pb.PostMessageResponse:
        request_id = read_id(request.request_id, "/request_id")
        message, replayed = self._chat.post(_visitor(context), request.room_id, request.text, request_id)
        return chat_pb.PostMessageResponse(message=shapes.message(message), replayed=replayed)

    def ListMessages(
        self, request: chat_pb.ListMessagesRequest, context: grpc.ServicerContext
    ) -> chat_pb.ListMessagesResponse:
        require(0 <= request.limit <= _MAX_MESSAGES, "/limit", f"from 0 to {_MAX_MESSAGES}")
        after = request.after if request.HasField("after") else None
        require(after is None or after >= 0, "/after", "not negative")
        limit = request.limit or _USUAL_MESSAGES
        messages = self._chat.messages(_visitor(context), request.room_id, after, limit)
        return chat_pb.ListMessagesResponse(messages=[shapes.message(message) for message in messages])

    def HideMessage(
        self, request: chat_pb.HideMessageRequest, context: grpc.ServicerContext
    ) -> chat_pb.HideMessageResponse:
        message = self._chat.hide(_visitor(context), request.room_id, request.message_id)
        log.info("message hidden", room_id=request.room_id, message_id=request.message_id, by=current().id)
        return chat_pb.HideMessageResponse(message=shapes.message(message))

    def MutePlayer(
        self, request: chat_pb.MutePlayerRequest, context: grpc.ServicerContext
    ) -> chat_pb.MutePlayerResponse:
        player_id = read_id(request.player_id, "/player_id", needed=True)
        require(0 <= request.for_ms <= _MAX_MUTE_MS, "/for_ms", f"from 0 to {_MAX_MUTE_MS}")
        until = self._chat.mute(_visitor(context), player_id, request.for_ms)
        log.info("player muted", player_id=player_id, for_ms=request.for_ms, by=current().id)
        return chat_pb.MutePlayerResponse(
            muted_until_time=shapes.timestamp(until) if until is not None else None
        )

    def BlockPlayer(
        self, request: chat_pb.BlockPlayerRequest, context: grpc.ServicerContext
    ) -> chat_pb.BlockPlayerResponse:
        player_id = read_id(request.player_id, "/player_id", needed=True)
        require(player_id != current().id, "/player_id", "somebody else")
        self._chat.block(_visitor(context), player_id)
        return chat_pb.BlockPlayerResponse()

    def UnblockPlayer(
        self, request: chat_pb.UnblockPlayerRequest, context: grpc.ServicerContext
    ) -> chat_pb.UnblockPlayerResponse:
        self._chat.unblock(_visitor(context), read_id(request.player_id, "/player_id", needed=True))
        return chat_pb.UnblockPlayerResponse()

    def ListBlockedPlayers(
        self, request: chat_pb.ListBlockedPlayersRequest, context: grpc.ServicerContext
    ) -> chat_pb.ListBlockedPlayersResponse:
        return chat_pb.ListBlockedPlayersResponse(player_ids=self._chat.blocked(_visitor(context)))


class EventServicer(event_feed_pb2_grpc.EventFeedServicer):
    """The feeds of the lobby, of rooms, and of each player."""

    def __init__(self, feeds: Feeds) -> None:
        self._feeds = feeds

    def ListEvents(
        self, request: events_pb.ListEventsRequest, context: grpc.ServicerContext
    ) -> events_pb.ListEventsResponse:
        require(0 <= request.limit <= _MAX_EVENTS, "/limit", f"from 0 to {_MAX_EVENTS}")
        limit = request.limit or _USUAL_EVENTS
        page, view = self._feeds.page(_visitor(context), request.topic, request.after, limit)
        return events_pb.ListEventsResponse(
            events=[shapes.event(event) for event in page.events],
            last_sequence=page.last_sequence,
            view=view,
        )

    def Snapshot(
        self, request: events_pb.SnapshotRequest, context: grpc.ServicerContext
    ) -> events_pb.SnapshotResponse:
        snapshot, view = self._feeds.snapshot(_visitor(context), request.topic)
        return events_pb.SnapshotResponse(snapshot=shapes.event(snapshot), view=view)


def _visitor(context: grpc.ServicerContext) -> Visitor:
    """The caller, where the access table lets in players alone."""
    caller = current()
    metadata = dict(context.invocation_metadata())
    return Visitor(
        tenant_id=caller.tenant_id,
        player_id=caller.id,
        token=str(metadata[AUTHORIZATION_KEY]).removeprefix(BEARER),
        plays=PLAY in caller.scopes,
        moderates=MODERATE in caller.scopes,
    )
