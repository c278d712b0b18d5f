"""How time is kept. A kind of time control is a class that answers the questions of `Control`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

DAY_MS = 24 * 3_600_000


class Verdict(StrEnum):
    """What has to become of a side whose time is over."""

    LOST = "lost"
    AUTO_MOVE = "auto_move"
    """The server has to move for it."""
    STRUCK_OUT = "struck_out"
    """It has lost: the server would have to move for it once more in a row than the control bears."""


class Control(ABC):
    """What is answered here holds for a kind that says nothing else: a turn costs what it takes, and may take what
    the side has; what is left is kept; and whose time is over has lost.
    """

    @property
    @abstractmethod
    def start_ms(self) -> int:
        """What each side begins with."""

    def limit_ms(self, remaining_ms: int, /) -> int | None:
        """How long the turn may take, for a side that had this left at its beginning; None for ever."""
        return remaining_ms

    def cost_ms(self, spent_ms: int, /) -> int:
        """What a turn costs that took so long; at its limit, all that the side had."""
        return spent_ms

    def regained_ms(self, left_ms: int, /) -> int:
        """What the side has once its move is done, if this was left of it."""
        return left_ms

    def verdict(self, _strikes: int, /) -> Verdict:
        """What becomes of a side whose time is over, when the server has moved for it so often in a row."""
        return Verdict.LOST


@dataclass(frozen=True, slots=True, kw_only=True)
class Fischer(Control):
    """A budget for the game, and some time back for each move that was made in time."""

    base_ms: int
    increment_ms: int = 0

    @property
    def start_ms(self) -> int:
        return self.base_ms

    def regained_ms(self, left_ms: int, /) -> int:
        return left_ms + self.increment_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay(Control):
    """A budget for the game, of which a turn costs what it takes beyond the delay (a US delay)."""

    base_ms: int
    delay_ms: int

    @property
    def start_ms(self) -> int:
        return self.base_ms

    def limit_ms(self, remaining_ms: int, /) -> int:
        return self.delay_ms + remaining_ms

    def cost_ms(self, spent_ms: int, /) -> int:
        return max(0, spent_ms - self.delay_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class PerMove(Control):
    """The same time for each move. What a side has is what is left for its move, in full again once it is done."""

    move_ms: int
    auto_moves: bool = False
    """The server moves for a side whose time is over; otherwise the side has lost."""
    max_strikes: int = 0
    """The time over in a row, from 1, that loses all the same; 0 for none."""

    @property
    def start_ms(self) -> int:
        return self.move_ms

    def regained_ms(self, _left_ms: int, /) -> int:
        return self.move_ms

    def verdict(self, strikes: int, /) -> Verdict:
        if not self.auto_moves:
            return Verdict.LOST
        return Verdict.STRUCK_OUT if 0 < self.max_strikes <= strikes + 1 else Verdict.AUTO_MOVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Correspondence(Control):
    """Days for each move, in full again once it is done."""

    days: int

    @property
    def start_ms(self) -> int:
        return self.days * DAY_MS

    def regained_ms(self, _left_ms: int, /) -> int:
        return self.start_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlimited(Control):
    """No budget, no deadline. Only how long each turn took is told."""

    @property
    def start_ms(self) -> int:
        return 0

    def limit_ms(self, _remaining_ms: int, /) -> None:
        return None

    def regained_ms(self, _left_ms: int, /) -> int:
        return 0
