"""The stream process's life: make, listen, stop; and what happens around every request."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from http import HTTPStatus
from typing import TypeAlias

import grpc
import structlog
from aiohttp import web

from chassis.logs import REQUEST_ID
from gateway import problems, request_ids
from gateway.kinds import KINDS
from gateway.problems import Problem
from gateway.stream.app import Stream
from gateway.stream.feed import Feed
from gateway.stream.hub import Hub
from gateway.stream.settings import StreamSettings
from gateway.wakeups import Wakeups

log = structlog.get_logger()

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

_ALLOWED_HEADERS = f"Authorization, Last-Event-ID, {request_ids.HEADER}"
_PREFLIGHT_KEPT_S = "600"
_CODES = {
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
}


@contextlib.asynccontextmanager
async def serving(settings: StreamSettings) -> AsyncIterator[tuple[str, Hub]]:
    """Where it listens, and who watches, until the end of the block. Raises OSError if the address cannot be had."""
    loop = asyncio.get_running_loop()
    feed = Feed(settings.games_address, settings.games_deadline_ms)
    wakeups = Wakeups(settings.valkey, lambda topic: _hear(loop, hub, topic))
    hub = Hub(feed, lambda: wakeups.is_hearing)
    stream = Stream(settings, feed, hub)
    runner = web.AppRunner(
        application(stream, settings.origins.split()),
        access_log=None,
        handler_cancellation=True,  # whoever leaves gives his place free at once
        shutdown_timeout=settings.stop_ms / 1000,
    )
    await runner.setup()
    try:
        host, _, port = settings.address.rpartition(":")
        await web.TCPSite(runner, host.strip("[]"), int(port)).start()
        yield f"{host}:{runner.addresses[0][1]}", hub
    finally:
        stream.stop()
        await runner.cleanup()
        await asyncio.to_thread(wakeups.close)
        await feed.close()


def _hear(loop: asyncio.AbstractEventLoop, hub: Hub, topic: str | None) -> None:
    """Called on the thread of the wake-ups."""
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(hub.ring, topic)


def application(stream: Stream, origins: Collection[str]) -> web.Application:
    """The addresses; pages of these origins may read the answers, with `*` all pages."""
    app = web.Application(middlewares=[_border])
    app.router.add_get("/v1/games/{game_id}/events", stream.events)
    app.router.add_get("/v1/games/{game_id}/stream", stream.stream)
    app.router.add_get("/healthz", stream.healthz)
    app.router.add_get("/readyz", stream.readyz)

    async def mark(request: web.Request, response: web.StreamResponse) -> None:
        response.headers[request_ids.HEADER] = REQUEST_ID.get()
        if not origins:
            return
        response.headers["Vary"] = "Origin"
        origin = request.headers.get("Origin")
        if origin is not None and ("*" in origins or origin in origins):
            response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
            response.headers["Access-Control-Allow-Headers"] = _ALLOWED_HEADERS
            response.headers["Access-Control-Expose-Headers"] = request_ids.HEADER
            response.headers["Access-Control-Max-Age"] = _PREFLIGHT_KEPT_S

    app.on_response_prepare.append(mark)
    return app


@web.middleware
async def _border(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Give the request its id, and every fault its problem."""
    REQUEST_ID.set(request_ids.chosen(request.headers.get(request_ids.HEADER)))
    try:
        if request.method == "OPTIONS":
            # A browser asks before it sends a token elsewhere; the headers that answer it are put on later.
            return web.Response(status=HTTPStatus.NO_CONTENT, headers={"Allow": "GET, HEAD, OPTIONS"})
        return await handler(request)
    except Problem as problem:
        return _answer(request, problem)
    except grpc.RpcError as error:
        return _answer_rpc_error(request, error)
    except web.HTTPException as error:
        code = _CODES.get(HTTPStatus(error.status), "bad_request")
        return _answer(request, Problem(code, KINDS[code].title.en))
    except Exception:
        log.exception("request failed", path=request.path)
        return _answer(request, problems.internal())


def _answer_rpc_error(request: web.Request, error: grpc.RpcError) -> web.Response:
    problem = problems.of_rpc(error)
    if problem.kind.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("call failed", path=request.path, code=problem.code, detail=str(error))
    return _answer(request, problem)


def _answer(request: web.Request, problem: Problem) -> web.Response:
    return web.Response(
        body=problems.written(problem, request.path),
        status=problem.kind.status,
        content_type=problems.CONTENT_TYPE,
        headers=problem.headers,
    )
