"""The composition root of the clocks service."""

from __future__ import annotations

import grpc

from brettwerk.clocks.v1 import clocks_service_pb2, clocks_service_pb2_grpc
from chassis import Bound
from chassis.channels import connect
from chassis.database import Database
from chassis.tokens import TokenSource
from clocks import clients
from clocks.ringer import Ringer
from clocks.rpc import ACCESS, ERRORS, ClocksServicer
from clocks.service import Alarms
from clocks.settings import ClocksSettings
from clocks.store import Store

SERVICE = clocks_service_pb2.DESCRIPTOR.services_by_name["ClockService"].full_name


def bind(server: grpc.Server, settings: ClocksSettings) -> Bound:
    database = Database(settings.database, name="clocks", connections=settings.database_connections)
    tokens = TokenSource("clocks", settings.key)
    games = connect(settings.games_address, deadline_ms=clients.DEADLINE_MS, bearer=tokens.bearer("games"))
    store = Store(database)
    ringer = Ringer(store, clients.Games(games).expire)
    servicer = ClocksServicer(Alarms(store, ringer.expect))
    clocks_service_pb2_grpc.add_ClockServiceServicer_to_server(servicer, server)
    ringer.start()
    return Bound(
        services=(SERVICE,),
        errors=ERRORS,
        access=ACCESS,
        closing=(ringer.stop, games.close, database.close),
    )
