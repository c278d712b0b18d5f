"""How games end. Why and who won are two facts."""

from __future__ import annotations

from enum import StrEnum
from sys import byteorder
from typing import NamedTuple

from rulebook.kernel.discs import mobility
from rulebook.position import Position, position_hash
from rulebook.ruleset import DraughtsRules, Goal, OnePieceEach, Side


class Termination(StrEnum):
    """Why the rules end a game; what ends it at the table (time, resignation) is not listed here."""

    NO_PIECES = "no_pieces"
    NO_MOVES = "no_moves"
    FIRST_KING = "first_king"  # breakthrough
    KING_AGAINST_KING = "king_against_king"
    ONE_PIECE_EACH = "one_piece_each"
    REPETITION = "repetition"
    NO_PROGRESS = "no_progress"
    ENDGAME_COUNT = "endgame_count"
    DISC_COUNT = "disc_count"


class Result(NamedTuple):
    """`winner` is None in a draw."""

    winner: Side | None
    termination: Termination


def result(position: Position, can_move: bool | None = None) -> Result | None:
    """How the game has ended with this position, or None while it goes on.

    The order of the tests is A-36: pieces, few pieces, moves, repetition, counts.
    `can_move`: what is known about whether the side to move has a legal move.
    """
    ruleset, white_to_move, white, black, kings, _, counters = position
    if not ruleset.is_draughts:
        return _disc_result(position)
    rules = ruleset.draughts
    own, opponents = (white, black) if white_to_move else (black, white)
    if kings and rules.goal is Goal.BREAKTHROUGH:
        # Whoever moved last has just made it.
        last = position.side.opponent
        return Result(last if kings & opponents else last.opponent, Termination.FIRST_KING)
    if not own or not opponents:
        loser = position.side if not own else position.side.opponent
        return Result(_winner(rules, loser), Termination.NO_PIECES)
    # A bitboard has one piece if clearing its lowest bit clears it.
    if not (own & own - 1 or opponents & opponents - 1):
        few = _one_piece_each(rules, position)
        if few is not None:
            return few
    if can_move is None:
        can_move = ruleset.generator.has_move(own, opponents, kings, white_to_move, position.frozen)
    if not can_move:
        return Result(_winner(rules, position.side), Termination.NO_MOVES)
    no_progress, endgames, _, seen = counters
    return _counted_out(rules, position) if no_progress or seen or endgames else None


def _winner(rules: DraughtsRules, loser: Side) -> Side:
    return loser if rules.goal is Goal.ANTI else loser.opponent


def _one_piece_each(rules: DraughtsRules, position: Position) -> Result | None:
    """Endings that are decided at once, without a look at what could be captured (A-15, A-38)."""
    white, black, kings = position.white, position.black, position.kings
    draws = rules.draws
    if draws.king_against_king and kings & white and kings & black:
        return Result(None, Termination.KING_AGAINST_KING)
    if draws.one_piece_each is OnePieceEach.PLAY_ON:
        return None
    winner = None
    if draws.one_piece_each is OnePieceEach.KING_BEATS_MAN and bool(kings & white) != bool(kings & black):
        winner = Side.WHITE if kings & white else Side.BLACK
    return Result(winner, Termination.ONE_PIECE_EACH)


def _counted_out(rules: DraughtsRules, position: Position) -> Result | None:
    draws = rules.draws
    no_progress, endgames, _, seen = position.counters
    if (
        draws.repetition is not None
        and len(seen) >= 8 * (draws.repetition - 1)
        and _occurrences(position) >= draws.repetition
    ):
        return Result(None, Termination.REPETITION)
    if draws.no_progress is not None and no_progress >= draws.no_progress.plies:
        return Result(None, Termination.NO_PROGRESS)
    if endgames and any(plies > count.plies for plies, count in zip(endgames, draws.endgames, strict=True)):
        return Result(None, Termination.ENDGAME_COUNT)
    return None


def _occurrences(position: Position) -> int:
    """How often this position has occurred, itself included."""
    seen = position.counters.seen
    now = int.from_bytes(position_hash(position), byteorder)
    return memoryview(seen).cast("Q").tolist().count(now) + 1


def _disc_result(position: Position) -> Result | None:
    white, black = position.white, position.black
    if mobility(white, black) or mobility(black, white):
        return None
    discs = white.bit_count() - black.bit_count()
    winner = None if discs == 0 else Side.WHITE if discs > 0 else Side.BLACK
    return Result(winner, Termination.DISC_COUNT)
