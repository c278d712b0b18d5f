"""The table of what runs locally: one row per process.

A new service is one row. Rows start together and stop in reverse order, so a row stands below
those it calls.
"""

import http.client
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from chassis.healthy import is_serving

Probe: TypeAlias = Callable[[str], bool]
"""Asks the process at an address whether it is ready; returns within a second, raises nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """What to start, and how to see that it is ready.

    Every process is told every address as `BRETTWERK_<NAME>_ADDRESS`, its own among them.
    """

    name: str
    command: tuple[str, ...]
    probe: Probe
    first_port: int
    """The port it gets if that is free; else the next free one."""
    environment: Mapping[str, str] = field(default_factory=dict)
    front: bool = False
    """The one that people are sent to: its address is printed, and PORT= sets its port."""


def serves_http(address: str) -> bool:
    """`GET /readyz` answers 200."""
    # Not urllib: it would send this through a proxy set for the world outside.
    connection = http.client.HTTPConnection(address, timeout=1)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (http.client.HTTPException, OSError):
        return False
    finally:
        connection.close()


PROCESSES = (
    Process(
        name="rules",
        command=(sys.executable, "-m", "rules"),
        probe=is_serving,
        first_port=8101,
    ),
    Process(
        name="gateway",
        command=(sys.executable, "-m", "chassis.web", "gateway", "gateway.wsgi:app"),
        probe=serves_http,
        first_port=8080,
        front=True,
    ),
)
