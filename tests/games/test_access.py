"""Every RPC refuses the wrong caller, and the table of its errors covers what the domain raises."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.games.v1 import games_service_pb2 as pb
from games import errors
from games.rpc import ACCESS, ERRORS
from tests.games.house import At, House, creation
from tests.games.refusals import refusal

ID = "019aca00-0000-7000-8000-000000000001"

REQUESTS: dict[str, Any] = {
    "CreateGame": creation(),
    "JoinGame": pb.JoinGameRequest(game_id=ID),
    "GetGame": pb.GetGameRequest(game_id=ID),
    "ListGameMoves": pb.ListGameMovesRequest(game_id=ID),
    "PlayMove": pb.PlayMoveRequest(game_id=ID, move="22-18", expected_turn=0),
    "ResignGame": pb.ResignGameRequest(game_id=ID),
    "Act": pb.ActRequest(game_id=ID, action=pb.GAME_ACTION_LEAVE),
    "ChooseStones": pb.ChooseStonesRequest(game_id=ID, squares=[21]),
    "ContributeSeed": pb.ContributeSeedRequest(game_id=ID, seed="mine"),
    "GetFairness": pb.GetFairnessRequest(game_id=ID),
    "GetHistory": pb.GetHistoryRequest(game_id=ID),
    "ListGames": pb.ListGamesRequest(),
    "ReportPresence": pb.ReportPresenceRequest(process_id="one"),
    "ExportGame": pb.ExportGameRequest(game_id=ID),
    "Expire": pb.ExpireRequest(game_id=ID, kind=pb.ALARM_KIND_FLAG, clock_version=1),
    "ListEvents": events_pb.ListEventsRequest(topic=f"game:{ID}"),
    "Snapshot": events_pb.SnapshotRequest(topic=f"game:{ID}"),
}
OF_THE_FEED = {"ListEvents", "Snapshot"}
READING = {
    "GetGame",
    "ListGameMoves",
    "GetFairness",
    "GetHistory",
    "ListGames",
    "ExportGame",
    *OF_THE_FEED,
}
FOR_PLAYERS = set(REQUESTS) - {"Expire", "ReportPresence"}

UNAUTHENTICATED = grpc.StatusCode.UNAUTHENTICATED
DENIED = grpc.StatusCode.PERMISSION_DENIED


def call(at: At, method: str) -> Callable[[], object]:
    stub = at.feed if method in OF_THE_FEED else at.games
    return lambda: getattr(stub, method)(REQUESTS[method])


def test_every_method_has_a_row() -> None:
    assert set(REQUESTS) == set(ACCESS)


@pytest.mark.parametrize("method", REQUESTS)
def test_without_a_valid_token_nobody_is_let_in(house: House, method: str) -> None:
    identity = house.identity
    for bearer, code in (
        (None, "TOKEN_MISSING"),
        (identity.player("anna", lifetime_s=-100), "TOKEN_EXPIRED"),
        (lambda: "nonsense", "TOKEN_INVALID"),
        (identity.service("clocks", "rules"), "WRONG_AUDIENCE"),
    ):
        problem = refusal(call(house.via(bearer), method))
        assert (problem.status, problem.reason) == (UNAUTHENTICATED, code)


@pytest.mark.parametrize("method", REQUESTS)
@pytest.mark.parametrize("service", ["rules", "matchmaking", "games", "gateway", "clocks", "ai", "stream"])
def test_services_do_what_is_theirs(house: House, method: str, service: str) -> None:
    theirs = {"clocks": {"Expire"}, "ai": {"PlayMove"}, "stream": {"ReportPresence"}}
    if service == "stream" and method == "ReportPresence":
        call(house.service(service), method)()
        return
    problem = refusal(call(house.service(service, "engine"), method))

    if method in theirs.get(service, ()):
        assert problem.reason in {"UNKNOWN_GAME", "UNKNOWN_TOPIC"}
    else:
        assert (problem.status, problem.reason) == (DENIED, "FORBIDDEN")


@pytest.mark.parametrize("method", sorted(FOR_PLAYERS - READING))
def test_a_player_without_the_scope_only_looks_on(house: House, method: str) -> None:
    onlooker = house.via(house.identity.player("anna", scopes=()))

    assert refusal(call(onlooker, method)).reason == "FORBIDDEN"


def test_no_player_is_an_alarm(anna: At) -> None:
    assert refusal(call(anna, "Expire")).reason == "FORBIDDEN"


@pytest.mark.parametrize("method", sorted(FOR_PLAYERS - {"CreateGame", "ListGames"}))
def test_a_game_of_another_tenant_does_not_exist(
    house: House, anna: At, bert: At, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bert.join(anna.create())
    request = type(REQUESTS[method])()
    request.CopyFrom(REQUESTS[method])
    if method in OF_THE_FEED:
        request.topic = f"game:{game.game_id}"
    else:
        request.game_id = game.game_id
    monkeypatch.setitem(REQUESTS, method, request)

    for other in (house.player("anna", "elsewhere"), house.player("carla", "elsewhere")):
        assert refusal(call(other, method)).status is grpc.StatusCode.NOT_FOUND


def test_a_service_that_acts_for_no_tenant_sees_no_game(house: House, anna: At) -> None:
    game = anna.create(black="mittel")

    at = house.service("ai", "engine", tenant_id="")

    assert refusal(lambda: at.play(game, "22-18")).reason == "FORBIDDEN"


@pytest.mark.parametrize("act", ["play", "resign"])
def test_who_has_no_seat_does_not_act(anna: At, bert: At, carla: At, act: str) -> None:
    game = bert.join(anna.create())

    problem = refusal((lambda: carla.play(game, "22-18")) if act == "play" else (lambda: carla.resign(game)))

    assert (problem.status, problem.reason) == (DENIED, "NOT_A_PLAYER")


def test_every_error_of_the_domain_has_its_answer() -> None:
    raised = {
        kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__
    }

    assert raised == {kind for kind in ERRORS if kind.__module__ == errors.__name__}
