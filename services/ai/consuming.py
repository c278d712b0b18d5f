"""Celery's consumer, made attentive: a worker that stops soon when told to, and that never falls silent.

Two gaps, seen with Celery 5.7.0 and kombu 5.7.0:

* The loop looks for a signal to stop only between two waits, and a wait may take 5 s.
* When Redis goes away just as a message is acknowledged, the error is logged and nothing more. The message counts
  as in hand for ever, so a worker that takes one at a time takes no other, looks at the connection no more, and never
  learns that it is broken. Here a message that was not acknowledged after all is a lost connection, which Celery
  mends.
"""

from __future__ import annotations

from typing import Any

from celery import bootsteps
from celery.worker.request import Request
from kombu.message import Message

_LOOK_S = 0.25

_settled: list[Message] = []
"""What was acknowledged or rejected since the last look. Of the one consumer of this process."""


class SettledRequest(Request):
    """A task in hand, whose message is noted when it is settled. Celery does the settling later in its loop."""

    def acknowledge(self) -> None:
        super().acknowledge()
        _settled.append(self.message)

    def reject(self, requeue: bool = False) -> None:
        super().reject(requeue)
        _settled.append(self.message)


class Attentive(bootsteps.StartStopStep):
    """Wakes the loop several times a second, and looks whether the messages settled before are off its hands."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._expected: list[Message] = []

    def register_with_event_loop(self, consumer: Any, hub: Any) -> None:
        """Called by Celery at each start of its loop."""
        hub.call_repeatedly(_LOOK_S, self._look, consumer)

    def _look(self, consumer: Any) -> None:
        """Raises ConnectionError, at which Celery connects anew."""
        expected, self._expected = self._expected, _settled.copy()
        _settled.clear()
        if consumer.task_consumer is None:
            return
        channel = consumer.task_consumer.channel
        # Messages of an earlier connection are the broker's again.
        if any(message.channel is channel and not message.acknowledged for message in expected):
            raise ConnectionError("a message could not be acknowledged")
