"""A second rulebook, slow and obvious, written from the rules' description alone.

The fast one is compared with it.
Nothing here may be imported from the rulebook, and nothing here may be made faster at the price of being plain.
"""

from tests.rulebook.slow.answers import DRAUGHTS, REVERSI, Answers, answers, start_fen
from tests.rulebook.slow.generator import Move
from tests.rulebook.slow.referee import DiscGame, Game, Result, game, legal, perft, results

__all__ = [
    "DRAUGHTS",
    "REVERSI",
    "Answers",
    "DiscGame",
    "Game",
    "Move",
    "Result",
    "answers",
    "game",
    "legal",
    "perft",
    "results",
    "start_fen",
]
