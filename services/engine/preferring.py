"""A player with a preference: of moves that are nearly as good as the best, the one that suits him."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.control import control
from engine.found import Found
from engine.levels import Level, Preference
from engine.traps import trap_size
from rulebook import Move, Position, legal_moves, play, result

Think = Callable[[Position, Level], Found]

# Of the nodes of a move: a glance at every reply, what is behind the few that are nearly equal; the rest is for
# the best move, or half of it, if something else is wanted and has to stand the same test.
_GLANCE_SHARE, _BEHIND_SHARE, _REST, _HALF = 0.1, 0.1, 0.8, 0.4
_WORTH_IT = {Preference.TRAPS: 8.0, Preference.CONTROL: 12.0}  # so much more than behind the best move
GLANCE_NOISE = 60  # hundredths of a man: so badly judges who replies at a glance
_LEAST_NODES = 200_000  # with fewer there is no time for taste
_MOST_CANDIDATES = 4
_DECIDED = 600  # hundredths: who is so far ahead or behind plays the best move


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    move: Move
    position: Position  # after it
    reply: Found  # the opponent's best there

    @property
    def score(self) -> int:
        return -self.reply.score


def choose_preferred(position: Position, level: Level, think: Think) -> Found:
    """The move of a level with a preference; its searches together use about the level's nodes.

    `think` searches a position as a level does, and is called with levels that have none. The move is at
    most `level.margin` hundredths of a man or disc worse than the best, as far as the searches see.
    """
    plain = replace(level, prefers=None, margin=0)
    moves = legal_moves(position)
    if level.prefers is None or level.nodes < _LEAST_NODES or len(moves) == 1:
        return think(position, plain)
    candidates = _glance(position, moves, plain, think)
    wanted = _wanted(candidates, level, think)
    if wanted is None:
        return think(position, _within(plain, _REST))
    best = think(position, _within(plain, _HALF))
    if best.move == wanted.move or abs(best.score) >= _DECIDED:
        return best
    reply = think(wanted.position, replace(_within(plain, _HALF), depth=max(best.depth - 1, 1)))
    if reply.depth < best.depth - 1 or -reply.score < best.score - level.margin:
        return best
    return Found(
        move=wanted.move,
        score=-reply.score,
        depth=reply.depth + 1,
        nodes=best.nodes + reply.nodes,
        pv=(wanted.move, *reply.pv),
        time_ms=best.time_ms + reply.time_ms,
    )


def _glance(position: Position, moves: Sequence[Move], plain: Level, think: Think) -> list[_Candidate]:
    """Every move with the reply that a short search finds, the best first; without lots and ends of the game."""
    candidates = []
    for move in moves:
        if move.duels:
            continue  # what lots decide is no trap
        after = play(position, move)
        if result(after) is None:
            reply = think(after, _within(plain, _GLANCE_SHARE / len(moves)))
            candidates.append(_Candidate(move=move, position=after, reply=reply))
    candidates.sort(key=lambda one: one.score, reverse=True)
    return candidates


def _wanted(candidates: Sequence[_Candidate], level: Level, think: Think) -> _Candidate | None:
    """The move to be preferred to what seems best at a glance, if one is worth it."""
    assert level.prefers is not None
    if not candidates or abs(candidates[0].score) >= _DECIDED:
        return None
    best = candidates[0]
    nearly = [one for one in candidates if one.score >= best.score - level.margin][:_MOST_CANDIDATES]
    if len(nearly) < 2:
        return None
    suits = _suits(nearly, level, think)
    wanted = max(nearly, key=lambda one: suits[one.move])
    return wanted if suits[wanted.move] >= suits[best.move] + _WORTH_IT[level.prefers] else None


def _within(level: Level, share: float) -> Level:
    return replace(level, nodes=max(int(level.nodes * share), 1))


def _suits(candidates: Sequence[_Candidate], level: Level, think: Think) -> dict[Move, float]:
    """How well each move suits the preference, in its own measure."""
    if level.prefers is Preference.CONTROL:
        return {one.move: control(one.position) for one in candidates}
    glance = replace(level, prefers=None, margin=0, noise=0)
    share = _BEHIND_SHARE / (2 * len(candidates))
    return {
        one.move: trap_size(one.position, one.reply, lambda at, depth: _seen(at, depth, glance, share, think))
        for one in candidates
    }


def _seen(position: Position, depth: int | None, level: Level, share: float, think: Think) -> Found:
    within = _within(level, share)
    return think(position, within if depth is None else replace(within, depth=depth, noise=GLANCE_NOISE))
