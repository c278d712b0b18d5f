"""What the ai service and its worker are told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chassis import DatabaseSettings, setting
from chassis.settings import ADDRESS_FORM

_BROKER_FORM = r"(redis|rediss|redis\+socket|amqp|amqps)://.+"


@dataclass(frozen=True, slots=True, kw_only=True)
class AiSettings(DatabaseSettings):
    """Of the service. Read from `BRETTWERK_AI_…`."""

    broker: str = setting(variable="BRETTWERK_BROKER", form=_BROKER_FORM)
    """Where workers are woken: Valkey or RabbitMQ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """Of a worker. It runs as the ai service, with its key and database."""

    key: Path = setting(variable="BRETTWERK_AI_KEY")
    database: str = setting(variable="BRETTWERK_AI_DATABASE")
    """As libpq takes it. Each process of the worker opens one connection."""
    broker: str = setting(variable="BRETTWERK_BROKER", form=_BROKER_FORM)
    games_address: str = setting(variable="BRETTWERK_GAMES_ADDRESS", form=ADDRESS_FORM)
    """Where the moves are played."""
    valkey: str = setting(default="", variable="BRETTWERK_VALKEY", form=r"|(redis|rediss|unix)://.+")
    """Where it hears that an analysis was cancelled, and tells that one has come farther; without it, it asks 20 times
    a second."""
    address: str = setting(default="", form=rf"|{ADDRESS_FORM}")
    """Where `/readyz` says that it takes work; empty for nowhere."""
    queues: str = setting(default="move,analysis", form="move|analysis|move,analysis")
    """What it works at: engines' moves in games, analyses, or both. One that does both is a small installation's: in it
    a move waits for up to a fifth of a second while something is analysed."""
    processes: int = setting(default=0, least=0, most=256)
    """How many searches it makes at the same time; 0 for one on each core."""
    log_level: str = setting(default="info", form="debug|info|warning|error")
