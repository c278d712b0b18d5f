"""The composition root of the gateway: channels, database and wake-ups, and the application over them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from apiflask import APIFlask

from chassis.channels import connect
from chassis.database import Database
from chassis.healthy import says_serving
from chassis.tokens import TokenSource, Verifier, passed_on_or
from gateway.app import Parts, create_app
from gateway.clients import RulesClient
from gateway.clients_analyses import OF_ANALYSES, AnalysesClient
from gateway.clients_games import EnginesClient, GamesClient, RecordsClient
from gateway.clients_rooms import RoomsClient
from gateway.limits import Buckets
from gateway.players import Pass, PlayerKind, Players
from gateway.settings import GatewaySettings
from gateway.store import Store
from gateway.waiting import Waiting
from gateway.wakeups import OF_GAMES, Bells, Wakeups


@dataclass(frozen=True, slots=True, kw_only=True)
class Gateway:
    """The application, and how to let go of what it holds."""

    app: APIFlask
    close: Callable[[], None]


def bind(settings: GatewaySettings) -> Gateway:
    """Call it after any fork."""
    held = ExitStack()
    tokens = TokenSource("gateway", settings.key)
    addresses = {
        "rules": (settings.rules_address, settings.rules_deadline_ms),
        "games": (settings.games_address, settings.games_deadline_ms),
        "ai": (settings.ai_address, settings.rules_deadline_ms),
        "matchmaking": (settings.matchmaking_address, settings.rules_deadline_ms),
    }
    # All that the gateway asks may be asked twice: games are made with an id of the request, moves played for a turn.
    channels = {
        name: held.enter_context(
            connect(
                address,
                deadline_ms=deadline_ms,
                repeatable=True,
                bearer=passed_on_or(tokens.bearer(name)),
            )
        )
        for name, (address, deadline_ms) in addresses.items()
    }
    database = Database(settings.database, name="gateway", connections=settings.database_connections)
    held.callback(database.close)
    bells = Bells()
    wakeups = Wakeups(settings.valkey, bells.ring, (*OF_GAMES, OF_ANALYSES))
    held.callback(wakeups.close)

    parts = Parts(
        rules=RulesClient(channels["rules"], settings.rules_deadline_ms),
        games=GamesClient(channels["games"]),
        engines=EnginesClient(channels["ai"]),
        analyses=AnalysesClient(channels["ai"]),
        records=RecordsClient(channels["matchmaking"]),
        rooms=RoomsClient(channels["matchmaking"]),
        players=Players(
            Store(database),
            lambda: str(uuid4()),
            partial(_new_pass, tokens, settings.guest_token_s),
        ),
        buckets=Buckets(burst=settings.guest_burst, per_minute=settings.guests_per_minute),
        waiting=Waiting(max(1, settings.threads // 2), bells, lambda: wakeups.is_hearing),
        verifier=Verifier("gateway", settings.public_keys),
        probes={
            **{name: partial(says_serving, channel) for name, channel in channels.items()},
            "the database": database.is_ready,
        },
    )
    return Gateway(app=create_app(settings, parts), close=held.close)


def _new_pass(tokens: TokenSource, lifetime_s: int, player_id: str, tenant_id: str, kind: PlayerKind) -> Pass:
    token, expires_s = tokens.player_token(player_id, tenant_id=tenant_id, kind=kind, lifetime_s=lifetime_s)
    return Pass(token=token, expires_s=expires_s)
