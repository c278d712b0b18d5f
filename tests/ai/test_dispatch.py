"""Requests while the broker is away, and the sweep that finds what was left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from time import monotonic

import psycopg
import pytest

from ai import metrics
from ai.dispatch import Dispatcher
from ai.store import MOST_ATTEMPTS, Store
from ai.tasks import make_app
from ai.turns import Key
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from chassis import Unavailable
from chassis.channels import connect
from chassis.database import Database
from tests.ai.house import Games, House, await_state, closed_gate, request, state_of
from tests.patience import PATIENCE_S, wait_for
from tests.servers import Valkey, embedded_valkey


@pytest.fixture(scope="module")
def valkey_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """One that may be killed."""
    with embedded_valkey(tmp_path_factory.mktemp("valkey-of-our-own")) as server:
        yield server


@pytest.fixture(scope="module")
def broker(valkey_of_our_own: Valkey) -> str:
    return valkey_of_our_own.url


@pytest.fixture
def store(house: House, table: psycopg.Connection) -> Iterator[Store]:
    database = Database(house.database, name="ai", connections=2)
    yield Store(database)
    database.close()


def test_a_request_is_taken_at_once_while_the_broker_is_down_and_played_when_it_is_back(
    ai: AiServiceStub, games: Games, house: House, valkey_of_our_own: Valkey, table: psycopg.Connection
) -> None:
    ai.RequestMove(request("before"))
    valkey_of_our_own.kill()
    try:
        began = monotonic()
        for number in range(10):
            ai.RequestMove(request(f"down-{number}"))
        took_s = monotonic() - began
        assert {state_of(table, f"down-{number}")[0] for number in range(10)} == {"waiting"}
    finally:
        valkey_of_our_own.revive()
    assert took_s < 2
    with house.worker():
        for number in range(10):
            await_state(table, f"down-{number}", "answered")
        await_state(table, "before", "answered")

    assert len(games.applied) == 11


def test_a_worker_outlives_its_broker(
    ai: AiServiceStub, games: Games, house: House, valkey_of_our_own: Valkey, table: psycopg.Connection
) -> None:
    with house.worker():
        ai.RequestMove(request("first"))
        await_state(table, "first", "answered")
        valkey_of_our_own.kill()
        valkey_of_our_own.revive()
        ai.RequestMove(request("second"))
        await_state(table, "second", "answered")


def test_a_worker_takes_turns_again_after_an_acknowledgement_that_nobody_heard(
    ai: AiServiceStub, games: Games, house: House, valkey_of_our_own: Valkey, table: psycopg.Connection
) -> None:
    with house.worker() as worker:
        with closed_gate(games):
            ai.RequestMove(request("unheard"))
            games.next()
            valkey_of_our_own.kill()
        try:
            wait_for(lambda: "Couldn't ack" in worker.log())
        finally:
            valkey_of_our_own.revive()
        ai.RequestMove(request("next"))
        await_state(table, "next", "answered")


def test_what_an_earlier_process_left_is_sent_at_the_start(
    house: House, games: Games, store: Store, table: psycopg.Connection
) -> None:
    caller = house.identity.service("games", "ai")
    with house.replica() as server, connect(server.address, bearer=caller) as channel:
        AiServiceStub(channel).RequestMove(request("left"))
    house.empty_broker()
    table.execute("UPDATE engine_turns SET ready_time = clock_timestamp()")

    with house.replica(), house.worker():
        await_state(table, "left", "answered")


def test_each_turn_is_sent_again_later_and_later(store: Store, table: psycopg.Connection) -> None:
    _insert(table, "again")

    pauses_s = []
    for _ in range(7):
        assert store.due(10) == [Key("again", 0)]
        assert store.due(10) == []
        pauses_s.append(_ready_in_s(table, "again"))
        table.execute("UPDATE engine_turns SET ready_time = clock_timestamp()")

    assert pauses_s == pytest.approx([2, 4, 8, 16, 30, 30, 30], abs=0.5)


def test_what_could_not_be_sent_is_due_at_once(store: Store, table: psycopg.Connection) -> None:
    _insert(table, "unsent")
    keys = store.due(10)
    store.unsent(keys)

    assert store.due(10) == keys
    assert _ready_in_s(table, "unsent") == pytest.approx(2, abs=0.5)


def test_a_claim_excludes_others_until_it_is_given_back(store: Store, table: psycopg.Connection) -> None:
    _insert(table, "claimed")
    key = Key("claimed", 0)

    first = store.claim(key, "first")
    assert first is not None
    assert store.claim(key, "second") is None
    assert store.due(10) == []
    store.give_back(first, "UNAVAILABLE", 0)
    assert state_of(table, "claimed") == ("waiting", "UNAVAILABLE", 0)
    second = store.claim(key, "second")
    assert second is not None
    assert not store.renew(first)
    assert store.renew(second)
    store.give_back(first, "UNAVAILABLE", 0)
    assert state_of(table, "claimed")[0] == "claimed"
    store.answer(second, "played")
    assert store.claim(key, "third") is None


def test_a_message_that_comes_back_takes_over_its_own_claim(store: Store, table: psycopg.Connection) -> None:
    _insert(table, "back")

    assert [store.claim(Key("back", 0), "same") is not None for _ in range(4)] == [True, True, True, False]
    assert state_of(table, "back") == ("set_aside", "worker_lost", MOST_ATTEMPTS)


def test_a_claim_that_ran_out_is_sent_again_and_set_aside_after_the_third(
    store: Store, table: psycopg.Connection
) -> None:
    _insert(table, "lost")
    for number in range(MOST_ATTEMPTS):
        assert store.claim(Key("lost", 0), f"worker-{number}") is not None
        table.execute("UPDATE engine_turns SET ready_time = clock_timestamp()")
        sent = store.due(10)
        assert sent == ([Key("lost", 0)] if number < MOST_ATTEMPTS - 1 else [])

    assert state_of(table, "lost") == ("set_aside", "worker_lost", MOST_ATTEMPTS)


def test_a_late_answer_counts(store: Store, table: psycopg.Connection) -> None:
    _insert(table, "late")
    slow = store.claim(Key("late", 0), "slow")
    table.execute("UPDATE engine_turns SET ready_time = clock_timestamp()")
    assert slow is not None
    assert store.claim(Key("late", 0), "quick") is not None

    store.answer(slow, "played")

    assert state_of(table, "late")[:2] == ("answered", "played")


def test_old_turns_are_forgotten(store: Store, table: psycopg.Connection) -> None:
    for name, age, state in (
        ("new", "59 minutes", "answered"),
        ("old", "61 minutes", "answered"),
        ("open", "61 minutes", "waiting"),
        ("ancient", "25 hours", "waiting"),
    ):
        _insert(table, name)
        table.execute(
            "UPDATE engine_turns SET state = %s, ready_time = CASE WHEN %s = 'waiting' THEN ready_time END,"
            " create_time = clock_timestamp() - %s::interval WHERE game_id = %s",
            (state, state, age, name),
        )

    assert store.forget(10) == 2
    assert table.execute("SELECT game_id FROM engine_turns ORDER BY 1").fetchall() == [("new",), ("open",)]


class _Broker:
    """A sender that notes what it is given, and fails where told to."""

    def __init__(self) -> None:
        self.sent: SimpleQueue[Key] = SimpleQueue()
        self.fails = False

    def send(self, key: Key) -> None:
        if self.fails:
            raise Unavailable("the broker does not take the message")
        self.sent.put(key)


def test_what_the_broker_does_not_take_is_left_to_the_sweep(store: Store, table: psycopg.Connection) -> None:
    sender = _Broker()
    dispatcher = Dispatcher(store, sender.send, lambda: None, metrics.TURNS)
    sender.fails = True
    dispatcher.start()
    names = [f"left-{number}" for number in range(5)]
    for name in names:
        _insert(table, name)
        dispatcher.wake(Key(name, 0))
    wait_for(lambda: _sends(table) == [0] * 5)
    sender.fails = False

    sent = {sender.sent.get(timeout=PATIENCE_S).game_id for _ in names}

    dispatcher.stop()
    assert sent == set(names)


def test_messages_are_plain_json_and_carry_the_key_alone(house: House, table: psycopg.Connection) -> None:
    house.send("game", 3)

    with make_app(house.broker) as app, app.connection_for_read() as connection:
        message = app.amqp.queues["move"](connection.default_channel).get()
        assert message is not None
        assert message.content_type == "application/json"
        assert message.decode()[0] == ["game", 3]


def _insert(table: psycopg.Connection, game_id: str) -> None:
    """A turn that is due."""
    table.execute(
        "INSERT INTO engine_turns (game_id, turn, ruleset, options, position, rule_state, persona, request_id,"
        " ready_time) VALUES (%s, 0, 'international', '{}', 'W:W31:B1', '', 'mittel', '', clock_timestamp())",
        (game_id,),
    )


def _ready_in_s(table: psycopg.Connection, game_id: str) -> float:
    (seconds,) = table.execute(
        "SELECT extract(epoch FROM ready_time - clock_timestamp()) FROM engine_turns WHERE game_id = %s",
        (game_id,),
    ).fetchone() or (0,)
    return float(seconds)


def _sends(table: psycopg.Connection) -> Sequence[int]:
    return [sends for (sends,) in table.execute("SELECT sends FROM engine_turns").fetchall()]
