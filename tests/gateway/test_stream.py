"""The stream process: the long poll and the stream of events, over a real connection."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

import aiohttp
import pytest
import pytest_asyncio

from chassis.wake import Wake
from gateway.stream import hub as hubs
from gateway.stream.feed import Page
from gateway.stream.hub import Hub
from gateway.stream.serving import serving
from gateway.stream.settings import StreamSettings
from tests.games.house import House
from tests.gateway.asking import Guest
from tests.identity import Identity
from tests.patience import PATIENCE_S, until

pytestmark = pytest.mark.asyncio

_Value = TypeVar("_Value")


class Reader:
    """A stream that is read event by event."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self.response = response

    async def next(self) -> dict[str, str]:
        """The fields of the next event, or `{"": …}` of the next comment; {} at the end."""
        fields: dict[str, str] = {}
        async with asyncio.timeout(PATIENCE_S):
            async for line in self.response.content:
                text = line.decode().rstrip("\n")
                if not text and fields:
                    return fields
                name, _, value = text.partition(":")
                fields[name] = value.strip()
        return fields

    async def events(self, count: int) -> list[dict[str, Any]]:
        """The next events, without what is said between them."""
        found: list[dict[str, Any]] = []
        while len(found) < count:
            fields = await self.next()
            assert fields, "the stream has ended"
            if "data" in fields:
                event = json.loads(fields["data"])
                assert (fields["id"], fields["event"]) == (str(event["sequence"]), event["type"])
                found.append(event)
        return found


class Visit:
    """A client of the stream process."""

    def __init__(self, session: aiohttp.ClientSession, address: str, hub: Hub) -> None:
        self._session = session
        self._address = address
        self.hub = hub
        self._responses: list[aiohttp.ClientResponse] = []

    async def get(self, path: str, **headers: str) -> aiohttp.ClientResponse:
        response = await self._session.get(f"http://{self._address}{path}", headers=headers)
        self._responses.append(response)
        return response

    def leave(self) -> None:
        for response in self._responses:
            response.close()

    async def open(self, guest: Guest, game: dict[str, Any], query: str = "", **headers: str) -> Reader:
        path = f"/v1/games/{game['id']}/stream{query}"
        response = await self.get(path, **guest.headers, **headers)
        assert response.status == 200, await response.text()
        assert response.content_type == "text/event-stream"
        return Reader(response)

    async def options(self, path: str, **headers: str) -> aiohttp.ClientResponse:
        return await self._session.options(f"http://{self._address}{path}", headers=headers)


async def code(response: aiohttp.ClientResponse) -> tuple[int, str]:
    assert response.content_type == "application/problem+json", await response.text()
    return response.status, (await response.json())["code"]


@pytest.fixture
def stream_settings(house: House, identity: Identity) -> StreamSettings:
    return StreamSettings(
        address="127.0.0.1:0",
        games_address=house.games.address,
        matchmaking_address=house.addresses["matchmaking"],
        ai_address="127.0.0.1:0",
        key=identity.key("stream"),
        public_keys=identity.public_keys,
        streams_per_player=100,
        games_deadline_ms=20_000,
        stop_ms=500,
    )


@asynccontextmanager
async def visiting(settings: StreamSettings) -> AsyncIterator[Visit]:
    async with serving(settings) as (address, hub), aiohttp.ClientSession() as session:
        visit = Visit(session, address, hub)
        yield visit
        visit.leave()


@pytest_asyncio.fixture
async def visit(stream_settings: StreamSettings) -> AsyncIterator[Visit]:
    async with visiting(stream_settings) as visit:
        yield visit


async def meanwhile(call: Callable[[], _Value]) -> _Value:
    """What a blocking call gives; the stream goes on."""
    return await asyncio.to_thread(call)


def running(anna: Guest, bert: Guest) -> dict[str, Any]:
    return bert.join(anna.create())


def changed(settings: StreamSettings, **changes: Any) -> StreamSettings:
    return replace(settings, **changes)


async def test_a_stream_has_all_events_and_then_each_as_it_happens(
    visit: Visit, anna: Guest, bert: Guest
) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    reader = await visit.open(bert, game)

    first = await reader.events(game["sequence"])
    played = await meanwhile(lambda: anna.play(game, "22-18"))
    (then,) = await reader.events(1)

    assert [event["type"] for event in first] == ["game_created", "player_joined", "game_started"]
    assert then["data"]["move"] == played["move"]
    assert [*first, then] == await meanwhile(lambda: anna.events(game))


@pytest.mark.parametrize(("query", "headers"), [("?after=2", {}), ("?after=1", {"Last-Event-ID": "2"})])
async def test_who_comes_again_goes_on_where_he_was(
    visit: Visit, anna: Guest, bert: Guest, query: str, headers: dict[str, str]
) -> None:
    game = await meanwhile(lambda: running(anna, bert))

    reader = await visit.open(bert, game, query, **headers)

    assert [event["sequence"] for event in await reader.events(1)] == [3]


async def test_a_stream_with_nothing_to_say_says_so(
    stream_settings: StreamSettings, anna: Guest, bert: Guest
) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    async with visiting(changed(stream_settings, heartbeat_ms=50)) as visit:
        reader = await visit.open(anna, game, f"?after={game['sequence']}")

        said = [await reader.next() for _ in range(3)]

    assert said == [{"retry": "1000"}, {"": ""}, {"": ""}]


async def test_a_stream_ends_when_its_token_does(
    visit: Visit, anna: Guest, bert: Guest, identity: Identity
) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    # Over, but within what the clocks of two machines may differ.
    token = identity.player(anna.player_id, lifetime_s=-2)()
    late = Guest(app=anna.app, player_id=anna.player_id, token=token)

    reader = await visit.open(late, game)
    await reader.events(3)

    assert await reader.next() == {"event": "reauth", "data": "{}"}
    assert await reader.next() == {}


async def test_a_stream_of_many_pages_is_read_to_its_end(
    visit: Visit, anna: Guest, bert: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.stream.feed.PAGE_EVENTS", 1)
    game = await meanwhile(lambda: running(anna, bert))

    reader = await visit.open(bert, game)

    assert [event["sequence"] for event in await reader.events(3)] == [1, 2, 3]


async def test_who_waits_is_answered_when_something_happens(visit: Visit, anna: Guest, bert: Guest) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    path = f"/v1/games/{game['id']}/events?after={game['sequence']}&wait_ms=10000"
    waiting = asyncio.create_task(visit.get(path, **bert.headers))

    await meanwhile(lambda: anna.play(game, "22-18"))
    page = await (await waiting).json()

    assert [event["type"] for event in page["events"]] == ["move_played"]
    assert page["events"] == await meanwhile(lambda: anna.events(game, f"after={game['sequence']}"))


async def test_who_waits_in_vain_is_answered_when_the_time_is_over(visit: Visit, anna: Guest) -> None:
    game = await meanwhile(anna.create)
    began_s = time.monotonic()

    page = await (
        await visit.get(f"/v1/games/{game['id']}/events?after=1&wait_ms=200", **anna.headers)
    ).json()

    assert page == {"events": [], "last_sequence": 1}
    assert time.monotonic() - began_s >= 0.2


async def test_a_wake_up_is_enough(
    stream_settings: StreamSettings, anna: Guest, bert: Guest, valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("POLL_S", "POLL_WHILE_HEARING_S"):
        monkeypatch.setattr(hubs, name, 3600.0)
    game = await meanwhile(lambda: running(anna, bert))
    wake = Wake(valkey)
    async with visiting(changed(stream_settings, valkey=valkey)) as visit:
        reader = await visit.open(bert, game)
        await reader.events(game["sequence"])
        await until(visit.hub._is_hearing)

        await meanwhile(lambda: anna.play(game, "22-18"))
        await meanwhile(lambda: wake.publish(f"game:{game['id']}"))

        assert [event["type"] for event in await reader.events(1)] == ["move_played"]
    await meanwhile(wake.close)


async def test_those_who_see_the_same_share_one_reading(
    stream_settings: StreamSettings, anna: Guest, bert: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("POLL_S", "POLL_WHILE_HEARING_S"):
        monkeypatch.setattr(hubs, name, 3600.0)
    game = await meanwhile(lambda: running(anna, bert))
    async with visiting(stream_settings) as visit:
        readers = [await visit.open(guest, game) for guest in (anna, bert) * 10]
        for reader in readers:
            await reader.events(game["sequence"])
        read = visit.hub._feeds.events
        count = 0

        async def counted(*question: Any) -> Page:
            nonlocal count
            count += 1
            return await read(*question)

        monkeypatch.setattr(visit.hub._feeds, "events", counted)
        await meanwhile(lambda: anna.play(game, "22-18"))
        visit.hub.ring(f"game:{game['id']}")
        events = [await reader.events(1) for reader in readers]

    assert all(event == events[0] for event in events)
    # One for the eyes of each player.
    assert count == 2


async def test_who_leaves_is_not_counted_any_more(visit: Visit, anna: Guest, bert: Guest) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    reader = await visit.open(anna, game)
    await reader.events(1)
    assert visit.hub.watcher_count == 1

    reader.response.close()

    await until(lambda: visit.hub.watcher_count == 0)
    assert visit.hub.line_count == 0
    assert visit.hub._bells == {}


async def test_only_so_many_may_watch(stream_settings: StreamSettings, anna: Guest, bert: Guest) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    async with visiting(changed(stream_settings, watchers=1)) as visit:
        await visit.open(anna, game)

        assert await code(await visit.get(f"/v1/games/{game['id']}/stream", **bert.headers)) == (
            429,
            "too_many_requests",
        )


@pytest.mark.parametrize("rest", ["stream", "events", "events?wait_ms=5000"])
async def test_what_is_wrong_is_told_before_anything_else(
    visit: Visit, anna: Guest, bert: Guest, identity: Identity, rest: str
) -> None:
    waiting = await meanwhile(anna.create)
    path = f"/v1/games/{waiting['id']}/{rest}"
    expired = {"Authorization": f"Bearer {identity.player('x', lifetime_s=-100)()}"}
    service = {"Authorization": f"Bearer {identity.service('games', 'gateway')()}"}
    foreign = {"Authorization": f"Bearer {identity.player(anna.player_id, tenant_id='elsewhere')()}"}

    assert await code(await visit.get(path)) == (401, "token_missing")
    assert await code(await visit.get(path, **expired)) == (401, "token_expired")
    assert await code(await visit.get(path, Authorization="Basic x")) == (401, "token_invalid")
    assert await code(await visit.get(path, **service)) == (403, "forbidden")
    assert await code(await visit.get(path, **foreign)) == (404, "unknown_game")
    assert await code(await visit.get(path, **bert.headers)) == (404, "unknown_game")
    bare = path.partition("?")[0]
    assert await code(await visit.get(f"{bare}?after=99", **anna.headers)) == (400, "invalid_cursor")
    assert await code(await visit.get(f"{bare}?after=x", **anna.headers)) == (400, "invalid_field")
    assert visit.hub.watcher_count == 0


@pytest.mark.parametrize("given", ["x", "", "-1", "1" * 17])
async def test_a_cursor_that_is_none_is_refused(visit: Visit, anna: Guest, given: str) -> None:
    game = await meanwhile(anna.create)

    response = await visit.get(f"/v1/games/{game['id']}/stream", **anna.headers, **{"Last-Event-ID": given})

    assert await code(response) == (400, "invalid_field")


async def test_a_games_service_that_is_down_is_unavailable(
    stream_settings: StreamSettings, anna: Guest
) -> None:
    async with visiting(
        changed(stream_settings, games_address="127.0.0.1:0", games_deadline_ms=300)
    ) as visit:
        assert await code(await visit.get("/readyz")) == (503, "unavailable")
        assert await code(await visit.get("/v1/games/x/stream", **anna.headers)) == (503, "unavailable")
        assert (await visit.get("/healthz")).status == 200


async def test_other_addresses_and_methods_are_problems(visit: Visit) -> None:
    assert await code(await visit.get("/v1/games")) == (404, "not_found")
    assert (await visit.get("/readyz")).status == 200
    marked = await visit.get("/healthz", **{"X-Request-Id": "abc-1"})
    assert marked.headers["X-Request-Id"] == "abc-1"


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        ("*", "http://localhost:8080", "*"),
        ("https://a.example https://b.example", "https://b.example", "https://b.example"),
        ("https://a.example", "https://b.example", None),
        ("", "http://localhost:8080", None),
    ],
)
async def test_pages_of_the_origins_named_may_read_it(
    stream_settings: StreamSettings, anna: Guest, bert: Guest, origins: str, origin: str, allowed: str | None
) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    async with visiting(changed(stream_settings, origins=origins)) as visit:
        path = f"/v1/games/{game['id']}/stream"
        asked = await visit.options(path, Origin=origin)
        refused = await visit.get(path, Origin=origin)
        reader = await visit.open(anna, game, Origin=origin)
        answers = [asked, refused, reader.response]

    assert [answer.headers.get("Access-Control-Allow-Origin") for answer in answers] == [allowed] * 3
    assert asked.status == 204
    if allowed:
        assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]


async def test_a_stop_ends_streams_and_answers_who_waits(
    stream_settings: StreamSettings, anna: Guest, bert: Guest
) -> None:
    game = await meanwhile(lambda: running(anna, bert))
    async with aiohttp.ClientSession() as session:
        async with serving(stream_settings) as (address, hub):
            visit = Visit(session, address, hub)
            reader = await visit.open(anna, game, f"?after={game['sequence']}")
            path = f"/v1/games/{game['id']}/events?after={game['sequence']}&wait_ms=10000"
            waiting = asyncio.create_task(visit.get(path, **bert.headers))
            await until(lambda: hub.watcher_count == 2)
        assert (await (await waiting).json())["events"] == []
        assert await reader.next() == {"retry": "1000"}
        assert await reader.next() == {}
        visit.leave()
