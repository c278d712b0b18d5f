"""Live streams: who sees what, who shares with whom, who is cut, and what ends a stream."""

from __future__ import annotations

import asyncio
import contextlib

import aiohttp
import pytest

from chassis import Caller
from chassis.wake import Wake
from gateway.stream import hub as hubs
from gateway.stream.feed import Page
from gateway.stream.settings import StreamSettings
from gateway.stream.topics import Topic
from tests import servers
from tests.gateway.telling import FORMS, Line, Teller, Visit, visiting
from tests.identity import Identity
from tests.patience import until

pytestmark = pytest.mark.asyncio


async def test_what_is_seen_by_one_is_never_shown_to_another(
    visit: Visit, teller: Teller, unpolled: None
) -> None:
    seats = {"anna": "white", "bert": "black"}
    teller.view = lambda _topic, caller: seats.get(caller.id, "spectator")
    readers = {name: await visit.open("game:1", name) for name in ("anna", "bert", "carla", "dora")}
    for reader in readers.values():
        await reader.events(1)

    teller.tell("game:1", white="21", black="4", spectator="nothing", all="e")
    visit.hub.ring("game:1")
    told = {name: (await reader.events(1))[0]["data"] for name, reader in readers.items()}

    assert told == {
        "anna": {"white": "21", "all": "e"},
        "bert": {"black": "4", "all": "e"},
        "carla": {"spectator": "nothing", "all": "e"},
        "dora": {"spectator": "nothing", "all": "e"},
    }


async def test_who_changes_seats_while_he_reads_sees_as_who_he_is(
    visit: Visit, teller: Teller, unpolled: None
) -> None:
    seats = {"anna": "white"}
    teller.view = lambda _topic, caller: seats.get(caller.id, "spectator")
    readers = {name: await visit.open("game:1", name) for name in ("anna", "bert", "carla")}
    for reader in readers.values():
        await reader.events(1)

    seats.update(anna="black", bert="white")
    teller.tell("game:1", type="player_joined")
    visit.hub.ring("game:1")
    for reader in readers.values():
        await reader.events(1)
    late = await visit.open("game:1", "bert")
    await late.events(1)
    teller.tell("game:1", white="21", black="4", spectator="nothing")
    visit.hub.ring("game:1")

    told = {name: (await reader.events(1))[0]["data"] for name, reader in readers.items()}
    assert told == {"anna": {"black": "4"}, "bert": {"white": "21"}, "carla": {"spectator": "nothing"}}
    assert (await late.events(1))[0]["data"] == {"white": "21"}


async def test_who_may_not_read_on_is_cut_and_the_others_are_not(
    visit: Visit, teller: Teller, unpolled: None
) -> None:
    closed: set[str] = set()
    teller.view = lambda _topic, caller: None if caller.id in closed else "local"
    anna, bert = [await visit.open("chat:1", name) for name in ("anna", "bert")]
    for reader in (anna, bert):
        await reader.events(1)

    closed.add("anna")
    # Each one's token is used in turn.
    for n in range(2):
        teller.tell("chat:1", n=n)
        visit.hub.ring("chat:1:local")
        assert [event["data"] for event in await bert.events(1)] == [{"n": n}]

    await until(lambda: visit.hub.watcher_count == 1)
    with pytest.raises(AssertionError, match="the stream has ended"):
        await anna.events(2)


async def test_who_has_left_a_room_reads_nothing_more_of_it(
    visit: Visit, teller: Teller, unpolled: None
) -> None:
    members = {"anna", "bert"}
    teller.view = lambda _topic, caller: "local" if caller.id in members else None
    anna, bert = [await visit.open("chat:1", name) for name in ("anna", "bert")]
    for reader in (anna, bert):
        await reader.events(1)

    members.remove("anna")
    teller.tell("chat:1", type="member_left")
    visit.hub.ring("chat:1:local")

    assert [event["type"] for event in await bert.events(1)] == ["member_left"]
    await until(lambda: visit.hub.watcher_count == 1)
    teller.tell("chat:1", n=1)
    visit.hub.ring("chat:1:local")
    assert [event["data"] for event in await bert.events(1)] == [{"n": 1}]


async def test_one_reading_serves_all_who_see_the_same(visit: Visit, teller: Teller, unpolled: None) -> None:
    readers = [await visit.open("game:1", f"guest-{n}") for n in range(20)]
    for reader in readers:
        await reader.events(1)
    listings = teller.listings

    teller.tell("game:1")
    visit.hub.ring("game:1")
    told = [await reader.events(1) for reader in readers]

    assert all(events == told[0] for events in told)
    assert teller.listings == listings + 1


async def test_a_wake_up_while_somebody_comes_is_not_lost(
    visit: Visit, teller: Teller, unpolled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot_of = visit.hub._feeds.snapshot

    async def late(topic: Topic, token: str) -> Page:
        found = await snapshot_of(topic, token)
        teller.tell("game:1", n=1)
        visit.hub.ring("game:1")
        return found

    monkeypatch.setattr(visit.hub._feeds, "snapshot", late)
    reader = await visit.open("game:1")

    snapshot, event = await reader.events(2)
    assert (snapshot["sequence"], event["sequence"]) == (0, 1)


async def test_spectators_are_told_later_where_they_see_later(
    visit: Visit, teller: Teller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "POLL_S", 0.05)
    monkeypatch.setattr(hubs, "_POLLS_PER_S", 0)
    monkeypatch.setattr(hubs, "_LOOK_S", 0.02)
    reader = await visit.open("game:1")
    await reader.events(1)

    visit.hub.ring("game:1")  # the players have seen it
    listings = teller.listings
    await until(lambda: teller.listings > listings)
    teller.tell("game:1", n=1)

    assert [event["data"] for event in await reader.events(1)] == [{"n": 1}]


async def test_a_player_has_several_streams_but_not_any_number(visit: Visit, teller: Teller) -> None:
    readers = [await visit.open("lobby") for _ in range(5)]
    for reader in readers:
        await reader.events(1)
    response = await visit.ask("GET", "/v1/stream?topics=lobby", "anna")
    other = await visit.open("lobby", "bert")
    teller.tell("lobby", n=1)

    assert (response.status, response.headers["Retry-After"]) == (429, "1")
    for reader in readers:
        assert [event["data"] for event in await reader.events(1)] == [{"n": 1}]
    other.response.close()
    readers[0].response.close()
    await until(lambda: visit.hub.watcher_count == 4)
    again = await visit.open("lobby")
    assert len(await again.events(1)) == 1


async def test_who_takes_nothing_is_cut_and_goes_on_where_he_was(
    settings: StreamSettings, identity: Identity, teller: Teller
) -> None:
    count = 0
    async with visiting(settings, identity, slow_reader_ms=300) as visit:
        slow, quick = await visit.open("lobby"), await visit.open("lobby", "bert")
        for reader in (slow, quick):
            await reader.events(1)
        # Until the buffers of both sides are full.
        while visit.hub.watcher_count == 2:
            for _ in range(20):
                count = teller.tell("lobby", text="x" * 20_000)
            await quick.events(20)

        read: list[int] = []
        with contextlib.suppress(AssertionError, aiohttp.ClientError):
            while True:
                read += [event["sequence"] for event in await slow.events(1)]
        assert 0 < len(read) < count < hubs.MAX_GAP, "the test is about somebody who lags behind"
        again = await visit.open("lobby", query=f"&after={slow.cursor}")
        read += [event["sequence"] for event in await again.events(count - len(read))]

    assert read == list(range(1, count + 1))


@FORMS
async def test_a_stream_with_nothing_to_say_says_so(
    settings: StreamSettings, identity: Identity, form: dict[str, str]
) -> None:
    async with visiting(settings, identity, heartbeat_ms=50) as visit:
        reader = await visit.open("lobby", **form)
        await reader.events(1)
        said = [await reader.next() for _ in range(2)]

    if form:
        assert [line is not None and (line.type, set(line.event)) for line in said] == [
            ("heartbeat", {"type", "server_time"})
        ] * 2
    else:
        assert said == [Line(comment=True)] * 2


@FORMS
async def test_a_stream_ends_when_its_token_does(visit: Visit, form: dict[str, str]) -> None:
    bearer = {"Authorization": f"Bearer {visit.token('anna', lifetime_s=2)}"}
    reader = await visit.open("lobby", "", **bearer, **form)
    await reader.events(1)

    last = await reader.next()

    assert last is not None
    assert last.type == "reauth"
    assert await reader.next() is None


async def test_who_leaves_is_forgotten_at_once(visit: Visit, teller: Teller) -> None:
    readers = [await visit.open("lobby,game:1,chat:2") for _ in range(3)]
    for reader in readers:
        await reader.events(3)
    assert (visit.hub.watcher_count, visit.hub.line_count) == (3, 3)

    for reader in readers:
        reader.response.close()

    await until(lambda: visit.hub.watcher_count == 0)
    assert (visit.hub.line_count, visit.hub._bells, visit.hub._restless) == (0, {}, {})


async def test_without_valkey_everything_still_arrives(
    settings: StreamSettings, identity: Identity, teller: Teller, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with servers.embedded_valkey(tmp_path_factory.mktemp("valkey")) as valkey:
        wake = Wake(valkey.url)
        async with visiting(settings, identity, valkey=valkey.url) as visit:
            reader = await visit.open("me,game:1")
            await reader.events(2)
            await until(visit.hub._is_hearing)
            for topic, name in (("me", "me:local:anna"), ("game:1", "game:1")):
                teller.tell(topic, n=1)
                await asyncio.to_thread(wake.publish, name)
                assert [event["topic"] for event in await reader.events(1)] == [topic]

            valkey.kill()
            await until(lambda: not visit.hub._is_hearing())
            teller.tell("game:1", n=2)
            assert [event["data"] for event in await reader.events(1)] == [{"n": 2}]

            await asyncio.to_thread(valkey.revive)
            await until(visit.hub._is_hearing)
            teller.tell("game:1", n=3)
            assert [event["data"] for event in await reader.events(1)] == [{"n": 3}]
        await asyncio.to_thread(wake.close)


async def test_a_stop_ends_every_stream(settings: StreamSettings, identity: Identity) -> None:
    async with visiting(settings, identity) as visit:
        reader = await visit.open("lobby")
        await reader.events(1)
        ending = asyncio.create_task(reader.next())
        visit.stay()

    assert await ending is None


async def test_only_players_come_in(visit: Visit, identity: Identity) -> None:
    path = "/v1/stream?topics=lobby"
    service = {"Authorization": f"Bearer {identity.service('games', 'gateway')()}"}
    expired = {"Authorization": f"Bearer {visit.token('anna', lifetime_s=-100)}"}

    assert await visit.problem("GET", path) == (401, "token_missing")
    assert await visit.problem("GET", path, **expired) == (401, "token_expired")
    assert await visit.problem("GET", path, **service) == (403, "forbidden")
    assert (await visit.ask("HEAD", path, "anna")).status == 405


async def test_the_token_of_each_reader_is_passed_on(visit: Visit, teller: Teller) -> None:
    seen: set[tuple[str, str]] = set()

    def view(topic: str, caller: Caller) -> str:
        seen.add((topic, caller.id))
        return "spectator"

    teller.view = view
    for name in ("anna", "bert"):
        await (await visit.open("lobby", name)).events(1)

    assert seen == {("lobby", "anna"), ("lobby", "bert")}
