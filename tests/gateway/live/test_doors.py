"""How readers come in to live streams besides with a header, and what the games service learns of who is there."""

from __future__ import annotations

import asyncio
import sys
import time

import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from gateway.stream import presence, tickets
from gateway.stream.settings import StreamSettings
from tests.gateway.telling import Teller, Visit, new_teller, visiting
from tests.identity import Identity
from tests.patience import until

pytestmark = pytest.mark.asyncio

TICKETS = "/v1/stream_tickets"
LOBBY = "/v1/stream?topics=lobby"


@pytest.fixture
def teller(monkeypatch: pytest.MonkeyPatch) -> Teller:
    monkeypatch.setattr(presence, "REPORT_S", 0.02)
    return new_teller()


async def ticket(visit: Visit, player: str = "anna") -> str:
    response = await visit.ask("POST", TICKETS, player)
    assert response.status == 201, await response.text()
    assert response.headers["Cache-Control"] == "no-store"
    answer: dict[str, str] = await response.json()
    assert set(answer) == {"ticket", "expires_time"}
    return answer["ticket"]


async def test_a_ticket_lets_its_player_in_once(visit: Visit) -> None:
    given = await ticket(visit)

    reader = await visit.open("me", "", f"&ticket={given}")

    assert len(await reader.events(1)) == 1
    (watcher,) = visit.hub._watchers
    assert watcher.player.id == "anna"
    assert await visit.problem("GET", f"{LOBBY}&ticket={given}") == (401, "token_invalid")


async def test_a_ticket_says_nothing_to_who_sees_it(visit: Visit) -> None:
    first, second = await ticket(visit), await ticket(visit)

    assert first != second
    assert not any(part in first for part in visit.token("anna").split("."))


async def test_only_a_player_is_given_one(visit: Visit, identity: Identity) -> None:
    service = {"Authorization": f"Bearer {identity.service('games', 'gateway')()}"}
    expired = {"Authorization": f"Bearer {visit.token('anna', lifetime_s=-100)}"}

    assert await visit.problem("POST", TICKETS) == (401, "token_missing")
    assert await visit.problem("POST", TICKETS, **expired) == (401, "token_expired")
    assert await visit.problem("POST", TICKETS, **service) == (403, "forbidden")


async def test_what_is_no_ticket_of_ours_is_refused(visit: Visit) -> None:
    given = await ticket(visit)

    for bad in ("", "x", "ä", given[:-8], given[:40] + given[44:], given.swapcase(), visit.token("anna")):
        answer = await visit.problem("GET", f"{LOBBY}&ticket={bad}")
        assert answer == (401, "token_invalid"), bad
    assert (await visit.open("me", "", f"&ticket={given}")).response.status == 200


async def test_a_ticket_is_good_for_half_a_minute(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    given = await ticket(visit)
    late_s = time.time() + tickets.LIFETIME_S + 2
    monkeypatch.setattr(time, "time", lambda: late_s)

    assert await visit.problem("GET", f"{LOBBY}&ticket={given}") == (401, "token_invalid")


async def test_a_ticket_does_not_outlive_its_token(visit: Visit) -> None:
    bearer = {"Authorization": f"Bearer {visit.token('anna', lifetime_s=2)}"}
    response = await visit.ask("POST", TICKETS, **bearer)
    given = (await response.json())["ticket"]

    reader = await visit.open("lobby", "", f"&ticket={given}")
    await reader.events(1)
    last = await reader.next()

    assert last is not None
    assert last.type == "reauth"


async def test_a_ticket_that_one_process_has_taken_no_other_takes(
    settings: StreamSettings, identity: Identity, valkey: str
) -> None:
    async with (
        visiting(settings, identity, valkey=valkey) as here,
        visiting(settings, identity, valkey=valkey) as there,
    ):
        given = await ticket(here)
        assert (await there.open("lobby", "", f"&ticket={given}")).response.status == 200
        assert await here.problem("GET", f"{LOBBY}&ticket={given}") == (401, "token_invalid")
        assert await there.problem("GET", f"{LOBBY}&ticket={given}") == (401, "token_invalid")


async def test_without_valkey_a_ticket_still_lets_in_once(
    settings: StreamSettings, identity: Identity
) -> None:
    async with visiting(settings, identity, valkey="redis://127.0.0.1:1") as visit:
        given = await ticket(visit)
        assert (await visit.open("lobby", "", f"&ticket={given}")).response.status == 200
        assert await visit.problem("GET", f"{LOBBY}&ticket={given}") == (401, "token_invalid")


def told(teller: Teller) -> set[tuple[str, str, str]]:
    """Who is there by all that was reported."""
    present: set[tuple[str, str, str]] = set()
    for report in list(teller.reports):
        for change in report.changes:
            who = (change.game_id, change.player_id, change.tenant_id)
            (present.add if change.connected else present.discard)(who)
    return present


def changes(teller: Teller) -> list[pb.Presence]:
    return [change for report in list(teller.reports) for change in report.changes]


async def test_who_has_his_game_open_is_there_until_his_last_stream_closes(
    visit: Visit, teller: Teller
) -> None:
    seats = {"anna": "white", "bert": "black", "dora": "both"}
    teller.view = lambda _topic, caller: seats.get(caller.id, "spectator")
    first, second = [await visit.open("game:1,lobby", "anna") for _ in range(2)]
    for name in ("bert", "carla", "dora"):
        await visit.open("game:1", name)
    await until(lambda: len(told(teller)) == 3)

    first.response.close()
    await until(lambda: visit.hub.watcher_count == 4)
    reports = len(teller.reports)
    await until(lambda: len(teller.reports) > reports + 2)
    assert told(teller) == {("1", name, "local") for name in ("anna", "bert", "dora")}

    second.response.close()
    await until(lambda: told(teller) == {("1", name, "local") for name in ("bert", "dora")})
    assert len(changes(teller)) == 4
    assert len({report.process_id for report in teller.reports}) == 1


async def test_who_only_waits_for_an_event_is_not_there(visit: Visit, teller: Teller) -> None:
    teller.view = lambda _topic, _caller: "white"

    await visit.ask("GET", "/v1/games/1/events?wait_ms=200", "anna")
    await visit.open("game:2", "bert")
    await until(lambda: bool(told(teller)))

    assert {change.player_id for change in changes(teller)} == {"bert"}


async def test_a_games_service_that_has_forgotten_is_told_everything_again(
    visit: Visit, teller: Teller
) -> None:
    teller.view = lambda _topic, _caller: "white"
    await visit.open("game:1")
    await until(lambda: len(changes(teller)) == 1)

    teller.reports_all = True

    await until(lambda: len(changes(teller)) == 2)
    assert told(teller) == {("1", "anna", "local")}


async def test_who_comes_back_while_answers_are_lost_is_told_to_be_there(
    visit: Visit, teller: Teller
) -> None:
    teller.view = lambda _topic, _caller: "white"
    stream = await visit.open("game:1")
    await until(lambda: len(changes(teller)) == 1)

    teller.loses_answers = True
    stream.response.close()
    await until(lambda: not told(teller))
    await visit.open("game:1")
    await until(lambda: bool(told(teller)))
    teller.loses_answers = False
    await until(lambda: len(teller.reports[-1].changes) == 0)

    assert told(teller) == {("1", "anna", "local")}


async def test_many_changes_are_told_in_several_reports(
    visit: Visit, teller: Teller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "_MOST_CHANGES", 2)
    teller.view = lambda _topic, _caller: "white"

    await visit.open("game:1,game:2,game:3,game:4,game:5")
    await until(lambda: len(told(teller)) == 5)

    assert max(len(report.changes) for report in teller.reports) == 2


async def test_a_process_that_stops_says_that_nobody_is_gone(
    settings: StreamSettings, identity: Identity, teller: Teller
) -> None:
    teller.view = lambda _topic, _caller: "white"
    async with visiting(settings, identity) as visit:
        await visit.open("game:1")
        await until(lambda: bool(told(teller)))
        visit.stay()

    assert [report.closing for report in teller.reports][-1]
    assert not any(report.closing for report in teller.reports[:-1])
    assert told(teller) == {("1", "anna", "local")}


async def test_pages_elsewhere_may_ask_for_tickets(settings: StreamSettings, identity: Identity) -> None:
    async with visiting(settings, identity, origins="https://b.example") as visit:
        response = await visit.ask("OPTIONS", TICKETS, Origin="https://b.example")

    assert response.headers["Access-Control-Allow-Origin"] == "https://b.example"
    assert "Authorization" in response.headers["Access-Control-Allow-Headers"]


async def test_a_process_opens_as_many_files_as_it_has_streams() -> None:
    """In a process of its own: the limit can be lowered, and not put back."""
    script = (
        "import resource\n"
        "from gateway.stream.__main__ import allow_files\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, 600))\n"
        "for count in (100, 500, 5000):\n"
        "    allow_files(count)\n"
        "    print('open', resource.getrlimit(resource.RLIMIT_NOFILE)[0])\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()

    found = [line for line in output.decode().splitlines() if line.startswith("open")]
    assert found == ["open 200", "open 500", "open 600"]
