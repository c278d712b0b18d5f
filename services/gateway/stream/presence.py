"""Tells the games service which players have a stream open on which games of theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TypeAlias
from uuid import uuid4

import grpc
import grpc.aio
import structlog

from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.games.v1.games_service_pb2_grpc import GameServiceStub
from chassis.interceptor import AUTHORIZATION_KEY, BEARER

log = structlog.get_logger()

REPORT_S = 2.0
"""The games service believes it for five seconds."""
_DEADLINE_S = 1.5
_MOST_CHANGES = 1000

Seated: TypeAlias = tuple[str, str, str]
"""A game, a player who has it open, and his tenant."""


class Presence:
    """Reports every two seconds, whether anything has changed or not. Make it in the running loop."""

    def __init__(
        self, channel: grpc.aio.Channel, bearer: Callable[[], str], present: Callable[[], AbstractSet[Seated]]
    ) -> None:
        self._stub = GameServiceStub(channel)
        self._bearer = bearer
        self._present = present
        self._process_id = str(uuid4())
        self._reported: AbstractSet[Seated] = frozenset()
        self._unsure: set[Seated] = set()
        """Of whom was told without an answer: what the games service believes of them is not known."""
        self._is_down = False
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Say that this process stops: nobody is gone by that."""
        self._running.cancel()
        await self._send([], closing=True)

    async def _run(self) -> None:
        while True:
            await self._report()
            await asyncio.sleep(REPORT_S)

    async def _report(self) -> None:
        present = frozenset(self._present())
        changed = [*((self._reported ^ present) | self._unsure)]
        self._unsure.update(changed)
        for first in range(0, max(1, len(changed)), _MOST_CHANGES):
            told = changed[first : first + _MOST_CHANGES]
            answer = await self._send([_presence(seated, connected=seated in present) for seated in told])
            if answer is None:
                break  # the next report tells of them again
            self._unsure.difference_update(told)
            if answer.report_all:
                self._reported = frozenset()
                return
        self._reported = present

    async def _send(
        self, changes: list[games_pb.Presence], *, closing: bool = False
    ) -> games_pb.ReportPresenceResponse | None:
        """The answer, or None where there is none. Raises nothing."""
        request = games_pb.ReportPresenceRequest(
            process_id=self._process_id, changes=changes, closing=closing
        )
        try:
            answer = await self._stub.ReportPresence(
                request, timeout=_DEADLINE_S, metadata=((AUTHORIZATION_KEY, BEARER + self._bearer()),)
            )
        except grpc.RpcError as error:
            if not self._is_down:
                log.warning("presence not reported", detail=str(error))
            self._is_down = True
            return None
        self._is_down = False
        return answer


def _presence(seated: Seated, *, connected: bool) -> games_pb.Presence:
    game_id, player_id, tenant_id = seated
    return games_pb.Presence(game_id=game_id, player_id=player_id, tenant_id=tenant_id, connected=connected)
