"""The events of every topic, asked of the service that tells them for whoever bears the token."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import grpc
import grpc.aio
from grpc_health.v1 import health, health_pb2

import chassis
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from chassis.channels import NEARBY
from chassis.interceptor import AUTHORIZATION_KEY, BEARER, REQUEST_ID_KEY
from chassis.logs import REQUEST_ID
from gateway import problems
from gateway.problems import Problem
from gateway.stream import topics
from gateway.stream.told import Told
from gateway.stream.topics import Topic

# It has all that chassis.problem_of asks of a failed call, and is not declared as one.
grpc.Call.register(grpc.aio.AioRpcError)

PAGE_EVENTS = 64
"""Read at once: a reader who takes nothing holds so many."""
_PROBE_S = 1.0
_AT_ONCE = 64
"""Calls under way to one service. Thousands who come at the same time wait here, and not in the service."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some events of a topic, for somebody's eyes."""

    events: Sequence[Told]
    last_sequence: int
    view: str
    """Whose eyes: what may be shared, and with whom."""


class Feeds:
    """The services that tell events. Make it in the running loop."""

    def __init__(self, addresses: Mapping[str, str], deadline_ms: int) -> None:
        """`addresses` by service."""
        self.channels = {
            name: grpc.aio.insecure_channel(address, options=NEARBY) for name, address in addresses.items()
        }
        self._stubs = {name: EventFeedStub(channel) for name, channel in self.channels.items()}
        self._places = {name: asyncio.Semaphore(_AT_ONCE) for name in addresses}
        self._deadline_s = deadline_ms / 1000

    async def events(self, topic: Topic, token: str, after: int, limit: int) -> Page:
        """The events after a sequence. Raises grpc.RpcError."""
        request = events_pb.ListEventsRequest(topic=topic.text, after=after, limit=limit)
        async with self._places[topic.service]:
            answer = await self._stubs[topic.service].ListEvents(
                request, timeout=self._deadline_s, metadata=_metadata(token)
            )
        return Page([Told(topic, event) for event in answer.events], answer.last_sequence, answer.view)

    async def snapshot(self, topic: Topic, token: str) -> Page:
        """How things stand, as the one event of a page. Raises grpc.RpcError."""
        request = events_pb.SnapshotRequest(topic=topic.text)
        async with self._places[topic.service]:
            answer = await self._stubs[topic.service].Snapshot(
                request, timeout=self._deadline_s, metadata=_metadata(token)
            )
        return Page([Told(topic, answer.snapshot)], answer.snapshot.sequence, answer.view)

    async def is_serving(self, service: str) -> bool:
        """The service answers that it is up. Raises nothing."""
        check = self.channels[service].unary_unary(
            f"/{health.SERVICE_NAME}/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        try:
            answer = await check(health_pb2.HealthCheckRequest(), timeout=_PROBE_S)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    async def close(self) -> None:
        for channel in self.channels.values():
            await channel.close()


def _metadata(token: str) -> tuple[tuple[str, str], ...]:
    return ((AUTHORIZATION_KEY, BEARER + token), (REQUEST_ID_KEY, REQUEST_ID.get()))


def is_passing(error: grpc.RpcError) -> bool:
    """Whoever waits anyway can wait until it is over."""
    return problems.of_rpc(error).code in {"unavailable", "too_many_requests"}


def is_lost(error: grpc.RpcError) -> bool:
    """What comes after this sequence is not kept any more."""
    return chassis.problem_of(error).reason == "CURSOR_EXPIRED"


def problem_of(error: grpc.RpcError, topic: Topic) -> Problem:
    """What a failed question about the topic means to who wants to read it."""
    found = chassis.problem_of(error)
    is_none = found.reason == "UNKNOWN_TOPIC" and not topic.is_game
    # A service without any feed has no such topic either.
    if is_none or found.status is grpc.StatusCode.UNIMPLEMENTED:
        return topics.unknown(topic.text)
    return problems.of_rpc(error)
