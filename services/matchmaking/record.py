"""What a finished game counts for whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """A game with its result, as the games service tells it."""

    game_id: str
    tenant_id: str
    ruleset_key: str
    white_player_id: str | None
    black_player_id: str | None
    """None where an engine played."""
    winner: Side | None
    """None for a draw."""
    termination: str
    """Why it ended, such as "no_moves"."""
    rated: bool
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Games of one player, by how they ended for him."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


def tallies(game: FinishedGame) -> Iterator[tuple[str, Tally]]:
    """What it adds to the records of its players. Nothing for one who played both sides."""
    if game.white_player_id == game.black_player_id:
        return
    for side, player_id in ((Side.WHITE, game.white_player_id), (Side.BLACK, game.black_player_id)):
        if player_id is None:
            continue
        if game.winner is None:
            yield player_id, Tally(drawn=1)
        elif game.winner is side:
            yield player_id, Tally(won=1)
        else:
            yield player_id, Tally(lost=1)
