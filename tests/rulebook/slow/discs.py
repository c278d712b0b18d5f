"""Reversi the slow way: a dictionary of discs, eight directions, one step at a time."""

from __future__ import annotations

from tests.rulebook.slow.board import Piece, Setting, Square, other
from tests.rulebook.slow.generator import Move

EIGHT = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def read_discs(text: str) -> Setting:
    """The setting written as 64 characters a1..h8 (X black, O white, - empty), a space, X or O to move."""
    cells, turn = text.split()
    sides = {"X": "black", "O": "white"}
    pieces = {
        (i // 8 + 1, i % 8 + 1): Piece(sides[cell], False) for i, cell in enumerate(cells) if cell in sides
    }
    return Setting(pieces=pieces, side=sides[turn])


def write_discs(setting: Setting) -> str:
    """The text of a setting."""
    letters = {"black": "X", "white": "O"}
    cells = [
        letters[setting.pieces[row, column].side] if (row, column) in setting.pieces else "-"
        for row in range(1, 9)
        for column in range(1, 9)
    ]
    return f"{''.join(cells)} {letters[setting.side]}"


def flipped(pieces: dict[Square, Piece], side: str, square: Square) -> list[Square]:
    """The discs that a disc of this side on this square would turn over."""
    if square in pieces:
        return []
    turned: list[Square] = []
    for down, right in EIGHT:
        line: list[Square] = []
        at = (square[0] + down, square[1] + right)
        while at in pieces and pieces[at].side == other(side):
            line.append(at)
            at = (at[0] + down, at[1] + right)
        if at in pieces:
            turned += line
    return turned


def placements(setting: Setting) -> list[Move]:
    """Every square where the side to move may place a disc."""
    moves = []
    for row in range(1, 9):
        for column in range(1, 9):
            turned = flipped(setting.pieces, setting.side, (row, column))
            if turned:
                captured = tuple(sorted(8 * (r - 1) + c for r, c in turned))
                moves.append(Move(path=(8 * (row - 1) + column,), captured=captured))
    return moves


def disc_moves(setting: Setting) -> list[Move]:
    """The placements, or a pass when only the opponent has one; [] when nobody has."""
    moves = placements(setting)
    if moves:
        return moves
    waiting = Setting(pieces=setting.pieces, side=other(setting.side))
    return [Move(path=(), is_pass=True)] if placements(waiting) else []


def place(setting: Setting, move: Move) -> Setting:
    """The setting after a placement or a pass."""
    pieces = dict(setting.pieces)
    if not move.is_pass:
        for n in (*move.captured, move.path[0]):
            pieces[(n - 1) // 8 + 1, (n - 1) % 8 + 1] = Piece(setting.side, False)
    return Setting(pieces=pieces, side=other(setting.side))
