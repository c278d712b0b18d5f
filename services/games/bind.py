"""The composition root of the games service."""

from __future__ import annotations

import os
import time
import uuid
from functools import partial

import grpc

from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from brettwerk.events.v1 import event_feed_pb2, event_feed_pb2_grpc
from brettwerk.games.v1 import games_service_pb2, games_service_pb2_grpc
from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from chassis import Bound
from chassis.channels import connect
from chassis.database import Database
from chassis.healthy import says_serving
from chassis.relay import Relay
from chassis.tokens import TokenSource
from chassis.wake import Wake
from games.clients import ClocksClient, EnginesClient, RulesClient
from games.expiring import Expiring, end_waiting
from games.feed_rpc import EventServicer
from games.listing import Listing
from games.listing_store import ListStore
from games.presence import Presence
from games.presence_store import PresenceStore
from games.pulse import Duty, Pulse, beat_if_whole
from games.referee import Referee
from games.relay import Handlers, Teller
from games.rpc import ACCESS, ERRORS, GamesServicer
from games.service import Games
from games.settings import GamesSettings
from games.store import GameStore
from games.table import Table

SERVICES = (
    games_service_pb2.DESCRIPTOR.services_by_name["GameService"].full_name,
    event_feed_pb2.DESCRIPTOR.services_by_name["EventFeed"].full_name,
)

_LATE_MS = 2000
"""An alarm that should have been heard so long ago is sent again."""
_MOST_LATE = 1000


def bind(server: grpc.Server, settings: GamesSettings) -> Bound:
    tokens = TokenSource("games", settings.key)
    database = Database(settings.database, name="games", connections=settings.database_connections)
    wake = Wake(settings.valkey)
    teller = Teller(settings.engine_budget_ms, wake.publish)
    store = GameStore(database, teller.tell)

    rules = connect(settings.rules_address, repeatable=True, bearer=tokens.bearer("rules"))
    clocks = connect(settings.clocks_address, repeatable=True, bearer=tokens.bearer("clocks"))
    # Less than the clocks service waits for Expire, in which a light move is asked for.
    ai = connect(settings.ai_address, deadline_ms=1200, bearer=tokens.bearer("ai"))
    matchmaking = connect(settings.matchmaking_address, repeatable=True, bearer=tokens.bearer("matchmaking"))
    rules_client = RulesClient(RulesServiceStub(rules))
    engines = EnginesClient(AiServiceStub(ai))
    referee = Referee(rules_client, ClocksClient(ClockServiceStub(clocks)), os.urandom)
    games = Games(
        store=store,
        rules=rules_client,
        referee=referee,
        engines=engines,
        draw_bytes=os.urandom,
        new_id=_new_id,
    )
    table = Table(store=store, rules=rules_client, referee=referee, draw_bytes=os.urandom, new_id=_new_id)
    expiring = Expiring(store=store, referee=referee, engines=engines, games=games)
    presence = Presence(store, PresenceStore(database))
    handlers = Handlers(
        running=store.running,
        clocks=ClockServiceStub(clocks),
        ai=AiServiceStub(ai),
        matchmaking=MatchmakingServiceStub(matchmaking),
    )
    # What a move needs besides the database.
    parts = (partial(says_serving, rules), partial(says_serving, clocks))
    relay = Relay(database, handlers.by_kind(), wake=wake)
    pulse = Pulse(
        (
            Duty(name="beat", every=1, do=lambda: beat_if_whole(store.beat, parts)),
            Duty(name="late alarms", every=5, do=lambda: _send_late(store, handlers, settings)),
            Duty(name="nobody came", every=60, do=lambda: end_waiting(store, _MOST_LATE)),
            Duty(name="forget", every=600, do=store.forget),
        )
    )
    # On a thread of its own: who held the streams of thousands may fall silent, and no beat must wait for that.
    presences = Pulse((Duty(name="presence", every=1, do=presence.look_after),))
    servicer = GamesServicer(
        games=games,
        table=table,
        listing=Listing(ListStore(database), games),
        presence=presence,
        expiring=expiring,
        rules=rules_client,
    )
    games_service_pb2_grpc.add_GameServiceServicer_to_server(servicer, server)
    event_feed_pb2_grpc.add_EventFeedServicer_to_server(EventServicer(games), server)
    # How long the house was away has to be known before the first flag may fall.
    store.beat()
    relay.start()
    pulse.start()
    presences.start()
    return Bound(
        services=SERVICES,
        errors=ERRORS,
        access=ACCESS,
        closing=(
            presences.stop,
            pulse.stop,
            relay.close,
            wake.close,
            *(channel.close for channel in (rules, clocks, ai, matchmaking)),
            database.close,
        ),
    )


def _send_late(store: GameStore, handlers: Handlers, settings: GamesSettings) -> None:
    fallback_ms = settings.engine_budget_ms * 7 // 10 + _LATE_MS
    late = store.overdue(_LATE_MS, fallback_ms, _MOST_LATE)
    if late:
        handlers.send_again(late, settings.engine_budget_ms)


def _new_id() -> str:
    """A UUID of version 7: those that are made together lie together in the index."""
    head = time.time_ns() // 1_000_000 << 80
    tail = int.from_bytes(os.urandom(10), "big")
    bits = head | tail & ~(0xF << 76 | 0x3 << 62) | 0x7 << 76 | 0x2 << 62
    return str(uuid.UUID(int=bits))
