"""PDN 3.0: archives of games, read leniently about form and strictly about meaning, and written."""

from __future__ import annotations

from rulebook.pdn.clocks import Clocks
from rulebook.pdn.compose import BadTag, compose
from rulebook.pdn.header import header_of
from rulebook.pdn.numbering import FileNumbers, GameType
from rulebook.pdn.reader import read_archive
from rulebook.pdn.record import Fault, ParsedGame, PlayedMove, Variation
from rulebook.pdn.results import Outcome
from rulebook.pdn.spelling import Captures, spelled
from rulebook.pdn.writer import annotation, write_archive, write_game

__all__ = [
    "BadTag",
    "Captures",
    "Clocks",
    "Fault",
    "FileNumbers",
    "GameType",
    "Outcome",
    "ParsedGame",
    "PlayedMove",
    "Variation",
    "annotation",
    "compose",
    "header_of",
    "read_archive",
    "spelled",
    "write_archive",
    "write_game",
]
