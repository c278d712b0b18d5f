"""A small real service for the tests of the chassis: it answers a word with what the word asks for."""

from __future__ import annotations  # grpc's callables are generic to type checkers only

import time
from pathlib import Path

import grpc
from google.protobuf.wrappers_pb2 import StringValue

from chassis import (
    Access,
    Answer,
    Bound,
    ErrorTable,
    Forbidden,
    Problem,
    Refused,
    ServerSettings,
    Unavailable,
    Violation,
    at,
    current,
    read,
    serve,
)

SERVICE = "brettwerk.test.v1.EchoService"
METHOD = f"/{SERVICE}/Echo"


class UnknownWord(Exception):
    """A fact that the table knows."""

    def __init__(self, word: str) -> None:
        super().__init__(f"no such word: {word}")
        self.word = word


class UnknownVerb(UnknownWord):
    """A kind of the above, not listed itself."""


ERRORS: ErrorTable = {
    UnknownWord: Answer(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_WORD", facts=("word",)),
}


ACCESS = {"Echo": Access(players=True, services=("games", "ai"), player_scope="play")}


def echo(request: StringValue, context: grpc.ServicerContext) -> StringValue:
    match request.value.split():
        case ["unknown", word]:
            raise UnknownWord(word)
        case ["verb", word]:
            raise UnknownVerb(word)
        case ["nested", word]:
            with at("/requests/3"), at("/word"):
                raise UnknownWord(word)
        case ["refused"]:
            faults = (
                Violation(pointer="/a", description="no"),
                Violation(pointer="/b", description="neither"),
            )
            problem = Problem(
                status=grpc.StatusCode.INVALID_ARGUMENT, reason="TWO_FAULTS", message="two", violations=faults
            )
            with at("/batch"):
                raise Refused(problem)
        case ["bug"]:
            raise ZeroDivisionError("the secret of the house")
        case ["who" | "forbidden" | "unavailable" as word]:
            return _about_the_caller(word)
        case ["remaining"]:
            return StringValue(value=str(context.time_remaining()))
        case ["sleep", seconds]:
            # Stands for a long search; tests end it, they never wait it out.
            time.sleep(float(seconds))
        case ["until", path]:
            give_up_at = time.monotonic() + 20
            while not Path(path).exists() and time.monotonic() < give_up_at:
                time.sleep(0.01)
    return request


def _about_the_caller(word: str) -> StringValue:
    if word == "forbidden":
        raise Forbidden("not yours")
    if word == "unavailable":
        raise Unavailable("the cellar does not answer")
    caller = current()
    text = f"{caller.kind} {caller.id} {caller.tenant_id} {' '.join(sorted(caller.scopes))}"
    return StringValue(value=text.rstrip())


def raw(channel: grpc.Channel) -> grpc.UnaryUnaryMultiCallable[bytes, bytes]:
    """The method with bytes in and out, for messages that no client would make."""
    return channel.unary_unary(METHOD, request_serializer=bytes, response_deserializer=bytes)


def bind(server: grpc.Server) -> Bound:
    handler = grpc.unary_unary_rpc_method_handler(
        echo, request_deserializer=StringValue.FromString, response_serializer=StringValue.SerializeToString
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Echo": handler}),))
    return Bound(services=(SERVICE,), errors=ERRORS, access=ACCESS)


if __name__ == "__main__":
    serve("subject", bind, read(ServerSettings, "subject"))
