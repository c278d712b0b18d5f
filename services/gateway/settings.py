"""What the gateway is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chassis import setting
from chassis.settings import ADDRESS_FORM


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewaySettings:
    """Read from `BRETTWERK_GATEWAY_…` and the addresses of the services."""

    rules_address: str = setting(variable="BRETTWERK_RULES_ADDRESS", form=ADDRESS_FORM)
    games_address: str = setting(variable="BRETTWERK_GAMES_ADDRESS", form=ADDRESS_FORM)
    ai_address: str = setting(variable="BRETTWERK_AI_ADDRESS", form=ADDRESS_FORM)
    matchmaking_address: str = setting(variable="BRETTWERK_MATCHMAKING_ADDRESS", form=ADDRESS_FORM)
    key: Path
    """The private key with which it signs its own calls, and the players' tokens."""
    public_keys: Path = setting(variable="BRETTWERK_PUBLIC_KEYS")
    """The folder with `<issuer>.pem` of everyone whose tokens are taken."""
    database: str
    """As libpq takes it, with the gateway's own role."""
    database_connections: int = setting(default=3, least=2, most=40)
    valkey: str = setting(default="", variable="BRETTWERK_VALKEY", form=r"|(redis|rediss|unix)://.+")
    """Where wake-ups come from; empty for none, and then all that waits polls."""
    stream_url: str = setting(default="", form=r"|https?://.+[^/]")
    """Where browsers find the stream process; empty: at its address below."""
    stream_address: str = setting(default="", variable="BRETTWERK_STREAM_ADDRESS", form=rf"|{ADDRESS_FORM}")
    rules_deadline_ms: int = setting(default=2000, least=1)
    """How long a short question to the rules service may take; long ones take five times that."""
    games_deadline_ms: int = setting(default=5000, least=1)
    """How long anything about a game may take, with all that the games service has to ask."""
    body_bytes: int = setting(default=1 << 20, least=1024)
    """The longest body taken; a longer one is 413."""
    threads: int = setting(default=32, least=1, most=1024)
    """As many as the HTTP server has. Half of them may wait for events."""
    guest_token_s: int = setting(default=86_400, least=60)
    """How long a guest's token is taken."""
    guest_burst: int = setting(default=300, least=1)
    """So many guests may come from one network address at once …"""
    guests_per_minute: int = setting(default=60, least=1)
    """… and so many in each minute after that."""
    proxies: int = setting(default=0, least=0, most=8)
    """How many proxies of ours stand before it, whose X-Forwarded-… headers are to be believed."""
    log_level: str = setting(default="info", form="debug|info|warning|error")

    @property
    def shown_stream_url(self) -> str | None:
        """What clients are told."""
        if self.stream_url or not self.stream_address:
            return self.stream_url or None
        return f"http://{self.stream_address}"
