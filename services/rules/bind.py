"""The composition root of the rules service."""

from __future__ import annotations

import grpc

from brettwerk.rules.v1 import rules_service_pb2, rules_service_pb2_grpc
from chassis import ANYONE, Bound
from rules.rpc import ERRORS, RulesServicer

_CONTRACT = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"]
SERVICE = _CONTRACT.full_name

# It answers questions and keeps nothing: whoever has a token may ask.
ACCESS = dict.fromkeys(_CONTRACT.methods_by_name, ANYONE)


def bind(server: grpc.Server) -> Bound:
    rules_service_pb2_grpc.add_RulesServiceServicer_to_server(RulesServicer(), server)
    return Bound(services=(SERVICE,), errors=ERRORS, access=ACCESS)
