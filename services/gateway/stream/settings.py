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
    public_keys: Path = setting(variable="BRETTWERK_PUBLIC_KEYS")
    """The folder with `<issuer>.pem` of everyone whose tokens are taken."""
    valkey: str = setting(default="", variable="BRETTWERK_VALKEY", form=r"|(redis|rediss|unix)://.+")
    """Where wake-ups come from; empty for none."""
    origins: str = ""
    """Whose pages may read it, separated by spaces; `*` for everybody's, empty where a proxy gives one origin."""
    games_deadline_ms: int = setting(default=2000, least=1)
    heartbeat_ms: int = setting(default=10_000, least=10)
    """A stream that has nothing to say says so, so often."""
    watchers: int = setting(default=10_000, least=1)
    """Streams and waiting requests at the same time; further ones are 429."""
    stop_ms: int = setting(default=2000, least=0)
    """How long started answers may go on after the signal to stop."""
    metrics_address: str = setting(default="", form=rf"|{ADDRESS_FORM}")
    """Where Prometheus reads `/metrics`; empty for nowhere."""
    log_level: str = setting(default="info", form="debug|info|warning|error")
