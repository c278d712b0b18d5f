"""A running subject, and a call to it."""

from collections.abc import Callable, Iterator

import pytest
from google.protobuf.wrappers_pb2 import StringValue

from chassis import Running, ServerSettings, start
from chassis.channels import connect
from tests.chassis.subject import METHOD, bind

Echo = Callable[[str], str]


@pytest.fixture
def running() -> Iterator[Running]:
    with start(bind, ServerSettings(address="127.0.0.1:0", stop_ms=200)) as server:
        yield server


@pytest.fixture
def echo(running: Running) -> Iterator[Echo]:
    with connect(running.address, deadline_ms=10_000) as channel:
        call = channel.unary_unary(
            METHOD,
            request_serializer=StringValue.SerializeToString,
            response_deserializer=StringValue.FromString,
        )

        def ask(text: str) -> str:
            answer: StringValue = call(StringValue(value=text))
            return answer.value

        yield ask
