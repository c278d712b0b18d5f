"""A game under way and what its players do in it, short to write."""

from __future__ import annotations

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from tests.games.house import At
from tests.games.refusals import refusal

WHITE, BLACK = types_pb2.SIDE_WHITE, types_pb2.SIDE_BLACK


def moved(anna: At, bert: At, game: pb.Game, plies: int = 2) -> pb.Game:
    """The game after so many of its first plies."""
    for number, move in enumerate(("22-18", "9-13", "25-22", "5-9")[:plies]):
        game = (anna, bert)[number % 2].play(game, move).game
    return game


def why(problem_of: object) -> str:
    """Why something is not allowed."""
    assert callable(problem_of)
    problem = refusal(problem_of)
    assert problem.reason == "NOT_ALLOWED", problem
    return str(problem.facts["why"])
