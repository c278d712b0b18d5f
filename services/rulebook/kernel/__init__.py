"""The kernel: bitboards in, legal moves out. Compiled; chosen by the shape of the rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Protocol, cast

from rulebook.kernel.constants import generator_text
from rulebook.kernel.copies import OPEN_COPY, copies
from rulebook.kernel.shape import Shape

SMALLEST_PATH, EVERY_PATH = 1, 2

# (origin bit, target bit, captured bitboard, promotes, landing bits, captured bits in order)
RawMove = tuple[int, int, int, bool, bytes, bytes]


# (moves; the mover's pieces, the other side's and all kings after the only one; whether the other side can reply)
Found = tuple[list[RawMove], int, int, int, bool]


class Generator(Protocol):
    """The doors of a copy of the generator; see generator.py for what each gives."""

    def perft(self, own: int, opponents: int, kings: int, white: bool, depth: int, /) -> int: ...

    def has_move(self, own: int, opponents: int, kings: int, white: bool, frozen: int, /) -> bool: ...

    def list_moves(
        self, own: int, opponents: int, kings: int, white: bool, frozen: int, paths: int, /
    ) -> list[RawMove] | None: ...

    def find_moves(
        self,
        own: int,
        opponents: int,
        kings: int,
        white: bool,
        frozen: int,
        origin: int,
        target: int,
        /,
    ) -> Found | None: ...

    def follow_moves(
        self,
        own: int,
        opponents: int,
        kings: int,
        white: bool,
        frozen: int,
        landings: tuple[int, ...],
        /,
    ) -> list[RawMove] | None: ...


class OpenGenerator:
    """The generator under any shape of rules, on the one copy whose constants can be set."""

    _lock = Lock()

    def __init__(self, shape: Shape) -> None:
        self._shape = tuple(int(value) for value in shape)
        self._copy = cast("_OpenCopy", import_module(f"{__name__}.{OPEN_COPY}"))

    def perft(self, *position: int) -> int:
        with self._lock:
            self._copy.configure(self._shape)
            return self._copy.perft(*position)

    def has_move(self, *position: int) -> bool:
        with self._lock:
            self._copy.configure(self._shape)
            return self._copy.has_move(*position)

    def list_moves(self, *position: int) -> list[RawMove] | None:
        with self._lock:
            self._copy.configure(self._shape)
            return self._copy.list_moves(*position)

    def find_moves(self, *position: int) -> Found | None:
        with self._lock:
            self._copy.configure(self._shape)
            return self._copy.find_moves(*position)

    def follow_moves(self, *position: int | tuple[int, ...]) -> list[RawMove] | None:
        with self._lock:
            self._copy.configure(self._shape)
            return self._copy.follow_moves(*position)


class _OpenCopy(Protocol):
    def configure(self, rules: tuple[int, ...]) -> None: ...
    def perft(self, *position: int) -> int: ...
    def has_move(self, *position: int) -> bool: ...
    def list_moves(self, *position: int) -> list[RawMove] | None: ...
    def find_moves(self, *position: int) -> Found | None: ...
    def follow_moves(self, *position: int | tuple[int, ...]) -> list[RawMove] | None: ...


@cache
def generator(shape: Shape) -> Generator:
    """The compiled copy for this shape, or the open copy if the shape has none of its own."""
    name = copies().get(shape)
    if name is None:
        return OpenGenerator(shape)
    return cast(Generator, import_module(f"{__name__}.{name}"))


@cache
def uncompiled(shape: Shape) -> Generator:
    """The same source as plain Python: an oracle for the tests, some 300 times slower."""
    module = ModuleType(f"{__name__}.uncompiled")
    module.__dict__.update({name.upper(): int(v) for name, v in shape._asdict().items()})
    exec(compile(generator_text("py"), "generator", "exec"), module.__dict__)  # noqa: S102  our own source
    return cast(Generator, module)
