"""What we rely on in a Valkey and in a broker for Celery, whoever runs them."""

from __future__ import annotations

import threading
import uuid

from kombu import Connection

from chassis.wake import Wake


def test_a_wake_up_arrives(any_valkey: str) -> None:
    wake, heard = Wake(any_valkey), threading.Event()
    topic = f"test.{uuid.uuid4().hex}"
    wake.subscribe(topic, heard.set)
    assert heard.wait(10)
    heard.clear()
    wake.publish(topic)

    assert heard.wait(10)
    wake.close()


def test_a_message_that_was_not_acknowledged_is_delivered_again(any_broker: str) -> None:
    name = f"test.{uuid.uuid4().hex}"
    with Connection(any_broker) as connection:
        queue = connection.SimpleQueue(name)
        queue.put({"game_id": "g1", "turn": 7})
        first = queue.get(timeout=10)
        first.requeue()
        second = queue.get(timeout=10)
        payload = second.payload
        second.ack()
        queue.consumer.cancel()
        queue.queue.delete()

    assert {"game_id": "g1", "turn": 7} == payload
