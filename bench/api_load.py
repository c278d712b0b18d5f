"""What `bench.api` sends: moves from random games, the same in every run."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass

import rulebook
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2

EMPTY = "/brettwerk.bench.v1.EmptyService/Ping"
VALIDATE = "/brettwerk.rules.v1.RulesService/ValidateMove"
BATCH_VALIDATE = "/brettwerk.rules.v1.RulesService/BatchValidateMoves"

_KEY = "battledame"
_OPTIONS = {"capture": "maximum"}
_SEED = 20261129


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    fen: str
    move: str


def questions(count: int) -> list[Question]:
    """Positions of random games, each with a move that is legal there."""
    chance = random.Random(_SEED)
    ruleset = rulebook.ruleset(_KEY, _OPTIONS)
    start = rulebook.initial_position(ruleset)
    found: list[Question] = []
    position = start
    while len(found) < count:
        moves = rulebook.legal_moves(position)
        if not moves:
            position = start
            continue
        move = chance.choice(moves)
        found.append(Question(fen=position.fen, move=move.notation))
        position = rulebook.play(position, move)
    return found


def unary_requests(asked: Sequence[Question]) -> list[bytes]:
    return [
        rules_pb.ValidateMoveRequest(
            ruleset=_ref(), position=types_pb2.Position(fen=question.fen), move=question.move
        ).SerializeToString()
        for question in asked
    ]


def batch_request(asked: Sequence[Question]) -> bytes:
    items = [
        rules_pb.BatchItem(position=types_pb2.Position(fen=question.fen), move=question.move)
        for question in asked
    ]
    return rules_pb.BatchValidateMovesRequest(ruleset=_ref(), items=items).SerializeToString()


def rest_requests(asked: Sequence[Question], host: str, path: str = "/v1/moves:validate") -> list[bytes]:
    return [
        rest_request(
            path,
            json.dumps(
                {"ruleset": _KEY, "options": _OPTIONS, "fen": question.fen, "move": question.move}
            ).encode(),
            host,
        )
        for question in asked
    ]


def rest_request(path: str, body: bytes, host: str) -> bytes:
    """A whole request as bytes, for a connection that is kept."""
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def _ref() -> types_pb2.RulesetRef:
    return types_pb2.RulesetRef(key=_KEY, options=_OPTIONS)
