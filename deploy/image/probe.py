#!/usr/bin/env python3
"""The image's health check: exit code 0 if the process at PROBE is ready, else 1 and a line that says why not.

PROBE=grpc://127.0.0.1:8101 asks its health service, PROBE=http://127.0.0.1:8080 asks `GET /readyz`.
"""

import http.client
import os
import sys


def is_ready(probe: str) -> bool:
    """Raises ValueError for a probe of neither form."""
    kind, _, address = probe.partition("://")
    if kind == "grpc" and address:
        # It takes a third of a second of a core to import, which those without gRPC save.
        from chassis.healthy import is_serving  # noqa: PLC0415

        return is_serving(address)
    if kind == "http" and address:
        return _serves_http(address)
    raise ValueError(f"PROBE is {probe!r}, and neither grpc://host:port nor http://host:port")


def _serves_http(address: str) -> bool:
    # Not urllib: it would go through a proxy set for the world outside.
    connection = http.client.HTTPConnection(address, timeout=3)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    except (http.client.HTTPException, OSError):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    try:
        ready = is_ready(os.environ.get("PROBE", ""))
    except ValueError as fault:
        sys.exit(str(fault))
    if not ready:
        sys.exit("not ready")
