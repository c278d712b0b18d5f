"""The application: addresses, errors, request ids, and who asks.

app = create_app(settings, parts)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from importlib.metadata import version

import grpc
import structlog
from apiflask import APIFlask
from flask import Response, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.middleware.proxy_fix import ProxyFix

from chassis import Unavailable
from chassis.logs import REQUEST_ID
from chassis.tokens import PASSED_ON, Verifier
from gateway import callers, problems, reading, request_ids
from gateway.clients import RulesClient
from gateway.clients_analyses import AnalysesClient
from gateway.clients_games import EnginesClient, GamesClient, RecordsClient
from gateway.clients_rooms import RoomsClient
from gateway.kinds import KINDS
from gateway.limits import Buckets
from gateway.players import Players
from gateway.problems import Problem
from gateway.settings import GatewaySettings
from gateway.waiting import Waiting

reading.use_for_apiflask()

from gateway import (  # noqa: E402  their decorators need the line above
    contract,
    routes_actions,
    routes_analyses,
    routes_games,
    routes_history,
    routes_moves,
    routes_notation,
    routes_operations,
    routes_players,
    routes_rooms,
    routes_rulesets,
    routes_table,
)
from gateway.reference import page  # noqa: E402  same
from gateway.stream import reference as stream_reference  # noqa: E402  same

log = structlog.get_logger()

_API = "/v1/"
_TOKENS_IGNORED = {"/v1/guests", "/v1/meta"}
"""Whoever comes here with a token of yesterday wants a new one, or to know what this is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the addresses are about, put together by `bind`."""

    rules: RulesClient
    games: GamesClient
    engines: EnginesClient
    analyses: AnalysesClient
    records: RecordsClient
    rooms: RoomsClient
    players: Players
    buckets: Buckets
    waiting: Waiting
    verifier: Verifier
    probes: Mapping[str, Callable[[], bool]]
    """Whether each part that is needed answers, by its name."""


def create_app(settings: GatewaySettings, parts: Parts) -> APIFlask:
    """The gateway over parts that were made after any fork."""
    app = APIFlask(
        __name__,
        title="Brettwerk",
        version=version("brettwerk"),
        docs_path=None,
        json_errors=False,
        static_folder=None,  # type: ignore[arg-type]  # Flask takes None for no folder
    )
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    app.url_map.merge_slashes = False  # an address has one spelling, and no other leads to it

    app.register_blueprint(routes_rulesets.addresses(parts.rules))
    app.register_blueprint(routes_moves.addresses(parts.rules))
    app.register_blueprint(routes_games.addresses(parts.rules))
    app.register_blueprint(routes_notation.addresses(parts.rules))
    app.register_blueprint(routes_players.guests(parts.players, parts.buckets))
    app.register_blueprint(routes_players.addresses(parts.players, parts.records))
    app.register_blueprint(routes_players.personas(parts.engines))
    app.register_blueprint(routes_table.addresses(parts.games, parts.waiting))
    app.register_blueprint(routes_actions.addresses(parts.games))
    app.register_blueprint(routes_history.addresses(parts.games))
    app.register_blueprint(routes_analyses.hints(parts.analyses))
    app.register_blueprint(routes_analyses.addresses(parts.analyses, parts.waiting))
    app.register_blueprint(routes_rooms.addresses(parts.rooms))
    app.register_blueprint(routes_rooms.about_players(parts.rooms))
    app.register_blueprint(routes_operations.addresses(parts.probes, settings, app.version))
    app.register_blueprint(page.addresses())
    contract.complete(app, stream_reference.paths(settings.shown_stream_url))

    app.before_request(_begin)
    app.before_request(lambda: _admit(parts.verifier))
    app.after_request(_mark)
    app.register_error_handler(Problem, problems.answer)
    app.register_error_handler(Unavailable, _answer_unavailable)
    app.register_error_handler(grpc.RpcError, _answer_rpc_error)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, _answer_bug)
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    return app


def _begin() -> None:
    REQUEST_ID.set(request_ids.chosen(request.headers.get(request_ids.HEADER)))
    # The thread has served others before.
    PASSED_ON.set("")


def _admit(verifier: Verifier) -> None:
    """Know who asks, and hand his token on to every service that is asked for him. Raises Problem."""
    if not request.path.startswith(_API) or request.path in _TOKENS_IGNORED:
        return
    visitor = callers.admit(request.headers.get("Authorization"), verifier)
    if visitor is not None:
        g.visitor = visitor
        PASSED_ON.set(visitor.token)


def _mark(response: Response) -> Response:
    response.headers[request_ids.HEADER] = REQUEST_ID.get()
    return response


def _answer_rpc_error(error: grpc.RpcError) -> Response:
    problem = problems.of_rpc(error)
    if problem.kind.status is HTTPStatus.UNAUTHORIZED and callers.visitor() is None:
        # It is our own token that was refused.
        problem = problems.internal()
    if problem.kind.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("call failed", path=request.path, code=problem.code, detail=str(error))
    return problems.answer(problem)


def _answer_unavailable(error: Unavailable) -> Response:
    log.error("part unavailable", path=request.path, detail=str(error))
    return problems.answer(Problem("unavailable", KINDS["unavailable"].title.en))


_CODES = {
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "body_too_large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
}


def _answer_http_error(error: HTTPException) -> Response:
    """What Flask itself refuses: unknown addresses, wrong methods, bodies that are too long."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if status < HTTPStatus.BAD_REQUEST:  # a redirect
        response = error.get_response()
        assert isinstance(response, Response)
        return response
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        _drain()
    known = _CODES.get(HTTPStatus(status), "bad_request")
    allowed = error.valid_methods if isinstance(error, MethodNotAllowed) else None
    headers = [("Allow", ", ".join(sorted(allowed)))] if allowed else []
    code = known if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal"
    return problems.answer(Problem(code, error.description or KINDS[code].title.en), headers)


def _drain() -> None:
    """Read what is still coming of a long body: a client that cannot send it to the end reads no answer."""
    stream = request.environ["wsgi.input"]
    for _ in range(_DRAINED_BYTES // _PIECE_BYTES):
        if not stream.read(_PIECE_BYTES):
            return


_PIECE_BYTES = 1 << 16
_DRAINED_BYTES = 1 << 24


def _answer_bug(error: Exception) -> Response:
    log.error("request failed", path=request.path, exc_info=error)
    return problems.answer(problems.internal())
