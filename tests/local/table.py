"""The launcher with tables of small real processes: one gRPC service, one page that needs it, one that counts."""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import psycopg
import redis

from chassis.healthy import is_serving
from local.__main__ import main
from local.processes import Process, serves_http
from tests.identity import Identity

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
COUNTER = Process(
    name="counter",
    command=(sys.executable, "-m", "chassis.web", "counter", "tests.local.table:counter"),
    probe=serves_http,
    first_port=21500,
    front=True,
    service="clocks",  # any with a schema
)
TABLES = {"whole": (ECHO, PAGE), "broken": (ECHO, BROKEN), "deaf": (ECHO, DEAF)}


def counter(
    environ: dict[str, Any], start_response: Callable[[str, list[tuple[str, str]]], object]
) -> Iterable[bytes]:
    """Counts the visits in the database, if database and Valkey are there."""
    assert "BRETTWERK_GATEWAY_KEY" not in os.environ
    try:
        with redis.Redis.from_url(os.environ["BRETTWERK_VALKEY"], socket_timeout=1) as client:
            client.ping()
        with psycopg.connect(os.environ["BRETTWERK_CLOCKS_DATABASE"], connect_timeout=1) as connection:
            if environ["PATH_INFO"] == "/visit":
                connection.execute("INSERT INTO inbox (source, event_id) SELECT 'visit', count(*) FROM inbox")
            row = connection.execute("SELECT count(*) FROM inbox").fetchone()
    except (psycopg.OperationalError, redis.RedisError):
        start_response("503 Service Unavailable", [])
        return []
    start_response("200 OK", [("content-type", "text/plain")])
    return [str(row[0] if row else 0).encode()]


def page(
    environ: dict[str, Any], start_response: Callable[[str, list[tuple[str, str]]], object]
) -> Iterable[bytes]:
    """Ready when the service it was told of is; says in which process it runs."""
    ready = is_serving(os.environ["BRETTWERK_SUBJECT_ADDRESS"])
    start_response("200 OK" if ready else "503 Service Unavailable", [("content-type", "text/plain")])
    return [f"{os.getpid()} {os.getppid()}".encode()]


if __name__ == "__main__":
    keys = Path(sys.argv[sys.argv.index("--data") + 1]) / "keys"
    os.environ["BRETTWERK_PUBLIC_KEYS"] = str(Identity(keys, ["games"]).public_keys)
    name = sys.argv.pop(1)
    sys.exit(main((COUNTER,)) if name == "counter" else main(TABLES[name], with_parts=False))
