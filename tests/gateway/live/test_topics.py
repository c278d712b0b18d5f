"""Live streams: what is told, in which order, and how a reader goes on after anything."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict

import pytest

from chassis import Bound, ServerSettings, start
from gateway.stream.settings import StreamSettings
from tests.gateway.telling import FORMS, NDJSON, Teller, Visit, visiting
from tests.identity import Identity
from tests.patience import until

pytestmark = pytest.mark.asyncio


@FORMS
async def test_a_stream_begins_with_a_snapshot_and_goes_on_with_every_event(
    visit: Visit, teller: Teller, form: dict[str, str]
) -> None:
    teller.tell("game:1", n=1)
    reader = await visit.open("game:1", **form)

    (snapshot,) = await reader.events(1)
    for n in (2, 3):
        teller.tell("game:1", n=n)
    then = await reader.events(2)

    assert (snapshot["type"], snapshot["sequence"], snapshot["data"]) == ("game_snapshot", 1, {"count": 1})
    assert [(event["sequence"], event["data"]) for event in then] == [(2, {"n": 2}), (3, {"n": 3})]


async def test_both_forms_say_the_same(visit: Visit, teller: Teller) -> None:
    readers = [await visit.open("game:1", **form) for form in ({}, NDJSON)]
    teller.tell("game:1", n=1)

    told = [await reader.events(2) for reader in readers]
    for events in told:
        del events[0]["server_time"]  # of the snapshot, which each one has asked for himself
    assert told[0] == told[1]
    assert readers[0].cursor == readers[1].cursor
    assert [reader.response.content_type for reader in readers] == [
        "text/event-stream",
        "application/x-ndjson",
    ]


async def test_an_event_of_a_game_says_where_the_game_stands(visit: Visit, teller: Teller) -> None:
    teller.tell("game:1")
    teller.tell("lobby")
    reader = await visit.open("game:1,lobby")

    game, lobby = await reader.events(2)

    assert (game["turn"], game["ply"], game["position_hash"]) == (1, 1, "0000000000000001")
    assert (game["clock"]["white_remaining_ms"], game["clock"]["black_remaining_ms"]) == (1000, 2000)
    assert game["clock"]["running_side"] == "white"
    assert set(lobby) == {"topic", "sequence", "type", "event_time", "server_time", "data"}
    assert lobby["event_time"] == "2026-01-02T03:04:05Z"
    assert (game["topic"], lobby["topic"]) == ("game:1", "lobby")


async def test_one_stream_has_topics_of_several_services(visit: Visit, teller: Teller) -> None:
    topics = ["me", "lobby", "game:1", "chat:game:1", "analysis:a-1"]
    reader = await visit.open(",".join(topics))

    snapshots = await reader.events(len(topics))
    for topic in topics:
        teller.tell(topic)
    events = await reader.events(len(topics))

    assert [snapshot["topic"] for snapshot in snapshots] == topics
    assert sorted(event["topic"] for event in events) == sorted(topics)
    assert {event["sequence"] for event in events} == {1}


@FORMS
@pytest.mark.parametrize("seed", range(4))
async def test_however_often_a_reader_comes_again_he_has_every_event_once_and_in_order(
    visit: Visit, teller: Teller, unpolled: None, form: dict[str, str], seed: int
) -> None:
    chance = random.Random(seed)
    topics = ["game:1", "lobby", "chat:lobby"]
    told: dict[str, list[int]] = defaultdict(list)
    read: dict[str, list[int]] = defaultdict(list)
    count = 120

    async def tell() -> None:
        for n in range(count):
            topic = chance.choice(topics)
            teller.tell(topic, n=n)
            told[topic].append(n)
            visit.hub.ring(topic if topic.startswith("game") else f"{topic}:local")
            if chance.random() < 0.2:
                await asyncio.sleep(0.002)

    reader = await visit.open(",".join(topics), **form)
    await reader.events(len(topics))
    telling = asyncio.create_task(tell())
    while sum(map(len, read.values())) < count:
        left = count - sum(map(len, read.values()))
        for event in await reader.events(min(left, chance.randint(1, 9))):
            read[event["topic"]].append(event["data"]["n"])
        reader.response.close()
        chance.shuffle(topics)
        way = chance.choice(["header", "query"])
        again = {"Last-Event-ID": reader.cursor} if way == "header" else {}
        query = "" if way == "header" else f"&after={reader.cursor}"
        reader = await visit.open(",".join(topics), "anna", query, **form, **again)
    await telling

    assert read == told


async def test_a_topic_that_is_new_in_a_stream_begins_with_a_snapshot(visit: Visit, teller: Teller) -> None:
    teller.tell("lobby")
    reader = await visit.open("lobby")
    await reader.events(1)
    teller.tell("lobby")
    teller.tell("game:1")

    again = await visit.open("game:1,lobby", query=f"&after={reader.cursor}")

    assert [(event["topic"], event["type"]) for event in await again.events(2)] == [
        ("game:1", "game_snapshot"),
        ("lobby", "told"),
    ]


@pytest.mark.parametrize("is_kept", [True, False])
async def test_who_has_missed_too_much_is_told_how_things_stand(
    visit: Visit, teller: Teller, is_kept: bool
) -> None:
    reader = await visit.open("lobby")
    await reader.events(1)
    for n in range(501 if is_kept else 20):
        teller.tell("lobby", n=n)
    if not is_kept:
        teller.forget("lobby", 10)
    reader.response.close()

    again = await visit.open("lobby", query=f"&after={reader.cursor}")
    (snapshot,) = await again.events(1)
    teller.tell("lobby")

    assert snapshot["type"] == "lobby_snapshot"
    assert [event["sequence"] for event in await again.events(1)] == [snapshot["sequence"] + 1]


@pytest.mark.parametrize("others", [0, 1], ids=["alone", "while others read on"])
async def test_who_has_missed_five_hundred_events_is_told_them_all(
    visit: Visit, teller: Teller, unpolled: None, others: int
) -> None:
    reader = await visit.open("lobby")
    await reader.events(1)
    for n in range(500):
        teller.tell("lobby", n=n)
    reader.response.close()
    for _ in range(others):
        await (await visit.open("lobby", "bert")).events(1)

    again = await visit.open("me,lobby,game:1", query=f"&after={reader.cursor}")
    events = await again.events(502)

    missed = [event["sequence"] for event in events if event["topic"] == "lobby"]
    assert missed == list(range(1, 501))


async def test_a_stream_that_has_fallen_back_too_far_goes_on_from_a_snapshot(
    visit: Visit, teller: Teller, unpolled: None
) -> None:
    reader = await visit.open("lobby")
    await reader.events(1)
    for _ in range(600):
        teller.tell("lobby")
    teller.forget("lobby", 550)
    visit.hub.ring("lobby:local")

    assert [(event["type"], event["sequence"]) for event in await reader.events(1)] == [
        ("lobby_snapshot", 600)
    ]


@pytest.mark.parametrize(
    ("topics", "expected"),
    [
        ("", (400, "invalid_field")),
        (",".join(f"game:{n}" for n in range(17)), (400, "invalid_field")),
        ("lobby,me,lobby", (400, "invalid_field")),
        ("game:" + "x" * 3000, (400, "invalid_field")),
        ("games", (404, "unknown_topic")),
        ("lobby,", (404, "unknown_topic")),
        ("game:", (404, "unknown_topic")),
        ("game:1;DROP", (404, "unknown_topic")),
        ("me:bert", (404, "unknown_topic")),
        ("chat:%00", (404, "unknown_topic")),
        ("game:closed", (404, "unknown_game")),
        ("lobby,chat:closed", (404, "unknown_topic")),
        ("analysis:closed", (404, "unknown_topic")),
    ],
)
async def test_what_cannot_be_read_is_refused_before_the_stream_begins(
    visit: Visit, teller: Teller, topics: str, expected: tuple[int, str]
) -> None:
    teller.view = lambda topic, _caller: None if topic.endswith(":closed") else "spectator"

    assert await visit.problem("GET", f"/v1/stream?topics={topics}", "anna") == expected
    assert (visit.hub.watcher_count, visit.hub.line_count, visit.hub._bells) == (0, 0, {})


async def test_sixteen_topics_are_not_too_many(visit: Visit, teller: Teller) -> None:
    topics = [f"game:{n}" for n in range(16)]
    reader = await visit.open(",".join(topics))

    await reader.events(16)
    for topic in topics:
        teller.tell(topic)
    await reader.events(16)

    assert len(reader.cursor) < 300


async def test_a_service_without_events_has_no_topics(
    settings: StreamSettings, identity: Identity, teller: Teller
) -> None:
    server = ServerSettings(address="127.0.0.1:0", public_keys=identity.public_keys, stop_ms=200)

    with start("ai", lambda _server: Bound(services=()), server) as bare:
        async with visiting(settings, identity, ai_address=bare.address) as visit:
            answer = await visit.problem("GET", "/v1/stream?topics=analysis:1", "anna")

    assert answer == (404, "unknown_topic")


async def test_a_service_that_is_away_is_unavailable_at_first_and_waited_for_later(
    visit: Visit, teller: Teller
) -> None:
    reader = await visit.open("lobby")
    await reader.events(1)
    teller.is_away = True
    teller.tell("lobby", n=1)

    assert await visit.problem("GET", "/v1/stream?topics=lobby", "anna") == (503, "unavailable")
    listings = teller.listings
    await until(lambda: teller.listings > listings)
    teller.is_away = False

    assert [event["data"] for event in await reader.events(1)] == [{"n": 1}]


async def test_a_cursor_that_is_no_cursor_of_his_is_refused(visit: Visit, teller: Teller) -> None:
    reader = await visit.open("lobby", "anna")
    await reader.events(1)
    good = reader.cursor
    beyond = await visit.open("lobby", "anna")
    teller.tell("lobby")
    await beyond.events(2)
    teller._events.clear()
    bad = [
        "x", "", "%00", "ä", "0", good[:-4], good + "AAAA", good.swapcase(), "A" * len(good), "A" * 5000,
        f"B{good[1:]}", "=" + good, beyond.cursor,
    ]  # fmt: skip

    for given in bad:
        path = f"/v1/stream?topics=lobby&after={given}"
        assert await visit.problem("GET", path, "anna") == (400, "invalid_cursor"), given
    for given in set(bad) - {"", "ä"}:
        answer = await visit.problem("GET", "/v1/stream?topics=lobby", "anna", **{"Last-Event-ID": given})
        assert answer == (400, "invalid_cursor"), given
    assert await visit.problem("GET", f"/v1/stream?topics=lobby&after={good}", "bert") == (
        400,
        "invalid_cursor",
    )
    assert (await visit.open("lobby", "anna", f"&after={good}")).response.status == 200
