"""The composition root of the matchmaking service."""

from __future__ import annotations

import os
import secrets
import time
import uuid

import grpc

from brettwerk.events.v1 import event_feed_pb2, event_feed_pb2_grpc
from brettwerk.matchmaking.v1 import (
    chat_service_pb2,
    chat_service_pb2_grpc,
    matchmaking_service_pb2,
    matchmaking_service_pb2_grpc,
)
from chassis import Bound
from chassis.channels import connect
from chassis.database import Database
from chassis.wake import Wake
from matchmaking.chat import Chat, Doors
from matchmaking.clients import Table
from matchmaking.rpc import ACCESS, ERRORS, ChatServicer, EventServicer, MatchmakingServicer
from matchmaking.service import Feeds, Records, Tidings
from matchmaking.settings import MatchmakingSettings
from matchmaking.store import Store
from matchmaking.store_feeds import FeedLog, FeedStore
from matchmaking.store_messages import MessageStore
from matchmaking.store_rooms import RoomStore

SERVICES = (
    matchmaking_service_pb2.DESCRIPTOR.services_by_name["MatchmakingService"].full_name,
    chat_service_pb2.DESCRIPTOR.services_by_name["ChatService"].full_name,
    event_feed_pb2.DESCRIPTOR.services_by_name["EventFeed"].full_name,
)


def bind(server: grpc.Server, settings: MatchmakingSettings) -> Bound:
    database = Database(settings.database, name="matchmaking", connections=settings.database_connections)
    wake = Wake(settings.valkey)
    # It is asked with the token of the player who comes, and for nothing else.
    games = connect(settings.games_address, repeatable=True)
    log = FeedLog(wake.publish)
    feeds, rooms = FeedStore(database, log), RoomStore(database, log)
    doors = Doors(rooms, Table(games))
    chat = Chat(
        doors=doors,
        rooms=rooms,
        messages=MessageStore(database, log),
        new_id=_new_id,
        new_invitation=lambda: secrets.token_urlsafe(18),
    )
    matchmaking_service_pb2_grpc.add_MatchmakingServiceServicer_to_server(
        MatchmakingServicer(Records(Store(database)), Tidings(feeds)), server
    )
    chat_service_pb2_grpc.add_ChatServiceServicer_to_server(ChatServicer(chat), server)
    event_feed_pb2_grpc.add_EventFeedServicer_to_server(EventServicer(Feeds(feeds, doors)), server)
    return Bound(
        services=SERVICES,
        errors=ERRORS,
        access=ACCESS,
        closing=(games.close, wake.close, database.close),
    )


def _new_id() -> str:
    """A UUID of version 7: those that are made together lie together in the index."""
    head = time.time_ns() // 1_000_000 << 80
    tail = int.from_bytes(os.urandom(10), "big")
    bits = head | tail & ~(0xF << 76 | 0x3 << 62) | 0x7 << 76 | 0x2 << 62
    return str(uuid.UUID(int=bits))
