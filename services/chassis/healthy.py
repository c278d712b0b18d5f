"""Asking a gRPC server for its health, as probes do."""

import grpc
from grpc_health.v1 import health, health_pb2

from chassis.channels import connect


def is_serving(address: str, service: str = health.OVERALL_HEALTH) -> bool:
    """The server there says SERVING of the service, or of the whole, within a second. Raises nothing."""
    with connect(address) as channel:
        return says_serving(channel, service)


def says_serving(channel: grpc.Channel, service: str = health.OVERALL_HEALTH) -> bool:
    """The same over a channel that is there already."""
    # Not through the packaged stub: its types lack the method.
    check = channel.unary_unary(
        f"/{health.SERVICE_NAME}/Check",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    try:
        answer = check(health_pb2.HealthCheckRequest(service=service), timeout=1)
    except grpc.RpcError:
        return False
    return answer.status == health_pb2.HealthCheckResponse.SERVING
