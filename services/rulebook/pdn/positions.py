"""Positions as PDN tags and set-ups write them, still in the rulebook's numbers."""

from __future__ import annotations

from rulebook import Position, format_fen


def fen_of(position: Position) -> str:
    """The FEN with `:H` for the plies without progress, if there are any, so that it reads back whole."""
    plies = position.counters.no_progress_plies
    return format_fen(position) + (f":H{plies}" if plies else "")


def with_side(fen: str, side: str) -> str:
    """A draughts FEN with `side` ("W" or "B") to move and its counters gone."""
    lists = (part for part in fen.split(":")[1:] if part[:1] in {"W", "B"})
    return ":".join((side, *lists))
