"""The launcher with a table of small real processes: one gRPC service, one page that needs it."""

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from chassis.healthy import is_serving
from local.__main__ import main
from local.processes import Process, serves_http

ECHO = Process(
    name="subject",
    command=(sys.executable, "-m", "tests.chassis.subject"),
    probe=is_serving,
    first_port=21100,
)
PAGE = Process(
    name="page",
    command=(sys.executable, "-m", "chassis.web", "page", "tests.local.table:page"),
    probe=serves_http,
    first_port=21200,
    front=True,
)
BROKEN = Process(
    name="broken",
    command=(sys.executable, "-c", "raise SystemExit('the oven is cold')"),
    probe=is_serving,
    first_port=21300,
)
DEAF = Process(
    name="deaf",
    command=(
        sys.executable,
        "-c",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); signal.pause()",
    ),
    probe=lambda _address: True,
    first_port=21400,
)
TABLES = {"whole": (ECHO, PAGE), "broken": (ECHO, BROKEN), "deaf": (ECHO, DEAF)}


def page(
    environ: dict[str, Any], start_response: Callable[[str, list[tuple[str, str]]], object]
) -> Iterable[bytes]:
    """Ready when the service it was told of is; says in which process it runs."""
    ready = is_serving(os.environ["BRETTWERK_SUBJECT_ADDRESS"])
    start_response("200 OK" if ready else "503 Service Unavailable", [("content-type", "text/plain")])
    return [f"{os.getpid()} {os.getppid()}".encode()]


if __name__ == "__main__":
    table = TABLES[sys.argv.pop(1)]
    sys.exit(main(table))
