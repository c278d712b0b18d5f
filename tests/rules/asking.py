"""Short ways to write requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brettwerk.rules.v1 import rules_service_pb2 as pb
from brettwerk.types.v1 import types_pb2


def ref(key: str, **options: str) -> types_pb2.RulesetRef:
    return types_pb2.RulesetRef(key=key, options=options)


def at_fen(fen: str, rule_state: bytes = b"") -> types_pb2.Position:
    return types_pb2.Position(fen=fen, rule_state=rule_state)


def history(*moves: str, start_fen: str = "") -> pb.History:
    return pb.History(start_fen=start_fen, moves=[pb.PlayedMove(notation=move) for move in moves])


def question(
    fen: str,
    move: str,
    key: str = "battledame",
    *,
    options: Mapping[str, str] | None = None,
    came: pb.History | None = None,
) -> pb.ValidateMoveRequest:
    return pb.ValidateMoveRequest(
        ruleset=ref(key, **(options or {})), position=at_fen(fen), move=move, history=came
    )


def notations(moves: Sequence[types_pb2.Move]) -> list[str]:
    return [move.notation for move in moves]
