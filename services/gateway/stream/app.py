"""The addresses of the stream process: the same long poll as the gateway's, and streams of events."""

from __future__ import annotations

import asyncio
import re
import time

import grpc
import jwt
import structlog
from aiohttp import web
from pydantic_core import to_json

from chassis.tokens import Verifier
from gateway import callers, problems
from gateway.bodies_games import MAX_EVENTS, MAX_SEQUENCE, EventsQuery, StreamQuery
from gateway.callers import Visitor
from gateway.kinds import KINDS
from gateway.problems import Problem
from gateway.reading import read_query
from gateway.shapes import Json
from gateway.stream import sse
from gateway.stream.feed import Feed
from gateway.stream.hub import Hub, Topic
from gateway.stream.settings import StreamSettings

log = structlog.get_logger()

_WRITE_S = 30.0
"""A reader who takes nothing for so long has gone; he may come again and go on where he was."""
_CURSOR_FORM = re.compile(r"[0-9]{1,16}")
_PASSING = {"unavailable", "too_many_requests"}
"""Faults of the games service that who waits anyway waits out."""


class Stream:
    """What the process answers. Make it in the running loop."""

    def __init__(self, settings: StreamSettings, feed: Feed, hub: Hub) -> None:
        self._feed = feed
        self._hub = hub
        self._verifier = Verifier("gateway", settings.public_keys)
        self._heartbeat_s = settings.heartbeat_ms / 1000
        self._most_watchers = settings.watchers
        self._stopping = False

    def stop(self) -> None:
        """Have everybody who waits answered, and every stream end."""
        self._stopping = True
        self._hub.ring(None)

    async def healthz(self, _request: web.Request) -> web.Response:
        return _json({"status": "ok"})

    async def readyz(self, _request: web.Request) -> web.Response:
        if not await self._feed.is_serving():
            raise Problem("unavailable", "no answer from games")
        return _json({"status": "ready"})

    async def events(self, request: web.Request) -> web.Response:
        """The events after a cursor, or the next ones."""
        visitor = self._visitor(request)
        query = read_query(request.query.items(), EventsQuery)
        ends_s = time.monotonic() + query.wait_ms / 1000
        async with self._hub.watching(request.match_info["game_id"]) as topic:
            over = topic.round()
            page = await topic.read_alone(visitor.token, query.after, query.limit)
            while not page["events"]:
                left_s = ends_s - time.monotonic()
                if left_s <= 0 or not await _is_set(over, left_s) or self._stopping:
                    break
                over = topic.round()
                page = await _read_on(topic, visitor, query.after, query.limit)
        return _json(page)

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """The events after a cursor, and all that follow."""
        visitor = self._visitor(request)
        after = _last_event_id(request)
        query = read_query(request.query.items(), StreamQuery)
        if after is None:
            after = query.after or 0
        async with self._hub.watching(request.match_info["game_id"]) as topic:
            over = topic.round()
            # What is wrong with the question is told before the stream begins.
            page = await topic.read_alone(visitor.token, after, MAX_EVENTS)
            response = web.StreamResponse(headers=_STREAM_HEADERS)
            await response.prepare(request)
            try:
                await _write(response, sse.OPENING)
                await self._follow(response, topic, visitor, after, page, over)
            except (TimeoutError, ConnectionError):
                log.info("reader gone")
            except grpc.RpcError as error:
                # He may not read on. Coming again, he is told why.
                log.info("stream ended", code=problems.of_rpc(error).code)
        return response

    async def _follow(
        self,
        response: web.StreamResponse,
        topic: Topic,
        visitor: Visitor,
        after: int,
        page: Json,
        over: asyncio.Event,
    ) -> None:
        """Write until the reader leaves, his token expires, or the process stops."""
        expires_s = jwt.decode(visitor.token, options={"verify_signature": False})["exp"]
        while True:
            for event in page["events"]:
                await _write(response, sse.written(event))
                after = event["sequence"]
            left_s = expires_s - time.time()
            if left_s <= 0:
                await _write(response, sse.REAUTH)
                return
            is_all = after >= page["last_sequence"]
            if is_all and not await _is_set(over, min(self._heartbeat_s, left_s)):
                await _write(response, sse.HEARTBEAT)
            if self._stopping:
                return
            over = topic.round()
            page = await _read_on(topic, visitor, after, MAX_EVENTS)

    def _visitor(self, request: web.Request) -> Visitor:
        visitor = callers.admit(request.headers.get("Authorization"), self._verifier)
        if visitor is None:
            raise callers.missing()
        if self._hub.watcher_count >= self._most_watchers:
            raise Problem("too_many_requests", KINDS["too_many_requests"].title.en)
        return visitor


_STREAM_HEADERS = {
    "Content-Type": sse.CONTENT_TYPE,
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would keep events back
}


async def _read_on(topic: Topic, visitor: Visitor, after: int, limit: int) -> Json:
    """The next page; an empty one while the games service is away. Raises grpc.RpcError."""
    try:
        return await topic.read(visitor.token, after, limit)
    except grpc.RpcError as error:
        if problems.of_rpc(error).code not in _PASSING:
            raise
        return {"events": [], "last_sequence": after}


def _last_event_id(request: web.Request) -> int | None:
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return None
    if not _CURSOR_FORM.fullmatch(given) or int(given) > MAX_SEQUENCE:
        raise Problem.of_parameter("Last-Event-ID", "not an id of ours")
    return int(given)


async def _is_set(event: asyncio.Event, seconds: float) -> bool:
    """Whether it is set within this time."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


async def _write(response: web.StreamResponse, data: bytes) -> None:
    async with asyncio.timeout(_WRITE_S):
        await response.write(data)


def _json(value: Json) -> web.Response:
    return web.Response(body=to_json(value), content_type="application/json")
