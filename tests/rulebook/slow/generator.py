"""Every draughts move of a setting, found by trying everything: one recursion, no tables, no haste."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from tests.rulebook.slow.answers import Answers
from tests.rulebook.slow.board import Piece, Setting, Square, forward, inside, last_row, number

DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))
TWO_STRAIGHT = ((-2, 0), (2, 0), (0, -2), (0, 2))  # the next square of the same colour in a row or column


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One way of playing a move: its squares as numbers, origin first."""

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    promotes: bool = False
    ordered: bool = False
    is_pass: bool = False

    @property
    def identity(self) -> Hashable:
        """What makes two moves the same: origin, target, captured pieces, promotion."""
        if self.is_pass:
            return (None, None, frozenset(), False)
        origin = self.path[0] if len(self.path) > 1 else None
        captured = self.captured if self.ordered else frozenset(self.captured)
        return (origin, self.path[-1], captured, self.promotes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chain:
    """A capture on its way: where the capturer has been, whom it has taken, and whether it ends as a king."""

    landings: tuple[Square, ...]
    victims: tuple[Square, ...]
    king: bool


def spellings(rules: Answers, setting: Setting, resting: Square | None = None) -> list[Move]:
    """Every spelling of every move the side to move may make, whatever the result of the game.

    `resting` is a king that has made all the quiet moves in a row it may.
    """
    mine = {square: piece for square, piece in setting.pieces.items() if piece.side == setting.side}
    captures = [
        (square, chain)
        for square, piece in mine.items()
        for chain in _captures(rules, setting, square, piece)
    ]
    captures = _preferred(rules, setting, captures)
    moves = [_as_move(rules, setting, origin, chain) for origin, chain in captures]
    if not moves or not rules.must_capture:
        has_men = any(not piece.king for piece in mine.values())
        for origin, piece in mine.items():
            if not (has_men and origin == resting):
                moves += [
                    _as_move(rules, setting, origin, _Chain(landings=(target,), victims=(), king=piece.king))
                    for target in _quiet_targets(rules, setting, origin, piece)
                ]
    return moves


def canonical(moves: list[Move]) -> dict[Hashable, Move]:
    """One spelling for each move: the one with the smallest list of landing numbers."""
    best: dict[Hashable, Move] = {}
    for move in moves:
        if move.identity not in best or move.path < best[move.identity].path:
            best[move.identity] = move
    return best


def _quiet_targets(rules: Answers, setting: Setting, origin: Square, piece: Piece) -> Iterator[Square]:
    for down, right in STRAIGHT if rules.every_square else DIAGONAL:
        if not piece.king and down == -forward(piece.side):
            continue
        target = (origin[0] + down, origin[1] + right)
        while inside(rules, target) and target not in setting.pieces:
            yield target
            if not (piece.king and rules.long_king):
                break
            target = (target[0] + down, target[1] + right)


def _captures(rules: Answers, setting: Setting, origin: Square, piece: Piece) -> list[_Chain]:
    board = dict(setting.pieces)
    del board[origin]  # the square a capture starts from counts as empty
    return _continuations(rules, board, piece.side, origin, piece.king, (), None)


def _continuations(
    rules: Answers,
    board: dict[Square, Piece],
    side: str,
    at: Square,
    king: bool,
    taken: tuple[Square, ...],
    came: Square | None,
) -> list[_Chain]:
    """Every way to go on capturing from here to the end; [] when there is nothing more to take."""
    found: list[_Chain] = []
    for direction, victim, landings in _jumps(rules, board, side, at, king, taken, came):
        after = {
            square: piece
            for square, piece in board.items()
            if not (rules.lifted_at_once and square == victim)
        }
        ends: list[_Chain] = []
        goes_on: list[_Chain] = []
        for landing in landings:
            crowned = king or (rules.crowned_in_passing and landing[0] == last_row(side, rules.size))
            tails = _continuations(rules, after, side, landing, crowned, (*taken, victim), direction)
            goes_on += [
                _Chain(landings=(landing, *tail.landings), victims=(victim, *tail.victims), king=tail.king)
                for tail in tails
            ]
            if not tails:
                ends.append(_Chain(landings=(landing,), victims=(victim,), king=crowned))
        found += goes_on if goes_on and rules.must_continue else goes_on + ends
    return found


def _jumps(
    rules: Answers,
    board: dict[Square, Piece],
    side: str,
    at: Square,
    king: bool,
    taken: tuple[Square, ...],
    came: Square | None,
) -> Iterator[tuple[Square, Square, list[Square]]]:
    """Each single leap from here: its direction, its victim and the squares it may land on."""
    flies = king and rules.long_king
    for down, right in _capture_directions(rules, side, king):
        if came == (-down, -right) and not rules.may_reverse:
            continue
        victim = (at[0] + down, at[1] + right)
        while flies and inside(rules, victim) and victim not in board:
            victim = (victim[0] + down, victim[1] + right)
        if victim not in board or board[victim].side == side or victim in taken:
            continue
        if rules.men_spare_kings and not king and board[victim].king:
            continue
        landings: list[Square] = []
        landing = (victim[0] + down, victim[1] + right)
        while inside(rules, landing) and landing not in board:
            landings.append(landing)
            if not flies or rules.lands_next:
                break
            landing = (landing[0] + down, landing[1] + right)
        if landings:
            yield (down, right), victim, landings


def _capture_directions(rules: Answers, side: str, king: bool) -> list[Square]:
    directions = list(STRAIGHT if rules.every_square else DIAGONAL)
    if rules.eight_directions:
        directions += TWO_STRAIGHT
    if king or rules.men_capture_back:
        return directions
    return [direction for direction in directions if direction[0] != -forward(side)]


def _preferred(
    rules: Answers, setting: Setting, captures: list[tuple[Square, _Chain]]
) -> list[tuple[Square, _Chain]]:
    """The captures that no other capture outranks."""
    ranks = [rank(rules, setting, origin, chain.victims) for origin, chain in captures]
    return [capture for capture, its_rank in zip(captures, ranks, strict=True) if its_rank == max(ranks)]


def rank(
    rules: Answers, setting: Setting, origin: Square, victims: tuple[Square, ...]
) -> tuple[Hashable, ...]:
    """The rank of a capture under the rule set's precedence; the greater one must be played."""
    kings = tuple(setting.pieces[victim].king for victim in victims)
    questions: dict[str, Hashable] = {
        "pieces": len(victims),
        "kings": sum(kings),
        "kings_first": kings,
        "by_king": setting.pieces[origin].king,
        "value": sum(199 if king else 100 for king in kings),
    }
    return tuple(questions[question] for question in rules.precedence)


def _as_move(rules: Answers, setting: Setting, origin: Square, chain: _Chain) -> Move:
    piece = setting.pieces[origin]
    ends_as_king = chain.king or chain.landings[-1][0] == last_row(piece.side, rules.size)
    return Move(
        path=tuple(number(rules, square) for square in (origin, *chain.landings)),
        captured=tuple(number(rules, square) for square in chain.victims),
        promotes=ends_as_king and not piece.king,
        ordered=rules.ordered,
    )
