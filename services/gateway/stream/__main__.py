"""`python -m gateway.stream`: serves until it is told to stop."""

from __future__ import annotations

import asyncio
import signal

import structlog
import uvloop
from prometheus_client import Gauge

from chassis import logs, metrics, read
from gateway.stream.serving import serving
from gateway.stream.settings import StreamSettings

log = structlog.get_logger()

WATCHERS = Gauge("brettwerk_watchers", "Streams and requests that wait for events.")


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
    metrics.expose(settings.metrics_address)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
