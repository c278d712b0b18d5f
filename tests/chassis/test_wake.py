"""Wake-ups over a real Valkey, and without one."""

from __future__ import annotations

import threading
from pathlib import Path

from chassis.wake import Wake
from tests import servers
from tests.patience import wait_for


def test_a_wake_up_reaches_those_who_wait_for_its_topic(valkey: str) -> None:
    hearing, telling = Wake(valkey), Wake(valkey)
    games, clocks = threading.Event(), threading.Event()
    hearing.subscribe("games", games.set)
    hearing.subscribe("clocks", clocks.set)
    # Each call comes once when the listener begins to hear.
    assert games.wait(10)
    assert clocks.wait(10)
    games.clear()
    clocks.clear()
    telling.publish("games")

    assert games.wait(10)
    assert not clocks.is_set()
    hearing.close()
    telling.close()


def test_a_topic_may_be_added_while_the_listener_hears(valkey: str) -> None:
    wake = Wake(valkey)
    first, second = threading.Event(), threading.Event()
    wake.subscribe("first", first.set)
    assert first.wait(10)
    wake.subscribe("second", second.set)

    def woken() -> bool:
        wake.publish("second")
        return second.wait(0.05)

    wait_for(woken, "the second topic is heard")
    wake.close()


def test_without_an_address_it_is_silent() -> None:
    wake = Wake("")
    wake.subscribe("games", lambda: None)
    wake.publish("games")
    wake.close()


def test_a_valkey_that_is_away_is_nobodys_fault() -> None:
    # Port 1 is reserved, and nobody listens there.
    wake = Wake("redis://127.0.0.1:1/0")
    wake.subscribe("games", lambda: None)
    for _ in range(100):
        wake.publish("games")
    wake.close()


def test_a_valkey_that_comes_back_is_heard_again(tmp_path: Path) -> None:
    with servers.embedded_valkey(tmp_path) as server:
        wake, heard = Wake(server.url), threading.Event()
        wake.subscribe("games", heard.set)
        assert heard.wait(10)
        heard.clear()
        server.kill()
        wake.publish("games")
        server.revive()

        # What was published meanwhile is lost, so the listener calls by itself.
        assert heard.wait(20)
        wake.close()
