"""Counts and latencies of every RPC, for Prometheus."""

from prometheus_client import Counter, Histogram, start_http_server

RPCS = Counter("brettwerk_rpcs", "RPCs answered, by gRPC status.", ("method", "status"))
SECONDS = Histogram(
    "brettwerk_rpc_seconds",
    "Time in the handler, without the wait for a thread.",
    ("method",),
    # A validation takes tens of microseconds, a full batch tens of milliseconds.
    buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)


def expose(address: str) -> None:
    """Serve `/metrics` on host:port from a thread of its own; an empty address serves nothing."""
    if address:
        host, _, port = address.rpartition(":")
        start_http_server(int(port), addr=host.strip("[]"))
