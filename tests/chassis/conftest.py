"""A running subject, and a call to it."""

from __future__ import annotations  # grpc's channel is typed for checkers only

from collections.abc import Callable, Iterator
from functools import partial

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from chassis import Running, ServerSettings, start
from chassis.channels import connect
from tests.chassis.subject import METHOD, bind
from tests.identity import Identity

Echo = Callable[[str], str]
Dial = Callable[..., grpc.Channel]


@pytest.fixture
def dial(identity: Identity) -> Dial:
    """`connect` with a token that the subject takes."""
    return partial(connect, bearer=identity.service("games", "subject"))


@pytest.fixture
def running(identity: Identity) -> Iterator[Running]:
    settings = ServerSettings(address="127.0.0.1:0", public_keys=identity.public_keys, stop_ms=200)
    with start("subject", bind, settings) as server:
        yield server


@pytest.fixture
def echo(running: Running, dial: Dial) -> Iterator[Echo]:
    with dial(running.address, deadline_ms=10_000) as channel:
        call = channel.unary_unary(
            METHOD,
            request_serializer=StringValue.SerializeToString,
            response_deserializer=StringValue.FromString,
        )

        def ask(text: str) -> str:
            answer: StringValue = call(StringValue(value=text))
            return answer.value

        yield ask
