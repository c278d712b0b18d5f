"""A game as somebody may see it: what one side keeps secret is left out for all others.

Everything that leaves the service goes through here: games, events, lines, positions for engines. Marks of pieces are
the only secret; a position with hidden marks has no counters either, since these know of the marks.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from games.events import Event, Facts, PlayedTurn
from games.game import Game
from games.parts import EngineHand, Move, Position, Viewer
from games.sides import Side
from games.stones import without_marks

_HASH_DIGITS = 16


class View(StrEnum):
    """Whose eyes a game is for."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"
    """Of who plays both sides on one device."""
    SPECTATOR = "spectator"

    @classmethod
    def of(cls, side: Side) -> View:
        return cls.WHITE if side is Side.WHITE else cls.BLACK

    @property
    def sides(self) -> frozenset[Side]:
        """Whose secrets these eyes know."""
        match self:
            case View.BOTH:
                return frozenset(Side)
            case View.SPECTATOR:
                return frozenset()
        return frozenset({Side(self.value)})


def view_of(game: Game, viewer: Viewer) -> View:
    if isinstance(viewer, EngineHand):
        return View.SPECTATOR  # it is told its positions by the outbox
    sides = game.sides_of(viewer)
    if len(sides) == len(Side):
        return View.BOTH
    return View.of(sides[0]) if sides else View.SPECTATOR


def is_revealed(game: Game) -> bool:
    """Whether everybody sees which pieces are marked; once the game is over nothing is secret any more."""
    return bool(game.stones) and (game.revealed or game.is_over)


def hidden_sides(game: Game, view: View) -> frozenset[Side]:
    """The sides whose marks this view must not see."""
    if not game.stones or is_revealed(game):
        return frozenset()
    return frozenset(Side) - view.sides


def own_squares(game: Game, view: View) -> list[int]:
    """The marked pieces that this view has chosen or been given, by the squares on which they began."""
    return sorted(square for side in view.sides & game.stones.keys() for square in game.stones[side].squares)


def seen(game: Game, view: View) -> Game:
    """The game with what is hidden from the view left out of its position. Its stones and seeds stay: show neither."""
    hidden = hidden_sides(game, view)
    return replace(game, position=Position(fen=without_marks(game.position.fen, hidden))) if hidden else game


def seen_event(event: Event, game: Game, view: View) -> Event:
    """The event of that game with what is hidden from the view left out."""
    hidden = hidden_sides(game, view)
    if not hidden:
        return event
    data: dict[str, Any] = dict(event.data)
    if "fen" in data:
        data["fen"] = without_marks(data["fen"], hidden)
    if "move" in data:
        data["move"] = _ordinary(data["move"])
    return replace(event, data=data, fen=without_marks(event.fen, hidden))


def seen_move(move: Move, game: Game, view: View) -> Move:
    """The move with nothing said of marks that are hidden from the view."""
    return replace(move, lots=(), duels=()) if hidden_sides(game, view) else move


def seen_turn(played: PlayedTurn, game: Game, view: View) -> PlayedTurn:
    """A turn of that game with what is hidden from the view left out."""
    hidden = hidden_sides(game, view)
    if not hidden:
        return played
    return replace(played, move=seen_move(played.move, game, view), fen=without_marks(played.fen, hidden))


def position_hash(fen: str) -> str:
    """As the contract's Game.position_hash; empty for an empty FEN."""
    if not fen:
        return ""
    board = ":".join(part for part in fen.split(":") if not part.startswith("H"))
    return hashlib.sha256(board.encode()).hexdigest()[:_HASH_DIGITS]


def public_until(game: Game, view: View, now: datetime) -> datetime | None:
    """Up to when this view sees what has happened; None for all of it, as players always do.

    The end comes as late as all else. What never started has nothing to be late with.
    """
    delay_ms = game.terms.spectator_delay_ms
    if view is not View.SPECTATOR or not delay_ms or game.clock is None:
        return None
    return now - timedelta(milliseconds=delay_ms)


def _ordinary(move: Facts) -> dict[str, Any]:
    """A move in which no marked piece shows: lots that were certain say as much as none."""
    return {**{name: value for name, value in move.items() if name != "duels"}, "lots": []}
