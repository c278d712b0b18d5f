"""Calls about rooms and what is said in them, in the gateway's own shapes."""

from __future__ import annotations

import grpc

from brettwerk.matchmaking.v1 import chat_service_pb2 as chat_pb
from brettwerk.matchmaking.v1.chat_service_pb2_grpc import ChatServiceStub
from chassis import problem_of
from gateway import shapes_rooms
from gateway.bodies_rooms import MessagesQuery
from gateway.problems import Problem
from gateway.shapes import Json

_TOO_MANY = {"TOO_MANY_MESSAGES", "TOO_MANY_ROOMS"}


class RoomsClient:
    """The matchmaking service's rooms. Who asks is told by the channel's bearer."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = ChatServiceStub(channel)

    def create(self, request_id: str) -> tuple[Json, bool]:
        """The room, and whether an earlier request with this id has made it."""
        try:
            response = self._stub.CreateRoom(chat_pb.CreateRoomRequest(request_id=request_id))
        except grpc.RpcError as error:
            raise _paced(error) from None
        return shapes_rooms.room(response.room), response.replayed

    def get(self, room_id: str) -> Json:
        return shapes_rooms.room(self._stub.GetRoom(chat_pb.GetRoomRequest(room_id=room_id)).room)

    def join(self, room_id: str, invitation: str) -> Json:
        request = chat_pb.JoinRoomRequest(room_id=room_id, invitation=invitation)
        return shapes_rooms.room(self._stub.JoinRoom(request).room)

    def leave(self, room_id: str) -> Json:
        self._stub.LeaveRoom(chat_pb.LeaveRoomRequest(room_id=room_id))
        return {"id": room_id}

    def post(self, room_id: str, text: str, request_id: str) -> tuple[Json, bool]:
        """The message, and whether an earlier request with this id has posted it."""
        request = chat_pb.PostMessageRequest(room_id=room_id, text=text, request_id=request_id)
        try:
            response = self._stub.PostMessage(request)
        except grpc.RpcError as error:
            raise _paced(error) from None
        return shapes_rooms.message(response.message), response.replayed

    def messages(self, room_id: str, query: MessagesQuery) -> Json:
        request = chat_pb.ListMessagesRequest(room_id=room_id, after=query.after, limit=query.limit)
        return shapes_rooms.messages(self._stub.ListMessages(request))

    def hide(self, room_id: str, message_id: int) -> Json:
        request = chat_pb.HideMessageRequest(room_id=room_id, message_id=message_id)
        return shapes_rooms.message(self._stub.HideMessage(request).message)

    def mute(self, player_id: str, for_ms: int) -> Json:
        request = chat_pb.MutePlayerRequest(player_id=player_id, for_ms=for_ms)
        return shapes_rooms.mute(player_id, self._stub.MutePlayer(request))

    def block(self, player_id: str) -> Json:
        """Whom the caller has blocked, this one among them."""
        self._stub.BlockPlayer(chat_pb.BlockPlayerRequest(player_id=player_id))
        return self.blocked()

    def unblock(self, player_id: str) -> Json:
        """Whom the caller has blocked still."""
        self._stub.UnblockPlayer(chat_pb.UnblockPlayerRequest(player_id=player_id))
        return self.blocked()

    def blocked(self) -> Json:
        response = self._stub.ListBlockedPlayers(chat_pb.ListBlockedPlayersRequest())
        return {"player_ids": list(response.player_ids)}


def _paced(error: grpc.RpcError) -> Exception:
    """The error, or the problem that says how long to wait: what is too much for one player is not a full server."""
    problem = problem_of(error)
    if problem.reason not in _TOO_MANY:
        return error
    retry_after_s = int(problem.facts["retry_after_s"])
    return Problem(problem.reason.lower(), problem.message, retry_after_s=retry_after_s)
