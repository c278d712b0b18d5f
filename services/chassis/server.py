"""A service's life: build, listen, say so, wait for a signal, stop in two steps.

The first SIGTERM or SIGINT takes nothing new and lets started calls finish for `stop_ms`; the
second ends at once.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self, TypeAlias

import grpc
import structlog
from google.protobuf.descriptor_pool import Default
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from chassis import logs, metrics
from chassis.caller import AccessTable
from chassis.errors import ErrorTable
from chassis.interceptor import Edge
from chassis.settings import ServerSettings
from chassis.signals import Signals
from chassis.tokens import Verifier

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What `bind` has put on the server."""

    services: tuple[str, ...]
    """Full names, `brettwerk.rules.v1.RulesService`: for health, reflection and the error table."""
    errors: ErrorTable = field(default_factory=dict)
    access: AccessTable = field(default_factory=dict)
    """Who may call what; has to name every method of these services."""
    closing: tuple[Callable[[], None], ...] = ()
    """Called in this order once the last call has ended: relays, pools, channels."""


Bind: TypeAlias = Callable[[grpc.Server], Bound]
"""The composition root of a service: builds its objects and registers its servicers."""


class Running:
    """A server that listens. `address` has the real port where the settings said 0.

    Usable with `with`, which stops it at the end.
    """

    def __init__(
        self,
        server: grpc.Server,
        health_servicer: health.HealthServicer,
        address: str,
        stop_ms: int,
        closing: tuple[Callable[[], None], ...],
    ) -> None:
        self.address = address
        self._server = server
        self._health = health_servicer
        self.stop_ms = stop_ms
        self._closing = closing

    def begin_stop(self) -> threading.Event:
        """Report NOT_SERVING and refuse new calls; the event is set when the started ones have ended."""
        self._health.enter_graceful_shutdown()
        return self._server.stop(self.stop_ms / 1000)

    def abort(self) -> None:
        """Cancel what still runs."""
        self._server.stop(0).wait()

    def close(self) -> None:
        """Let go of what `bind` has opened. After the last call."""
        for close in self._closing:
            close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.begin_stop().wait()
        self.close()


def start(name: str, bind: Bind, settings: ServerSettings) -> Running:
    """A listening server. Raises RuntimeError if the address cannot be had.

    `name` is the service's, to which tokens are addressed.
    """
    edge = Edge(Verifier(name, settings.public_keys))
    options = (
        # Two processes on one port would share its calls without a word; a taken port is a fault.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", settings.message_bytes),
        ("grpc.max_send_message_length", settings.message_bytes),
    )
    server = grpc.server(
        ThreadPoolExecutor(max_workers=settings.threads, thread_name_prefix="rpc"),
        interceptors=[edge],
        options=options,
        maximum_concurrent_rpcs=settings.concurrent_rpcs,
    )
    bound = bind(server)
    _require_access(bound)
    edge.tables.update(dict.fromkeys(bound.services, bound.errors))
    edge.access.update(dict.fromkeys(bound.services, bound.access))

    health_servicer = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health_servicer, server)
    reflection.enable_server_reflection(
        [*bound.services, health.SERVICE_NAME, reflection.SERVICE_NAME], server
    )
    port = server.add_insecure_port(settings.address)
    server.start()
    for service in (health.OVERALL_HEALTH, *bound.services):
        health_servicer.set(service, health_pb2.HealthCheckResponse.SERVING)

    host, _, asked_port = settings.address.rpartition(":")
    address = f"{host}:{port}" if asked_port == "0" else settings.address
    return Running(server, health_servicer, address, settings.stop_ms, bound.closing)


def _require_access(bound: Bound) -> None:
    """Raise ValueError if the access table misses a method of the contract, or names one that is not there."""
    contract: set[str] = set()
    for service in bound.services:
        try:
            contract.update(method.name for method in Default().FindServiceByName(service).methods)
        except KeyError:
            # Put together by hand, without a contract to compare with. What its table misses is closed to all.
            contract.update(bound.access)
    if missing := sorted(contract - set(bound.access)):
        raise ValueError(f"nobody is said to have access to {', '.join(missing)}: see Bound.access")
    if unknown := sorted(set(bound.access) - contract):
        raise ValueError(f"access to {', '.join(unknown)}, which the contract does not have")


def serve(name: str, bind: Bind, settings: ServerSettings) -> None:
    """Run a service until it is told to stop. Call it from the main thread, last in `__main__`.

    The process ends with code 1 if calls had to be cut off.
    """
    logs.configure(name, settings.log_level)
    with Signals(signal.SIGTERM, signal.SIGINT) as signals:
        metrics.expose(settings.metrics_address)
        running = start(name, bind, settings)
        log.info("listening", address=running.address, threads=settings.threads)
        (first, *_) = signals.wait()
        log.info("stopping", signal=first.name, stop_ms=settings.stop_ms)
        if _finish(running, signals):
            running.close()
            log.info("stopped")
            return
    log.warning("stopped with calls unfinished")
    # A handler that does not end would keep the interpreter alive: its thread is joined at exit.
    sys.stderr.flush()
    os._exit(1)


def _finish(running: Running, signals: Signals) -> bool:
    """Stop in two steps; False if calls were cut off, by their time or by a second signal."""
    began = time.monotonic()
    finished = running.begin_stop()

    def tell_when_finished() -> None:
        finished.wait()
        signals.wake()

    threading.Thread(target=tell_when_finished, daemon=True).start()
    if signals.wait():
        running.abort()
        return False
    return time.monotonic() - began < max(running.stop_ms / 1000, 0.1)
