"""A game's events, asked of the games service for whoever bears the token."""

from __future__ import annotations

import grpc
import grpc.aio
from grpc_health.v1 import health, health_pb2

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from chassis.interceptor import AUTHORIZATION_KEY, BEARER, REQUEST_ID_KEY
from chassis.logs import REQUEST_ID
from gateway import shapes_games
from gateway.clients_games import topic
from gateway.shapes import Json

# It has all that chassis.problem_of asks of a failed call, and is not declared as one.
grpc.Call.register(grpc.aio.AioRpcError)

_PROBE_S = 1.0
_OPTIONS = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
)
"""As in chassis.channels, which is for threads."""


class Feed:
    """The games service. Make it in the running loop."""

    def __init__(self, address: str, deadline_ms: int) -> None:
        self._channel = grpc.aio.insecure_channel(address, options=_OPTIONS)
        self._stub = EventFeedStub(self._channel)
        self._deadline_s = deadline_ms / 1000
        self._check = self._channel.unary_unary(
            f"/{health.SERVICE_NAME}/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )

    async def events(self, token: str, game_id: str, after: int, limit: int) -> Json:
        """A page of events, as REST has it. Raises grpc.RpcError."""
        request = events_pb.ListEventsRequest(topic=topic(game_id), after=after, limit=limit)
        metadata = ((AUTHORIZATION_KEY, BEARER + token), (REQUEST_ID_KEY, REQUEST_ID.get()))
        return shapes_games.events(
            await self._stub.ListEvents(request, timeout=self._deadline_s, metadata=metadata)
        )

    async def is_serving(self) -> bool:
        """The service answers that it is up. Raises nothing."""
        try:
            answer = await self._check(health_pb2.HealthCheckRequest(), timeout=_PROBE_S)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    async def close(self) -> None:
        await self._channel.close()
