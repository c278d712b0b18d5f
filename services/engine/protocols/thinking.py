"""How long to think, and a search in a thread of its own, as every protocol needs them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread, Timer

from engine.choosing import choose
from engine.found import Found
from engine.levels import Level
from engine.limits import Limits
from engine.memory import StopFlag, TranspositionTable
from engine.searching import OnDepth, search
from rulebook import Position

_RESERVE_MS = 50  # of a clock, for what is not thinking
_MOVES_TO_GO = 30  # where nobody says how many a clock is for
_LEAST_MS = 10


def allotted_ms(time_ms: int, increment_ms: int = 0, moves: int | None = None) -> int:
    """How long to think for one move with so much on the clock, the increment already on it.

    `moves` is how many have to be made in the time; never all of the time is used for one.
    """
    left = max(time_ms - _RESERVE_MS, 0)
    share = left / (min(moves, 60) + 0.5) if moves else left / _MOVES_TO_GO + 0.8 * increment_ms
    return max(min(int(share), left * 7 // 10), _LEAST_MS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What is to be thought about: limits of a full search, or a level that plays with its own."""

    position: Position
    limits: Limits
    level: Level | None = None
    seed: int = 0


class Thinking:
    """One search under way. `on_end` gets what it found, from the search's own thread."""

    def __init__(
        self,
        thought: Thought,
        table: TranspositionTable,
        on_depth: OnDepth | None,
        on_end: Callable[[Found], None],
    ) -> None:
        self._thought, self._table = thought, table
        self._on_depth, self._on_end = on_depth, on_end
        self._stop = StopFlag()
        self._timer: Timer | None = None
        self._thread = Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask for the best move so far."""
        self._stop.set()

    def stop_in(self, ms: int) -> None:
        """Ask for the best move in a while."""
        self._timer = Timer(ms / 1000, self._stop.set)
        self._timer.daemon = True
        self._timer.start()

    def wait(self) -> None:
        """Return when `on_end` has returned."""
        self._thread.join()

    @property
    def is_over(self) -> bool:
        return not self._thread.is_alive()

    def _run(self) -> None:
        found = think(self._thought, self._table, self._stop, self._on_depth)
        if self._timer is not None:
            self._timer.cancel()
        self._on_end(found)


def think(
    thought: Thought,
    table: TranspositionTable,
    stop: StopFlag | None = None,
    on_depth: OnDepth | None = None,
) -> Found:
    """What is found about the thought. Raises GameOver, and NoLimit without limits, level and stop flag."""
    if thought.level is not None:
        return choose(thought.position, thought.level, thought.seed, table, stop)
    return search(thought.position, thought.limits, table, stop, on_depth)
