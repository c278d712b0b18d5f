"""The wrong caller is refused by every RPC of every service."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import FileDescriptor, MethodDescriptor
from google.protobuf.message import Message

import brettwerk
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as pb
from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from brettwerk.types.v1 import types_pb2
from chassis import Problem, problem_of
from chassis.channels import Metadata, connect
from tests.access.conftest import World
from tests.access.table import NO_GAME, RPCS, Rpc
from tests.access.tokens import BAD_TOKENS, player, signed
from tests.identity import SERVICES, Identity

REFUSED = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED}


def rpcs() -> dict[str, MethodDescriptor]:
    """Every RPC of every generated stub, by its full name."""
    found = {}
    for module in pkgutil.walk_packages(brettwerk.__path__, "brettwerk."):
        if not module.name.endswith("_pb2"):
            continue
        file: FileDescriptor = importlib.import_module(module.name).DESCRIPTOR
        for service in file.services_by_name.values():
            for method in service.methods:
                found[f"/{service.full_name}/{method.name}"] = method
    return found


class Caller:
    """Calls any method with any token."""

    def __init__(self, world: World) -> None:
        self._channels = {
            name: connect(address, deadline_ms=15_000) for name, address in world.addresses.items()
        }

    def __call__(self, method: str, token: str, game_id: str = NO_GAME) -> Problem | None:
        """What the call is told; None if all went well."""
        row = RPCS[method]
        answer = message_factory.GetMessageClass(
            descriptor_pool.Default().FindMethodByName(method[1:].replace("/", ".")).output_type
        )
        call: grpc.UnaryUnaryMultiCallable[Message, Message] = self._channels[row.server].unary_unary(
            method,
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=answer.FromString,
        )
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        try:
            call(row.request(game_id), metadata=metadata)
        except grpc.RpcError as error:
            return problem_of(error)
        return None

    def close(self) -> None:
        for channel in self._channels.values():
            channel.close()


@pytest.fixture(scope="module")
def caller(world: World) -> Any:
    caller = Caller(world)
    yield caller
    caller.close()


def of_service(identity: Identity, name: str, server: str, **claims: Any) -> str:
    whole = {"sub": f"service:{name}", "aud": server, "tenant": "local", **claims}
    return signed(identity, name, **whole)


def test_every_rpc_has_a_row_and_every_row_an_rpc() -> None:
    assert set(RPCS) == set(rpcs())


def test_no_rpc_is_a_stream() -> None:
    assert [
        name for name, method in rpcs().items() if method.client_streaming or method.server_streaming
    ] == []


@pytest.mark.parametrize("method", RPCS)
def test_a_token_that_is_none_of_ours_is_refused(caller: Caller, identity: Identity, method: str) -> None:
    for flaw, (make, reason) in BAD_TOKENS.items():
        problem = caller(method, make(identity, RPCS[method].server))

        assert problem is not None, flaw
        assert (problem.status, problem.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason), flaw


@pytest.mark.parametrize("method", RPCS)
def test_only_the_services_that_may_are_let_in(caller: Caller, identity: Identity, method: str) -> None:
    row = RPCS[method]
    for service in SERVICES:
        problem = caller(method, of_service(identity, service, row.server))

        assert is_forbidden(problem) is (service not in row.services), service


@pytest.mark.parametrize("method", [method for method, row in RPCS.items() if row.service_scope])
def test_a_service_without_the_scope_is_refused(caller: Caller, identity: Identity, method: str) -> None:
    row = RPCS[method]
    for service in row.services:
        assert is_forbidden(caller(method, of_service(identity, service, row.server, scope="play")))


@pytest.mark.parametrize("method", RPCS)
def test_players_are_let_in_where_they_may(caller: Caller, identity: Identity, method: str) -> None:
    row = RPCS[method]

    assert is_forbidden(caller(method, player(identity, scope=row.player_scope or "play"))) is not row.players
    assert is_forbidden(caller(method, player(identity, scope=""))) is (
        not row.players or bool(row.player_scope)
    )


GAMES = {method: row for method, row in RPCS.items() if row.foreign}


def test_whatever_has_to_do_with_a_game_says_who_is_refused() -> None:
    with_game = {method for method, row in RPCS.items() if NO_GAME in str(row.request(NO_GAME))}

    assert with_game - {"/brettwerk.games.v1.GameService/Expire"} == set(GAMES)


@pytest.mark.parametrize(("method", "row"), GAMES.items(), ids=GAMES)
def test_another_player_is_refused(
    caller: Caller, identity: Identity, world: World, method: str, row: Rpc
) -> None:
    carla = player(identity, sub="player:carla")

    if row.waiting:
        assert reason(caller(method, carla, world.waiting)) == row.waiting
    if row.running:
        assert reason(caller(method, carla, world.running)) == row.running


@pytest.mark.parametrize(("method", "row"), GAMES.items(), ids=GAMES)
def test_another_tenant_is_refused_whatever_the_name(
    caller: Caller, identity: Identity, world: World, method: str, row: Rpc
) -> None:
    for name in ("anna", "carla"):
        foreigner = player(identity, sub=f"player:{name}", tenant="elsewhere")
        for game_id in (world.waiting, world.running):
            problem = caller(method, foreigner, game_id)
            assert problem is not None
            assert (problem.status, problem.reason) == (grpc.StatusCode.NOT_FOUND, row.foreign)
    for service in row.services:
        elsewhere = of_service(identity, service, row.server, tenant="elsewhere", scope=row.service_scope)
        assert reason(caller(method, elsewhere, world.running)) == row.foreign


def test_a_record_of_another_tenant_is_empty(caller: Caller, identity: Identity, world: World) -> None:
    result = types_pb2.Result(winner=types_pb2.SIDE_WHITE, termination=types_pb2.TERMINATION_RESIGNATION)
    note = pb.RecordResultRequest(
        game_id=NO_GAME,
        event_id=1,
        tenant_id="local",
        ruleset_key="battledame",
        white_player_id="anna",
        black_player_id="bert",
        result=result,
    )
    asked = pb.GetRecordRequest(player_id="anna")

    with connect(world.addresses["matchmaking"]) as channel:
        stub = MatchmakingServiceStub(channel)

        def bearing(token: str) -> Metadata:
            return (("authorization", f"Bearer {token}"),)

        stub.RecordResult(note, metadata=bearing(of_service(identity, "games", "matchmaking")))
        ours = stub.GetRecord(asked, metadata=bearing(player(identity)))
        theirs = stub.GetRecord(asked, metadata=bearing(player(identity, tenant="elsewhere")))

    assert ours.lines
    assert not theirs.lines


def is_forbidden(problem: Problem | None) -> bool:
    if problem is None or problem.status not in REFUSED:
        return False
    assert (problem.status, problem.reason) == (grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN"), problem
    return True


def reason(problem: Problem | None) -> str:
    return problem.reason if problem else "none"
