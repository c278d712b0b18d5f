"""What outlives a search: the transposition table, made once for a process, and the flag that stops one."""

from __future__ import annotations

import ctypes
import mmap
from threading import Lock

from engine.errors import BadLimit

ENTRY_BYTES = 16
CLUSTER_BYTES = 4 * ENTRY_BYTES
_LAST_AGE = 63


class StopFlag:
    """Set from another thread or a signal handler, it ends the searches that were given it.

    A search looks at it every 1024 nodes, that is within a few milliseconds.
    """

    __slots__ = ("_cell",)

    def __init__(self) -> None:
        self._cell = ctypes.c_int(0)

    def set(self) -> None:
        self._cell.value = 1

    def clear(self) -> None:
        self._cell.value = 0

    @property
    def is_set(self) -> bool:
        return self._cell.value != 0

    @property
    def address(self) -> int:
        """Where the kernel reads the flag; valid as long as the flag lives."""
        return ctypes.addressof(self._cell)


class TranspositionTable:
    """What searches remember of positions; one search at a time, further ones wait. Its threads share it.

    Each search writes with an age of its own. A search by `engine.search` also reads what earlier ones
    left; one by `engine.choose` reads its own entries only, so that the table never changes its move.
    """

    LEAST_MIB = 16
    """As much as `engine.choose` may use, so that a move does not hang on the size of the table."""
    LEAST_CLUSTERS = LEAST_MIB * 1024 * 1024 // CLUSTER_BYTES

    def __init__(self, size_mib: int = 16) -> None:
        if size_mib < self.LEAST_MIB:
            raise BadLimit("size_mib", size_mib, self.LEAST_MIB)
        clusters = 1 << (size_mib * 1024 * 1024 // CLUSTER_BYTES).bit_length() - 1
        # Pages of zeros that are taken from the system only when written, and never shared with a child.
        self._memory = mmap.mmap(-1, clusters * CLUSTER_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        # Entries lie anywhere: with large pages the processor finds them in half the time.
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        self._cells = ctypes.c_char.from_buffer(self._memory)
        self.clusters = clusters
        self.lock = Lock()
        self._age = 0
        self._oldest = 1

    @property
    def address(self) -> int:
        """Where the entries begin; valid as long as the table lives."""
        return ctypes.addressof(self._cells)

    def next_age(self, *, forget: bool) -> tuple[int, int]:
        """The age of the next search and the oldest age it may read; only under the lock."""
        if self._age == _LAST_AGE:
            self._clear()
        self._age += 1
        if forget:
            self._oldest = self._age
        return self._age, self._oldest

    def clear(self) -> None:
        """Forget everything; what was never written to is taken from the system, which would hold up a first search."""
        with self.lock:
            self._clear()

    def _clear(self) -> None:
        ctypes.memset(self.address, 0, self.clusters * CLUSTER_BYTES)
        self._age, self._oldest = 0, 1
