"""A service that tells numbers, and one that hears them; also as a process of its own, to be killed."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Mapping

from chassis import outbox
from chassis.database import Database
from chassis.outbox import Handler, Row
from chassis.relay import Relay


class Ear:
    """A handler that remembers what it heard."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._lock = threading.Lock()

    def __call__(self, rows: list[Row]) -> None:
        with self._lock:
            self.rows += rows

    def numbers(self, key: str | None = None) -> list[int]:
        return [row.payload["number"] for row in list(self.rows) if key in {None, row.key}]


def tell(database: Database, key: str, number: int, kind: str = "number") -> int:
    with database.transaction() as tx:
        return outbox.put(tx, key=key, kind=kind, payload={"number": number})


def counted(database: Database, rows: list[Row]) -> None:
    """A consumer: counts each event once, in a table of its own."""
    with database.transaction() as tx:
        for row in rows:
            if outbox.first_time(tx, source="teller", event_id=row.event_id):
                tx.execute("UPDATE heard SET times = times + 1 WHERE number = %s", (row.payload["number"],))


def _die_after(handle: Handler) -> Handler:
    def handled(rows: list[Row]) -> None:
        handle(rows)
        os.kill(os.getpid(), signal.SIGKILL)

    return handled


def _say_and_hang(_rows: list[Row]) -> None:
    print("holding", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    database = Database(sys.argv[2], name="teller")
    handlers: Mapping[str, Handler] = {
        "die": _die_after(lambda rows: counted(database, rows)),
        "hang": _say_and_hang,
    }
    Relay(database, {"number": handlers[sys.argv[1]]}).start()
    signal.pause()
