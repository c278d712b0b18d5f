"""The addresses of the stream process: live streams and tickets for them, and the same long poll as the gateway's."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import grpc
import jwt
from aiohttp import web
from pydantic_core import to_json

from chassis.tokens import Verifier
from gateway import callers
from gateway.bodies_games import MAX_SEQUENCE, EventsQuery, StreamQuery
from gateway.callers import Visitor
from gateway.kinds import KINDS
from gateway.problems import Problem
from gateway.reading import read_query
from gateway.shapes import Json
from gateway.stream import cursor, feed, topics
from gateway.stream.feed import Feeds
from gateway.stream.hub import Hub
from gateway.stream.queries import LiveQuery
from gateway.stream.reading import Stream
from gateway.stream.settings import StreamSettings
from gateway.stream.tickets import LIFETIME_S, TicketInvalid, Tickets
from gateway.stream.told import Form, GameEvents, NewlineDelimitedJson, ServerSentEvents, Told
from gateway.stream.topics import Topic
from gateway.stream.watchers import Watcher

_SEQUENCE_FORM = re.compile(r"[0-9]{1,16}")
_LAST_EVENT_ID = "Last-Event-ID"
_SSE, _NDJSON, _GAME_EVENTS = ServerSentEvents(), NewlineDelimitedJson(), GameEvents()
_NEEDED = ("games", "matchmaking")
"""Without these it is not ready."""


class Live:
    """What the process answers. Make it in the running loop."""

    def __init__(self, settings: StreamSettings, feeds: Feeds, hub: Hub, tickets: Tickets) -> None:
        self._feeds = feeds
        self._hub = hub
        self._tickets = tickets
        self._verifier = Verifier("gateway", settings.public_keys)
        self._heartbeat_s = settings.heartbeat_ms / 1000
        self._most_watchers = settings.watchers
        self._most_streams = settings.streams_per_player
        self._streams: dict[tuple[str, str], int] = {}
        """Open ones, by tenant and player."""
        self._is_stopping = asyncio.Event()

    def stop(self) -> None:
        """Have everybody who waits answered, and every stream end."""
        self._is_stopping.set()
        self._hub.wake_everybody()

    async def healthz(self, _request: web.Request) -> web.Response:
        return _json({"status": "ok"})

    async def readyz(self, _request: web.Request) -> web.Response:
        missing = [name for name in _NEEDED if not await self._feeds.is_serving(name)]
        if missing:
            raise Problem("unavailable", f"no answer from {', '.join(missing)}")
        return _json({"status": "ready"})

    async def ticket(self, request: web.Request) -> web.Response:
        """A ticket for one stream, for whoever cannot send a header with it."""
        visitor = self._visitor(request)
        expires = datetime.now(UTC) + timedelta(seconds=LIFETIME_S)
        answer = {
            "ticket": self._tickets.give(visitor.token),
            "expires_time": expires.isoformat(timespec="seconds").replace("+00:00", "Z"),
        }
        response = _json(answer, HTTPStatus.CREATED)
        response.headers["Cache-Control"] = "no-store"
        return response

    async def live(self, request: web.Request) -> web.StreamResponse:
        """How things stand in each topic, and everything that happens from then on."""
        visitor = await self._visitor_or_ticket(request)
        query = read_query(request.query.items(), LiveQuery)
        watcher = Watcher(visitor, topics.read_topics(query.topics), is_present=True, takes_snapshots=True)
        given, parameter = request.headers.get(_LAST_EVENT_ID), _LAST_EVENT_ID
        if given is None:
            given, parameter = query.after, "after"
        if given is not None:
            read = cursor.read(given, cursor.bearer_mark(visitor.player), parameter)
            for place in watcher.places:
                place.sequence = read.get(place.mark)
        is_ndjson = NewlineDelimitedJson.content_type in request.headers.get("Accept", "")
        return await self._serve(request, watcher, _NDJSON if is_ndjson else _SSE)

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """A game's events after a sequence, and all that follow."""
        visitor = self._visitor(request)
        after = _sequence(request)
        query = read_query(request.query.items(), StreamQuery)
        watcher = _of_game(visitor, request, query.after or 0 if after is None else after, is_present=True)
        return await self._serve(request, watcher, _GAME_EVENTS)

    async def events(self, request: web.Request) -> web.Response:
        """A game's events after a sequence, or the next ones."""
        visitor = self._visitor(request)
        query = read_query(request.query.items(), EventsQuery)
        watcher = _of_game(visitor, request, query.after, is_present=False)
        (place,) = watcher.places
        loop = asyncio.get_running_loop()
        ends_s = loop.time() + query.wait_ms / 1000
        with self._watching(watcher):
            found = await self._hub.look(place, query.limit)
            while not found and ends_s > loop.time() and not self._is_stopping.is_set():
                watcher.due_s = ends_s
                await watcher.woken()
                found = await self._next(watcher, query.limit)
            last_sequence = max(
                place.line.head if place.line else 0, found[-1].sequence if found else query.after
            )
        return _json({"events": [told.fact for told in found], "last_sequence": last_sequence})

    async def _next(self, watcher: Watcher, limit: int) -> Sequence[Told]:
        (place,) = watcher.places
        if place.fault is not None:
            raise place.fault
        found = place.line.since(place.sequence or 0) if place.line is not None else None
        try:
            return await self._hub.look(place, limit) if found is None else found[:limit]
        except grpc.RpcError as error:
            if not feed.is_passing(error):
                raise
            return ()

    async def _serve(self, request: web.Request, watcher: Watcher, form: Form) -> web.StreamResponse:
        expires_s = jwt.decode(watcher.token, options={"verify_signature": False})["exp"]
        stream = Stream(watcher, self._hub, form, expires_s, self._heartbeat_s)
        with self._counted(watcher), self._watching(watcher):
            return await stream.serve(request, self._is_stopping)

    @contextlib.contextmanager
    def _watching(self, watcher: Watcher) -> Iterator[None]:
        if self._hub.watcher_count >= self._most_watchers:
            raise Problem("too_many_requests", KINDS["too_many_requests"].title.en)
        with self._hub.watching(watcher):
            yield

    @contextlib.contextmanager
    def _counted(self, watcher: Watcher) -> Iterator[None]:
        whose = (watcher.player.tenant_id, watcher.player.id)
        count = self._streams.get(whose, 0)
        if count >= self._most_streams:
            raise Problem("too_many_requests", f"you have {count} streams open already")
        self._streams[whose] = count + 1
        try:
            yield
        finally:
            self._streams[whose] -= 1
            if not self._streams[whose]:
                del self._streams[whose]

    def _visitor(self, request: web.Request) -> Visitor:
        visitor = callers.admit(request.headers.get("Authorization"), self._verifier)
        if visitor is None:
            raise callers.missing()
        return visitor

    async def _visitor_or_ticket(self, request: web.Request) -> Visitor:
        ticket = request.query.get("ticket")
        if ticket is None or "Authorization" in request.headers:
            return self._visitor(request)
        try:
            token = await self._tickets.take(ticket)
        except TicketInvalid as fault:
            raise Problem.of_parameter("ticket", str(fault), "token_invalid") from None
        visitor = callers.admit(f"Bearer {token}", self._verifier)
        assert visitor is not None, "there is a token"
        return visitor


def _of_game(visitor: Visitor, request: web.Request, after: int, *, is_present: bool) -> Watcher:
    """Who watches the game of this address from there on."""
    topic = Topic(f"game:{request.match_info['game_id']}")
    watcher = Watcher(visitor, (topic,), is_present=is_present, takes_snapshots=False)
    watcher.places[0].sequence = after
    return watcher


def _sequence(request: web.Request) -> int | None:
    given = request.headers.get(_LAST_EVENT_ID)
    if given is None:
        return None
    if not _SEQUENCE_FORM.fullmatch(given) or int(given) > MAX_SEQUENCE:
        raise Problem.of_parameter(_LAST_EVENT_ID, "not an id of ours")
    return int(given)


def _json(value: Json, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    return web.Response(body=to_json(value), status=status, content_type="application/json")
