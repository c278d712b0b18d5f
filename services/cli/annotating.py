"""A game with what the engine thinks of its moves: marks for mistakes, and what would have been better."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine import Found, Limits, TranspositionTable, search
from rulebook import Family, Move, Position, apply_lots, legal_moves, play, result
from rulebook.pdn import FileNumbers, ParsedGame, PlayedMove, Variation
from rulebook.pdn.record import certain_lots

# What a move gives away, in hundredths of a man, from which on it is called so.
MARKS = ((200, "??"), (90, "?"), (40, "?!"))
_SCALE = {Family.DRAUGHTS: 1.0, Family.REVERSI: 0.2}  # a man is worth about five discs
_DECIDED = 300.0  # beyond a lead of three men little is given away by a man more or less
_WON = 29_000
_LONGEST_LINE = 8  # plies of a variation


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A move and what the engine has found: `best` before it, `lost` by it in hundredths of a man."""

    best: Found | None
    lost: float
    score: int  # after the move, from the side that made it
    mark: str = ""


def annotated(
    game: ParsedGame,
    limits: Limits,
    table: TranspositionTable,
    *,
    scores: bool = False,
    on_move: Callable[[], None] = lambda: None,
) -> ParsedGame:
    """The game with every mistake marked `?!`, `?` or `??` and the better line beside it.

    What stood in it stays. With `scores` every move has its score as a comment, in men or discs from
    White's side. `on_move` is called after each move that was judged. Raises NoLimit.
    """
    judged = judge(game, limits, table, on_move)
    steps = [
        step if verdict is None else _told(before, step, verdict, scores=scores)
        for (before, step), verdict in zip(game.played(), judged, strict=True)
    ]
    tags = MappingProxyType({"Annotator": "Brettwerk", **game.tags})
    return replace(game, moves=tuple(steps), tags=tags)


def judge(
    game: ParsedGame, limits: Limits, table: TranspositionTable, on_move: Callable[[], None]
) -> list[Judged | None]:
    """For each step what is to be said of it; None where nothing was played or lots decided.

    From the last move to the first, so that what was found about the end helps to judge what led there.
    """
    table.clear()
    steps = list(game.played())
    judged: list[Judged | None] = [None] * len(steps)
    later: tuple[Position, int] | None = None  # the position after, and its score from its own side
    for at in range(len(steps) - 1, -1, -1):
        before, step = steps[at]
        after = _score_of(step.after, limits, table) if later is None or later[0] != step.after else later[1]
        if step.move is None:
            later = None
            continue
        found = None
        if result(before) is None:
            found = search(before, limits, table)
            forced = len(legal_moves(before)) == 1 and not step.move.duels
            later = before, -after if forced else found.score
            if not step.move.duels:
                judged[at] = _judged(before, step.move, found, -after)
        on_move()
    return judged


def _score_of(position: Position, limits: Limits, table: TranspositionTable) -> int:
    end = result(position)
    if end is None:
        return search(position, limits, table).score
    if position.ruleset.family is Family.REVERSI:
        own, opponents = position.white.bit_count(), position.black.bit_count()
        discs = own - opponents if position.white_to_move else opponents - own
        empty = 64 - own - opponents
        return 100 * (discs + (0 if discs == 0 else empty if discs > 0 else -empty))
    if end.winner is None:
        return 0
    return 30_000 if end.winner is position.side else -30_000


def _judged(before: Position, move: Move, best: Found, score: int) -> Judged:
    if move == best.move:
        return Judged(best=best, lost=0.0, score=score)
    scale = _SCALE[before.ruleset.family]
    lost = max(_felt(best.score * scale) - _felt(score * scale), 0.0)
    mark = next((sign for least, sign in MARKS if lost >= least), "")
    return Judged(best=best, lost=lost, score=score, mark=mark)


def _felt(score: float) -> float:
    """A score as it counts for the game: the bigger a lead, the less another man changes."""
    return _DECIDED * math.tanh(score / _DECIDED)


def _told(before: Position, step: PlayedMove, verdict: Judged, *, scores: bool) -> PlayedMove:
    told = step
    if scores or verdict.mark:
        text = score_text(before, verdict.score)
        told = replace(told, comment=f"{step.comment} {text}".strip())
    if verdict.mark and verdict.best is not None:
        line = _line(before, verdict.best.pv[:_LONGEST_LINE])
        better = score_text(before, verdict.best.score)
        if line:
            line = (*line[:-1], replace(line[-1], comment=better))
            told = replace(told, variations=(*step.variations, Variation(moves=line)))
        else:
            told = replace(told, comment=f"{told.comment}; {verdict.best.move.notation} {better}")
        told = replace(told, strength=step.strength or verdict.mark)
    return told


def score_text(position: Position, score: int) -> str:
    """A score of the side to move as `+0.34` from White's side; `#5` wins in five plies, `#-5` loses.

    White is whoever the written file calls so.
    """
    swapped = FileNumbers.written(position.ruleset).swapped
    seen = score if position.white_to_move is not swapped else -score
    if position.ruleset.family is Family.DRAUGHTS and abs(seen) > _WON:
        return f"#{'' if seen > 0 else '-'}{30_000 - abs(seen)}"
    return f"{seen / 100:+.2f}"


def _line(before: Position, moves: Sequence[Move]) -> tuple[PlayedMove, ...]:
    """The moves as a variation; it ends where lots would be drawn."""
    line: list[PlayedMove] = []
    position = before
    for move in moves:
        if move.duels:
            break
        lots = certain_lots(position, move)
        position = apply_lots(position, move, lots) if lots else play(position, move)
        line.append(PlayedMove(move=move, after=position, lots=lots))
    return tuple(line)
