"""The gateway as it runs: behind granian, in a process of its own."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gateway import request_ids
from gateway.settings import GatewaySettings
from local.ports import free_port
from local.processes import serves_http
from tests.gateway.asking import GAME, QUESTION
from tests.identity import Identity

PATH = "/v1/moves:validate"
JSON = {"Content-Type": "application/json"}


@contextmanager
def process(*command: str, address: str, environment: dict[str, str]) -> Iterator[None]:
    running = subprocess.Popen([sys.executable, "-m", *command], env={**os.environ, **environment})
    try:
        gives_up = time.monotonic() + 60
        while not serves_http(address):
            assert running.poll() is None, "it did not start"
            assert time.monotonic() < gives_up, "it is not ready"
        yield
    finally:
        running.terminate()
        assert running.wait(20) == 0


@pytest.fixture(scope="module")
def stream(settings: GatewaySettings, identity: Identity) -> Iterator[str]:
    address = f"127.0.0.1:{free_port(18380, ())}"
    environment = {
        "BRETTWERK_STREAM_ADDRESS": address,
        "BRETTWERK_STREAM_KEY": str(identity.key("stream")),
        "BRETTWERK_GAMES_ADDRESS": settings.games_address,
        "BRETTWERK_MATCHMAKING_ADDRESS": settings.matchmaking_address,
        "BRETTWERK_AI_ADDRESS": settings.ai_address,
        "BRETTWERK_PUBLIC_KEYS": str(settings.public_keys),
        "BRETTWERK_STREAM_LOG_LEVEL": "error",
    }
    with process("gateway.stream", address=address, environment=environment):
        yield address


@pytest.fixture(scope="module")
def served(settings: GatewaySettings, stream: str) -> Iterator[str]:
    address = f"127.0.0.1:{free_port(18280, ())}"
    environment = {
        "BRETTWERK_GATEWAY_ADDRESS": address,
        "BRETTWERK_GATEWAY_KEY": str(settings.key),
        "BRETTWERK_GATEWAY_DATABASE": settings.database,
        "BRETTWERK_PUBLIC_KEYS": str(settings.public_keys),
        "BRETTWERK_RULES_ADDRESS": settings.rules_address,
        "BRETTWERK_GAMES_ADDRESS": settings.games_address,
        "BRETTWERK_AI_ADDRESS": settings.ai_address,
        "BRETTWERK_MATCHMAKING_ADDRESS": settings.matchmaking_address,
        "BRETTWERK_STREAM_ADDRESS": stream,
        "BRETTWERK_GATEWAY_LOG_LEVEL": "error",
    }
    with process("chassis.web", "gateway", "gateway.wsgi:app", address=address, environment=environment):
        yield address


@pytest.fixture
def connection(served: str) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(served, timeout=30)
    yield connection
    connection.close()


def asked(
    connection: http.client.HTTPConnection, body: bytes | Iterator[bytes]
) -> tuple[int, dict[str, object]]:
    connection.request("POST", PATH, body, JSON)
    response = connection.getresponse()
    assert response.headers[request_ids.HEADER]
    return response.status, json.loads(response.read())


def test_a_connection_is_kept_for_many_questions(connection: http.client.HTTPConnection) -> None:
    answers = [asked(connection, json.dumps(QUESTION).encode()) for _ in range(20)]

    assert all(status == 200 and answer["legal"] for status, answer in answers)


def test_a_body_in_chunks_is_read(connection: http.client.HTTPConnection) -> None:
    body = json.dumps(QUESTION).encode()

    status, answer = asked(connection, iter([body[:10], body[10:]]))

    assert (status, answer["legal"]) == (200, True)


@pytest.mark.parametrize("in_chunks", [False, True], ids=["with its length", "in chunks"])
def test_ten_megabytes_are_refused_and_the_next_question_answered(
    connection: http.client.HTTPConnection, *, in_chunks: bool
) -> None:
    whole = b'"' + b"x" * 10_000_000 + b'"'
    body = iter([whole[at : at + 65536] for at in range(0, len(whole), 65536)]) if in_chunks else whole

    status, answer = asked(connection, body)
    after, _ = asked(connection, json.dumps(QUESTION).encode())

    assert (status, answer["code"], after) == (413, "body_too_large", 200)


def test_invalid_utf_8_is_a_problem(connection: http.client.HTTPConnection) -> None:
    status, answer = asked(connection, b'{"fen":"\xff"}')

    assert (status, answer["code"]) == (400, "malformed_request")


def test_a_caller_who_leaves_in_the_middle_disturbs_nobody(
    served: str, connection: http.client.HTTPConnection
) -> None:
    host, _, port = served.rpartition(":")
    with socket.create_connection((host, int(port))) as leaving:
        leaving.sendall(f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{{".encode())

    status, _ = asked(connection, json.dumps(QUESTION).encode())

    assert status == 200


def told(address: str, method: str, path: str, body: object = None, token: str = "") -> dict[str, object]:
    connection = http.client.HTTPConnection(address, timeout=30)
    headers = {**JSON, "Authorization": f"Bearer {token}"} if token else JSON
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    response = connection.getresponse()
    answer: dict[str, object] = json.loads(response.read())
    connection.close()
    assert response.status < 300, answer
    return answer


def test_a_game_is_played_and_followed_where_the_server_says(served: str, stream: str) -> None:
    token = str(told(served, "POST", "/v1/guests")["token"])
    other = str(told(served, "POST", "/v1/guests", {"name": "Bert"})["token"])
    game = told(served, "POST", "/v1/games", GAME, token)["id"]
    told(served, "POST", f"/v1/games/{game}:join", None, other)
    told(served, "POST", f"/v1/games/{game}/moves", {"move": "22-18", "expected_turn": 0}, token)

    assert told(served, "GET", "/v1/meta")["stream_url"] == f"http://{stream}"
    here = told(served, "GET", f"/v1/games/{game}/events?after=3&wait_ms=5000", None, other)
    there = told(stream, "GET", f"/v1/games/{game}/events?after=3&wait_ms=5000", None, other)
    assert here == there
    assert [event["type"] for event in here["events"]] == ["move_played"]  # type: ignore[attr-defined]  # JSON
