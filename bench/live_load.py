"""What `bench.live` does to the platform: requests on kept connections, open streams, moves at a steady pace.

One process and one loop, which takes part of the same cores; so it reads no more of an answer than it has to.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import psycopg
import redis.asyncio as valkey

from bench.move_load import random_games

Json = Any

_SCRIPTS = 20
_FISCHER = {"kind": "fischer", "base_ms": 3_600_000, "increment_ms": 1_000}
_WISH = {"ruleset": "battledame", "white": "me", "black": "open", "first_move_ms": 0}
_TABLE = "bench_live_rows"
_ROW = {"turn": 12, "ply": 13, "side": "white", "fen": "W:W17,21-32:B1-12,14", "filled": "x" * 500}
_FLOOR = "bench:floor"
_UNAVAILABLE = 503
_AGAIN_S = 0.1
_STREAM_S = 60.0
"""An open stream has said how its game stands by then."""


class Refused(RuntimeError):
    """An answer that is none of 200 and 201."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Line:
    """A connection that is kept, for one request after another."""

    def __init__(self, url: str) -> None:
        self._host = urlsplit(url).netloc
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, address: str, token: str = "", body: Json = None) -> Json:
        """The body of its answer. Raises Refused."""
        sent = _request(method, address, self._host, token, body)
        try:
            head, text = await self._exchange(sent)
        except (ConnectionError, asyncio.IncompleteReadError):
            # The server closes what was idle for long. All that is asked here may be asked twice.
            self.close()
            head, text = await self._exchange(sent)
        status = int(head[9:12])
        if status not in {200, 201}:
            raise Refused(status, f"{method} {address}: {status} {text.decode()}")
        return json.loads(text)

    async def _exchange(self, sent: bytes) -> tuple[bytes, bytes]:
        if self._reader is None or self._writer is None:
            host, _, port = self._host.rpartition(":")
            self._reader, self._writer = await asyncio.open_connection(host, int(port))
        self._writer.write(sent)
        head = await self._reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        assert size is not None, head
        return head, await self._reader.readexactly(int(size[1]))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


class Lines:
    """So many connections, shared by whoever asks."""

    def __init__(self, url: str, count: int) -> None:
        self._lines = [Line(url) for _ in range(count)]
        self._idle: asyncio.LifoQueue[Line] = asyncio.LifoQueue()
        for line in self._lines:
            self._idle.put_nowait(line)

    async def ask(self, method: str, address: str, token: str = "", body: Json = None) -> Json:
        line = await self._idle.get()
        try:
            return await line.ask(method, address, token, body)
        finally:
            self._idle.put_nowait(line)

    async def each(self, asks: Sequence[Callable[[], Awaitable[None]]], done: Callable[[], None]) -> None:
        """Do all of it, as many at once as there are connections."""
        left = iter(asks)

        async def work() -> None:
            for ask in left:
                await ask()
                done()

        await asyncio.gather(*(work() for _ in self._lines))

    def close(self) -> None:
        for line in self._lines:
            line.close()


@dataclass(slots=True, kw_only=True, eq=False)
class Table:
    """A game of two guests, and when what happened in it."""

    tokens: dict[str, str] = field(default_factory=dict)
    """By side."""
    game_id: str = ""
    moves: Iterator[tuple[int, str]] = field(default_factory=lambda: iter(()))
    playing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """A move is sent once the one before it is acknowledged, however late that is."""
    unavailable: int = 0
    """How often a move was answered so, and sent again."""
    due_s: dict[int, float] = field(default_factory=dict)
    """When the move of each turn was due to be sent."""
    acknowledged_s: dict[int, float] = field(default_factory=dict)
    delivered_s: dict[int, float] = field(default_factory=dict)
    """When the other side's stream told of it."""


SIDES = ("white", "black")


async def seat(lines: Lines, tables: Sequence[Table], done: Callable[[], None]) -> None:
    """Two new guests at each table, and a game between them."""
    scripts = random_games(_SCRIPTS)

    def seating(number: int, table: Table) -> Callable[[], Awaitable[None]]:
        async def sit() -> None:
            for side in SIDES:
                table.tokens[side] = (await lines.ask("POST", "/v1/guests"))["token"]
            white, black = (table.tokens[side] for side in SIDES)
            made = await lines.ask("POST", "/v1/games", white, {**_WISH, "time_control": _FISCHER})
            table.game_id = made["id"]
            await lines.ask("POST", f"/v1/games/{table.game_id}:join", black)
            table.moves = iter(enumerate(scripts[number % _SCRIPTS]))

        return sit

    await lines.each([seating(number, table) for number, table in enumerate(tables)], done)


class Reader(asyncio.Protocol):
    """An open stream of one side of a table. It looks at the head of each event alone."""

    def __init__(self, host: str, table: Table, side: str) -> None:
        self._request = _request(
            "GET", f"/v1/stream?topics=game:{table.game_id}", host, table.tokens[side], None
        )
        self._table = table
        self._is_white = side == "white"
        self._rest = b""
        self._loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = self._loop.create_future()
        self.transport: asyncio.Transport | None = None
        self.events = 0

    def forget(self) -> None:
        """Begin anew, on another connection."""
        assert self.transport is not None
        self.transport.close()
        self._rest = b""
        self.opened = self._loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now_s = self._loop.time()
        if data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 200"):
            self.opened.set_exception(Refused(int(data[9:12]), data.decode()))
            return
        text = self._rest + data
        *whole, self._rest = text.split(b"\n\n")
        for event in whole:
            if not self.opened.done() and b"event: game_snapshot" in event:
                self.opened.set_result(None)
            elif b"event: move_played" in event:
                self._note(event, now_s)

    def connection_lost(self, _exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(RuntimeError("a stream was closed before it said anything"))

    def _note(self, event: bytes, now_s: float) -> None:
        found = _TURN.search(event)
        assert found is not None, event
        self.events += 1
        turn = int(found[1]) - 1
        # White begins, and in draughts the sides take turns.
        if self._is_white == (turn % 2 == 1):
            self._table.delivered_s[turn] = now_s


_TURN = re.compile(rb'"turn":(\d+)')


async def open_streams(
    url: str, whose: Sequence[tuple[Table, str]], at_once: int, done: Callable[[], None]
) -> list[Reader]:
    """A stream for each of them, all of which have said how their games stand."""
    host = urlsplit(url).netloc
    readers: list[Reader] = []
    left = iter(whose)

    async def work() -> None:
        for table, side in left:
            readers.append(await _opened(Reader(host, table, side), host))
            done()

    await asyncio.gather(*(work() for _ in range(at_once)))
    return readers


async def _opened(reader: Reader, host: str) -> Reader:
    """Opened, with another try as long as a part of the house is not there. Raises Refused or TimeoutError."""
    address, _, port = host.rpartition(":")
    async with asyncio.timeout(_STREAM_S):
        while True:
            await asyncio.get_running_loop().create_connection(partial(_same, reader), address, int(port))
            try:
                await reader.opened
            except Refused as refusal:
                if refusal.status != _UNAVAILABLE:
                    raise
                reader.forget()
                await asyncio.sleep(_AGAIN_S)
            else:
                return reader


def _same(reader: Reader) -> Reader:
    return reader


async def paced(rate: float, seconds: float, call: Callable[[float], Awaitable[None]]) -> None:
    """Call so often a second, with the time for which each call was due, however long the others take."""
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    async with asyncio.TaskGroup() as calls:
        for number in range(int(rate * seconds)):
            due_s = began_s + number / rate
            await asyncio.sleep(max(0.0, due_s - loop.time()))
            calls.create_task(_called(call, due_s))


async def _called(call: Callable[[float], Awaitable[None]], due_s: float) -> None:
    await call(due_s)


def mover(
    lines: Lines, tables: Sequence[Table], done: Callable[[], None]
) -> Callable[[float], Awaitable[None]]:
    """Plays the next move of the next table."""
    loop, turns = asyncio.get_running_loop(), _around(tables)

    async def move(due_s: float) -> None:
        table = next(turns)
        async with table.playing:
            step = next(table.moves, None)
            if step is None:
                return  # its game has ended
            turn, text = step
            table.due_s[turn] = due_s
            await _play(lines, table, turn, text)
            table.acknowledged_s[turn] = loop.time()
        done()

    return move


async def _play(lines: Lines, table: Table, turn: int, text: str) -> None:
    address, body = f"/v1/games/{table.game_id}/moves", {"move": text, "expected_turn": turn}
    while True:
        try:
            await lines.ask("POST", address, table.tokens[SIDES[turn % 2]], body)
        except Refused as refusal:
            if refusal.status != _UNAVAILABLE:
                raise
            table.unavailable += 1
            await asyncio.sleep(_AGAIN_S)
        else:
            return


def _around(tables: Sequence[Table]) -> Iterator[Table]:
    while True:
        yield from tables


class Floor:
    """The least that telling of a move can take: a row committed in the same Postgres, a wake-up through the same
    Valkey, and nothing else.
    """

    def __init__(
        self, database: psycopg.AsyncConnection[Any], publisher: valkey.Redis, waiting: list[Any]
    ) -> None:
        self._database = database
        self._publisher = publisher
        self._waiting = waiting
        self.latencies_ms: list[float] = []

    async def call(self, due_s: float) -> None:
        loop = asyncio.get_running_loop()
        heard: asyncio.Future[None] = loop.create_future()
        number = len(self._waiting)
        self._waiting.append(heard)
        await self._database.execute(_INSERT, (json.dumps(_ROW),))
        await self._publisher.publish(_FLOOR, number)
        await heard
        self.latencies_ms.append((loop.time() - due_s) * 1000)


_INSERT = f"INSERT INTO {_TABLE} (data) VALUES (%s)"  # noqa: S608  our own name


@contextlib.asynccontextmanager
async def floor(conninfo: str, valkey_url: str) -> AsyncIterator[Floor]:
    connection = await psycopg.AsyncConnection.connect(conninfo, autocommit=True)
    async with connection as database, valkey.Redis.from_url(valkey_url) as client, client.pubsub() as heard:
        await database.execute(
            f"CREATE TABLE IF NOT EXISTS {_TABLE} (row_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data jsonb)"
        )
        await heard.subscribe(_FLOOR)
        waiting: list[asyncio.Future[None]] = []
        listening = asyncio.create_task(_listen(heard, waiting))
        try:
            yield Floor(database, client, waiting)
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening


async def _listen(heard: Any, waiting: Sequence[asyncio.Future[None]]) -> None:
    async for message in heard.listen():
        if message["type"] == "message":
            waiting[int(message["data"])].set_result(None)


def _request(method: str, address: str, host: str, token: str, body: Json) -> bytes:
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {address} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(sent)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join((*lines, "", "")).encode() + sent
