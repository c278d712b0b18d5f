"""What the rules service does with the rulebook: positions through their history, replays, the tree of hops.

Knows no wire. Errors are those of the rulebook and the few below; where in a request a fault stands
is for the adapter to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulebook import Move, Position, Refusal, Ruleset, apply_lots, legal_paths, validate
from rulebook.errors import LotsNeeded
from rulebook.ruleset import Family


class InvalidField(ValueError):
    """A field is too long, missing, or does not go with another."""


class HistoryMismatch(ValueError):
    """The moves are not legal one after the other, or lead to another position than the one given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """A move that was played: its lots, if any were drawn, and the position after it."""

    move: Move
    lots: tuple[bool, ...] = ()
    after: Position


@dataclass(slots=True, kw_only=True)
class Hop:
    """A square of the tree of hops; `move_index` points into the legal moves where one is complete."""

    square: int
    captured: tuple[int, ...] = ()
    move_index: int | None = None
    following: dict[int, Hop] = field(default_factory=dict)


def play(position: Position, text: str, lots: Sequence[bool]) -> Ply | Refusal:
    """One move of a game. Raises LotsNeeded or BadLots where the lots do not fit it."""
    verdict = validate(position, text)
    if verdict.move is None:
        assert verdict.refusal is not None, text
        return verdict.refusal
    if verdict.next is None and not lots:
        raise LotsNeeded(verdict.move.notation, position.fen)
    if verdict.next is None or lots:
        after = apply_lots(position, verdict.move, lots)
        return Ply(move=verdict.move, lots=tuple(lots), after=after)
    return Ply(move=verdict.move, after=verdict.next)


def replay(start: Position, moves: Iterable[tuple[str, Sequence[bool]]]) -> Iterator[Ply | Refusal]:
    """The plies of a game one by one, ending with the first refusal if there is one."""
    position = start
    for text, lots in moves:
        outcome = play(position, text, lots)
        yield outcome
        if isinstance(outcome, Refusal):
            return
        position = outcome.after


def require_same_board(reached: Position, given: Position) -> None:
    """Raises HistoryMismatch unless both have the same pieces and the same side to move."""
    if reached.side is not given.side or reached.pieces() != given.pieces():
        raise HistoryMismatch(f"the moves lead to {reached.fen}, not to {given.fen}")


def tree_of_hops(position: Position, moves: Sequence[Move]) -> list[Hop]:
    """Every spelling of every legal move of the position, square by square; `moves` are its legal moves."""
    index_of = {_identity(position.ruleset, move): index for index, move in enumerate(moves)}
    root = Hop(square=0)
    for spelling in legal_paths(position):
        if spelling.is_pass:
            continue
        hop = root
        for square, captured in zip(spelling.path, _captured_by_hop(spelling), strict=True):
            hop = hop.following.setdefault(square, Hop(square=square, captured=captured))
        hop.move_index = index_of[_identity(position.ruleset, spelling)]
    return [root.following[square] for square in sorted(root.following)]


def _captured_by_hop(spelling: Move) -> list[tuple[int, ...]]:
    """What each square of the path captures; the first one of a draughts move captures nothing."""
    if spelling.origin is None:  # a disc is placed and flips at once
        return [spelling.captured]
    if not spelling.captured:
        return [() for _ in spelling.path]
    return [(), *((square,) for square in spelling.captured)]


def _identity(ruleset: Ruleset, move: Move) -> tuple[object, ...]:
    """Spellings with the same identity are one move (A-45, A-27)."""
    in_order = ruleset.family is Family.DRAUGHTS and ruleset.draughts.capture_order_counts
    captured = move.captured if in_order else frozenset(move.captured)
    return (move.origin, move.target, captured, move.promotes)
