"""Visitors of a running Brettwerk: guests with their tokens, who speak HTTP and nothing else."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from tests.patience import PATIENCE_S

Json = Any
GUEST, GAMES = "/v1/guests", "/v1/games"
UNLIMITED: Json = {"kind": "unlimited"}
_ANSWER_S = 20.0
"""No answer takes so long, not even one that waits for events."""
_AGAIN_S = 0.05


def fischer(base_ms: int, increment_ms: int) -> Json:
    return {"kind": "fischer", "base_ms": base_ms, "increment_ms": increment_ms}


class Unreached(Exception):
    """Nobody has answered; whether the request was heard is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    text: str

    @property
    def body(self) -> Json:
        return json.loads(self.text)

    @property
    def is_replayed(self) -> bool:
        return self.headers.get("idempotency-replayed") == "true"


class Line:
    """Requests to one address, from any number of threads, through connections that are kept."""

    def __init__(self, url: str) -> None:
        self._host = urlsplit(url).netloc
        self._idle: deque[http.client.HTTPConnection] = deque()

    def ask(
        self, method: str, address: str, body: Json = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Raises Unreached."""
        sent = None if body is None else json.dumps(body).encode()
        named = {**({} if sent is None else {"Content-Type": "application/json"}), **(headers or {})}
        while self._idle:
            # Whether a kept connection was closed in the meantime is seen only when it is used.
            with contextlib.suppress(Unreached, IndexError):
                return self._ask(self._idle.pop(), method, address, sent, named)
        fresh = http.client.HTTPConnection(self._host, timeout=_ANSWER_S)
        return self._ask(fresh, method, address, sent, named)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        address: str,
        sent: bytes | None,
        headers: Mapping[str, str],
    ) -> Answer:
        try:
            connection.request(method, address, sent, dict(headers))
            response = connection.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Unreached(f"{method} {address}: {error!r}") from error
        self._idle.append(connection)
        named = {name.lower(): value for name, value in response.getheaders()}
        return Answer(status=response.status, headers=named, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A player without an account."""

    player_id: str
    token: str
    line: Line
    stream: Line
    """To the process where one waits for events."""

    def ask(self, method: str, address: str, body: Json = None, **headers: str) -> Answer:
        """Raises Unreached."""
        return self.line.ask(method, address, body, self._with_token(headers))

    def get(self, address: str) -> Json:
        return _expect(200, self.ask("GET", address), address)

    def make_game(self, wish: Json) -> Json:
        return _expect(201, self.ask("POST", GAMES, wish), wish)

    def join(self, game_id: str) -> Json:
        return _expect(200, self.ask("POST", f"{GAMES}/{game_id}:join"), game_id)

    def resign(self, game_id: str) -> Json:
        return _expect(200, self.ask("POST", f"{GAMES}/{game_id}:resign"), game_id)

    def play(self, game_id: str, move: str, turn: int) -> Answer:
        """Raises Unreached."""
        return self.ask("POST", f"{GAMES}/{game_id}/moves", {"move": move, "expected_turn": turn})

    def game(self, game_id: str) -> Json:
        return self.get(f"{GAMES}/{game_id}")

    def events(self, game_id: str) -> list[Json]:
        """All that there are."""
        events: list[Json] = []
        while True:
            page = self.get(f"{GAMES}/{game_id}/events?after={len(events)}&limit=500")
            events += page["events"]
            if len(events) >= page["last_sequence"] or not page["events"]:
                return events

    def wait(self, game_id: str, after: int, wait_ms: int = 5000) -> Answer:
        """The events after that one, or the next ones, from the stream process. Raises Unreached."""
        address = f"{GAMES}/{game_id}/events?after={after}&wait_ms={wait_ms}&limit=500"
        return self.stream.ask("GET", address, None, self._with_token({}))

    def wait_end(self, game_id: str, patience_s: float = PATIENCE_S) -> Json:
        """The game once it is over."""
        gives_up_at = time.monotonic() + patience_s
        while not (game := self.game(game_id))["result"]:
            assert time.monotonic() < gives_up_at, f"not over after {patience_s:.0f} s: {game}"
            _expect(200, self.wait(game_id, game["sequence"]), game_id)
        return game

    def wait_record(self, games: int) -> list[Json]:
        """The player's record by rule set, once it counts so many games. Fails if it never does, or counts more."""
        gives_up_at = time.monotonic() + PATIENCE_S
        while True:
            answer = patiently(partial(self.ask, "GET", "/v1/players/me/record"))
            lines: list[Json] = _expect(200, answer, "record")["record"]
            counted = sum(line[outcome] for line in lines for outcome in ("won", "drawn", "lost"))
            assert counted <= games, f"counted twice: {lines}"
            if counted == games:
                return lines
            assert time.monotonic() < gives_up_at, f"{games} games, and the record says {lines}"
            time.sleep(_AGAIN_S)

    def _with_token(self, headers: Mapping[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return {"Authorization": f"Bearer {self.token}", **named}


class Door:
    """Where guests come in."""

    def __init__(self, url: str) -> None:
        self._line = Line(url)
        stream_url = _expect(200, self._line.ask("GET", "/v1/meta"), "meta")["stream_url"]
        assert stream_url, "nobody says where the stream process is"
        self._stream = Line(stream_url)

    def close(self) -> None:
        self._line.close()
        self._stream.close()

    def guest(self) -> Guest:
        made = _expect(201, self._line.ask("POST", GUEST), GUEST)
        return Guest(player_id=made["player_id"], token=made["token"], line=self._line, stream=self._stream)


def patiently(ask: Callable[[], Answer]) -> Answer:
    """The answer, asked for again as long as nobody answers or a part is down. Fails when patience ends."""
    gives_up_at = time.monotonic() + PATIENCE_S
    while True:
        try:
            answer = ask()
            if answer.status != 503:
                return answer
            met = answer.text
        except Unreached as error:
            met = str(error)
        assert time.monotonic() < gives_up_at, f"no answer after {PATIENCE_S:.0f} s: {met}"
        time.sleep(_AGAIN_S)


def _expect(status: int, answer: Answer, what: object) -> Json:
    assert answer.status == status, f"{what}: {answer.status} {answer.text}"
    return answer.body
