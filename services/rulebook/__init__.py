"""The games themselves: rule sets as data, positions, legal moves, results, notation.

A library without any knowledge of services; the `rules` service puts it on the wire.
"""

from __future__ import annotations

from rulebook.catalogue import RULESETS, initial_position, ruleset
from rulebook.fen import format_fen, parse_fen
from rulebook.moves import Move, apply_lots, legal_moves, legal_paths, play
from rulebook.outcome import Result, Termination, result
from rulebook.position import Piece, Position
from rulebook.ruleset import Family, Ruleset, Side, Text
from rulebook.validate import validate
from rulebook.verdict import Reason, Refusal, Verdict

__all__ = [
    "RULESETS",
    "Family",
    "Move",
    "Piece",
    "Position",
    "Reason",
    "Refusal",
    "Result",
    "Ruleset",
    "Side",
    "Termination",
    "Text",
    "Verdict",
    "apply_lots",
    "format_fen",
    "initial_position",
    "legal_moves",
    "legal_paths",
    "parse_fen",
    "play",
    "result",
    "ruleset",
    "validate",
]
