"""Positions and games for the tests, set up and played by square numbers alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook import RULESETS, Position, legal_moves, legal_paths, parse_fen, play, result, ruleset

GOALS = ("normal", "anti", "breakthrough")
DRAUGHTS = [rules.key for rules in RULESETS if rules.family == "draughts"]


def board_kind(key: str) -> str:
    """Which positions fit the board: "8x8", "mirrored", "10x10" or "turkish"."""
    board = ruleset(key).board
    if not board.dark_only:
        return "turkish"
    return "mirrored" if board.mirrored else f"{board.size}x{board.size}"


def at(key: str, fen: str, **options: str) -> Position:
    """The position of a FEN under a rule set with these options."""
    return parse_fen(ruleset(key, options), fen)


def with_plies(fen: str, plies: int) -> str:
    """The same FEN after so many plies without progress."""
    return f"{fen}:H{plies}:F1"


def play_path(position: Position, *path: int) -> Position:
    """The position after the one legal move that is spelled like this."""
    (move,) = [move for move in legal_paths(position) if move.path == path]
    return play(position, move)


def outcome(position: Position) -> tuple[str | None, str] | None:
    """Winner and termination as plain texts; None while the game goes on."""
    ended = result(position)
    if ended is None:
        return None
    return (None if ended.winner is None else ended.winner.value, ended.termination.value)


Keep = Callable[[Position, int], bool]


def shuffle(position: Position, at_most: int, keep: Keep = lambda _, __: True) -> list[Position]:
    """The positions after up to `at_most` quiet king moves; nobody may ever capture and nothing is repeated.

    Only positions that satisfy `keep`, which is given the ply from 1, are entered.
    Stops early where the game is drawn.
    """
    line = _extend(position, 1, at_most, keep, {_board(position)})
    assert line is not None, f"no {at_most} quiet king moves from {position.fen}"
    return line


def _extend(position: Position, ply: int, at_most: int, keep: Keep, seen: set[Any]) -> list[Position] | None:
    if ply > at_most:
        return []
    kings = {square for square, piece in position.pieces().items() if piece.king}
    for move in legal_moves(position):
        if move.captured or move.origin not in kings:
            continue
        after = play(position, move)
        if _board(after) in seen or not keep(after, ply):
            continue
        stands = outcome(after)
        if stands is not None:
            if stands[0] is None:
                return [after]
            continue
        if any(reply.captured for reply in legal_moves(after)):
            continue
        rest = _extend(after, ply + 1, at_most, keep, seen | {_board(after)})
        if rest is not None:
            return [after, *rest]
    return None


def _board(position: Position) -> Any:
    return (position.side, frozenset(position.pieces().items()))
