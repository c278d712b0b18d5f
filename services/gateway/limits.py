"""How often one address may ask for something: a bucket for each, filled as time goes by."""

from __future__ import annotations

import ipaddress
import math
import threading
from collections import OrderedDict

_MOST_ADDRESSES = 10_000
_IPV6_NETWORK_BITS = 64


class Buckets:
    """A bucket for each network address. Safe for threads; it is one process's own count."""

    def __init__(self, *, burst: int, per_minute: int) -> None:
        self._burst = burst
        self._per_s = per_minute / 60
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By network: what the bucket held, and when that was. The longest unused comes first."""
        self._lock = threading.Lock()

    def take(self, address: str, now_s: float) -> int:
        """Take one; 0, or the whole seconds until there is one again."""
        network = _network(address)
        with self._lock:
            level, since_s = self._levels.pop(network, (float(self._burst), now_s))
            level = min(self._burst, level + (now_s - since_s) * self._per_s)
            taken = level >= 1
            self._levels[network] = (level - 1 if taken else level, now_s)
            if len(self._levels) > _MOST_ADDRESSES:
                self._levels.popitem(last=False)
        return 0 if taken else max(1, math.ceil((1 - level) / self._per_s))


def _network(address: str) -> str:
    """A household has many addresses of IPv6, and one network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""  # whoever comes through a socket without an address shares one bucket
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, _IPV6_NETWORK_BITS), strict=False))
