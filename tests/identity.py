"""Keys of every service, and the tokens that tests call with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from chassis.tokens import TokenSource, make_keys

SERVICES = ("ai", "clocks", "games", "gateway", "matchmaking", "rules", "stream")


class Identity:
    """A folder of keys as the launcher makes it, and tokens signed with them."""

    def __init__(self, folder: Path, services: Collection[str] = SERVICES) -> None:
        self.public_keys = folder / "public"
        """For `ServerSettings.public_keys`."""
        self._private = folder / "private"
        self._sources: dict[str, TokenSource] = {}
        for service in services:
            make_keys(self._private, self.public_keys, service)

    def key(self, service: str) -> Path:
        """The service's private key, for the settings of who runs as it."""
        return self._private / f"{service}.pem"

    def source(self, service: str) -> TokenSource:
        if service not in self._sources:
            self._sources[service] = TokenSource(service, self.key(service))
        return self._sources[service]

    def service(self, service: str, audience: str, scopes: Collection[str] = ()) -> Callable[[], str]:
        """For `connect(bearer=…)`: calls `audience` as a service does."""
        return self.source(service).bearer(audience, scopes=scopes)

    def player(
        self,
        player_id: str,
        *,
        tenant_id: str = "local",
        lifetime_s: int = 3600,
        scopes: Collection[str] = ("play",),
    ) -> Callable[[], str]:
        """For `connect(bearer=…)`: calls as a player does. A negative lifetime gives a token long expired."""
        token, _ = self.source("gateway").player_token(
            player_id, tenant_id=tenant_id, kind="guest", lifetime_s=lifetime_s, scopes=scopes
        )
        return lambda: token
