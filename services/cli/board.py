"""A board in plain characters."""

from __future__ import annotations

from rulebook import Piece, Position, Side

_LETTERS = {
    (Side.WHITE, False): "o",
    (Side.WHITE, True): "O",
    (Side.BLACK, False): "x",
    (Side.BLACK, True): "X",
}


def drawn(position: Position, *, turned: bool = False) -> str:
    """White at the bottom, or at the top if `turned`; an empty playing square shows its number or a dot.

    A marked piece has a star behind it.
    """
    board = position.ruleset.board
    pieces = position.pieces()
    algebraic = not position.ruleset.is_draughts or position.ruleset.notation.algebraic
    square_at = {(board.row_of(s), board.column(s)): s for s in range(1, board.squares + 1)}
    rows = range(board.size, 0, -1) if turned else range(1, board.size + 1)
    columns = range(board.size, 0, -1) if turned else range(1, board.size + 1)
    from_top = not position.ruleset.is_draughts  # Reversi counts its rows from the top
    lines = []
    for row in rows:
        cells = []
        for column in columns:
            square = square_at.get((row, column))
            cells.append("   " if square is None else _cell(square, pieces.get(square), algebraic, position))
        rank = row if from_top else board.size + 1 - row
        lines.append(f"{f'{rank:>2} ' if algebraic else ''}{''.join(cells)}".rstrip())
    if algebraic:
        lines.append("   " + "".join(f" {'abcdefghij'[column - 1]} " for column in columns).rstrip())
    return "\n".join(lines)


def _cell(square: int, piece: Piece | None, algebraic: bool, position: Position) -> str:
    if piece is None:
        return " . " if algebraic else f"{square:>2} "
    letter = _LETTERS[piece.side, piece.king or not position.ruleset.is_draughts]
    return f" {letter}{'*' if piece.marked else ' '}"
