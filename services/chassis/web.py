"""A WSGI application behind granian, run like the other services: `serve_wsgi(name, target, settings)`.

Or without a line of code: `python -m chassis.web gateway gateway.wsgi:app`.
"""

import importlib
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from granian.constants import Interfaces
from granian.server import Server

from chassis import logs
from chassis.leash import die_with_parent
from chassis.settings import ADDRESS_FORM, read, setting
from chassis.signals import insist


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """What every HTTP service is told."""

    address: str = setting(form=ADDRESS_FORM)
    """Where to listen; port 0 is not possible here."""
    threads: int = setting(default=32, least=1, most=1024)
    """Requests in Python at the same time; further ones wait in the connection."""
    stop_ms: int = setting(default=5000, least=1000)
    """How long started requests may go on after the signal to stop; whole seconds count."""
    log_level: str = setting(default="info", form="debug|info|warning|error")


def serve_wsgi(name: str, target: str, settings: WebSettings) -> None:
    """Serve `target`, written `package.module:attribute`, until told to stop.

    The module is imported in the worker process, after the fork, so that it may make channels.
    Raises OSError if the address is taken.
    """
    logs.configure(name, settings.log_level)
    host, _, port = settings.address.rpartition(":")
    host = host.strip("[]")
    _refuse_taken(host, int(port))
    server = Server(
        target,
        address=host,
        port=int(port),
        interface=Interfaces.WSGI,
        blocking_threads=settings.threads,
        backpressure=settings.threads,
        websockets=False,
        workers_kill_timeout=max(1, settings.stop_ms // 1000),
        log_dictconfig=_THROUGH_OURS,
        respawn_failed_workers=False,  # whoever supervises this process restarts it whole
    )
    server.serve(target_loader=partial(_load, name, target, settings, os.getpid()), wrap_loader=False)


_THROUGH_OURS: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "loggers": {"_granian": {"level": "INFO", "handlers": [], "propagate": True}},
}


def _refuse_taken(host: str, port: int) -> None:
    """Raise OSError if somebody listens there: granian sets SO_REUSEPORT, and would share the port in silence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def _load(name: str, target: str, settings: WebSettings, parent_pid: int) -> Callable[..., Any]:
    """The application, loaded in the worker, which granian alone would leave behind if its parent is killed."""
    die_with_parent(parent_pid)
    insist()
    logs.configure(name, settings.log_level)
    module, _, attribute = target.partition(":")
    application: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    return application


if __name__ == "__main__":
    serve_wsgi(sys.argv[1], sys.argv[2], read(WebSettings, sys.argv[1]))
