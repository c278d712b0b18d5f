"""Telling other services what has become true, at least once and in order, without a call inside a transaction.

    outbox.put(tx, key=game_id, kind="alarm", payload={…})         # in the transaction that makes it true
    relay = Relay(database, {"alarm": clients.schedule}, wake=wake)         # chassis.relay; in bind()
    relay.start()

A row lies in the table until it is delivered, and is deleted then. A relay runs in each process of the service;
the 16 partitions (by the key's hash) are shared among the relays by advisory locks, so a row is in one relay's
hands at a time. Rows of one key and kind are delivered in the order in which they were written, provided that
their writers took turns, as those do that hold the row of the game. Kinds do not wait for each other.

What may go wrong, and what then: a relay dies between delivery and deletion, and the row is delivered again, so
a consumer keeps a note in its own transaction (`first_time`). A handler raises: its rows are tried again with
growing pauses, and never skipped; if the fault is with one key's rows, the other keys go on.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from prometheus_client import Counter, Histogram
from psycopg.types.json import Jsonb

from chassis.database import Transaction
from chassis.logs import REQUEST_ID

PARTITIONS = 16

DELIVERED = Counter("brettwerk_outbox_delivered", "Outbox rows delivered.", ("kind",))
FAILED = Counter("brettwerk_outbox_failures", "Deliveries that are tried again.", ("kind",))
SECONDS = Histogram(
    "brettwerk_outbox_seconds",
    "Time from writing an outbox row to its delivery.",
    ("kind",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What is to be told."""

    key: str
    """Whose rows stay in order: a game's id."""
    kind: str
    """Which handler gets it."""
    payload: Mapping[str, Any]
    """Plain JSON."""
    tenant_id: str = "local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A message on its way."""

    event_id: int
    partition: int
    key: str
    kind: str
    payload: dict[str, Any]
    tenant_id: str
    request_id: str
    """Of the request that caused it."""
    age_s: float
    """How long ago it was written, when it was read."""


Handler: TypeAlias = Callable[[list[Row]], None]
"""Delivers rows of one kind, all of them or, by raising, none for certain. It must be safe to repeat.

It runs on a thread of its own, so it may wait for a call; a search it must not wait for.
"""


def put(tx: Transaction, *, key: str, kind: str, payload: Mapping[str, Any], tenant_id: str = "local") -> int:
    """Write one message in this transaction, after the row that it is about; its event id."""
    return put_all(tx, [Message(key=key, kind=kind, payload=payload, tenant_id=tenant_id)])[0]


def put_all(tx: Transaction, messages: Sequence[Message]) -> list[int]:
    """The same for several, in one statement; their event ids in the same order."""
    if not messages:
        return []
    rows = tx.execute(
        "INSERT INTO outbox (partition, key, kind, payload, tenant_id, request_id)"
        " SELECT partition, key, kind, payload, tenant_id, %s"
        " FROM unnest(%s::smallint[], %s::text[], %s::text[], %s::jsonb[], %s::text[]) WITH ORDINALITY"
        " AS message (partition, key, kind, payload, tenant_id, number)"
        " ORDER BY number RETURNING event_id",
        (
            REQUEST_ID.get(),
            [partition_of(message.key) for message in messages],
            [message.key for message in messages],
            [message.kind for message in messages],
            [Jsonb(message.payload) for message in messages],
            [message.tenant_id for message in messages],
        ),
    ).fetchall()
    tx.outbox_written()
    return [event_id for (event_id,) in rows]


def partition_of(key: str) -> int:
    return zlib.crc32(key.encode()) % PARTITIONS


_REMEMBERED = "7 days"
_FORGET_EACH = 1000


def first_time(tx: Transaction, *, source: str, event_id: int) -> bool:
    """Note in the consumer's own transaction that it acts on this event; False if it has done so before.

    `source` is the service whose outbox it comes from, with the kind if several kinds end here.
    """
    if event_id % _FORGET_EACH == 0:
        tx.execute(
            "DELETE FROM inbox WHERE source = %s AND create_time < now() - %s::interval",
            (source, _REMEMBERED),
        )
    noted = tx.execute(
        "INSERT INTO inbox (source, event_id) VALUES (%s, %s) ON CONFLICT DO NOTHING", (source, event_id)
    )
    return noted.rowcount == 1
