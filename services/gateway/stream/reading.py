"""One open stream, from its first byte to its last: tells what is new as long as its reader, his token and the
process last.

Nothing is queued for a reader. He has a place in each topic, and what comes after it is fetched when his connection
takes it; so a slow reader costs no memory, and one who is cut goes on from where he was.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from socket import SO_SNDBUF, SOL_SOCKET

import grpc
import structlog
from aiohttp import web

from gateway import problems
from gateway.stream import feed
from gateway.stream.hub import Hub
from gateway.stream.told import Form, Told
from gateway.stream.watchers import Place, Watcher

log = structlog.get_logger()

_PIECE_BYTES = 16 << 10
_BUFFER_BYTES = 16 << 10
"""What a connection may hold of what its reader has not taken …"""
_KERNEL_BYTES = 64 << 10
"""… and the kernel besides, which doubles it for its own use."""
_AGAIN_S = 1.0
"""Whoever cannot look by himself tries again so much later."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A reader's connection and what is told on it."""

    watcher: Watcher
    hub: Hub
    form: Form
    expires_s: float
    """When the token does, in Unix seconds."""
    heartbeat_s: float

    async def first(self) -> list[tuple[Place, Sequence[Told]]]:
        """What is there at the beginning, topic by topic. Raises Problem where one of them is not for him."""
        found = []
        places = self.watcher.places
        for place in places:
            try:
                # A page in all, whatever the number of topics.
                found.append((place, await self.hub.look(place, max(1, feed.PAGE_EVENTS // len(places)))))
            except grpc.RpcError as error:
                raise feed.problem_of(error, place.topic) from None
        return found

    async def serve(self, request: web.Request, is_stopping: asyncio.Event) -> web.StreamResponse:
        """Answer the request with the stream. Raises Problem before it has begun, and nothing afterwards."""
        first = await self.first()
        response = web.StreamResponse(headers={"Content-Type": self.form.content_type, **_HEADERS})
        await response.prepare(request)
        self._bound(request)
        try:
            await self._open(request, response, first)
            await self._follow(request, response, is_stopping)
        except ConnectionError:
            log.info("reader gone")
        except grpc.RpcError as error:
            # He may not read on. Coming again, he is told why.
            log.info("stream ended", code=problems.of_rpc(error).code)
        return response

    def _bound(self, request: web.Request) -> None:
        transport = request.transport
        if transport is None:
            raise ConnectionResetError
        self.watcher.transport = transport
        transport.set_write_buffer_limits(high=_BUFFER_BYTES, low=0)
        if (socket := transport.get_extra_info("socket")) is not None:
            socket.setsockopt(SOL_SOCKET, SO_SNDBUF, _KERNEL_BYTES)

    # While a reader waits, nothing of what was told is held: a name in a frame that waits would keep a page of events,
    # and with it more memory than all else that belongs to him.

    async def _open(
        self,
        request: web.Request,
        response: web.StreamResponse,
        first: list[tuple[Place, Sequence[Told]]],
    ) -> None:
        """Write what is there at the beginning, and empty the list of it."""
        await self._write(request, response, [self.form.opening()])
        while first:
            place, events = first.pop(0)
            await self._write(request, response, self._written(place, events))

    async def _follow(
        self, request: web.Request, response: web.StreamResponse, is_stopping: asyncio.Event
    ) -> None:
        watcher = self.watcher
        loop = asyncio.get_running_loop()
        said_s = loop.time()
        while not is_stopping.is_set():
            again_s = math.inf
            is_behind = False
            for place in watcher.places:
                try:
                    if await self._tell_new(request, response, place):
                        said_s = loop.time()
                        is_behind |= place.is_behind
                except grpc.RpcError as error:
                    if not feed.is_passing(error):
                        raise
                    again_s = loop.time() + _AGAIN_S
            left_s = self.expires_s - time.time()
            if left_s <= 0:
                await self._write(request, response, [self.form.reauth()])
                return
            if loop.time() >= said_s + self.heartbeat_s:
                await self._write(request, response, [self.form.heartbeat()])
                said_s = loop.time()
            if not is_behind:
                watcher.due_s = min(again_s, said_s + self.heartbeat_s, loop.time() + left_s)
                await watcher.woken()

    async def _tell_new(self, request: web.Request, response: web.StreamResponse, place: Place) -> bool:
        """Write what has come since the reader was here last; whether there was anything. Raises grpc.RpcError."""
        events = await self._new(place)
        if events:
            await self._write(request, response, self._written(place, events))
        return bool(events)

    async def _new(self, place: Place) -> Sequence[Told]:
        """What has come since the reader was here last. Raises grpc.RpcError."""
        if place.fault is not None:
            raise place.fault
        if place.line is not None and place.sequence is not None:
            events = place.line.since(place.sequence)
            if events is not None:
                return events
        return await self.hub.look(place)

    def _written(self, place: Place, events: Sequence[Told]) -> Iterator[bytes]:
        for told in events:
            place.sequence = told.sequence
            yield self.form.event(told, self.watcher.cursor)

    async def _write(
        self, request: web.Request, response: web.StreamResponse, parts: Iterator[bytes] | list[bytes]
    ) -> None:
        """Send it as fast as it is taken, in pieces."""
        piece: list[bytes] = []
        size = 0
        for part in parts:
            piece.append(part)
            size += len(part)
            if size >= _PIECE_BYTES:
                await self._send(request, response, b"".join(piece))
                piece, size = [], 0
        if piece:
            await self._send(request, response, b"".join(piece))

    async def _send(self, request: web.Request, response: web.StreamResponse, piece: bytes) -> None:
        self.watcher.writing_s = asyncio.get_running_loop().time()
        await response.write(piece)
        # Of itself it waits only after 64 kB.
        await request.writer.drain()
        self.watcher.writing_s = math.inf


_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would keep events back
}
