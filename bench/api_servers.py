"""The rules service with an empty RPC beside it, on one server: `python -m bench.api_servers`."""

from __future__ import annotations

import grpc
from google.protobuf.empty_pb2 import Empty

from bench.api_load import EMPTY
from chassis import ANYONE, Bound, read, serve
from rules.bind import bind
from rules.settings import RulesSettings

_, _SERVICE, _METHOD = EMPTY.split("/")


def bind_both(server: grpc.Server) -> Bound:
    ping = grpc.unary_unary_rpc_method_handler(
        lambda _request, _context: Empty(),
        request_deserializer=Empty.FromString,
        response_serializer=Empty.SerializeToString,
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_SERVICE, {_METHOD: ping}),))
    bound = bind(server)
    return Bound(
        services=(*bound.services, _SERVICE),
        errors=bound.errors,
        access={**bound.access, _METHOD: ANYONE},
    )


if __name__ == "__main__":
    serve("rules", bind_both, read(RulesSettings, "rules"))
