"""The composition root of the ai service."""

from __future__ import annotations

import grpc

from ai import metrics, tasks
from ai.analysis_service import Analyses
from ai.analysis_store import AnalysisRows
from ai.dispatch import Dispatcher
from ai.feed_rpc import FEED_ACCESS, EventServicer
from ai.rpc import ACCESS, ANALYSIS_ACCESS, ERRORS, AiServicer, AnalysisServicer
from ai.service import Turns
from ai.settings import AiSettings
from ai.store import Store
from ai.versions import engine_version
from brettwerk.ai.v1 import (
    ai_service_pb2,
    ai_service_pb2_grpc,
    analysis_service_pb2,
    analysis_service_pb2_grpc,
)
from brettwerk.events.v1 import event_feed_pb2, event_feed_pb2_grpc
from chassis import Bound
from chassis.database import Database
from chassis.wake import Wake

SERVICE = ai_service_pb2.DESCRIPTOR.services_by_name["AiService"].full_name
ANALYSIS_SERVICE = analysis_service_pb2.DESCRIPTOR.services_by_name["AnalysisService"].full_name

FEED = event_feed_pb2.DESCRIPTOR.services_by_name["EventFeed"].full_name


def bind(server: grpc.Server, settings: AiSettings) -> Bound:
    database = Database(settings.database, name="ai", connections=settings.database_connections)
    wake = Wake(settings.valkey)

    turns = Store(database)
    turn_sender = tasks.Sender(settings.broker)
    turn_dispatcher = Dispatcher(turns, turn_sender.play_turn, turn_sender.close, metrics.TURNS)
    servicer = AiServicer(Turns(turns, turn_dispatcher.wake))
    ai_service_pb2_grpc.add_AiServiceServicer_to_server(servicer, server)

    analyses = AnalysisRows(database, engine_version())
    # A queue of its own, from the table on: neither waits for the other.
    sender = tasks.Sender(settings.broker)
    dispatcher = Dispatcher(analyses, sender.analyse, sender.close, metrics.OF_ANALYSES)
    of_players = Analyses(analyses, dispatcher.wake, wake.publish)
    analysis_service_pb2_grpc.add_AnalysisServiceServicer_to_server(AnalysisServicer(of_players), server)
    event_feed_pb2_grpc.add_EventFeedServicer_to_server(EventServicer(of_players), server)

    turn_dispatcher.start()
    dispatcher.start()
    return Bound(
        services=(SERVICE, ANALYSIS_SERVICE, FEED),
        errors=ERRORS,
        access={**ACCESS, **ANALYSIS_ACCESS, **FEED_ACCESS},
        closing=(turn_dispatcher.stop, dispatcher.stop, wake.close, database.close),
    )
