"""The service's own schema in Postgres: a small pool, and one transaction per use case.

    with database.transaction() as tx:
        row = tx.execute("SELECT … FROM games WHERE game_id = %s FOR UPDATE", (game_id,)).fetchone()
        …

It commits at the end of the block and rolls back when an exception leaves it. A database that is away is
`Unavailable`, which the chassis answers as UNAVAILABLE: whoever asked may ask again.
"""

from __future__ import annotations

import contextlib
import select
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias, cast

import psycopg
import psycopg_pool
import structlog
from psycopg.abc import QueryNoTemplate as Query

from chassis.errors import Unavailable

log = structlog.get_logger()

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]

_WAIT_S = 3.0
"""How long a use case waits for a connection before it gives up. A killed Postgres is back in one or two."""
_IDLE_S = 300.0


class Transaction:
    """One transaction. Its rows are tuples; `connection` has all else that psycopg offers."""

    def __init__(
        self, connection: psycopg.Connection, outbox_written: Callable[[], None] | None = None
    ) -> None:
        self.connection = connection
        self._outbox_written = outbox_written
        self._after_commit: dict[Callable[[], None], None] = {}

    def execute(self, query: Query, parameters: Parameters | None = None) -> psycopg.Cursor:
        return self.connection.execute(query, parameters)

    def now(self) -> datetime:
        """The database's clock at this moment, not at the transaction's beginning."""
        (now,) = cast(tuple[datetime], self.execute("SELECT clock_timestamp()").fetchone())
        return now

    def after_commit(self, call: Callable[[], None]) -> None:
        """Call this once the transaction has committed, however often it is asked for; never if it does not.

        For wake-ups: it must be quick and must not raise, and is lost if the process dies before it.
        """
        self._after_commit[call] = None

    def outbox_written(self) -> None:
        """Have the relay woken after the commit. For `chassis.outbox`."""
        if self._outbox_written is not None:
            self.after_commit(self._outbox_written)

    def _committed(self) -> None:
        for call in self._after_commit:
            call()


class Database:
    """A pool of connections with the service's role. Make it after any fork."""

    def __init__(self, conninfo: str, *, name: str, connections: int = 5) -> None:
        self.conninfo = conninfo
        self.name = name
        """The service's, and its schema's."""
        self._outbox_written: Callable[[], None] | None = None
        self._pool = psycopg_pool.ConnectionPool(
            psycopg.conninfo.make_conninfo(conninfo, application_name=name, connect_timeout=3),
            min_size=1,
            # A server that is back is found by the next use case, not at the end of a long back-off.
            reconnect_timeout=2.0,
            max_size=connections,
            timeout=_WAIT_S,
            max_idle=_IDLE_S,
            check=_check,
            name=name,
            open=True,
        )

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Raises Unavailable if the database cannot be reached, or is lost before the commit is confirmed.

        In the latter case nobody can know whether it was committed: a use case must be safe to repeat.
        """
        with self._connected() as connection:
            transaction = Transaction(connection, self._outbox_written)
            yield transaction
        transaction._committed()  # noqa: SLF001  the two are one thing

    def query(self, query: Query, parameters: Parameters | None = None) -> list[tuple[Any, ...]]:
        """The rows of one statement that only reads. Raises Unavailable as `transaction` does.

        Without a transaction around it: one round trip instead of three.
        """
        with self._connected() as connection:
            connection.autocommit = True
            try:
                return connection.execute(query, parameters).fetchall()
            finally:
                connection.autocommit = False

    @contextlib.contextmanager
    def _connected(self) -> Iterator[psycopg.Connection]:
        """A connection of the pool, which commits what is open at the end of the block."""
        try:
            with self._pool.connection() as connection:
                yield connection
        except (psycopg_pool.PoolTimeout, psycopg_pool.TooManyRequests) as fault:
            raise Unavailable("no connection to the database is free") from fault
        except (psycopg.OperationalError, psycopg.InterfaceError) as fault:
            if isinstance(fault, _TRANSIENT_CONFLICTS):
                raise
            raise Unavailable("the database does not answer") from fault

    def when_outbox_written(self, call: Callable[[], None]) -> None:
        """Have `call` called after each commit of a transaction that wrote into the outbox."""
        self._outbox_written = call

    def is_ready(self) -> bool:
        """The database answers. Raises nothing."""
        try:
            with self.transaction() as tx:
                tx.execute("SELECT 1")
        except Unavailable:
            return False
        return True

    def close(self) -> None:
        self._pool.close()


# psycopg files these under OperationalError; they say that two transactions met, not that the database is gone.
_TRANSIENT_CONFLICTS = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
)


def _check(connection: psycopg.Connection) -> None:
    """Raises OperationalError for a connection that the server has closed.

    Not a round trip each time, as the pool's own check makes: a closed connection is one that has something to
    read while nothing was asked.
    """
    watch = select.poll()
    watch.register(connection.fileno(), select.POLLIN)
    if watch.poll(0):
        psycopg_pool.ConnectionPool.check_connection(connection)
