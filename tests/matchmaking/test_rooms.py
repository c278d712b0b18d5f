"""Private rooms: who makes them, who gets in, and who learns nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest

from brettwerk.matchmaking.v1 import chat_service_pb2 as pb
from chassis import problem_of
from matchmaking.room import MAX_MEMBERS, PACE_ROOMS
from tests.games.refusals import refusal
from tests.matchmaking.club import At, Club, new_tenant
from tests.matchmaking.refusals import refused

UNKNOWN = (grpc.StatusCode.NOT_FOUND, "UNKNOWN_ROOM")
GAME = "game:019aca00-0000-7000-8000-000000000001"
NOWHERE = "019aca00-0000-7000-8000-000000000001"


def test_the_lobby_is_there_without_being_made(anna: At) -> None:
    assert anna.room("lobby") == pb.Room(room_id="lobby", kind=pb.ROOM_KIND_LOBBY, writable=True)


def test_who_only_looks_on_does_not_write(club: Club, tenant_id: str) -> None:
    assert not club.player("anna", tenant_id, ()).room("lobby").writable


def test_a_room_is_for_who_has_made_it_and_whom_he_invites(anna: At, bert: At) -> None:
    made = anna.make_room()
    joined = bert.join(made)

    assert (made.kind, made.maker_player_id, list(made.member_player_ids)) == (
        pb.ROOM_KIND_PRIVATE,
        "anna",
        ["anna"],
    )
    assert made.writable
    assert len(made.invitation) >= 20
    assert list(joined.member_player_ids) == ["anna", "bert"]
    assert (joined.invitation, joined.create_time) == (made.invitation, made.create_time)
    assert anna.room(made.room_id) == joined == bert.room(made.room_id)
    anna.say("hello", made.room_id)
    bert.say("hello yourself", made.room_id)
    assert bert.heard(made.room_id) == ["hello", "hello yourself"]
    assert anna.heard() == []


def test_rooms_have_invitations_of_their_own(anna: At) -> None:
    rooms = [anna.make_room() for _ in range(5)]

    assert len({room.invitation for room in rooms}) == len({room.room_id for room in rooms}) == 5


def every_way_in(at: At, room_id: str) -> list[Callable[[], object]]:
    room = pb.Room(room_id=room_id, invitation="guessed")
    return [
        lambda: at.room(room_id),
        lambda: at.heard(room_id),
        lambda: at.say("hello", room_id),
        lambda: at.join(room),
        lambda: at.join(room, ""),
        lambda: at.leave(room),
        lambda: at.hide(pb.Message(room_id=room_id, message_id=1)),
    ]


def test_nobody_else_learns_of_a_room(club: Club, tenant_id: str, anna: At) -> None:
    room = anna.make_room()
    anna.say("hello", room.room_id)
    strangers = [club.player("carla", tenant_id), club.player("anna", new_tenant())]

    for stranger in strangers:
        for call in every_way_in(stranger, room.room_id):
            assert refused(call) == UNKNOWN
        for call in (
            lambda at=stranger: at.page(f"chat:{room.room_id}"),
            lambda at=stranger: at.snapshot(f"chat:{room.room_id}"),
        ):
            assert refused(call) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_TOPIC")
    # Not even with its invitation from another tenant.
    assert refused(lambda: strangers[1].join(room)) == UNKNOWN
    assert list(anna.room(room.room_id).member_player_ids) == ["anna"]


@pytest.mark.parametrize(
    "room_id",
    [
        "",
        "Lobby",
        "lobby ",
        NOWHERE,
        NOWHERE.upper().replace("A", "a").replace("C", "C"),
        NOWHERE.replace("-", ""),
        f"{{{NOWHERE}}}",
        "game:",
        "game:x",
        "me",
        "x" * 10_000,
        "a\0b",
    ],
    ids=lambda room_id: ascii(room_id[:60]),
)
def test_a_room_that_is_not_there_is_unknown(anna: At, room_id: str) -> None:
    for call in every_way_in(anna, room_id):
        assert refused(call) == UNKNOWN


@pytest.mark.parametrize("room_id", ["lobby", GAME])
def test_only_private_rooms_are_entered_and_left(anna: At, room_id: str) -> None:
    room = pb.Room(room_id=room_id)

    assert refused(lambda: anna.join(room)) == UNKNOWN
    assert refused(lambda: anna.leave(room)) == UNKNOWN


def test_entering_and_leaving_again_is_harmless(anna: At, bert: At) -> None:
    room = anna.make_room()
    for _ in range(2):
        assert list(bert.join(room).member_player_ids) == ["anna", "bert"]
    # A member needs no invitation any more.
    bert.join(room, "")
    for _ in range(2):
        bert.leave(room)

    assert list(anna.room(room.room_id).member_player_ids) == ["anna"]
    for call in (lambda: bert.room(room.room_id), lambda: bert.heard(room.room_id)):
        assert refused(call) == UNKNOWN
    assert refused(lambda: bert.join(room, "")) == UNKNOWN
    assert list(bert.join(room).member_player_ids) == ["anna", "bert"]


def test_who_comes_and_goes_is_told_once_each_to_who_is_there(anna: At, bert: At) -> None:
    room = anna.make_room()
    for _ in range(2):
        bert.join(room)
    anna.say("hello", room.room_id)
    for _ in range(2):
        bert.leave(room)

    events = anna.events(f"chat:{room.room_id}")
    assert [event.type for event in events] == ["member_joined", "chat_message", "member_left"]
    assert events[0].data == events[2].data == {"room_id": room.room_id, "player_id": "bert"}
    assert anna.heard(room.room_id) == ["hello"]


def test_who_comes_back_comes_last(club: Club, tenant_id: str, anna: At, bert: At) -> None:
    room = anna.make_room()
    bert.join(room)
    club.player("carla", tenant_id).join(room)
    anna.leave(room)

    assert list(anna.join(room).member_player_ids) == ["bert", "carla", "anna"]


def test_a_room_takes_fifty_members_however_many_come_at_once(club: Club, tenant_id: str, anna: At) -> None:
    room = anna.make_room()
    club.execute(
        "INSERT INTO members (room_id, player_id, tenant_id) SELECT %s::uuid, 'p' || n, %s FROM generate_series(1, %s) AS n",
        room.room_id,
        tenant_id,
        MAX_MEMBERS - 5,
    )
    guests = [club.player(f"guest{n}", tenant_id) for n in range(9)]

    def enter(at: At) -> str:
        try:
            at.join(room)
        except grpc.RpcError as error:
            return problem_of(error).reason
        return "in"

    with ThreadPoolExecutor(9) as threads:
        outcomes = list(threads.map(enter, guests))

    assert sorted(outcomes) == ["ROOM_FULL"] * 5 + ["in"] * 4
    assert len(anna.room(room.room_id).member_player_ids) == MAX_MEMBERS
    anna.join(room)
    anna.leave(room)
    guests[outcomes.index("ROOM_FULL")].join(room)
    assert refused(lambda: anna.join(room)) == (grpc.StatusCode.FAILED_PRECONDITION, "ROOM_FULL")


def test_a_request_makes_one_room_however_often_it_comes(anna: At, bert: At) -> None:
    def make(_: int) -> pb.CreateRoomResponse:
        return anna.chat.CreateRoom(pb.CreateRoomRequest(request_id="r1"))

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(make, range(10)))

    assert len({answer.room.room_id for answer in answers}) == 1
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 9
    assert bert.make_room("r1").room_id != answers[0].room.room_id


def test_a_room_made_again_is_shown_as_it_is_now(anna: At, bert: At) -> None:
    room = anna.make_room("r1")
    bert.join(room)
    anna.leave(room)

    assert list(anna.make_room("r1").member_player_ids) == ["bert"]


def test_one_makes_only_so_many_rooms_in_a_day(club: Club, tenant_id: str, anna: At, bert: At) -> None:
    for _ in range(PACE_ROOMS):
        anna.make_room()

    problem = refusal(anna.make_room)
    assert (problem.status, problem.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_ROOMS")
    assert 86_000 < int(problem.facts["retry_after_s"]) <= 86_400
    bert.make_room()

    club.let_pass(tenant_id, 86_401)
    anna.make_room()


def test_a_room_that_everybody_left_is_gone_after_a_day(
    club: Club, tenant_id: str, anna: At, bert: At
) -> None:
    empty, back, kept = (anna.make_room() for _ in range(3))
    for room in (empty, back, kept):
        anna.say("hello", room.room_id)
    anna.leave(empty)
    anna.leave(back)
    club.let_pass(tenant_id, 86_401)
    anna.join(back)

    bert.make_room()

    assert refused(lambda: anna.join(empty)) == UNKNOWN
    assert empty.room_id not in club.everything()
    assert anna.heard(back.room_id) == anna.heard(kept.room_id) == ["hello"]


def test_who_may_only_look_on_reads_as_a_member_and_does_not_write(
    club: Club, tenant_id: str, anna: At
) -> None:
    room = anna.make_room()
    anna.say("hello", room.room_id)
    watching = club.player("anna", tenant_id, ())

    assert watching.heard(room.room_id) == ["hello"]
    assert not watching.room(room.room_id).writable
    assert refused(lambda: watching.say("a", room.room_id)) == (
        grpc.StatusCode.PERMISSION_DENIED,
        "FORBIDDEN",
    )
