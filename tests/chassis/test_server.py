"""The server in this process: listening, health, reflection, limits, deadlines, metrics."""

from __future__ import annotations  # grpc's channel is typed for checkers only

from collections.abc import Callable

import grpc
import pytest
from grpc_reflection.v1alpha import reflection, reflection_pb2
from prometheus_client import REGISTRY

from chassis import Running, ServerSettings, problem_of, start
from chassis.healthy import is_serving
from tests.chassis.subject import METHOD, SERVICE, bind, raw
from tests.identity import Identity

Echo = Callable[[str], str]
Dial = Callable[..., grpc.Channel]


def test_port_zero_takes_a_free_port_and_says_which(running: Running, echo: Echo) -> None:
    assert not running.address.endswith(":0")
    assert echo("hello") == "hello"


def test_a_taken_port_is_a_fault_and_not_shared(running: Running, identity: Identity) -> None:
    with pytest.raises(RuntimeError, match="bind"):
        start("subject", bind, ServerSettings(address=running.address, public_keys=identity.public_keys))


@pytest.mark.parametrize(
    ("service", "expected"),
    [
        pytest.param("", True, id="the whole"),
        pytest.param(SERVICE, True, id="a service of it"),
        pytest.param("nobody", False, id="one it does not have"),
    ],
)
def test_health_is_told_for_the_whole_and_for_each_service(
    running: Running, service: str, expected: bool
) -> None:
    assert expected == is_serving(running.address, service)


def test_nobody_there_is_not_serving() -> None:
    # Port 1 is reserved, and nobody listens there.
    assert not is_serving("127.0.0.1:1")


def test_reflection_lists_the_services(dial: Dial, running: Running) -> None:
    question = reflection_pb2.ServerReflectionRequest(list_services="")
    with dial(running.address) as channel:
        ask = channel.stream_stream(
            f"/{reflection.SERVICE_NAME}/ServerReflectionInfo",
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
        )
        answers = ask(iter([question]))
        names = [service.name for answer in answers for service in answer.list_services_response.service]

    assert SERVICE in names


def test_an_unknown_method_is_unimplemented(dial: Dial, running: Running) -> None:
    with dial(running.address) as channel, pytest.raises(grpc.RpcError) as caught:
        channel.unary_unary(f"/{SERVICE}/Nothing", request_serializer=bytes, response_deserializer=bytes)(b"")

    assert problem_of(caught.value).status == grpc.StatusCode.UNIMPLEMENTED


def test_a_message_over_the_limit_is_refused_and_the_next_one_served(identity: Identity, dial: Dial) -> None:
    settings = ServerSettings(address="127.0.0.1:0", public_keys=identity.public_keys, message_bytes=4096)
    with start("subject", bind, settings) as running, dial(running.address) as channel:
        call = raw(channel)
        with pytest.raises(grpc.RpcError) as caught:
            call(bytes(5000))

        assert problem_of(caught.value).status == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert call(b"") == b""


def test_every_call_carries_a_deadline_the_server_can_see(echo: Echo) -> None:
    remaining_s = float(echo("remaining"))

    # gRPC turns the deadline into another clock, and may be a tenth of a second off.
    assert 9 < remaining_s < 11


def test_a_call_past_its_deadline_ends(dial: Dial, running: Running) -> None:
    with dial(running.address, deadline_ms=100) as channel, pytest.raises(grpc.RpcError) as caught:
        raw(channel)(b"\x0a\x07sleep 1")

    assert problem_of(caught.value).status == grpc.StatusCode.DEADLINE_EXCEEDED


def test_answers_are_counted_by_status(echo: Echo) -> None:
    def counted(status: str) -> float:
        return REGISTRY.get_sample_value("brettwerk_rpcs_total", {"method": METHOD, "status": status}) or 0.0

    before = counted("OK"), counted("NOT_FOUND")
    echo("hello")
    with pytest.raises(grpc.RpcError):
        echo("unknown x")

    assert (before[0] + 1, before[1] + 1) == (counted("OK"), counted("NOT_FOUND"))
