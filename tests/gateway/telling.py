"""A service that tells whatever a test has it tell, and notes who is said to be there; and readers of live streams."""

from __future__ import annotations  # grpc's context is typed for checkers only

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
import grpc
import pytest

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1 import event_feed_pb2_grpc
from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.games.v1 import games_service_pb2_grpc
from brettwerk.types.v1 import types_pb2
from chassis import Access, Bound, Caller, Problem, Refused, ServerSettings, Unavailable, current, start
from gateway.stream.hub import Hub
from gateway.stream.serving import serving
from gateway.stream.settings import StreamSettings
from tests.identity import Identity
from tests.patience import PATIENCE_S

View = Callable[[str, Caller], str | None]
"""Whose eyes a caller has for a topic; None where he may not read it."""

_STATUS = grpc.StatusCode

NDJSON = {"Accept": "application/x-ndjson"}
FORMS = pytest.mark.parametrize("form", [{}, NDJSON], ids=["sse", "ndjson"])
"""Both forms of a stream, as headers that ask for it."""


class Teller(event_feed_pb2_grpc.EventFeedServicer, games_service_pb2_grpc.GameServiceServicer):
    """Topics in memory. What stands in an event under the name of a view is for this view alone."""

    def __init__(self) -> None:
        self.view: View = lambda _topic, _caller: "spectator"
        self.is_away = False
        self.listings = 0
        self.reports: list[games_pb.ReportPresenceRequest] = []
        self.reports_all = False
        self.loses_answers = False
        self._events: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self._forgotten: dict[str, int] = {}
        self._lock = threading.Lock()

    def tell(self, topic: str, **data: Any) -> int:
        """The event's sequence."""
        with self._lock:
            self._events[topic].append(data)
            return len(self._events[topic])

    def forget(self, topic: str, sequence: int) -> None:
        """Keep only what comes after it."""
        self._forgotten[topic] = sequence

    def ListEvents(  # noqa: N802  the contract names it
        self, request: events_pb.ListEventsRequest, context: grpc.ServicerContext
    ) -> events_pb.ListEventsResponse:
        self.listings += 1
        view = self._seen(request.topic)
        after, events = request.after, self._events[request.topic]
        if not 0 <= after <= len(events):
            raise Refused(Problem(status=_STATUS.INVALID_ARGUMENT, reason="INVALID_CURSOR", message="no"))
        if after < self._forgotten.get(request.topic, 0):
            raise Refused(Problem(status=_STATUS.FAILED_PRECONDITION, reason="CURSOR_EXPIRED", message="no"))
        last = min(len(events), after + (request.limit or 100))
        told = [_event(request.topic, at + 1, events[at], view) for at in range(after, last)]
        return events_pb.ListEventsResponse(events=told, last_sequence=len(events), view=view)

    def Snapshot(  # noqa: N802
        self, request: events_pb.SnapshotRequest, context: grpc.ServicerContext
    ) -> events_pb.SnapshotResponse:
        view = self._seen(request.topic)
        count = len(self._events[request.topic])
        kind = request.topic.partition(":")[0]
        snapshot = _event(request.topic, count, {"type": f"{kind}_snapshot", "count": count}, view)
        return events_pb.SnapshotResponse(snapshot=snapshot, view=view)

    def ReportPresence(  # noqa: N802
        self, request: games_pb.ReportPresenceRequest, context: grpc.ServicerContext
    ) -> games_pb.ReportPresenceResponse:
        with self._lock:
            self.reports.append(request)
            answer = games_pb.ReportPresenceResponse(report_all=self.reports_all)
            self.reports_all = False
        if self.loses_answers:
            raise Unavailable("what was reported is taken, and the answer is lost")
        return answer

    def bind(self, server: grpc.Server) -> Bound:
        event_feed_pb2_grpc.add_EventFeedServicer_to_server(self, server)
        games_service_pb2_grpc.add_GameServiceServicer_to_server(self, server)
        feed = events_pb.DESCRIPTOR.services_by_name["EventFeed"]
        games = games_pb.DESCRIPTOR.services_by_name["GameService"]
        access = {
            **dict.fromkeys(games.methods_by_name, Access()),
            **dict.fromkeys(feed.methods_by_name, Access(players=True)),
            "ReportPresence": Access(services=("stream",)),
        }
        return Bound(services=(feed.full_name, games.full_name), access=access)

    def _seen(self, topic: str) -> str:
        if self.is_away:
            raise Refused(Problem(status=_STATUS.UNAVAILABLE, reason="PART_DOWN", message="away"))
        view = self.view(topic, current())
        if view is None:
            raise Refused(Problem(status=_STATUS.NOT_FOUND, reason="UNKNOWN_TOPIC", message=topic))
        return view


def new_teller() -> Teller:
    # What else the games service has nobody may ask of it.
    return Teller()  # type: ignore[abstract]


@contextmanager
def told_by(teller: Teller, identity: Identity) -> Iterator[StreamSettings]:
    """A server of it, and the settings of a stream process that asks it for everything."""
    server = ServerSettings(address="127.0.0.1:0", public_keys=identity.public_keys, stop_ms=200)
    with start("games", teller.bind, server) as running:
        yield StreamSettings(
            address="127.0.0.1:0",
            games_address=running.address,
            matchmaking_address=running.address,
            ai_address=running.address,
            key=identity.key("stream"),
            public_keys=identity.public_keys,
            games_deadline_ms=20_000,
            stop_ms=500,
        )


def _event(topic: str, sequence: int, told: dict[str, Any], view: str) -> events_pb.Event:
    event = events_pb.Event(sequence=sequence, type=told.get("type", "told"))
    event.event_time.FromJsonString("2026-01-02T03:04:05Z")
    hidden = {"white", "black", "both", "spectator"} - {view}
    event.data.update({name: value for name, value in told.items() if name not in {"type", *hidden}})
    if topic.startswith("game:"):
        event.turn, event.ply, event.position_hash = sequence, sequence, f"{sequence:016x}"
        event.clock.CopyFrom(
            types_pb2.ClockState(
                white_remaining_ms=1000, black_remaining_ms=2000, running_side=types_pb2.SIDE_WHITE
            )
        )
    return event


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a stream has said once."""

    cursor: str = ""
    type: str = ""
    event: dict[str, Any] = field(default_factory=dict)
    comment: bool = False


class Reader:
    """A live stream that is read line by line, in either form."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self.response = response
        self.cursor = ""

    async def next(self) -> Line | None:
        """What is said next; None at the end."""
        async with asyncio.timeout(PATIENCE_S):
            if self.response.content_type == "application/x-ndjson":
                return await self._next_object()
            return await self._next_message()

    async def events(self, count: int) -> list[dict[str, Any]]:
        """The next events, without what is said between them."""
        found: list[dict[str, Any]] = []
        while len(found) < count:
            line = await self.next()
            assert line is not None, "the stream has ended"
            if line.cursor:
                self.cursor = line.cursor
                found.append(line.event)
        return found

    async def _next_object(self) -> Line | None:
        text = await self.response.content.readline()
        if not text:
            return None
        event = json.loads(text)
        return Line(cursor=event.pop("cursor", ""), type=event["type"], event=event)

    async def _next_message(self) -> Line | None:
        fields: dict[str, str] = {}
        async for line in self.response.content:
            text = line.decode().rstrip("\n")
            if not text:
                break
            name, _, value = text.partition(":")
            fields[name] = value.strip()
        if not fields:
            return None
        return Line(
            cursor=fields.get("id", ""),
            type=fields.get("event", ""),
            event=json.loads(fields.get("data", "{}")),
            comment="" in fields,
        )


class Visit:
    """A client of the stream process, and the process's hub."""

    def __init__(self, session: aiohttp.ClientSession, address: str, hub: Hub, identity: Identity) -> None:
        self.address = address
        self.hub = hub
        self._session = session
        self._identity = identity
        self._responses: list[aiohttp.ClientResponse] = []

    def token(self, player_id: str, **more: Any) -> str:
        return self._identity.player(player_id, **more)()

    async def ask(self, method: str, path: str, player: str = "", **headers: str) -> aiohttp.ClientResponse:
        """As this player, if one is named."""
        if player:
            headers["Authorization"] = f"Bearer {self.token(player)}"
        response = await self._session.request(method, f"http://{self.address}{path}", headers=headers)
        self._responses.append(response)
        return response

    async def open(self, topics: str, player: str = "anna", query: str = "", **headers: str) -> Reader:
        response = await self.ask("GET", f"/v1/stream?topics={topics}{query}", player, **headers)
        assert response.status == 200, await response.text()
        return Reader(response)

    async def problem(self, method: str, path: str, player: str = "", **headers: str) -> tuple[int, str]:
        response = await self.ask(method, path, player, **headers)
        assert response.content_type == "application/problem+json", await response.text()
        return response.status, (await response.json())["code"]

    def leave(self) -> None:
        for response in self._responses:
            response.close()

    def stay(self) -> None:
        """Leave nothing at the end."""
        self._responses.clear()


@asynccontextmanager
async def visiting(settings: StreamSettings, identity: Identity, **changes: Any) -> AsyncIterator[Visit]:
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        serving(replace(settings, **changes)) as (address, hub),
    ):
        visit = Visit(session, address, hub, identity)
        yield visit
        visit.leave()


async def until(claim: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if claim():
                return
            await asyncio.sleep(0.01)
