"""Players by their words: `level:5`, `persona:stark`, `nodes:100000`, `time:100ms`, `hub:COMMAND` and so on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.outside import GtpPlayer, HubPlayer, LinePlayer
from bench.plan import PEERS
from bench.playing import Player, Playing, Unplayable
from bench.programs import environment
from engine import LEVELS, PERSONAS, Level, Limits, TranspositionTable, choose, persona, search, seed_of
from rulebook import Move, Position, Ruleset, initial_position

WORDS = """
  level:5            one of the ten levels
  persona:stark      an opponent by its name
  nodes:100000       the engine's best with so many nodes a move
  time:100ms         the engine's best in this time (100ms, 1.5s)
  depth:6            the engine's best at this depth
  peer:NAME          a program from the package index, in an environment of its own
  peer:NAME/ENGINE   the same, one of its engines
  hub:COMMAND        an engine that speaks Hub
  gtp:COMMAND        an engine that speaks GTP
  line:COMMAND       a program behind a driver (bench/drivers/answering.py)
Peers, Hub and drivers get the time of --time for each move; behind GTP the command says how strong it plays.
"""
_TABLE_MIB = 64


class BadWords(ValueError):
    """No player is described like this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A player that can be made anew in each process of a match."""

    text: str
    rules: Ruleset
    time_ms: int

    def make(self) -> Player:
        """Raises BadWords, Unplayable, Unavailable, or Stopped."""
        kind, _, rest = self.text.partition(":")
        maker = _MAKERS.get(kind)
        if maker is None or not rest:
            raise BadWords(f"no such player: {self.text!r}; known:{WORDS}")
        return maker(self, rest)


class Ours:
    """The engine in this process."""

    def __init__(self, name: str, think: Callable[[Position, int, TranspositionTable], Move]) -> None:
        self.name = name
        self._think = think
        self._table = TranspositionTable(_TABLE_MIB)

    def new_game(self) -> None:
        self._table.clear()

    def move(self, game: Playing) -> Move:
        return self._think(game.position, seed_of(f"{game.key}:{self.name}", len(game.moves)), self._table)

    def close(self) -> None:
        """Nothing outlives it."""


def milliseconds(text: str) -> int:
    """`100ms`, `1.5s`, `100`. Raises BadWords."""
    number, factor = (text[:-2], 1) if text.endswith("ms") else (text, 1)
    if not text.endswith("ms") and text.endswith("s"):
        number, factor = text[:-1], 1000
    try:
        value = round(float(number) * factor)
    except (ValueError, OverflowError):
        value = 0
    if not 1 <= value <= 3_600_000:
        raise BadWords(f"not a time: {text!r}")
    return value


def _level(spec: Spec, rest: str) -> Player:
    if not rest.isdigit() or int(rest) not in LEVELS:
        raise BadWords(f"no such level: {rest!r}; known: {min(LEVELS)} to {max(LEVELS)}")
    return choosing(spec.text, LEVELS[int(rest)])


def choosing(name: str, level: Level) -> Player:
    """The engine at this level, as the AI service has it move."""
    return Ours(name, lambda position, seed, table: choose(position, level, seed, table).move)


def _persona(spec: Spec, rest: str) -> Player:
    if rest not in PERSONAS:
        raise BadWords(f"no such persona: {rest!r}; known: {', '.join(PERSONAS)}")
    return choosing(spec.text, persona(rest, initial_position(spec.rules)).level)


def _searching(limits: Callable[[str], Limits]) -> Callable[[Spec, str], Player]:
    def make(spec: Spec, rest: str) -> Player:
        try:
            within = limits(rest)
        except ValueError:
            raise BadWords(f"no such player: {spec.text!r}") from None
        return Ours(spec.text, lambda position, _, table: search(position, within, table).move)

    return make


def _peer(spec: Spec, rest: str) -> Player:
    name, _, engine = rest.partition("/")
    peer = next((peer for peer in PEERS if peer.name == name), None)
    if peer is None or not peer.plays:
        raise BadWords(f"no such peer: {name!r}; known: {', '.join(p.name for p in PEERS if p.plays)}")
    if spec.rules.key not in peer.plays:
        raise Unplayable(f"{name} plays {', '.join(sorted(peer.plays))}, and not {spec.rules.key}")
    python: Path = environment(peer)
    if peer.hub:
        return HubPlayer(str(python.parent / peer.hub), spec.rules, spec.time_ms)
    return LinePlayer(f"{python} -m {peer.driver} {engine}".strip(), spec.rules, spec.time_ms)


_MAKERS: dict[str, Callable[[Spec, str], Player]] = {
    "level": _level,
    "persona": _persona,
    "nodes": _searching(lambda text: Limits(nodes=int(text))),
    "depth": _searching(lambda text: Limits(depth=int(text))),
    "time": _searching(lambda text: Limits(time_ms=milliseconds(text))),
    "peer": _peer,
    "hub": lambda spec, rest: HubPlayer(rest, spec.rules, spec.time_ms),
    "gtp": lambda spec, rest: GtpPlayer(rest, spec.rules),
    "line": lambda spec, rest: LinePlayer(rest, spec.rules, spec.time_ms),
}
