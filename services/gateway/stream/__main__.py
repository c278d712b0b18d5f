"""`python -m gateway.stream`: serves until it is told to stop."""

from __future__ import annotations

import asyncio
import resource
import signal

import structlog
import uvloop
from prometheus_client import Gauge

from chassis import logs, metrics, read
from gateway.stream.serving import serving
from gateway.stream.settings import StreamSettings

log = structlog.get_logger()

WATCHERS = Gauge("brettwerk_watchers", "Streams and requests that wait for events.")


_FILES_BESIDES = 256


def allow_files(count: int) -> None:
    """Have so many files open at once, as far as the machine lets us: many give 1024, and each stream is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    if wanted < count:
        log.warning("fewer streams than set will find a place", files=wanted, wanted=count)


async def serve(settings: StreamSettings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with serving(settings) as (address, hub):
        WATCHERS.set_function(lambda: hub.watcher_count)
        log.info("listening", address=address)
        await stop.wait()
        log.info("stopping")


def main() -> None:
    settings = read(StreamSettings, "stream")
    logs.configure("stream", settings.log_level)
    allow_files(settings.watchers + _FILES_BESIDES)
    metrics.expose(settings.metrics_address)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
