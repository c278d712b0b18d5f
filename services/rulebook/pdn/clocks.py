"""Commands inside comments: clock readings and the lots of medieval captures.

Sources: PDN 3.0, "PDN Commands", for clk, mct, egt, emt and clock; `duel` is our own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """What the clocks showed after a move; None where nothing was written."""

    remaining_ms: int | None = None  # clk: of the side that has just moved
    used_ms: int | None = None  # mct: the same on a mechanical clock, counting up
    game_ms: int | None = None  # egt: since the game began
    move_ms: int | None = None  # emt: for this move
    white_ms: int | None = None  # clock
    black_ms: int | None = None
    white_runs: bool = False
    black_runs: bool = False


Lots = tuple[tuple[str, bool], ...]  # squares as they are written, whether the capture succeeded

_TIME = r"[0-9]{1,6}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?"
_COMMAND = re.compile(
    rf"""\[%(?:
        (?P<plain>clk|mct|egt|emt|clock) \s+ (?P<time>{_TIME})
      | (?:clk|clock) \s+ (?P<first>[wWbB]) (?P<first_time>{_TIME})
                      (?: \s* (?P<second>[wWbB]) (?P<second_time>{_TIME}))?
      | duel \s+ (?P<duel>[0-9a-h]{{1,3}}:[01](?:,[0-9a-h]{{1,3}}:[01])*)
    ) \s* \]""",
    re.VERBOSE,
)
_FIELD = {
    "clk": "remaining_ms",
    "clock": "remaining_ms",
    "mct": "used_ms",
    "egt": "game_ms",
    "emt": "move_ms",
}
_COMMAND_NAMES = (("remaining_ms", "clk"), ("used_ms", "mct"), ("game_ms", "egt"), ("move_ms", "emt"))


def split_comment(text: str, *, swapped: bool = False) -> tuple[str, Clocks | None, Lots]:
    """A comment without its commands and with single blanks, what the clocks say, the lots.

    A command that cannot be read stays in the comment. `swapped`: the file exchanges the colours.
    """
    if "[%" not in text:
        return " ".join(text.split()), None, ()
    readings: dict[str, int | bool] = {}
    lots: Lots = ()

    def take(match: re.Match[str]) -> str:
        nonlocal lots
        if match["duel"]:
            pairs = (pair.split(":") for pair in match["duel"].split(","))
            lots = tuple((square, lot == "1") for square, lot in pairs)
        elif match["plain"]:
            readings[_FIELD[match["plain"]]] = _milliseconds(match["time"])
        else:
            for letter, time in (
                (match["first"], match["first_time"]),
                (match["second"], match["second_time"]),
            ):
                if letter:
                    side = "white" if (letter in "wW") is not swapped else "black"
                    readings[f"{side}_ms"] = _milliseconds(time)
                    readings[f"{side}_runs"] = letter.isupper()
        return " "

    rest = " ".join(_COMMAND.sub(take, text).split())
    if _COMMAND.search(rest):  # two halves that became a command when another left their middle
        rest = rest.replace("[%", "[ %")
    return rest, Clocks(**readings) if readings else None, lots  # type: ignore[arg-type]  # by name


def commands(clocks: Clocks | None, lots: Sequence[tuple[str, bool]] = (), *, swapped: bool = False) -> str:
    """The commands as they stand in a comment, without braces; `swapped` exchanges the colours."""
    parts = []
    if clocks is not None:
        for name, command in _COMMAND_NAMES:
            value = getattr(clocks, name)
            if value is not None:
                parts.append(f"[%{command} {_time(value)}]")
        sides = (
            ("b" if swapped else "w", clocks.white_ms, clocks.white_runs),
            ("w" if swapped else "b", clocks.black_ms, clocks.black_runs),
        )
        readings = sorted(
            (
                (letter.upper() if runs else letter, value)
                for letter, value, runs in sides
                if value is not None
            ),
            key=lambda reading: reading[0].lower() != "w",
        )
        if readings:
            shown = " ".join(f"{letter}{_time(value)}" for letter, value in readings)
            parts.append(f"[%clock {shown}]")
    if lots:
        parts.append(f"[%duel {','.join(f'{square}:{int(lot)}' for square, lot in lots)}]")
    return " ".join(parts)


def _milliseconds(text: str) -> int:
    hours, minutes, seconds = text.split(":")
    whole, _, fraction = seconds.partition(".")
    return ((int(hours) * 60 + int(minutes)) * 60 + int(whole)) * 1000 + int(fraction.ljust(3, "0") or 0)


def _time(value_ms: int) -> str:
    seconds, ms = divmod(max(value_ms, 0), 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{ms:03}" if ms else text
