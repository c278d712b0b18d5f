"""Hiding, muting and blocking: who may, and what nobody reads any more."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest

from brettwerk.matchmaking.v1 import chat_service_pb2 as pb
from matchmaking.room import MAX_BLOCKED
from tests.games.refusals import refusal
from tests.matchmaking.club import At, Club, new_tenant
from tests.matchmaking.refusals import DENIED, refused

SECRET = "Das-soll-niemand-lesen"


def test_a_hidden_text_is_nowhere_to_be_read(club: Club, tenant_id: str, anna: At, bert: At) -> None:
    bert.say("before")
    message = anna.say(SECRET, request_id="r1")
    anna.say("after")
    assert SECRET in club.everything()

    hidden = anna.hide(message)

    assert (hidden.text, hidden.hidden) == ("", True)
    assert SECRET not in club.everything()
    assert bert.heard() == ["before", "", "after"]
    events = bert.events("chat:lobby")
    assert [(event.sequence, event.type) for event in events] == [
        (1, "chat_message"),
        (2, "chat_message"),
        (3, "chat_message"),
        (4, "chat_hidden"),
    ]
    assert (events[1].data["text"], events[1].data["hidden"]) == (None, True)
    assert events[3].data == {"room_id": "lobby", "message_id": 2}
    assert SECRET not in str(bert.snapshot("chat:lobby"))
    # Nor does it come back when the same is said once more by the same request.
    assert anna.say(SECRET, request_id="r1").text == ""
    assert SECRET not in club.everything()


def test_hiding_again_tells_nothing_new(anna: At) -> None:
    message = anna.say("a")

    assert anna.hide(message) == anna.hide(message)
    assert [event.type for event in anna.events("chat:lobby")] == ["chat_message", "chat_hidden"]


def test_those_who_hide_and_those_who_write_at_once_leave_no_gap(club: Club, tenant_id: str) -> None:
    players = [club.player(f"p{n}", tenant_id) for n in range(8)]

    def write_and_hide(at: At) -> None:
        for n in range(5):
            at.hide(at.say(f"{n}"))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write_and_hide, players))

    events = players[0].events("chat:lobby")
    assert [event.sequence for event in events] == list(range(1, 81))
    assert {event.data.get("text") for event in events} == {None}


def test_only_the_author_and_a_moderator_hide_in_the_lobby(
    club: Club, tenant_id: str, anna: At, bert: At, judge: At
) -> None:
    first, second = anna.say("1"), anna.say("2")

    assert refused(lambda: bert.hide(first)) == (DENIED, "FORBIDDEN")
    watching = club.player("anna", tenant_id, ())
    assert refused(lambda: watching.hide(first)) == (DENIED, "FORBIDDEN")
    elsewhere = club.player("judge", new_tenant(), ("moderate",))
    assert refused(lambda: elsewhere.hide(first)) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_MESSAGE")
    assert anna.heard() == ["1", "2"]
    anna.hide(first)
    judge.hide(second)
    assert anna.heard() == ["", ""]


def test_the_maker_of_a_room_and_a_moderator_hide_there(anna: At, bert: At, judge: At) -> None:
    room = anna.make_room()
    bert.join(room)
    first, second, own = (bert.say(text, room.room_id) for text in "123")
    of_maker = anna.say("4", room.room_id)

    anna.hide(first)
    judge.hide(second)
    bert.hide(own)
    assert refused(lambda: bert.hide(of_maker)) == (DENIED, "FORBIDDEN")
    assert bert.heard(room.room_id) == ["", "", "", "4"]
    # To see what is said there, a moderator has to be a member.
    assert refused(lambda: judge.heard(room.room_id))[1] == "UNKNOWN_ROOM"


@pytest.mark.parametrize("message_id", [0, -1, 2, 99, (1 << 63) - 1])
def test_only_messages_are_hidden(anna: At, message_id: int) -> None:
    anna.hide(anna.say("a"))
    request = pb.HideMessageRequest(room_id="lobby", message_id=message_id)

    assert refused(lambda: anna.chat.HideMessage(request)) == (
        grpc.StatusCode.NOT_FOUND,
        "UNKNOWN_MESSAGE",
    )


def test_who_is_muted_says_nothing_anywhere_until_it_is_over(
    club: Club, tenant_id: str, anna: At, bert: At, judge: At
) -> None:
    room = anna.make_room()
    answer = judge.mute("anna")

    assert answer.HasField("muted_until_time")
    for room_id in ("lobby", room.room_id):
        problem = refusal(lambda room_id=room_id: anna.say("a", room_id))  # type: ignore[misc]
        assert (problem.status, problem.reason) == (DENIED, "MUTED")
        assert problem.facts["muted_until_time"] == answer.muted_until_time.ToJsonString()
    bert.say("he may")
    club.player("anna", new_tenant()).say("elsewhere she may")
    assert anna.heard() == ["he may"]

    club.let_pass(tenant_id, 61)
    anna.say("again")


def test_a_mute_can_be_lifted_and_changed(anna: At, judge: At) -> None:
    judge.mute("anna", 86_400_000)
    assert not judge.mute("anna", 0).HasField("muted_until_time")
    anna.say("a")
    judge.mute("anna", 1_000_000)
    assert refused(lambda: anna.say("b")) == (DENIED, "MUTED")


@pytest.mark.parametrize("scopes", [(), ("play",)])
def test_only_a_moderator_mutes(club: Club, tenant_id: str, scopes: tuple[str, ...]) -> None:
    assert refused(lambda: club.player("bert", tenant_id, scopes).mute("anna")) == (DENIED, "FORBIDDEN")


def test_what_a_blocked_player_says_is_not_listed_for_who_has_blocked_him(
    club: Club, tenant_id: str, anna: At, bert: At
) -> None:
    def blocked() -> list[str]:
        return list(anna.chat.ListBlockedPlayers(pb.ListBlockedPlayersRequest()).player_ids)

    anna.say("a")
    bert.say("b")
    for _ in range(2):
        anna.chat.BlockPlayer(pb.BlockPlayerRequest(player_id="bert"))

    assert (anna.heard(), bert.heard()) == (["a"], ["a", "b"])
    assert blocked() == ["bert"]
    assert (
        len(
            club.player("anna", new_tenant())
            .chat.ListBlockedPlayers(pb.ListBlockedPlayersRequest())
            .player_ids
        )
        == 0
    )
    # The feed is the same for all who read along; there the client leaves them out.
    assert anna.events("chat:lobby") == bert.events("chat:lobby")

    for _ in range(2):
        anna.chat.UnblockPlayer(pb.UnblockPlayerRequest(player_id="bert"))
    assert (anna.heard(), blocked()) == (["a", "b"], [])


def test_one_blocks_only_so_many(club: Club, tenant_id: str, anna: At) -> None:
    club.execute(
        "INSERT INTO blocks (tenant_id, player_id, blocked_id)"
        " SELECT %s, 'anna', 'p' || n FROM generate_series(1, %s) AS n",
        tenant_id,
        MAX_BLOCKED,
    )

    anna.chat.BlockPlayer(pb.BlockPlayerRequest(player_id="p7"))
    assert refused(lambda: anna.chat.BlockPlayer(pb.BlockPlayerRequest(player_id="bert"))) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "TOO_MANY_BLOCKED",
    )
