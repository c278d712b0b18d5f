"""Structured logs: a constant event name and fields, one JSON object a line.

    log = structlog.get_logger()
    log.info("move played", game_id=game_id, ply=ply)

At a terminal the same lines are printed for eyes. The standard library's loggers (gRPC's, the
HTTP server's) come out in the same form.
"""

import logging
import sys
from contextvars import ContextVar

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id under which the present request is logged; "" outside of one."""


def configure(service: str, level: str = "info") -> None:
    """Send every log line of this process to standard error, marked with the service's name."""

    def add_facts(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event["service"] = service
        if request_id := REQUEST_ID.get():
            event.setdefault("request_id", request_id)
        return event

    shared: list[Processor] = [
        add_facts,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Traces without the values of local variables: those may be secrets, and a page of them hides the fault.
    for_eyes: list[Processor] = [
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    ]
    for_machines: list[Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *(for_eyes if sys.stderr.isatty() else for_machines),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
