"""The composition root of the matchmaking service."""

from __future__ import annotations

import grpc

from brettwerk.matchmaking.v1 import matchmaking_service_pb2, matchmaking_service_pb2_grpc
from chassis import Bound
from chassis.database import Database
from matchmaking.rpc import ACCESS, ERRORS, MatchmakingServicer
from matchmaking.service import Records
from matchmaking.settings import MatchmakingSettings
from matchmaking.store import Store

SERVICE = matchmaking_service_pb2.DESCRIPTOR.services_by_name["MatchmakingService"].full_name


def bind(server: grpc.Server, settings: MatchmakingSettings) -> Bound:
    database = Database(settings.database, name="matchmaking", connections=settings.database_connections)
    servicer = MatchmakingServicer(Records(Store(database)))
    matchmaking_service_pb2_grpc.add_MatchmakingServiceServicer_to_server(servicer, server)
    return Bound(services=(SERVICE,), errors=ERRORS, access=ACCESS, closing=(database.close,))
