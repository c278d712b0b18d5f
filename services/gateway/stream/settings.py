"""What the stream process is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chassis import setting
from chassis.settings import ADDRESS_FORM


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamSettings:
    """Read from `BRETTWERK_STREAM_…`."""

    address: str = setting(form=ADDRESS_FORM)
    """Where to listen. Port 0 takes a free one."""
    games_address: str = setting(variable="BRETTWERK_GAMES_ADDRESS", form=ADDRESS_FORM)
    matchmaking_address: str = setting(variable="BRETTWERK_MATCHMAKING_ADDRESS", form=ADDRESS_FORM)
    ai_address: str = setting(variable="BRETTWERK_AI_ADDRESS", form=ADDRESS_FORM)
    """Who tells the events of games; of lobby, rooms and players; of analyses."""
    key: Path
    """The private key with which it signs its own calls; tickets are encrypted with what is made of it."""
    public_keys: Path = setting(variable="BRETTWERK_PUBLIC_KEYS")
    """The folder with `<issuer>.pem` of everyone whose tokens are taken."""
    valkey: str = setting(default="", variable="BRETTWERK_VALKEY", form=r"|(redis|rediss|unix)://.+")
    """Where wake-ups come from; empty for none."""
    origins: str = ""
    """Whose pages may read it, separated by spaces; `*` for everybody's, empty where a proxy gives one origin."""
    games_deadline_ms: int = setting(default=2000, least=1)
    """How long a question about events may take, whoever tells them."""
    heartbeat_ms: int = setting(default=10_000, least=10)
    """A stream that has nothing to say says so, so often."""
    watchers: int = setting(default=10_000, least=1)
    """Streams and waiting requests at the same time; further ones are 429."""
    streams_per_player: int = setting(default=5, least=1)
    """Open at the same time in one process; further ones are 429."""
    slow_reader_ms: int = setting(default=15_000, least=100)
    """A reader who takes nothing for so long is cut. He may come again and go on where he was."""
    stop_ms: int = setting(default=2000, least=0)
    """How long started answers may go on after the signal to stop."""
    metrics_address: str = setting(default="", form=rf"|{ADDRESS_FORM}")
    """Where Prometheus reads `/metrics`; empty for nowhere."""
    log_level: str = setting(default="info", form="debug|info|warning|error")
