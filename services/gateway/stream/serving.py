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
from chassis.tokens import TokenSource
from gateway import problems, request_ids
from gateway.kinds import KINDS
from gateway.problems import Problem
from gateway.stream.app import Live
from gateway.stream.feed import Feeds
from gateway.stream.hub import Hub
from gateway.stream.presence import Presence
from gateway.stream.settings import StreamSettings
from gateway.stream.tickets import Tickets
from gateway.wakeups import Wakeups

log = structlog.get_logger()

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

_ALLOWED_HEADERS = f"Authorization, Last-Event-ID, {request_ids.HEADER}"
_PREFLIGHT_KEPT_S = "600"
_WAKE_UPS = ("game:*", "lobby:*", "me:*", "chat:*", "analysis:*")
_LOOKS_PER_HEARTBEAT = 4
_BACKLOG = 1024
"""Connections that wait to be taken: after a restart thousands come at the same time."""
_CODES = {
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
}


@contextlib.asynccontextmanager
async def serving(settings: StreamSettings) -> AsyncIterator[tuple[str, Hub]]:
    """Where it listens, and who watches, until the end of the block. Raises OSError if the address cannot be had."""
    loop = asyncio.get_running_loop()
    async with contextlib.AsyncExitStack() as held:
        feeds = Feeds(
            {
                "games": settings.games_address,
                "matchmaking": settings.matchmaking_address,
                "ai": settings.ai_address,
            },
            settings.games_deadline_ms,
        )
        held.push_async_callback(feeds.close)
        # Before the wake-ups, whose thread may hear something at once.
        hub = Hub(feeds, lambda: wakeups.is_hearing, settings.slow_reader_ms / 1000)
        wakeups = Wakeups(settings.valkey, lambda name: _hear(loop, hub, name), _WAKE_UPS)
        held.push_async_callback(asyncio.to_thread, wakeups.close)
        tickets = Tickets(settings.key, settings.valkey)
        held.push_async_callback(tickets.close)
        held.callback(hub.close)
        looking = asyncio.create_task(hub.run(settings.heartbeat_ms / 1000 / _LOOKS_PER_HEARTBEAT))
        held.callback(looking.cancel)
        live = Live(settings, feeds, hub, tickets)
        runner = web.AppRunner(
            application(live, settings.origins.split()),
            access_log=None,
            handler_cancellation=True,  # whoever leaves gives his place free at once
            shutdown_timeout=settings.stop_ms / 1000,
        )
        await runner.setup()
        held.push_async_callback(runner.cleanup)
        host, _, port = settings.address.rpartition(":")
        await web.TCPSite(runner, host.strip("[]"), int(port), backlog=_BACKLOG).start()
        held.callback(live.stop)
        bearer = TokenSource("stream", settings.key).bearer("games")
        presence = Presence(feeds.channels["games"], bearer, hub.present)
        # First of all to go: that everybody leaves then is no absence.
        held.push_async_callback(presence.close)
        yield f"{host}:{runner.addresses[0][1]}", hub


def _hear(loop: asyncio.AbstractEventLoop, hub: Hub, name: str | None) -> None:
    """Called on the thread of the wake-ups."""
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(hub.ring, name)


def application(live: Live, origins: Collection[str]) -> web.Application:
    """The addresses; pages of these origins may read the answers, with `*` all pages."""
    app = web.Application(middlewares=[_border])
    app.router.add_get("/v1/stream", live.live, allow_head=False)
    app.router.add_post("/v1/stream_tickets", live.ticket)
    app.router.add_get("/v1/games/{game_id}/events", live.events)
    app.router.add_get("/v1/games/{game_id}/stream", live.stream, allow_head=False)
    app.router.add_get("/healthz", live.healthz)
    app.router.add_get("/readyz", live.readyz)

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
            return web.Response(status=HTTPStatus.NO_CONTENT, headers={"Allow": "GET, HEAD, POST, OPTIONS"})
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
