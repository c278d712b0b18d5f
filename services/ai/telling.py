"""Analyses as JSON values, in the shapes and words of the REST API: what their events and snapshots say."""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import rulebook
from ai.analyses import Analysis, Insight, Searched, judgement, score_after
from rulebook import Family

Json: TypeAlias = dict[str, Any]


def insight(value: Insight) -> Json:
    return {
        "line": list(value.line),
        "score": value.score,
        "depth": value.depth,
        "nodes": value.nodes,
        "exact": value.exact,
    }


def ply(
    number: int, family: Family, here: Searched, following: Searched | None, end_score: int | None
) -> Json:
    """A move of a game and what is thought of it; it has to have been played."""
    assert here.played is not None
    judged = judgement(family, here, following, end_score)
    return {
        "ply": number,
        "side": here.played.side.value,
        "move": here.played.move,
        "fen": here.fen,
        "before": insight(here.insight) if here.insight else None,
        "score_after": score_after(following, end_score),
        "loss": judged.loss if judged else None,
        "mark": judged.mark.value if judged else "none",
        "done": here.is_done,
        "reason": here.reason or None,
    }


def analysis(value: Analysis) -> Json:
    family = family_of(value.ruleset, value.options)
    first = value.positions[0]
    return {
        "id": value.analysis_id,
        "kind": "game" if first.played else "position",
        "ruleset": value.ruleset,
        "options": dict(value.options),
        "fen": first.fen,
        "rule_state": b2a_base64(value.rule_state, newline=False).decode("ascii"),
        "nodes": value.nodes,
        "state": value.state.value,
        "reason": value.reason or None,
        "revision": value.revision,
        "positions": len(value.positions),
        "positions_done": done(value.positions),
        "insight": insight(first.insight) if first.insight and not first.played else None,
        "plies": [
            ply(number, family, here, following, value.end_score)
            for number, (here, following) in enumerate(pairs(value.positions))
            if here.played
        ],
        "create_time": value.create_time.isoformat(),
        "end_time": value.end_time.isoformat() if value.end_time else None,
    }


def pairs(positions: Sequence[Searched]) -> Sequence[tuple[Searched, Searched | None]]:
    """Each with the one behind it."""
    return list(zip(positions, [*positions[1:], None], strict=True))


def done(positions: Sequence[Searched]) -> int:
    """How many are done or set aside."""
    return sum(position.is_done or bool(position.reason) for position in positions)


def family_of(ruleset: str, options: Mapping[str, str]) -> Family:
    return rulebook.ruleset(ruleset, options).family
