"""What `bench.move` times: acknowledged moves, empty RPCs, bare inserts, each as one call."""

from __future__ import annotations

import http.client
import json
import random
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import grpc
import psycopg

import rulebook
from bench.api_load import EMPTY

Call = Callable[[], None]

_KEY = "battledame"
_SEED = 20261129
_SCRIPTS = 20
_FISCHER = {"kind": "fischer", "base_ms": 600_000, "increment_ms": 1_000}
_TABLE = "bench_rows"
_ROW = {"turn": 12, "ply": 13, "side": "white", "fen": "W:W17,21-32:B1-12,14", "filled": "x" * 500}
"""About as long as the event of a move."""


class Moves:
    """Games of two guests, made beforehand and played move by move."""

    def __init__(self, url: str) -> None:
        self._host = urlsplit(url).netloc
        self._scripts = random_games(_SCRIPTS)
        asked = http.client.HTTPConnection(self._host)
        self._seats = [_post(asked, "/v1/guests", None, None)["token"] for _ in range(2)]
        self._asked = asked
        self._ready: deque[str] = deque()
        self._made = 0
        self._lock = threading.Lock()

    def prepare(self, games: int) -> None:
        """See to it that so many games wait to be played."""
        while len(self._ready) < games:
            self._ready.append(self._new_game())

    def caller(self) -> Call:
        """Plays one game after another, through one connection."""
        connection = http.client.HTTPConnection(self._host)
        game_id = ""
        left: Iterator[tuple[int, str]] = iter(())

        def call() -> None:
            nonlocal game_id, left
            step = next(left, None)
            if step is None:
                game_id, script = self._take()
                left = iter(enumerate(script))
                step = next(left)
            turn, move = step
            # White begins, and in draughts the sides take turns.
            body = {"move": move, "expected_turn": turn}
            _post(connection, f"/v1/games/{game_id}/moves", body, self._seats[turn % 2])

        return call

    def _take(self) -> tuple[str, Sequence[str]]:
        with self._lock:
            game_id = self._ready.popleft() if self._ready else self._new_game()
            self._made += 1
            return game_id, self._scripts[self._made % len(self._scripts)]

    def _new_game(self) -> str:
        wish = {"ruleset": _KEY, "white": "me", "black": "open", "time_control": _FISCHER}
        game_id: str = _post(self._asked, "/v1/games", wish, self._seats[0])["id"]
        _post(self._asked, f"/v1/games/{game_id}:join", None, self._seats[1])
        return game_id


def inserts(conninfo: str) -> Callable[[], Call]:
    """Rows as long as an event, each committed by itself as the platform's own are."""
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS {_TABLE} (row_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data jsonb)"
        )
    data = json.dumps(_ROW)

    def caller() -> Call:
        connection = psycopg.connect(conninfo, autocommit=True)
        return lambda: _done(connection.execute(f"INSERT INTO {_TABLE} (data) VALUES (%s)", (data,)))  # noqa: S608  our own name

    return caller


def empty_rpcs(channel: grpc.Channel) -> Callable[[], Call]:
    ping: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
        EMPTY, request_serializer=None, response_deserializer=None
    )
    return lambda: lambda: _done(ping(b""))


def random_games(count: int) -> list[list[str]]:
    """Whole games as their moves, the same in every run."""
    ruleset = rulebook.ruleset(_KEY)
    return [_random_game(ruleset, random.Random(f"{_SEED}:{number}")) for number in range(count)]


def _done(_answer: object) -> None:
    """A call gives nothing."""


def _random_game(ruleset: rulebook.Ruleset, chance: random.Random) -> list[str]:
    position = rulebook.initial_position(ruleset)
    moves = []
    while legal := rulebook.legal_moves(position):
        move = chance.choice(legal)
        moves.append(move.notation)
        position = rulebook.play(position, move)
    return moves


def _post(connection: http.client.HTTPConnection, address: str, body: Any, token: str | None) -> Any:
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST", address, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status not in {200, 201}:
        raise RuntimeError(f"the server failed: {address} {answer.status} {text.decode()}")
    return json.loads(text)
