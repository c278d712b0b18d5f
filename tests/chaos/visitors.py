"""Players of the chaos: they ask again as long as nobody answers or a part is down, and take no other excuse."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp

from tests.chaos.faults import Fault, require

Json = Any
PATIENCE_S = 200.0
"""So long the house may be away for somebody, on a busy machine."""
_ANSWER_S = 20.0
_AGAIN_S = (0.05, 0.8)
_DOWN = 503
LOST = (aiohttp.ClientError, TimeoutError, OSError)
"""Nobody has answered; whether the request was heard is not known."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Json

    @property
    def code(self) -> str:
        return str(self.body.get("code", "")) if isinstance(self.body, dict) else ""


class Door:
    """Where visitors come in. Use it inside `async with`."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self.url = url
        self.stream_url = ""
        self.chance = chance
        self.counts: Counter[str] = Counter()
        """What was asked, and how it went."""
        self._session: aiohttp.ClientSession | None = None

    @property
    def session(self) -> aiohttp.ClientSession:
        assert self._session is not None
        return self._session

    async def guest(self) -> Visitor:
        made = await self.ask("POST", "/v1/guests", None, {})
        require(made.status == 201, f"no guest: {made}")
        return Visitor(door=self, player_id=made.body["player_id"], token=made.body["token"])

    async def ask(self, method: str, address: str, body: Json, headers: dict[str, str]) -> Answer:
        """Ask until there is an answer. Raises Fault."""
        loop = asyncio.get_running_loop()
        gives_up_s = loop.time() + PATIENCE_S
        while True:
            try:
                answer = await self.ask_once(method, address, body, headers)
            except LOST as error:
                met = repr(error)
                self.counts["unanswered"] += 1
            else:
                if answer.status != _DOWN:
                    return answer
                met = str(answer)
                self.counts["a part down"] += 1
            if loop.time() > gives_up_s:
                raise Fault(f"{method} {address}: no answer for {PATIENCE_S:.0f} s, at last {met}")
            await asyncio.sleep(self.chance.uniform(*_AGAIN_S))

    async def ask_once(self, method: str, address: str, body: Json, headers: dict[str, str]) -> Answer:
        """Raises one of LOST, or Fault for an answer that nobody should get."""
        sent = None if body is None else json.dumps(body).encode()
        named = {**({} if sent is None else {"Content-Type": "application/json"}), **headers}
        async with self.session.request(method, self.url + address, data=sent, headers=named) as response:
            text = await response.text()
        require(
            response.status < 500 or response.status == _DOWN,
            f"{method} {address} {body}: {response.status} {text}",
        )
        self.counts["answers"] += 1
        return Answer(response.status, json.loads(text) if "json" in response.content_type else text)

    async def __aenter__(self) -> Self:
        # Kept connections of a gateway that was killed fail when they are used; that is asked again like all else.
        connector = aiohttp.TCPConnector(limit=0)
        timeout = aiohttp.ClientTimeout(total=_ANSWER_S)
        self._session = aiohttp.ClientSession(
            connector=connector, timeout=timeout, skip_auto_headers=["Content-Type"]
        )
        meta = await self.ask("GET", "/v1/meta", None, {})
        self.stream_url = meta.body["stream_url"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.close()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Visitor:
    """A guest with his token."""

    door: Door
    player_id: str
    token: str
    tally: Counter[tuple[str, str]] = field(default_factory=Counter)
    """His finished games, by rule set and outcome."""

    @property
    def header(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def ask(self, method: str, address: str, body: Json = None) -> Answer:
        """Raises Fault."""
        return await self.door.ask(method, address, body, self.header)

    async def get(self, address: str) -> Json:
        """Raises Fault for any answer but 200."""
        answer = await self.ask("GET", address)
        require(answer.status == 200, f"GET {address}: {answer}")
        return answer.body

    async def make_game(self, wish: Json) -> Json:
        """Asked as often as needed it makes one game. Raises Fault."""
        header = {**self.header, "Idempotency-Key": str(uuid.UUID(int=self.door.chance.getrandbits(128)))}
        made = await self.door.ask("POST", "/v1/games", wish, header)
        require(made.status == 201, f"no game: {made}")
        return made.body

    async def events(self, game_id: str) -> list[Json]:
        """All that there are."""
        events: list[Json] = []
        while True:
            page = await self.get(f"/v1/games/{game_id}/events?after={len(events)}&limit=500")
            events += page["events"]
            if len(events) >= page["last_sequence"] or not page["events"]:
                return events
