"""A matchmaking service for many tests, and who comes there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

import psycopg
from google.protobuf.json_format import MessageToDict

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from brettwerk.matchmaking.v1 import chat_service_pb2 as pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.matchmaking.v1.chat_service_pb2_grpc import ChatServiceStub
from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from brettwerk.types.v1 import types_pb2
from chassis import Running, start
from chassis.channels import connect
from matchmaking.bind import bind
from matchmaking.settings import MatchmakingSettings
from tests.identity import Identity
from tests.servers import Database

_tenants = count(1)
_events = count(1)


def new_tenant() -> str:
    """One that no other test knows."""
    return f"tenant-{next(_tenants)}"


@dataclass(frozen=True, slots=True)
class Told:
    """An event, whose data are plain."""

    sequence: int
    type: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class At:
    """Somebody's stubs."""

    matchmaking: MatchmakingServiceStub
    chat: ChatServiceStub
    feed: EventFeedStub

    def say(self, text: str, room_id: str = "lobby", request_id: str = "") -> pb.Message:
        request = pb.PostMessageRequest(room_id=room_id, text=text, request_id=request_id)
        return self.chat.PostMessage(request).message

    def heard(self, room_id: str = "lobby", after: int | None = None, limit: int = 0) -> list[str]:
        request = pb.ListMessagesRequest(room_id=room_id, after=after, limit=limit)
        return [message.text for message in self.chat.ListMessages(request).messages]

    def hide(self, message: pb.Message) -> pb.Message:
        request = pb.HideMessageRequest(room_id=message.room_id, message_id=message.message_id)
        return self.chat.HideMessage(request).message

    def mute(self, player_id: str, for_ms: int = 60_000) -> pb.MutePlayerResponse:
        return self.chat.MutePlayer(pb.MutePlayerRequest(player_id=player_id, for_ms=for_ms))

    def make_room(self, request_id: str = "") -> pb.Room:
        return self.chat.CreateRoom(pb.CreateRoomRequest(request_id=request_id)).room

    def join(self, room: pb.Room, invitation: str | None = None) -> pb.Room:
        given = room.invitation if invitation is None else invitation
        return self.chat.JoinRoom(pb.JoinRoomRequest(room_id=room.room_id, invitation=given)).room

    def leave(self, room: pb.Room) -> None:
        self.chat.LeaveRoom(pb.LeaveRoomRequest(room_id=room.room_id))

    def room(self, room_id: str) -> pb.Room:
        return self.chat.GetRoom(pb.GetRoomRequest(room_id=room_id)).room

    def page(self, topic: str, after: int = 0, limit: int = 0) -> events_pb.ListEventsResponse:
        return self.feed.ListEvents(events_pb.ListEventsRequest(topic=topic, after=after, limit=limit))

    def events(self, topic: str, after: int = 0, limit: int = 0) -> list[Told]:
        return [told(event) for event in self.page(topic, after, limit).events]

    def snapshot(self, topic: str) -> Told:
        return told(self.feed.Snapshot(events_pb.SnapshotRequest(topic=topic)).snapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """A running service and ways in."""

    identity: Identity
    database: Database
    server: Running
    channels: ExitStack = field(repr=False)

    def via(self, bearer: Callable[[], str] | None) -> At:
        channel = connect(self.server.address, deadline_ms=15_000, bearer=bearer)
        self.channels.enter_context(channel)
        return At(MatchmakingServiceStub(channel), ChatServiceStub(channel), EventFeedStub(channel))

    def player(self, name: str, tenant_id: str = "local", scopes: Collection[str] = ("play",)) -> At:
        return self.via(self.identity.player(name, tenant_id=tenant_id, scopes=scopes))

    @property
    def games(self) -> At:
        """It, as the games service calls it."""
        return self.via(self.identity.service("games", "matchmaking"))

    def execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """With the service's role, past the service."""
        with psycopg.connect(self.database.conninfo("matchmaking"), autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), values)
            return cursor.fetchall() if cursor.description else []

    def let_pass(self, tenant_id: str, seconds: float) -> None:
        """As if whatever was written in this tenant were so much older."""
        ago = f"- make_interval(secs => {seconds})"
        self.execute(
            f"UPDATE writers SET muted_until_time = muted_until_time {ago},"
            f" recent_times = ARRAY(SELECT time {ago} FROM unnest(recent_times) AS time) WHERE tenant_id = %s",
            tenant_id,
        )
        for table, column in (
            ("requests", "create_time"),
            ("rooms", "create_time"),
            ("rooms", "empty_time"),
            ("games", "end_time"),
        ):
            self.execute(f"UPDATE {table} SET {column} = {column} {ago} WHERE tenant_id = %s", tenant_id)

    def everything(self) -> str:
        """All that stands in the service's tables, as text."""
        names = self.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'matchmaking'")
        assert names
        return "\n".join(
            str(row)
            for (name,) in names
            for row in self.execute(f'SELECT t::text FROM matchmaking."{name}" AS t')
        )


NOWHERE = "127.0.0.1:1"
"""Where no games service listens."""


@contextmanager
def open_club(
    identity: Identity, database: Database, valkey: str = "", games_address: str = NOWHERE
) -> Iterator[Club]:
    settings = MatchmakingSettings(
        address="127.0.0.1:0",
        public_keys=identity.public_keys,
        key=identity.key("matchmaking"),
        database=database.conninfo("matchmaking"),
        valkey=valkey,
        games_address=games_address,
        stop_ms=200,
    )
    with (
        start("matchmaking", partial(bind, settings=settings), settings) as server,
        ExitStack() as channels,
    ):
        yield Club(identity=identity, database=database, server=server, channels=channels)


def told(event: events_pb.Event) -> Told:
    return Told(event.sequence, event.type, MessageToDict(event.data))


WHITE_WINS = types_pb2.Result(winner=types_pb2.SIDE_WHITE, termination=types_pb2.TERMINATION_NO_MOVES)
BLITZ = types_pb2.TimeControl(fischer=types_pb2.Fischer(base_ms=180_000, increment_ms=2_000))


def news(
    kind: matchmaking_pb.GameNews.ValueType, tenant_id: str, game_id: str = "g1", /, **fields: Any
) -> matchmaking_pb.TellOfGameRequest:
    """Something new about a game that anna plays against bert."""
    given: dict[str, Any] = {
        "event_id": next(_events),
        "tenant_id": tenant_id,
        "game_id": f"{tenant_id}-{game_id}",
        "kind": kind,
        "ruleset_key": "battledame",
        "options": {"capture": "maximum"},
        "white_player_id": "anna",
        "black_player_id": "bert",
        "rated": True,
        "time_control": BLITZ,
    }
    if kind == matchmaking_pb.GAME_NEWS_ENDED:
        given["result"] = WHITE_WINS
    return matchmaking_pb.TellOfGameRequest(**given | fields)
