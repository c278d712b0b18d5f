"""How far a search may go."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadLimit

MOST_NODES = 1 << 60
MOST_DEPTH = 99
MOST_THREADS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The first limit that is reached ends the search.

    `nodes` and `depth` give the same answer on every machine, `time_ms` does not. `depth` counts plies
    to the first quiet position behind it; captures are always read to their end.
    """

    nodes: int | None = None
    depth: int | None = None
    time_ms: int | None = None

    def __post_init__(self) -> None:
        for name in ("nodes", "depth", "time_ms"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise BadLimit(name, value, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a player reads a position; the defaults are the engine's best.

    `full_width` looks at every line exactly as deep as told, without reductions and extensions.
    `overlooked_per_mille` of the replies are not seen, the player's own later moves included;
    `sees_recaptures` excepts the opponent's captures right after the move. `noise` is the most, in
    hundredths of a man or of a disc, by which a position is misjudged. What is misjudged and overlooked
    depends on `seed` and position alone. `pieces_alone` counts men and kings wherever they stand (draughts).
    """

    full_width: bool = False
    overlooked_per_mille: int = 0
    sees_recaptures: bool = True
    noise: int = 0
    seed: int = 0
    pieces_alone: bool = False
