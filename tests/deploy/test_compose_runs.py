"""What compose.yaml says, done without Docker: the same commands with the same variables, in the same order.

Only places differ: every container is this machine, with ports that are free here, and /keys is a folder.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from psycopg.conninfo import conninfo_to_dict

from chassis import leash
from chassis.healthy import is_serving
from local.ports import free_port
from local.processes import serves_http
from tests import servers
from tests.deploy import told
from tests.deploy.told import DEPLOY, PROCESSES, Compose

_READY_S = 60.0
_PORT = re.compile(r"\b(?:0\.0\.0\.0|127\.0\.0\.1|ai|clocks|games|matchmaking|rules|stream):(8\d\d\d)\b")


class House:
    """Everything that compose.yaml runs, as processes here."""

    def __init__(self, folder: Path, services: Mapping[str, Any]) -> None:
        self._folder = folder
        self._services = services
        self._ports: dict[str, str] = {}
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        needs = {name: set(container.get("depends_on", ())) for name, container in self._services.items()}
        for name in TopologicalSorter(needs).static_order():
            if name in PROCESSES:
                self._serve(name)
            elif name in self._services:
                finished = self._spawn(name).wait(_READY_S)
                assert finished == 0, self._log(name)

    def stop(self) -> None:
        for process in reversed(self._running):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self._running):
            process.wait(_READY_S)

    def address(self, name: str) -> str:
        """Where a container's process listens here."""
        return self._here(self._services[name]["environment"]["PROBE"]).partition("://")[2]

    def ask(self, name: str, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The answer of gateway or stream, as JSON."""
        connection = http.client.HTTPConnection(self.address(name), timeout=30)
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 400, text
        return json.loads(text)

    def _serve(self, name: str) -> None:
        process = self._spawn(name)
        self._running.append(process)
        probe = serves_http if name in {"ai-worker", "gateway", "stream"} else is_serving
        gives_up = time.monotonic() + _READY_S
        while not probe(self.address(name)):
            assert process.poll() is None, self._log(name)
            assert time.monotonic() < gives_up, self._log(name)
            time.sleep(0.05)

    def _spawn(self, name: str) -> subprocess.Popen[bytes]:
        container = self._services[name]
        words = [self._here(word) for word in container["command"][1:]]
        environment = container.get("environment") or {}
        with (self._folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                (*leash.command(os.getpid()), sys.executable, *words),
                env={
                    "PATH": os.environ["PATH"],
                    "KEYS": str(self._folder / "keys"),
                    **{key: self._here(value) for key, value in environment.items() if value is not None},
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _here(self, text: str) -> str:
        text = text.replace("/opt/brettwerk/deploy", str(DEPLOY / "image"))
        text = re.sub(r"^/keys\b", str(self._folder / "keys"), text)
        return _PORT.sub(lambda found: f"127.0.0.1:{self._port(found[1])}", text)

    def _port(self, port: str) -> str:
        if port not in self._ports:
            self._ports[port] = str(free_port(25000, [int(taken) for taken in self._ports.values()]))
        return self._ports[port]

    def _log(self, name: str) -> str:
        return f"{name}:\n{(self._folder / f'{name}.log').read_text()}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, compose: Compose) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with ExitStack() as held:
        # A server of its own: roles and their passwords are the whole server's.
        postgres = held.enter_context(servers.embedded_postgres(folder))
        valkey = held.enter_context(servers.embedded_valkey(folder))
        admin = conninfo_to_dict(postgres.admin)
        finished = compose(
            told.filled(
                COMPOSE_PROFILES="",
                POSTGRES_SERVER=f"host={admin['host']} port={admin['port']} dbname={admin['dbname']}",
                POSTGRES_PASSWORD=str(admin["password"]),
                BRETTWERK_VALKEY=valkey.url,
                BRETTWERK_BROKER=valkey.url.removesuffix("/0") + "/1",
                BRETTWERK_WORKER_PROCESSES="1",
            )
        )
        house = House(folder, json.loads(finished.stdout)["services"])
        held.callback(house.stop)
        house.start()
        yield house


def test_an_engine_plays_a_move_that_the_stream_process_tells_of(house: House) -> None:
    token = house.ask("gateway", "POST", "/v1/guests", {})["token"]
    persona = house.ask("gateway", "GET", "/v1/personas")["personas"][0]["key"]
    game = house.ask(
        "gateway",
        "POST",
        "/v1/games",
        {
            "ruleset": "international",
            "white": {"persona": persona},
            "black": "me",
            "time_control": {"kind": "unlimited"},
            "rated": False,
        },
        token,
    )
    after, types = 0, set[str]()
    gives_up = time.monotonic() + _READY_S
    while "move_played" not in types:
        assert time.monotonic() < gives_up, types
        page = house.ask(
            "stream", "GET", f"/v1/games/{game['id']}/events?after={after}&wait_ms=5000", token=token
        )
        types |= {event["type"] for event in page["events"]}
        after = page["last_sequence"]

    assert house.ask("gateway", "GET", f"/v1/games/{game['id']}", token=token)["to_move"] == "black"


def test_clients_are_sent_to_the_stream_process_that_was_published(house: House) -> None:
    assert house.ask("gateway", "GET", "/v1/meta")["stream_url"] == "http://localhost:8090"
