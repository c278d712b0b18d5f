"""How much of a trap a position is for the side to move: what the reply that suggests itself loses."""

from __future__ import annotations

from collections.abc import Callable

from engine.found import Found
from rulebook import Position, legal_moves, play, result

Look = Callable[[Position, int | None], Found]

_GLANCES = (1, 2)  # plies: how far somebody looks who replies at once
_MOST = 600  # hundredths of a man: a lost game counts as this much


def trap_size(position: Position, best: Found, look: Look) -> float:
    """The mean loss of replies at a glance against the best reply, in hundredths of a man.

    `best` is what a real search has found here, `look` searches to a depth, or within its nodes if that is
    None. 0 if there is nothing to go wrong: one legal reply, or the best one is the first that meets the eye.
    """
    if len(legal_moves(position)) < 2:
        return 0.0
    lost = [_lost_by(position, best, look(position, depth), look) for depth in _GLANCES]
    return sum(lost) / len(lost)


def _lost_by(position: Position, best: Found, glance: Found, look: Look) -> float:
    if glance.move == best.move or glance.move.duels:
        return 0.0
    after = play(position, glance.move)
    end = result(after)
    if end is None:
        score = -look(after, None).score
    else:
        score = 0 if end.winner is None else _MOST if end.winner is position.side else -_MOST
    return float(min(max(min(best.score, _MOST) - max(score, -_MOST), 0), 2 * _MOST))
