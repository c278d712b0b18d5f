"""The relay of an outbox: takes its partitions, reads, delivers, deletes. See chassis.outbox."""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import cast

import grpc
import psycopg
import structlog
from psycopg.rows import class_row

from chassis.database import Database
from chassis.errors import Unavailable
from chassis.logs import REQUEST_ID
from chassis.outbox import DELIVERED, FAILED, PARTITIONS, SECONDS, Handler, Row
from chassis.wake import Wake

log = structlog.get_logger()

_BATCH = 200
_POLL_S = 0.25
_BALANCE_S = 0.5
_LOST_PAUSE_S = 0.5
"""After losing the database."""
_GATHER_S = 0.015
"""Two looks are at least so far apart: at a hundred rows a second most would fetch one row, at a cost of five."""
_PRESENCE = PARTITIONS
"""The number of the advisory lock that all relays share, beside those of the partitions."""

# Back at once when a service restarts; slow for a row that nobody can take.
_KIND_PAUSES_S = (0.1, 2.0)
_KEY_PAUSES_S = (0.5, 60.0)

_READ = """
SELECT row.* FROM unnest(%(kinds)s::text[]) AS wanted (kind) CROSS JOIN LATERAL (
  SELECT event_id, partition, key, outbox.kind, payload, tenant_id, request_id,
    extract(epoch FROM clock_timestamp() - create_time)::float8 AS age_s
  FROM outbox
  WHERE outbox.kind = wanted.kind AND partition = ANY(%(partitions)s) AND NOT EXISTS (
    SELECT FROM unnest(%(avoided_kinds)s::text[], %(avoided_keys)s::text[]) AS avoided (kind, key)
    WHERE avoided.kind = outbox.kind AND avoided.key = outbox.key
  )
  ORDER BY event_id LIMIT %(limit)s
) AS row ORDER BY event_id
"""
_RELAYS = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@dataclass(slots=True)
class _Pause:
    """Growing pauses of something that fails."""

    bounds_s: tuple[float, float]
    failures: int = 0
    until: float = 0.0

    def failed(self) -> None:
        first, most = self.bounds_s
        self.until = time.monotonic() + min(first * 2.0 ** min(self.failures, 20), most)
        self.failures += 1


@dataclass(slots=True)
class _Kind:
    """The state of one kind of rows."""

    name: str
    handler: Handler
    under_way: list[Row] = field(default_factory=list)
    pause: _Pause = field(default_factory=lambda: _Pause(_KIND_PAUSES_S))
    keys: dict[str, _Pause] = field(default_factory=dict)
    """Keys whose rows the handler refuses; the others go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    kind: _Kind
    delivered: Sequence[Row]
    refused: Collection[str] = ()
    """Keys whose rows alone are at fault."""
    is_away: bool = False
    """Whoever takes this kind does not answer."""


class Relay:
    """Delivers the rows of the outbox in the database's schema, beside any number of other relays of it.

    It has one connection of its own besides the database's pool, which holds the locks of its partitions and
    does all its reading and deleting: when that connection is lost, so are the locks, and it can do nothing
    that it has no right to.
    """

    def __init__(
        self, database: Database, handlers: Mapping[str, Handler], *, wake: Wake | None = None
    ) -> None:
        self._conninfo = psycopg.conninfo.make_conninfo(
            database.conninfo,
            application_name=f"{database.name} relay",
            connect_timeout=3,
            # A machine that vanishes must not keep its partitions for hours.
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
        )
        # Two services' schemas in one database have different locks.
        self._lock_class = zlib.crc32(f"outbox {database.name}".encode()) & 0x7FFFFFFF
        self._topic = f"outbox.{database.name}"
        self._wake = wake
        self._kinds = {name: _Kind(name, handler) for name, handler in handlers.items()}
        self._held: set[int] = set()
        self._is_alone = False
        self._balance_at = 0.0
        self._read_at = 0.0
        self._outcomes: SimpleQueue[_Outcome] = SimpleQueue()
        self._woken = threading.Event()
        self._closed = False
        self._threads = ThreadPoolExecutor(max_workers=max(1, len(handlers)), thread_name_prefix="deliver")
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        database.when_outbox_written(self.nudge)
        if wake is not None:
            wake.subscribe(self._topic, self._woken.set)

    def start(self) -> None:
        self._thread.start()

    def nudge(self) -> None:
        """There is something to deliver. Never raises; `outbox.put` calls it after the commit."""
        self._woken.set()
        if self._wake is not None and not self._is_alone:
            self._wake.publish(self._topic)

    def close(self) -> None:
        """Finish what is under way, and leave the rest to others. Waits for the handlers' own deadlines."""
        self._closed = True
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._threads.shutdown()

    def _run(self) -> None:
        while not self._closed:
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    self._serve(connection)
            except (psycopg.OperationalError, psycopg.InterfaceError) as fault:
                log.warning("relay lost the database", detail=str(fault).strip())
            except Exception:  # a relay that ends would be missed much later
                log.exception("relay failed")
            finally:
                self._held.clear()
                self._is_alone = False
                self._balance_at = 0.0
            self._finish_deliveries()
            if not self._closed:
                self._woken.wait(_LOST_PAUSE_S)
                self._woken.clear()

    def _finish_deliveries(self) -> None:
        """Without its locks a relay waits for what it has under way, lest it overtake whoever has them now."""
        while any(kind.under_way for kind in self._kinds.values()):
            self._note(self._outcomes.get())

    def _serve(self, connection: psycopg.Connection) -> None:
        connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (self._lock_class, _PRESENCE))
        while not self._closed:
            self._woken.clear()
            self._settle(connection)
            if time.monotonic() >= self._balance_at:
                self._balance(connection)
                self._balance_at = time.monotonic() + _BALANCE_S
            # Under load, rows are waited for a moment, so that they come and go several at a time.
            if (pause_s := self._read_at + _GATHER_S - time.monotonic()) > 0:
                time.sleep(pause_s)
                self._settle(connection)
            self._read_at = time.monotonic()
            if not self._read(connection):
                self._woken.wait(min(_POLL_S, max(0.0, self._balance_at - time.monotonic())))
        while any(kind.under_way for kind in self._kinds.values()):
            self._note(outcome := self._outcomes.get())
            _delete(connection, outcome.delivered)

    def _settle(self, connection: psycopg.Connection) -> None:
        while not self._outcomes.empty():
            outcome = self._outcomes.get()
            try:
                _delete(connection, outcome.delivered)
            finally:
                self._note(outcome)

    def _note(self, outcome: _Outcome) -> None:
        kind = outcome.kind
        kind.under_way = []
        if outcome.is_away:
            kind.pause.failed()
        else:
            kind.pause = _Pause(_KIND_PAUSES_S)
        for row in outcome.delivered:
            kind.keys.pop(row.key, None)
        if outcome.refused:
            # Those long past are another relay's by now, or delivered by it.
            long_ago = time.monotonic() - 10 * _KEY_PAUSES_S[1]
            kind.keys = {key: pause for key, pause in kind.keys.items() if pause.until > long_ago}
        for key in outcome.refused:
            kind.keys.setdefault(key, _Pause(_KEY_PAUSES_S)).failed()

    def _balance(self, connection: psycopg.Connection) -> None:
        """Hold a fair share of the partitions."""
        (relays,) = cast(tuple[int], connection.execute(_RELAYS, (self._lock_class, _PRESENCE)).fetchone())
        share = -(-PARTITIONS // relays)
        under_way = {row.partition for kind in self._kinds.values() for row in kind.under_way}
        for partition in sorted(self._held - under_way)[: max(0, len(self._held) - share)]:
            connection.execute("SELECT pg_advisory_unlock(%s, %s)", (self._lock_class, partition))
            self._held.discard(partition)
        for partition in range(PARTITIONS):
            if len(self._held) >= share:
                break
            if partition not in self._held:
                row = connection.execute(
                    "SELECT pg_try_advisory_lock(%s, %s)", (self._lock_class, partition)
                ).fetchone()
                if row == (True,):
                    self._held.add(partition)
        self._is_alone = len(self._held) == PARTITIONS

    def _read(self, connection: psycopg.Connection) -> bool:
        """Give rows to the idle kinds; False if there were none."""
        now = time.monotonic()
        idle = [kind for kind in self._kinds.values() if not kind.under_way and kind.pause.until <= now]
        if not (idle and self._held):
            return False
        avoided = [(kind.name, key) for kind in idle for key, pause in kind.keys.items() if pause.until > now]
        with connection.cursor(row_factory=class_row(Row)) as cursor:
            rows = cursor.execute(
                _READ,
                {
                    "kinds": [kind.name for kind in idle],
                    "partitions": sorted(self._held),
                    "avoided_kinds": [kind for kind, _ in avoided],
                    "avoided_keys": [key for _, key in avoided],
                    "limit": _BATCH,
                },
            ).fetchall()
        for row in rows:
            self._kinds[row.kind].under_way.append(row)
        for kind in idle:
            if kind.under_way:
                self._threads.submit(self._deliver, kind, list(kind.under_way))
        return bool(rows)

    def _deliver(self, kind: _Kind, rows: list[Row]) -> None:
        try:
            outcome = _tried(kind, rows)
        except BaseException:  # whatever it was, the rows are still there
            log.exception("delivery failed", kind=kind.name)
            outcome = _Outcome(kind=kind, delivered=(), is_away=True)
        for row in outcome.delivered:
            SECONDS.labels(kind.name).observe(row.age_s)
        DELIVERED.labels(kind.name).inc(len(outcome.delivered))
        self._outcomes.put(outcome)
        self._woken.set()


def _tried(kind: _Kind, rows: list[Row]) -> _Outcome:
    """All at once; if they are refused, those of each key by themselves."""
    fault = _fault_of(kind, rows)
    if fault is None:
        return _Outcome(kind=kind, delivered=rows)
    if _is_away(fault):
        return _Outcome(kind=kind, delivered=(), is_away=True)
    by_key: dict[str, list[Row]] = {}
    for row in rows:
        by_key.setdefault(row.key, []).append(row)
    delivered: list[Row] = []
    refused: list[str] = []
    for key, own in by_key.items():
        again = fault if len(by_key) == 1 else _fault_of(kind, own)
        if again is None:
            delivered += own
        elif _is_away(again):
            return _Outcome(kind=kind, delivered=delivered, refused=refused, is_away=True)
        else:
            log.error("delivery refused", kind=kind.name, key=key, event_id=own[0].event_id, exc_info=again)
            refused.append(key)
    return _Outcome(kind=kind, delivered=delivered, refused=refused)


def _fault_of(kind: _Kind, rows: list[Row]) -> Exception | None:
    # A batch is logged under the request of its first row.
    REQUEST_ID.set(rows[0].request_id)
    try:
        kind.handler(rows)
    except Exception as fault:  # noqa: BLE001  judged by the caller
        FAILED.labels(kind.name).inc()
        if _is_away(fault):
            log.warning("delivery waits", kind=kind.name, rows=len(rows), detail=str(fault).strip())
        return fault
    return None


def _is_away(fault: Exception) -> bool:
    """The other side is down or too busy: nothing is wrong with the rows."""
    if isinstance(fault, grpc.Call):
        return fault.code() in _AWAY
    return isinstance(fault, Unavailable | psycopg.OperationalError)


_AWAY = frozenset(
    (
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.ABORTED,
        # Keys that are being exchanged, a service that is older than its caller.
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.UNIMPLEMENTED,
    )
)


def _delete(connection: psycopg.Connection, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute("DELETE FROM outbox WHERE event_id = ANY(%s)", ([row.event_id for row in rows],))
