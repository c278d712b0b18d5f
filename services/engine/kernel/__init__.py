"""The search kernels: a position and its limits in, the best line out. Compiled, one copy per shape."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Protocol, cast

from engine.kernel.sources import DISCS, DRAUGHTS, join
from rulebook.kernel.copies import OPEN_COPY, copies
from rulebook.kernel.shape import Shape

# (origin bit, target bit, captured bitboard, order of captures)
RawMove = tuple[int, int, int, int]
# (score, moves), the best line first
Lines = tuple[tuple[int, tuple[RawMove, ...]], ...]
DiscLines = tuple[tuple[int, tuple[int, ...]], ...]
# lines, depth, nodes
Report = Callable[[Lines, int, int], None]
DiscReport = Callable[[DiscLines, int, int], None]
MOST_LINES = 16
# why a search stopped; 0 where it came to its depth
OUT_OF_NODES, TOLD_TO_STOP, OUT_OF_TIME = 1, 2, 3


class Searcher(Protocol):
    """A copy of the draughts search; see deepening.py."""

    def explore(
        self,
        position: tuple[object, ...],
        played: tuple[tuple[int, ...], ...],
        rules: tuple[object, ...],
        weights: tuple[object, ...],
        limits: tuple[object, ...],
        reading: tuple[int, ...],
        report: Report | None,
        /,
    ) -> tuple[Lines, int, int, int]: ...

    def is_compiled(self) -> bool: ...


class DiscSearcher(Protocol):
    """The Reversi search; see disc_deepening.py."""

    def explore(
        self,
        position: tuple[int, ...],
        weights: tuple[object, ...],
        limits: tuple[object, ...],
        reading: tuple[int, ...],
        report: DiscReport | None,
        /,
    ) -> tuple[DiscLines, int, int, int]: ...

    def is_compiled(self) -> bool: ...


class _OpenCopy(Searcher, Protocol):
    def configure(self, rules: tuple[int, ...], /) -> None: ...


class OpenSearcher:
    """The search under any shape of rules, on the one copy whose constants can be set: one at a time."""

    _lock = Lock()

    def __init__(self, shape: Shape) -> None:
        self._shape = tuple(int(value) for value in shape)
        self._copy = cast(_OpenCopy, import_module(f"{__name__}.{OPEN_COPY}"))

    def explore(
        self,
        position: tuple[object, ...],
        played: tuple[tuple[int, ...], ...],
        rules: tuple[object, ...],
        weights: tuple[object, ...],
        limits: tuple[object, ...],
        reading: tuple[int, ...],
        report: Report | None,
        /,
    ) -> tuple[Lines, int, int, int]:
        with self._lock:
            self._copy.configure(self._shape)
            return self._copy.explore(position, played, rules, weights, limits, reading, report)

    def is_compiled(self) -> bool:
        return self._copy.is_compiled()


@cache
def searcher(shape: Shape) -> Searcher:
    """The compiled search for this shape, or the open copy if the shape has none of its own."""
    name = copies().get(shape)
    if name is None:
        return OpenSearcher(shape)
    return cast(Searcher, import_module(f"{__name__}.{name}"))


def has_own_copy(shape: Shape) -> bool:
    """Whether searches under this shape can run side by side; else they wait for one another."""
    return shape in copies()


@cache
def disc_searcher() -> DiscSearcher:
    """The compiled Reversi search."""
    return cast(DiscSearcher, import_module(f"{__name__}.discs"))


@cache
def uncompiled(shape: Shape) -> Searcher:
    """The same source as plain Python: an oracle for the tests, some 300 times slower."""
    return cast(Searcher, _run(DRAUGHTS, {name.upper(): int(v) for name, v in shape._asdict().items()}))


@cache
def uncompiled_discs() -> DiscSearcher:
    """The Reversi search as plain Python."""
    return cast(DiscSearcher, _run(DISCS, {}))


def _run(parts: tuple[str, ...], constants: dict[str, int]) -> ModuleType:
    module = ModuleType(f"{__name__}.uncompiled")
    module.__dict__.update(constants)
    exec(compile(join(parts, "py"), parts[-1], "exec"), module.__dict__)  # noqa: S102  our own source
    return module
