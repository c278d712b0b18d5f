"""The wrong caller is refused at every address of the gateway and of its stream process."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web
from werkzeug.test import TestResponse

from gateway.stream.app import Live
from gateway.stream.serving import application, serving
from gateway.stream.settings import StreamSettings
from tests.access.conftest import World
from tests.access.table import NO_GAME, ROUTES, STREAM_ROUTES, Route
from tests.access.tokens import BAD_TOKENS, player, signed
from tests.identity import SERVICES, Identity

PLAYERS = {name: route for name, route in ROUTES.items() if route.needs_player}
GAMES = {name: route for name, route in ROUTES.items() if route.foreign}


def ask(world: World, name: str, token: str | None, game_id: str = NO_GAME) -> TestResponse:
    route = ROUTES[name]
    method, _, _ = name.partition(" ")
    given: dict[str, Any] = {"json": route.body} if route.body is not None else {}
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    path = route.path.format(game_id=game_id)
    return world.app.test_client().open(path, method=method, headers=headers, buffered=True, **given)


def outcome(response: TestResponse) -> tuple[int, str]:
    return response.status_code, response.get_json()["code"]


def is_refused(response: TestResponse) -> bool:
    """For who asks, whatever he asks."""
    return response.status_code in {401, 403}


def test_every_route_has_a_row_and_every_row_a_route(world: World) -> None:
    routes = {
        f"{method} {rule.rule}"
        for rule in world.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert set(ROUTES) == routes


@pytest.mark.parametrize("name", ROUTES)
def test_without_a_token_only_what_is_open_is_open(world: World, name: str) -> None:
    response = ask(world, name, None)

    if ROUTES[name].needs_player:
        assert outcome(response) == (401, "token_missing")
        assert response.headers["WWW-Authenticate"] == "Bearer"
    else:
        assert response.status_code < 400, response.text


@pytest.mark.parametrize("name", ROUTES)
def test_a_token_that_is_none_of_ours_is_refused(world: World, identity: Identity, name: str) -> None:
    for flaw, (make, reason) in BAD_TOKENS.items():
        response = ask(world, name, make(identity, "gateway"))

        if ROUTES[name].ignores_tokens:
            assert not is_refused(response), flaw
        else:
            expected = "TOKEN_INVALID" if reason == "TOKEN_MISSING" else reason
            assert outcome(response) == (401, expected.lower()), flaw


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic YW5uYTpi", "nonsense"])
def test_a_header_of_another_form_is_refused(world: World, header: str) -> None:
    for path in ("/v1/rulesets", "/v1/players/me"):
        response = world.app.test_client().get(path, headers={"Authorization": header})
        assert outcome(response) == (401, "token_invalid")


@pytest.mark.parametrize("name", [name for name, route in ROUTES.items() if not route.ignores_tokens])
def test_no_service_comes_in_this_way(world: World, identity: Identity, name: str) -> None:
    for service in SERVICES:
        token = signed(identity, service, sub=f"service:{service}", aud="gateway", tenant="local")
        assert outcome(ask(world, name, token)) == (403, "forbidden"), service


@pytest.mark.parametrize("name", ROUTES)
def test_a_player_is_let_in(world: World, identity: Identity, name: str) -> None:
    scope = ROUTES[name].scope

    assert not is_refused(ask(world, name, player(identity, scope=scope or "play")))
    assert is_refused(ask(world, name, player(identity, scope="watch"))) is bool(scope)


def test_whatever_has_to_do_with_a_game_says_who_is_refused() -> None:
    assert set(GAMES) == {name for name, route in ROUTES.items() if "{game_id}" in route.path}
    assert set(GAMES) <= set(PLAYERS)


@pytest.mark.parametrize(("name", "route"), GAMES.items(), ids=GAMES)
def test_another_player_is_refused(world: World, identity: Identity, name: str, route: Route) -> None:
    carla = player(identity, sub="player:carla")

    if route.waiting:
        assert outcome(ask(world, name, carla, world.waiting)) == route.waiting
    if route.running:
        assert outcome(ask(world, name, carla, world.running)) == route.running


@pytest.mark.parametrize(("name", "route"), GAMES.items(), ids=GAMES)
def test_another_tenant_is_refused_whatever_the_name(
    world: World, identity: Identity, name: str, route: Route
) -> None:
    for who in ("anna", "carla"):
        foreigner = player(identity, sub=f"player:{who}", tenant="elsewhere")
        for game_id in (world.waiting, world.running):
            assert outcome(ask(world, name, foreigner, game_id)) == route.foreign


def test_what_is_told_of_a_player_is_told_to_him_alone(world: World, identity: Identity) -> None:
    made = ask(world, "POST /v1/guests", None).get_json()
    foreigner = player(identity, sub=f"player:{made['player_id']}", tenant="elsewhere")

    assert ask(world, "GET /v1/players/me", made["token"]).get_json()["player_id"] == made["player_id"]
    assert outcome(ask(world, "GET /v1/players/me", foreigner)) == (404, "unknown_player")


def test_nobody_is_taken_for_who_asked_before_him(world: World, identity: Identity) -> None:
    """Threads serve one after the other, and what they know of a caller must end with the request."""
    ask(world, "GET /v1/players/me/record", player(identity))

    assert outcome(ask(world, "GET /v1/players/me/record", None)) == (401, "token_missing")
    assert ask(world, "GET /v1/rulesets", None).status_code == 200


@pytest.fixture
def stream_settings(world: World, identity: Identity) -> StreamSettings:
    return StreamSettings(
        address="127.0.0.1:0",
        games_address=world.addresses["games"],
        matchmaking_address=world.addresses["matchmaking"],
        ai_address="127.0.0.1:0",
        key=identity.key("stream"),
        public_keys=identity.public_keys,
        games_deadline_ms=15_000,
        stop_ms=200,
    )


def test_the_stream_process_refuses_as_the_gateway_does(
    world: World, identity: Identity, stream_settings: StreamSettings
) -> None:
    wanted = _wanted_of_streams(identity)

    found = asyncio.run(_found_at(stream_settings, world, wanted))

    assert found == wanted


_Question = tuple[str, str, str | None]
"""Route, whose game ("waiting" or "running"), token."""


def _wanted_of_streams(identity: Identity) -> dict[_Question, tuple[int, str]]:
    wanted: dict[_Question, tuple[int, str]] = {}
    carla = player(identity, sub="player:carla")
    for name, route in STREAM_ROUTES.items():
        if route.ignores_tokens:
            continue
        wanted[name, "running", None] = (401, "token_missing")
        for make, reason in BAD_TOKENS.values():
            code = "TOKEN_INVALID" if reason == "TOKEN_MISSING" else reason
            wanted[name, "running", make(identity, "gateway")] = (401, code.lower())
        for service in SERVICES:
            token = signed(identity, service, sub=f"service:{service}", aud="gateway", tenant="local")
            wanted[name, "running", token] = (403, "forbidden")
        if route.waiting:
            wanted[name, "waiting", carla] = route.waiting
        if route.foreign:
            for who in ("anna", "carla"):
                token = player(identity, sub=f"player:{who}", tenant="elsewhere")
                wanted[name, "running", token] = route.foreign
    return wanted


async def _found_at(
    settings: StreamSettings, world: World, questions: Mapping[_Question, object]
) -> dict[_Question, tuple[int, str]]:
    found: dict[_Question, tuple[int, str]] = {}
    async with serving(settings) as (address, _), aiohttp.ClientSession() as session:
        for name, game, token in questions:
            path = STREAM_ROUTES[name].path.format(game_id=getattr(world, game))
            headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
            method, _, _ = name.partition(" ")
            async with session.request(method, f"http://{address}{path}", headers=headers) as response:
                code = (await response.json())["code"] if response.status >= 400 else ""
                found[name, game, token] = (response.status, code)
    return found


class Nothing:
    """Has the addresses of the stream process and answers none of them."""

    async def events(self, request: web.Request) -> web.Response:
        raise NotImplementedError

    live = ticket = stream = healthz = readyz = events


def test_every_route_of_the_stream_process_has_a_row() -> None:
    app = application(cast(Live, Nothing()), ())
    routes = {f"{route.method} {route.resource.canonical}" for route in app.router.routes() if route.resource}

    assert {name for name in routes if not name.startswith("HEAD ")} == set(STREAM_ROUTES)
