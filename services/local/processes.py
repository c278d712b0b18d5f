"""The table of what runs locally: one row per process.

A new service is one row. First the parts start (database, broker), then all others together; they stop in
reverse order, so a row stands below those it calls.
"""

import http.client
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from chassis.healthy import is_serving
from local import postgres, valkey

Probe: TypeAlias = Callable[[str], bool]
"""Asks the process at an address whether it is ready; returns within a second, raises nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """What to start, and how to see that it is ready.

    Every process is told every address as `BRETTWERK_<NAME>_ADDRESS`, its own among them, and what belongs to
    the service as which it runs: key, database, broker.
    """

    name: str
    command: tuple[str, ...]
    """`{port}` in it stands for the port it gets."""
    probe: Probe
    first_port: int
    """The port it gets if that is free; else the next free one."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """`{port}` in a value stands for the same."""
    front: bool = False
    """The one that people are sent to: its address is printed, and PORT= sets its port."""
    service: str = ""
    """As which service it runs, if not the one of its name."""
    is_part: bool = False
    """The others need it before they start."""
    stop_signal: signal.Signals = signal.SIGTERM
    """What stops it in order."""
    stop_s: float = 4.0
    """How long that may take before it is killed."""
    orphan_signal: signal.Signals = signal.SIGKILL
    """What it gets when the launcher is killed."""

    @property
    def runs_as(self) -> str:
        return self.service or self.name


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


def parts(data: Path) -> tuple[Process, ...]:
    """Database and broker on their data in this folder; see local.groundwork for what they need beforehand."""
    return (
        Process(
            name="postgres",
            command=postgres.command(postgres.place(data / "postgres"), "{port}"),
            probe=postgres.is_ready,
            first_port=8501,
            is_part=True,
            # Fast: SIGTERM would wait for its clients. It also says good-bye when the launcher is killed.
            stop_signal=signal.SIGINT,
            stop_s=20.0,
            orphan_signal=signal.SIGINT,
        ),
        Process(
            name="valkey",
            command=valkey.command(valkey.settings_in(data / "valkey"), "{port}"),
            probe=valkey.is_ready,
            first_port=8601,
            is_part=True,
            orphan_signal=signal.SIGTERM,
        ),
    )


SERVICES = (
    Process(
        name="rules",
        command=(sys.executable, "-m", "rules"),
        probe=is_serving,
        first_port=8101,
    ),
    Process(
        name="matchmaking",
        command=(sys.executable, "-m", "matchmaking"),
        probe=is_serving,
        first_port=8102,
    ),
    Process(
        name="clocks",
        command=(sys.executable, "-m", "clocks"),
        probe=is_serving,
        first_port=8103,
    ),
    Process(
        name="ai",
        command=(sys.executable, "-m", "ai"),
        probe=is_serving,
        first_port=8104,
    ),
    Process(
        name="games",
        command=(sys.executable, "-m", "games"),
        probe=is_serving,
        first_port=8105,
    ),
    Process(
        name="worker",
        command=(sys.executable, "-m", "ai.worker"),
        probe=serves_http,
        first_port=8106,
        service="ai",
        environment={"BRETTWERK_WORKER_PROCESSES": "1", "BRETTWERK_WORKER_QUEUES": "move"},
        # A turn that is being thought about is finished first.
        stop_s=10.0,
    ),
    # Another worker, so that no move waits for an analysis.
    Process(
        name="analyst",
        command=(sys.executable, "-m", "ai.worker"),
        probe=serves_http,
        first_port=8107,
        service="ai",
        environment={
            "BRETTWERK_WORKER_ADDRESS": "127.0.0.1:{port}",
            "BRETTWERK_WORKER_PROCESSES": "1",
            "BRETTWERK_WORKER_QUEUES": "analysis",
        },
        stop_s=10.0,
    ),
    Process(
        name="stream",
        command=(sys.executable, "-m", "gateway.stream"),
        probe=serves_http,
        first_port=8090,
        # Here it has an address of its own, and pages come from the gateway's.
        environment={"BRETTWERK_STREAM_ORIGINS": "*"},
    ),
    Process(
        name="gateway",
        command=(sys.executable, "-m", "chassis.web", "gateway", "gateway.wsgi:app"),
        probe=serves_http,
        first_port=8080,
        front=True,
    ),
)
