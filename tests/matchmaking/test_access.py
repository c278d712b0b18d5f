"""Every RPC refuses the wrong caller, and the table of its errors covers what the domain raises."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.matchmaking.v1 import chat_service_pb2 as chat_pb
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as pb
from matchmaking import errors, rpc
from tests.games.refusals import refusal
from tests.identity import SERVICES
from tests.matchmaking.club import WHITE_WINS, At, Club, news

REQUESTS: dict[str, Any] = {
    "RecordResult": pb.RecordResultRequest(
        game_id="g1",
        event_id=1,
        tenant_id="local",
        ruleset_key="battledame",
        white_player_id="anna",
        black_player_id="bert",
        result=WHITE_WINS,
    ),
    "TellOfGame": news(pb.GAME_NEWS_STARTED, "local"),
    "GetRecord": pb.GetRecordRequest(player_id="anna"),
    "CreateRoom": chat_pb.CreateRoomRequest(),
    "JoinRoom": chat_pb.JoinRoomRequest(room_id="lobby"),
    "LeaveRoom": chat_pb.LeaveRoomRequest(room_id="lobby"),
    "GetRoom": chat_pb.GetRoomRequest(room_id="lobby"),
    "PostMessage": chat_pb.PostMessageRequest(room_id="lobby", text="hello"),
    "ListMessages": chat_pb.ListMessagesRequest(room_id="lobby"),
    "HideMessage": chat_pb.HideMessageRequest(room_id="lobby", message_id=1 << 40),
    "MutePlayer": chat_pb.MutePlayerRequest(player_id="bert", for_ms=1),
    "BlockPlayer": chat_pb.BlockPlayerRequest(player_id="bert"),
    "UnblockPlayer": chat_pb.UnblockPlayerRequest(player_id="bert"),
    "ListBlockedPlayers": chat_pb.ListBlockedPlayersRequest(),
    "ListEvents": events_pb.ListEventsRequest(topic="lobby"),
    "Snapshot": events_pb.SnapshotRequest(topic="lobby"),
}
OF_GAMES = {"RecordResult", "TellOfGame"}
READING = {
    "GetRecord",
    "GetRoom",
    "ListMessages",
    "HideMessage",
    "ListBlockedPlayers",
    "ListEvents",
    "Snapshot",
}
UNAUTHENTICATED = grpc.StatusCode.UNAUTHENTICATED
FORBIDDEN = (grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN")


def call(at: At, method: str) -> Callable[[], object]:
    stub = next(stub for stub in (at.matchmaking, at.chat, at.feed) if hasattr(stub, method))
    return lambda: getattr(stub, method)(REQUESTS[method])


def is_forbidden(call: Callable[[], object]) -> bool:
    try:
        call()
    except grpc.RpcError as error:
        return error.code() is grpc.StatusCode.PERMISSION_DENIED
    return False


def test_every_method_has_a_row_and_is_served() -> None:
    served = {
        pb.DESCRIPTOR.services_by_name["MatchmakingService"]: rpc.MatchmakingServicer,
        chat_pb.DESCRIPTOR.services_by_name["ChatService"]: rpc.ChatServicer,
        events_pb.DESCRIPTOR.services_by_name["EventFeed"]: rpc.EventServicer,
    }
    methods = [name for contract in served for name in contract.methods_by_name]

    assert len(methods) == len(set(methods)), "the table of access goes by the method's name alone"
    assert set(methods) == set(rpc.ACCESS) == set(REQUESTS)
    for contract, servicer in served.items():
        assert set(contract.methods_by_name) <= set(vars(servicer))


def test_the_table_answers_every_error() -> None:
    raised = {
        kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__
    }

    assert raised == set(rpc.ERRORS)


@pytest.mark.parametrize("method", REQUESTS)
def test_without_a_valid_token_nobody_is_let_in(club: Club, method: str) -> None:
    for bearer, reason in (
        (None, "TOKEN_MISSING"),
        (club.identity.player("anna", lifetime_s=-100), "TOKEN_EXPIRED"),
        (lambda: "nonsense", "TOKEN_INVALID"),
        (club.identity.service("games", "ai"), "WRONG_AUDIENCE"),
    ):
        problem = refusal(call(club.via(bearer), method))
        assert (problem.status, problem.reason) == (UNAUTHENTICATED, reason)


@pytest.mark.parametrize("method", REQUESTS)
def test_services_do_what_is_theirs(club: Club, method: str) -> None:
    for service in SERVICES:
        at = club.via(
            club.identity.source(service).bearer(
                "matchmaking", tenant_id="local", scopes=("play", "moderate")
            )
        )
        theirs = method == "GetRecord" or (method in OF_GAMES and service == "games")
        assert is_forbidden(call(at, method)) is not theirs, service


@pytest.mark.parametrize("method", REQUESTS)
def test_a_player_does_what_his_token_allows(club: Club, method: str) -> None:
    for scopes in ((), ("play",), ("moderate",), ("play", "moderate")):
        may = method in READING or (
            method not in OF_GAMES and ("moderate" if method == "MutePlayer" else "play") in scopes
        )
        assert is_forbidden(call(club.player("dora", scopes=scopes), method)) is not may, scopes


def test_a_refused_caller_has_changed_nothing(club: Club, tenant_id: str) -> None:
    watching = club.player("anna", tenant_id, ())
    for method in set(REQUESTS) - READING:
        problem = refusal(call(watching, method))
        assert (problem.status, problem.reason) == FORBIDDEN

    assert tenant_id not in club.everything()
