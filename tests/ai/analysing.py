"""Analyses as a player asks for them in the tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

import psycopg

import rulebook
from brettwerk.ai.v1 import analysis_service_pb2 as pb
from brettwerk.ai.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from tests.patience import wait_for

LIVE = {pb.ANALYSIS_STATE_QUEUED, pb.ANALYSIS_STATE_RUNNING}

Moves = Sequence[tuple[str, Sequence[bool]]]
"""Notations with the lots drawn."""


def position(
    ruleset: str = "international", *, fen: str | None = None, nodes: int = 0, request_id: str = ""
) -> pb.StartAnalysisRequest:
    """By default the one in which games begin."""
    start = rulebook.initial_position(rulebook.ruleset(ruleset))
    return pb.StartAnalysisRequest(
        ruleset=types_pb2.RulesetRef(key=ruleset),
        position=types_pb2.Position(fen=fen or start.fen),
        nodes=nodes,
        request_id=request_id,
    )


def game(ruleset: str, moves: Moves, *, nodes: int = 0, request_id: str = "") -> pb.StartAnalysisRequest:
    played = [rules_pb.PlayedMove(notation=move, lots=lots) for move, lots in moves]
    return pb.StartAnalysisRequest(
        ruleset=types_pb2.RulesetRef(key=ruleset),
        game=rules_pb.History(moves=played),
        nodes=nodes,
        request_id=request_id,
    )


def played_at_random(ruleset: str, *, plies: int, seed: int) -> list[tuple[str, list[bool]]]:
    """A game of so many plies, or to its end."""
    chance = random.Random(seed)
    at = rulebook.initial_position(rulebook.ruleset(ruleset))
    moves: list[tuple[str, list[bool]]] = []
    while len(moves) < plies and rulebook.result(at) is None:
        move = chance.choice(rulebook.legal_moves(at))
        lots = [True] * len(move.captured) if move.duels else []
        at = rulebook.apply_lots(at, move, lots) if lots else rulebook.play(at, move)
        moves.append((move.notation, lots))
    return moves


def get(stub: AnalysisServiceStub, analysis_id: str) -> pb.Analysis:
    return stub.GetAnalysis(pb.GetAnalysisRequest(analysis_id=analysis_id)).analysis


def await_end(stub: AnalysisServiceStub, started: pb.Analysis) -> pb.Analysis:
    """The analysis once it has ended."""
    wait_for(lambda: get(stub, started.analysis_id).state not in LIVE)
    return get(stub, started.analysis_id)


def trials(table: psycopg.Connection) -> list[tuple[object, ...]]:
    """What is kept of every position."""
    return table.execute(
        "SELECT encode(content, 'hex'), line, depth, nodes, budget, spent_nodes FROM analysis_positions ORDER BY content"
    ).fetchall()


def holders(table: psycopg.Connection) -> list[str]:
    """The holders of positions."""
    return [
        holder
        for (holder,) in table.execute(
            "SELECT holder FROM analysis_positions WHERE holder IS NOT NULL"
        ).fetchall()
    ]
