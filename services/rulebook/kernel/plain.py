"""What the generator's types stand for when it runs uncompiled, as plain Python."""

from __future__ import annotations

NO_PATH, SMALLEST_PATH, EVERY_PATH = 0, 1, 2
NOWHERE = 99
CAPACITY = 1024
JUMPS = 32
PATIENCE = 65536


class Moves:
    """The struct of generator.pxd."""

    def __init__(self) -> None:
        self.trail = bytearray(JUMPS)
        self.victims = bytearray(JUMPS)
        self.follow = [0] * (JUMPS + 1)
        self.word = [0] * CAPACITY
        self.captured = [0] * CAPACITY
        self.order = [0] * CAPACITY
        self.path = bytearray(CAPACITY * JUMPS)
        self.prey = bytearray(CAPACITY * JUMPS)


def new_moves(_size: int) -> Moves:
    return Moves()


def ctz(b: int) -> int:
    return (b & -b).bit_length() - 1


def popcount(b: int) -> int:
    return b.bit_count()


def square(bit: int) -> int:
    return 1 << bit


def set_rule(_i: int, _value: int) -> None:
    """The uncompiled generator has the constants of its shape; there is nothing to set."""
