"""How strong the engine plays, as options of a command."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TypeAlias

from engine import LEVELS, PERSONAS, Level, Limits, Persona, persona
from rulebook import Position

_MOST_TIME_S = 3600.0
_Group: TypeAlias = "argparse._MutuallyExclusiveGroup"  # noqa: SLF001  its only name


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """Limits of the engine's best, or a level, which may be a persona's."""

    limits: Limits
    level: Level | None = None
    persona: Persona | None = None


def add_strength(command: argparse.ArgumentParser) -> None:
    strength = command.add_mutually_exclusive_group()
    strength.add_argument("--level", type=_level, metavar="1-10", help="one of the ten levels")
    strength.add_argument("--persona", metavar="NAME", help=f"one of {', '.join(PERSONAS)}")
    add_limits(strength)


def add_limits(group: _Group) -> None:
    group.add_argument("--time", type=_seconds, metavar="SECONDS", help="the best in this time for a move")
    group.add_argument("--nodes", type=_count, help="the best with so many nodes for a move")
    group.add_argument("--depth", type=_count, help="the best at this depth in plies")


def opponent_of(given: argparse.Namespace, position: Position, default: Limits) -> Opponent:
    """What the options ask for, else the engine's best within `default`. Raises UnknownLevel."""
    if given.persona is not None:
        chosen = persona(given.persona, position)
        return Opponent(limits=default, level=chosen.level, persona=chosen)
    if given.level is not None:
        return Opponent(limits=default, level=LEVELS[given.level])
    limits = limits_of(given)
    return Opponent(limits=default if limits == Limits() else limits)


def limits_of(given: argparse.Namespace) -> Limits:
    """The limits among the options; none if no such option was given."""
    return Limits(nodes=given.nodes, depth=given.depth, time_ms=given.time)


def _level(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:4]) not in LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a level from {min(LEVELS)} to {max(LEVELS)}")
    return int(text)


def _seconds(text: str) -> int:
    """Milliseconds from seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.001 <= value <= _MOST_TIME_S:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time of 0.001 to {_MOST_TIME_S:g} seconds")
    return round(value * 1000)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:16]) <= 10**12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)
