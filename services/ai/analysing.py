"""What a worker does for an analysis: position after position from the last one back, as long as its time allows.

Backwards, because what was learnt of a position is worth most in the one before it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

import structlog

import engine
from ai.analyses import Held, Insight, insight_of, position_of
from ai.ports import PositionStore
from chassis import Unavailable
from engine import Found, StopFlag, TranspositionTable

log = structlog.get_logger()

SLICE_MS = 4000
"""How long a task goes on. A search that is cut off then is a few milliseconds later at its end; with all waits for the
database, the task's hard limit comes after that."""
SHORT_SLICE_MS = 200
"""The same where moves wait behind it."""
_LEAST_MS = 20
"""Less than this is not worth a search."""
_REPORT_S = 0.25
_REPORTED_NODES = 2_000_000
"""Of a smaller budget the result is the news; to be told of each depth costs a short search some percent."""
_TABLES, _TABLE_MIB = 3, 32


class Keeping(Protocol):
    def keeping(self, held: Held, think_ms: int) -> AbstractContextManager[StopFlag]:
        """Keeps it in hand inside the block; the flag is set after so long, or when nobody wants it any more."""
        ...


class Tables:
    """A transposition table for each of the last few analyses: none reads what another one wrote.

    So a position that is searched in one go gets the same answer on every machine.
    """

    def __init__(self) -> None:
        self._tables: OrderedDict[str, TranspositionTable] = OrderedDict()

    def of(self, analysis_id: str) -> TranspositionTable:
        table = self._tables.pop(analysis_id, None)
        if table is None:
            if len(self._tables) == _TABLES:
                _, table = self._tables.popitem(last=False)
                table.clear()
            else:
                table = TranspositionTable(_TABLE_MIB)
        self._tables[analysis_id] = table
        return table


class Analyst:
    """Works at one analysis at a time."""

    def __init__(
        self,
        *,
        store: PositionStore,
        keeper: Keeping,
        tables: Tables,
        send: Callable[[str], None],
        slice_ms: int,
    ) -> None:
        """`send` has a worker go on with an analysis. Raises Unavailable if the broker does not take the message."""
        self._store = store
        self._keeper = keeper
        self._tables = tables
        self._send = send
        self._slice_ms = slice_ms

    def work(self, analysis_id: str, holder: str) -> None:
        """Raises Unavailable without the database; the sweep then sends the analysis again."""
        ends_s = time.monotonic() + self._slice_ms / 1000
        while (left_ms := int((ends_s - time.monotonic()) * 1000)) >= _LEAST_MS:
            held = self._store.hold(analysis_id, holder)
            if held is None:
                # All is done, or in other hands: the message was one too many.
                return
            self._search(held, left_ms)
        if self._store.is_open(analysis_id):
            # Behind all who wait, so that a long game keeps nobody from his turn.
            self._send(analysis_id)

    def _search(self, held: Held, think_ms: int) -> None:
        began_s = time.monotonic()
        limits = engine.Limits(nodes=max(held.wanted_nodes - held.spent_nodes, 1))
        report = self._reporter(held) if held.wanted_nodes >= _REPORTED_NODES else None
        table = self._tables.of(held.analysis_id)
        with self._keeper.keeping(held, think_ms) as stop:
            try:
                position = position_of(held.question)
                found = engine.search(position, limits, table, stop, report)
            except Exception as error:
                # A search repeats itself, and so does its fault.
                log.exception("search failed", analysis=held.name)
                self._store.set_aside(held, type(error).__name__)
                return
            except BaseException:
                # The process is told to end: the work goes back at once, and this is no worker lost.
                self._store.give_back(held, None, 0)
                raise
            self._settle(held, found, limits, is_cut_off=stop.is_set)
        log.info(
            "position searched",
            analysis=held.name,
            depth=found.depth,
            nodes=found.nodes,
            search_ms=found.time_ms,
            whole_ms=int((time.monotonic() - began_s) * 1000),
            waited_ms=held.waited_ms,
            cut_off=stop.is_set,
        )

    def _settle(self, held: Held, found: Found, limits: engine.Limits, *, is_cut_off: bool) -> None:
        assert limits.nodes is not None
        is_spent = found.nodes >= limits.nodes
        # Nothing but its end ends a search before that.
        exact = not is_spent and not is_cut_off
        insight = insight_of(found, spent_nodes=held.spent_nodes, exact=exact)
        if is_spent or exact:
            self._store.finish(held, insight)
        else:
            # Before the first depth is finished nothing is known.
            self._store.give_back(held, insight if found.depth else None, found.nodes)

    def _reporter(self, held: Held) -> Callable[[Found], None]:
        """Tells what is known, now and then."""
        due_s = time.monotonic() + _REPORT_S

        def report(found: Found) -> None:
            nonlocal due_s
            if time.monotonic() < due_s:
                return
            insight: Insight = insight_of(found, spent_nodes=held.spent_nodes, exact=False)
            try:
                self._store.report(held, insight)
            except Unavailable as error:
                log.warning("progress not told", analysis=held.name, detail=str(error))
            due_s = time.monotonic() + _REPORT_S

        return report
