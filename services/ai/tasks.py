"""Celery: its options, the two tasks with a queue of their own each, and the senders of their messages.

A message is a wake-up and holds nothing but the key of a turn or the id of an analysis. It may be lost, come twice or
come late; the rows in `ai.engine_turns` and `ai.analyses` decide. So no result is kept, and RabbitMQ does not write the
messages to disk.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from celery import Celery, Task
from celery.app.amqp import AMQP
from kombu import Connection, Exchange, Producer, Queue
from kombu.exceptions import OperationalError

from ai.turns import Key
from chassis import Unavailable

if TYPE_CHECKING:  # what belongs to workers alone, which this is loaded without
    from celery.worker.request import Request

PLAY_TURN, ANALYSE = "ai.play_turn", "ai.analyse"
MOVE = "move"
"""The queue of what a person waits for."""
ANALYSIS = "analysis"
"""The queue of what may take its time."""
QUEUES = (MOVE, ANALYSIS)
HARD_LIMIT_S = 10
VISIBILITY_TIMEOUT_S = 30
"""A message that is not acknowledged for so long goes to another worker. Longer than the longest task, or it runs
twice; the same for all queues of a broker, which share one list of what is not acknowledged."""
_CONNECT_S = 2.0


class _Connection(Connection):
    """Looks for a lost broker every two seconds; kombu's own pauses grow to half a minute."""

    def ensure_connection(self, *args: Any, **options: Any) -> Self:
        pauses = {"interval_start": 1, "interval_step": 1, "interval_max": 2}
        return super().ensure_connection(*args, **{**pauses, **options})


class _Amqp(AMQP):
    Connection = _Connection


def make_app(broker: str) -> Celery:
    """The options that worker and sender share. Opens no connection."""
    app = Celery("ai", broker=broker, amqp=_Amqp, set_as_current=False)
    app.conf.update(
        broker_transport_options=_transport_options(broker),
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # for ever
        broker_connection_timeout=_CONNECT_S,
        task_queues=[Queue(name, Exchange(name, type="direct"), routing_key=name) for name in QUEUES],
        task_default_queue=MOVE,
        task_default_delivery_mode="transient",
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_time_limit=HARD_LIMIT_S,
        worker_prefetch_multiplier=1,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
    )
    return app


def _transport_options(broker: str) -> dict[str, Any]:
    if broker.startswith("amqp"):
        # Whether a message was taken is known when it is sent, not at the next sweep.
        return {"confirm_publish": True}
    return {
        "visibility_timeout": VISIBILITY_TIMEOUT_S,
        # With kombu's own 10 and 10, what a killed worker held comes back 100 s later.
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        # A worker of both queues takes what a person waits for first.
        "queue_order_strategy": "priority",
        "socket_connect_timeout": _CONNECT_S,
    }


def register(
    app: Celery,
    play_turn: Callable[[Key, str], None],
    analyse: Callable[[str, str], None],
    request: type[Request],
) -> None:
    """Give the worker its tasks. `play_turn` gets the turn, `analyse` the analysis, and both the message's id."""

    @app.task(name=PLAY_TURN, bind=True, Request=request)
    def turn_task(self: Task[Any, None], game_id: str, turn: int) -> None:
        play_turn(Key(game_id, turn), _message_id(self))

    @app.task(name=ANALYSE, bind=True, Request=request)
    def analysis_task(self: Task[Any, None], analysis_id: str) -> None:
        analyse(analysis_id, _message_id(self))


def _message_id(task: Task[Any, None]) -> str:
    message_id = task.request.id
    assert message_id is not None
    return message_id


class Sender:
    """Sends messages over a connection of its own. For one thread."""

    def __init__(self, broker: str) -> None:
        self._app = make_app(broker)
        if broker.startswith("redis"):
            # Nobody waits for what is to come on this connection: a broker that is silent so long is away.
            self._app.conf.broker_transport_options["socket_timeout"] = _CONNECT_S
        # Between messages nobody would be there to send heartbeats.
        self._app.conf.broker_heartbeat = 0
        self._connection: Connection | None = None
        self._producer: Producer | None = None

    def play_turn(self, key: Key) -> None:
        """Have a worker play a turn. Raises Unavailable if the broker does not take the message."""
        self._send(PLAY_TURN, (key.game_id, key.turn), MOVE)

    def analyse(self, analysis_id: str) -> None:
        """Have a worker go on with an analysis. Raises as `play_turn` does."""
        self._send(ANALYSE, (analysis_id,), ANALYSIS)

    def close(self) -> None:
        connection, self._connection, self._producer = self._connection, None, None
        if connection is not None:
            with suppress(Exception):
                connection.release()

    def _send(self, task: str, arguments: tuple[object, ...], queue: str) -> None:
        if self._connection is not None:
            # It may have been closed since the last message: then a new one is tried at once.
            with suppress(OperationalError, OSError):
                self._publish(task, arguments, queue)
                return
            self.close()
        try:
            self._publish(task, arguments, queue)
        except (OperationalError, OSError) as error:
            self.close()
            raise Unavailable(f"the broker does not take the message: {error}") from error

    def _publish(self, task: str, arguments: tuple[object, ...], queue: str) -> None:
        if self._producer is None:
            self._connection = self._app.connection_for_write(heartbeat=0)
            self._producer = self._app.amqp.Producer(self._connection, auto_declare=False)
        self._app.send_task(task, arguments, queue=queue, producer=self._producer, retry=False)
