"""Messages about analyses as JSON values."""

from __future__ import annotations

from brettwerk.ai.v1 import analysis_service_pb2 as pb
from gateway import shapes
from gateway.shapes import SIDES, Json

_STATES = shapes.words(pb.AnalysisState, "ANALYSIS_STATE_")
_MARKS = {**shapes.words(pb.Mark, "MARK_"), pb.MARK_UNSPECIFIED: "none"}


def analysis(message: pb.Analysis) -> Json:
    position = message.position
    return {
        "id": message.analysis_id,
        "kind": "game" if message.plies else "position",
        "ruleset": message.ruleset.key,
        "options": dict(sorted(message.ruleset.options.items())),
        "fen": position.fen,
        "rule_state": shapes.base64_text(position.rule_state) if position.rule_state else None,
        "nodes": message.nodes,
        "state": _STATES[message.state],
        "reason": message.reason or None,
        "revision": message.revision,
        "positions": message.positions,
        "positions_done": message.positions_done,
        "insight": insight(message.insight) if message.HasField("insight") else None,
        "plies": [_ply(number, ply) for number, ply in enumerate(message.plies)],
        "create_time": message.create_time.ToJsonString(),
        "end_time": message.end_time.ToJsonString() if message.HasField("end_time") else None,
    }


def _ply(number: int, message: pb.Ply) -> Json:
    return {
        "ply": number,
        "side": SIDES[message.side],
        "move": message.move,
        "fen": message.fen,
        "before": insight(message.before) if message.HasField("before") else None,
        "score_after": message.score_after if message.HasField("score_after") else None,
        "loss": message.loss if message.HasField("loss") else None,
        "mark": _MARKS[message.mark],
        "done": message.done,
        "reason": message.reason or None,
    }


def insight(message: pb.Insight) -> Json:
    return {
        "line": list(message.line),
        "score": message.score,
        "depth": message.depth,
        "nodes": message.nodes,
        "exact": message.exact,
    }


def hint(message: pb.SuggestMoveResponse) -> Json:
    return {"move": shapes.move(message.move), "insight": insight(message.insight)}
