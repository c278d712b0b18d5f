"""Rooms and messages as JSON values."""

from __future__ import annotations

from brettwerk.matchmaking.v1 import chat_service_pb2 as chat_pb
from gateway.shapes import Json, words

_KINDS = words(chat_pb.RoomKind, "ROOM_KIND_")


def room(message: chat_pb.Room) -> Json:
    is_private = message.kind == chat_pb.ROOM_KIND_PRIVATE
    return {
        "id": message.room_id,
        "kind": _KINDS[message.kind],
        "writable": message.writable,
        "maker_player_id": message.maker_player_id if is_private else None,
        "member_player_ids": list(message.member_player_ids) if is_private else None,
        "invitation": message.invitation if is_private else None,
        "create_time": message.create_time.ToJsonString() if is_private else None,
    }


def message(message: chat_pb.Message) -> Json:
    return {
        "message_id": message.message_id,
        "room_id": message.room_id,
        "player_id": message.player_id,
        "text": None if message.hidden else message.text,
        "post_time": message.post_time.ToJsonString(),
        "hidden": message.hidden,
    }


def messages(message_list: chat_pb.ListMessagesResponse) -> Json:
    return {"messages": [message(each) for each in message_list.messages]}


def mute(player_id: str, message: chat_pb.MutePlayerResponse) -> Json:
    until = message.muted_until_time.ToJsonString() if message.HasField("muted_until_time") else None
    return {"player_id": player_id, "muted_until_time": until}
