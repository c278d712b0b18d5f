"""What is said in rooms: in which order, how often, by whom, and once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest

from brettwerk.matchmaking.v1 import chat_service_pb2 as pb
from chassis import problem_of
from matchmaking.feed import KEPT_EVENTS
from tests.games.refusals import refusal
from tests.matchmaking.club import At, Club, new_tenant, open_club
from tests.matchmaking.refusals import INVALID, refused


def test_what_is_said_in_the_lobby_is_heard_by_all_of_the_tenant_in_order(anna: At, bert: At) -> None:
    said = [anna.say("Guten Abend!"), bert.say("Hallo, Anna."), anna.say("Noch eine Partie?")]

    assert [message.message_id for message in said] == [1, 2, 3]
    assert bert.heard() == ["Guten Abend!", "Hallo, Anna.", "Noch eine Partie?"]
    assert [(event.sequence, event.type) for event in bert.events("chat:lobby")] == [
        (n, "chat_message") for n in (1, 2, 3)
    ]
    assert bert.events("chat:lobby", 1, 1)[0].data == {
        "room_id": "lobby",
        "message_id": 2,
        "player_id": "bert",
        "text": "Hallo, Anna.",
        "hidden": False,
    }


def test_another_tenant_hears_nothing(club: Club, anna: At) -> None:
    anna.say("hello")
    elsewhere = club.player("anna", new_tenant())

    assert elsewhere.heard() == []
    assert elsewhere.events("chat:lobby") == []
    assert elsewhere.snapshot("chat:lobby").data["messages"] == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a", "a"),
        ("  Schöne Grüße!\t\n", "Schöne Grüße!"),
        ("ä" * 500, "ä" * 500),
        (" " * 300 + "x" * 500, "x" * 500),
        ("👩‍👩‍👧 🏳️‍🌈", "👩‍👩‍👧 🏳️‍🌈"),
        ("<b>1 & 2</b>", "<b>1 & 2</b>"),
        ("?!", "?!"),
    ],
)
def test_a_text_is_kept_without_the_space_around_it(anna: At, text: str, kept: str) -> None:
    assert anna.say(text).text == kept
    assert anna.heard() == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 501,
        "a\nb",
        "a\0b",
        "a\x07b",
        "a\x85b",
        "a\u2028b",
        "a\u202eb",
        "\u200b",
        "\u0301",
        "\ufeff\u200d",
    ],
    ids=ascii,
)
def test_a_text_that_nobody_could_read_is_refused(anna: At, text: str) -> None:
    problem = refusal(lambda: anna.say(text))

    assert (problem.status, problem.reason) == INVALID
    assert [violation.pointer for violation in problem.violations] == ["/text"]
    assert anna.heard() == []


def test_the_sixth_message_in_ten_seconds_has_to_wait(club: Club, tenant_id: str, anna: At, bert: At) -> None:
    room = anna.make_room()
    for n in range(5):
        anna.say(f"{n}", room.room_id if n % 2 else "lobby")

    problem = refusal(lambda: anna.say("too much"))
    assert (problem.status, problem.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_MESSAGES")
    assert 1 <= int(problem.facts["retry_after_s"]) <= 10
    bert.say("he may")
    club.player("anna", new_tenant()).say("elsewhere she may")

    club.let_pass(tenant_id, 3)
    assert refused(lambda: anna.say("still too much"))[1] == "TOO_MANY_MESSAGES"
    club.let_pass(tenant_id, 7.1)
    for n in range(5):
        anna.say(f"{n}")
    assert refused(lambda: anna.say("again too much"))[1] == "TOO_MANY_MESSAGES"


def test_messages_are_counted_one_by_one_as_they_grow_old(club: Club, tenant_id: str, anna: At) -> None:
    for n in range(3):
        anna.say(f"{n}")
    club.let_pass(tenant_id, 6)
    for n in range(2):
        anna.say(f"{n}")
    club.let_pass(tenant_id, 6)

    for n in range(3):
        anna.say(f"{n}")
    assert refused(lambda: anna.say("too much"))[1] == "TOO_MANY_MESSAGES"


def test_two_replicas_count_together(club: Club, tenant_id: str) -> None:
    with open_club(club.identity, club.database) as other:
        doors = [club.player("anna", tenant_id), other.player("anna", tenant_id)]

        def say(n: int) -> str:
            try:
                doors[n % 2].say(f"{n}")
            except grpc.RpcError as error:
                return problem_of(error).reason
            return "said"

        with ThreadPoolExecutor(8) as threads:
            outcomes = list(threads.map(say, range(16)))

    assert sorted(outcomes) == ["TOO_MANY_MESSAGES"] * 11 + ["said"] * 5


def test_a_request_says_it_once_however_often_it_comes(club: Club, tenant_id: str, anna: At) -> None:
    def say(_: int) -> pb.PostMessageResponse:
        return anna.chat.PostMessage(pb.PostMessageRequest(room_id="lobby", text="once", request_id="r1"))

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(say, range(12)))

    assert anna.heard() == ["once"]
    assert len({answer.message.SerializeToString() for answer in answers}) == 1
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 11
    # What was said before is no further message.
    for n in range(4):
        anna.say(f"{n}")


def test_a_request_id_is_for_one_wish_and_one_player(anna: At, bert: At) -> None:
    room = anna.make_room("room")
    anna.say("a", request_id="r1")

    for call in (
        lambda: anna.say("b", request_id="r1"),
        lambda: anna.say("a", room.room_id, request_id="r1"),
        lambda: anna.say("a", request_id="room"),
        lambda: anna.make_room("r1"),
    ):
        assert refused(call) == (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED")
    bert.say("b", request_id="r1")
    assert anna.heard() == ["a", "b"]


def test_a_refused_message_leaves_its_request_id_free(club: Club, tenant_id: str, anna: At) -> None:
    for n in range(5):
        anna.say(f"{n}")
    assert refused(lambda: anna.say("late", request_id="r1"))[1] == "TOO_MANY_MESSAGES"

    club.let_pass(tenant_id, 11)
    anna.say("late", request_id="r1")
    assert anna.heard()[-1] == "late"


def test_after_a_day_a_request_id_is_new(club: Club, tenant_id: str, anna: At) -> None:
    anna.say("a", request_id="r1")
    club.let_pass(tenant_id, 86_401)

    anna.say("b", request_id="r1")
    assert anna.heard() == ["a", "b"]


def test_request_ids_of_yesterday_are_removed(club: Club, tenant_id: str, anna: At, bert: At) -> None:
    anna.say("a", request_id="r1")
    club.let_pass(tenant_id, 86_401)
    bert.say("b", request_id="r2")

    bert.make_room("r3")

    kept = club.execute("SELECT request_id FROM requests WHERE tenant_id = %s ORDER BY request_id", tenant_id)
    assert kept == [("r2",), ("r3",)]


def test_a_request_is_answered_again_when_its_message_is_not_kept_any_more(
    club: Club, tenant_id: str, anna: At
) -> None:
    first = anna.say("a", request_id="r1")
    club.execute("DELETE FROM events WHERE tenant_id = %s", tenant_id)

    again = anna.say("a", request_id="r1")

    assert again == first


def test_many_who_write_at_once_leave_no_gap_and_no_double_for_whoever_reads_along(
    club: Club, tenant_id: str
) -> None:
    writers = [club.player(f"p{n}", tenant_id) for n in range(12)]
    reader = club.player("reader", tenant_id)
    done = threading.Event()
    read: list[int] = []

    def read_along() -> None:
        last = 0
        while not (done.is_set() and last == reader.page("chat:lobby", last).last_sequence):
            for event in reader.events("chat:lobby", last, 7):
                read.append(event.sequence)
                last = event.sequence

    def write(at: At) -> None:
        for n in range(5):
            at.say(f"{n}", request_id=f"{n}")

    with ThreadPoolExecutor(13) as threads:
        reading = threads.submit(read_along)
        try:
            list(threads.map(write, writers))
        finally:
            done.set()
        reading.result()

    assert read == list(range(1, 61))
    by_writer: dict[str, list[str]] = {}
    for event in reader.events("chat:lobby"):
        by_writer.setdefault(event.data["player_id"], []).append(event.data["text"])
    assert by_writer == {f"p{n}": ["0", "1", "2", "3", "4"] for n in range(12)}


def test_a_snapshot_has_the_latest_fifty_messages(club: Club, tenant_id: str) -> None:
    for n in range(11):
        for m in range(5):
            club.player(f"p{n}", tenant_id).say(f"{n}.{m}")
    snapshot = club.player("anna", tenant_id).snapshot("chat:lobby")

    assert (snapshot.type, snapshot.sequence, snapshot.data["room_id"]) == ("chat_snapshot", 55, "lobby")
    texts = [message["text"] for message in snapshot.data["messages"]]
    assert texts == [f"{n}.{m}" for n in range(1, 11) for m in range(5)]
    assert set(snapshot.data["messages"][0]) == {
        "room_id",
        "message_id",
        "player_id",
        "text",
        "hidden",
        "post_time",
    }


@pytest.mark.parametrize(
    ("after", "limit", "heard"),
    [
        (None, 0, "abcd"),
        (None, 2, "cd"),
        (0, 2, "ab"),
        (1, 0, "bcd"),
        (2, 1, "c"),
        (4, 0, ""),
        (1 << 60, 200, ""),
    ],
)
def test_messages_are_listed_from_where_one_says(anna: At, after: int | None, limit: int, heard: str) -> None:
    for letter in "abcd":
        anna.say(letter)

    assert "".join(anna.heard(after=after, limit=limit)) == heard


FAULTS: list[tuple[Any, str]] = [
    (pb.ListMessagesRequest(room_id="lobby", limit=-1), "/limit"),
    (pb.ListMessagesRequest(room_id="lobby", limit=201), "/limit"),
    (pb.ListMessagesRequest(room_id="lobby", after=-1), "/after"),
    (pb.PostMessageRequest(room_id="lobby", text="a", request_id="x" * 65), "/request_id"),
    (pb.CreateRoomRequest(request_id="a\0"), "/request_id"),
    (pb.JoinRoomRequest(room_id="lobby", invitation="x" * 65), "/invitation"),
    (pb.BlockPlayerRequest(), "/player_id"),
    (pb.BlockPlayerRequest(player_id="anna"), "/player_id"),
    (pb.BlockPlayerRequest(player_id="x" * 65), "/player_id"),
    (pb.UnblockPlayerRequest(), "/player_id"),
    (pb.MutePlayerRequest(for_ms=1), "/player_id"),
    (pb.MutePlayerRequest(player_id="bert", for_ms=-1), "/for_ms"),
    (pb.MutePlayerRequest(player_id="bert", for_ms=367 * 86_400_000), "/for_ms"),
]


@pytest.mark.parametrize(
    ("request_", "pointer"),
    FAULTS,
    ids=[f"{n} {type(request_).__name__}" for n, (request_, _) in enumerate(FAULTS)],
)
def test_a_request_at_fault_is_told_where(club: Club, tenant_id: str, request_: Any, pointer: str) -> None:
    anna = club.player("anna", tenant_id, ("play", "moderate"))
    method = type(request_).__name__.removesuffix("Request")

    problem = refusal(lambda: getattr(anna.chat, method)(request_))

    assert (problem.status, problem.reason) == INVALID
    assert [violation.pointer for violation in problem.violations] == [pointer]


def test_a_room_keeps_its_latest_events(club: Club, tenant_id: str, anna: At) -> None:
    last = KEPT_EVENTS + 99
    club.execute(
        "INSERT INTO topics (tenant_id, topic, last_sequence) VALUES (%s, 'chat:lobby', %s)", tenant_id, last
    )
    club.execute(
        "INSERT INTO events (tenant_id, topic, sequence, type, event_time, data)"
        " SELECT %s, 'chat:lobby', n, 'chat_message', now(), jsonb_build_object('room_id', 'lobby',"
        " 'message_id', n, 'player_id', 'bert', 'text', n::text, 'hidden', false) FROM generate_series(1, %s) AS n",
        tenant_id,
        last,
    )

    anna.say("new")

    assert anna.heard(after=0, limit=1) == ["101"]
    assert anna.heard(limit=2) == [str(last), "new"]
