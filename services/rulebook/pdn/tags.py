"""The tags of one game as they are read, and which of them say what other fields of a game say."""

from __future__ import annotations

import re

from rulebook import Ruleset, Side
from rulebook.pdn import faults
from rulebook.pdn.faults import FaultFound

ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
MARKS = {Side.WHITE: "WhiteMedieval", Side.BLACK: "BlackMedieval"}

_NAME_AND_VALUE = re.compile(r'(\w+)\s*"(.*)"', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')
_BLANKS = re.compile(r"\s")
_SIDE_IN_NAME = re.compile(r"^(?:White|Black)|(?:White|Black)$")
_UNKNOWN = re.compile(r"\?*|\?{4}\.\?\?\.\?\?")
_DETERMINED = {"Result", "GameType", "Variant", "DrawRule", "FEN", "SetUp", *MARKS.values()}
_SPELLINGS = {name.lower(): name for name in (*ROSTER, *_DETERMINED)}  # any case is read
_ONLY_ONE = {"Result", "GameType", "Variant", "FEN", *MARKS.values()}


class Tags:
    """The tags of one game as they are read."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def add(self, name: str, value: str, line: int) -> None:
        """The first of two values holds, unless the difference matters: then it is a fault."""
        known = self.values.setdefault(name, value)
        self.lines.setdefault(name, line)
        if known != value and name in _ONLY_ONE:
            raise FaultFound(faults.TAG_TWICE, f'{name} "{value}"', line, f'also "{known}"')

    def get(self, name: str) -> str | None:
        """The value, None for one that says it is unknown."""
        value = self.values.get(name, "").strip()
        return None if _UNKNOWN.fullmatch(value) else value


def split_tag(text: str) -> tuple[str, str]:
    r"""'White "A \"B\""' -> ("White", 'A "B"')."""
    match = _NAME_AND_VALUE.fullmatch(text)
    if match is None:  # a value over several lines that lost its last quote
        name, _, value = text.partition('"')
        return name.strip(), value
    name, value = match.groups()
    name = _SPELLINGS.get(name.lower(), name[:1].upper() + name[1:])
    return name, _BLANKS.sub(" ", _ESCAPED.sub(r"\1", value))


def is_told_elsewhere(name: str, value: str, spec: Ruleset) -> bool:
    """Whether a tag repeats another field of a game, or says nothing."""
    is_option = any(name == tag_of_option(option.key) for option in spec.option_specs)
    return name in _DETERMINED or is_option or bool(_UNKNOWN.fullmatch(value.strip()))


def in_colours(name: str, *, swapped: bool) -> str:
    """The name of a tag about one side: "WhiteElo" is "BlackElo" where the file exchanges the colours."""
    if not swapped:
        return name
    return _SIDE_IN_NAME.sub(lambda match: "Black" if match[0] == "White" else "White", name)


def tag_of_option(key: str) -> str:
    """The tag of an option: KingLanding of `king_landing`."""
    return "".join(part.capitalize() for part in key.split("_"))
