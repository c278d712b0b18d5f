"""Is this text a legal move here? The question that most callers ask."""

from __future__ import annotations

from rulebook.explain import refuse, refuse_disc
from rulebook.kernel import EVERY_PATH
from rulebook.moves import (
    PASS,
    Move,
    disc_move,
    find_moves,
    legal_moves,
    move_of,
    play,
    raw_moves,
)
from rulebook.movetext import MoveText, read_move
from rulebook.outcome import result
from rulebook.position import Position, new_tuple
from rulebook.verdict import Reason, Refusal, Verdict


def validate(position: Position, text: str) -> Verdict:
    """The move that `text` means and the position after it, or the rule that forbids it.

    Never raises for anything wrong inside the text. Raises TooManyMoves as legal_moves does.
    """
    said = read_move(position.ruleset, text)
    if position.ruleset.is_draughts and said is not None:
        verdict = _played(position, said)
        if verdict is not None:
            return verdict
    if result(position) is not None:
        return Verdict(None, None, Refusal(Reason.GAME_OVER, ()))
    if said is None:
        return Verdict(None, None, Refusal(Reason.SYNTAX, tuple(legal_moves(position))))
    matches = matching_moves(position, said)
    if len(matches) == 1:
        move = matches[0]
        after = None if move.duels else play(position, move)
        return Verdict(move, after, None, after and result(after))
    if matches:
        return Verdict(None, None, Refusal(Reason.AMBIGUOUS, tuple(matches)))
    explain = refuse if position.ruleset.is_draughts else refuse_disc
    return Verdict(None, None, explain(position, said))


def _played(position: Position, said: MoveText) -> Verdict | None:
    """The verdict on a text that means one move without further thought; None for all others.

    Most questions are of this kind, and everything about them is found in one call of the kernel.
    """
    squares = said.squares
    found, after, can_reply = find_moves(position, squares[0], squares[-1])
    if after is None:
        return None
    move = found[0]
    if (said.takes and not move.captured) or (len(squares) > 2 and move.path != squares):
        return None
    if result(position, True) is not None:
        return Verdict(None, None, Refusal(Reason.GAME_OVER, ()))
    return new_tuple(Verdict, (move, after, None, result(after, can_reply)))


def matching_moves(position: Position, said: MoveText) -> list[Move]:
    """The legal moves that a text may mean; the game must not be over."""
    if not position.ruleset.is_draughts:
        return _matching_discs(position, said)
    squares = said.squares
    found, _, _ = find_moves(position, squares[0], squares[-1])
    if said.takes:
        found = [move for move in found if move.captured]
    if len(found) < 2 and len(squares) == 2:
        return found
    # The full path of a move is never a short form of another.
    spelled = [move for move in found if move.path == squares]
    if spelled or len(squares) == 2 or not found:
        return spelled or found
    return _spelled_otherwise(position, said, found)


def _spelled_otherwise(position: Position, said: MoveText, found: list[Move]) -> list[Move]:
    """The moves of which the squares are another path, or a path with landings left out."""
    squares = said.squares
    bit_of = position.ruleset.board.bit_of
    ends = bit_of[squares[0]], bit_of[squares[-1]]
    exact, loose = set(), set()
    for raw in raw_moves(position, EVERY_PATH):
        if raw[:2] == ends:
            move = move_of(position, raw)
            if move.path == squares:
                exact.add(_identity(position, move))
            elif _in_order(squares, move.path):
                loose.add(_identity(position, move))
    meant = exact or loose
    return [move for move in found if _identity(position, move) in meant]


def _identity(position: Position, move: Move) -> object:
    """What two spellings of one move share, besides origin and target (A-27, A-45)."""
    if position.ruleset.draughts.capture_order_counts:
        return move.captured, move.promotes
    return frozenset(move.captured), move.promotes


def _in_order(some: tuple[int, ...], path: tuple[int, ...]) -> bool:
    rest = iter(path)
    return all(square in rest for square in some)


def _matching_discs(position: Position, said: MoveText) -> list[Move]:
    if not said.squares:
        moves = legal_moves(position)
        return [PASS] if moves == [PASS] else []
    square = said.squares[0]
    if (position.white | position.black) >> square - 1 & 1:
        return []
    move = disc_move(position, square)
    return [move] if move.captured else []
