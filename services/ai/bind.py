"""The composition root of the ai service."""

from __future__ import annotations

import grpc

from ai import tasks
from ai.dispatch import Dispatcher
from ai.rpc import ACCESS, ERRORS, AiServicer
from ai.service import Turns
from ai.settings import AiSettings
from ai.store import Store
from brettwerk.ai.v1 import ai_service_pb2, ai_service_pb2_grpc
from chassis import Bound
from chassis.database import Database

SERVICE = ai_service_pb2.DESCRIPTOR.services_by_name["AiService"].full_name


def bind(server: grpc.Server, settings: AiSettings) -> Bound:
    database = Database(settings.database, name="ai", connections=settings.database_connections)
    store = Store(database)
    sender = tasks.Sender(settings.broker)
    dispatcher = Dispatcher(store, sender.send, sender.close)
    servicer = AiServicer(Turns(store, dispatcher.wake))
    ai_service_pb2_grpc.add_AiServiceServicer_to_server(servicer, server)
    dispatcher.start()
    return Bound(
        services=(SERVICE,),
        errors=ERRORS,
        access=ACCESS,
        closing=(dispatcher.stop, database.close),
    )
