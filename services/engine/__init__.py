"""The opponent: search, levels and personas over the rulebook. A library without any knowledge of services.

`search` finds the best move within limits; `choose` plays as a level or a persona does.
"""

from __future__ import annotations

from engine.choosing import choose, persona, seed_of
from engine.errors import BadLimit, EngineError, GameOver, NoLimit, UnknownLevel
from engine.found import Found, Line
from engine.levels import LEVELS, Level
from engine.limits import Limits
from engine.memory import StopFlag, TranspositionTable
from engine.personas import PERSONAS, Persona
from engine.searching import search

__all__ = [
    "LEVELS",
    "PERSONAS",
    "BadLimit",
    "EngineError",
    "Found",
    "GameOver",
    "Level",
    "Limits",
    "Line",
    "NoLimit",
    "Persona",
    "StopFlag",
    "TranspositionTable",
    "UnknownLevel",
    "choose",
    "persona",
    "search",
    "seed_of",
]
