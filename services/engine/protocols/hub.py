"""The Hub protocol, version 2: how draughts programs and their interfaces talk on standard input and output.

Source: rhalbersma/scan, protocol.txt (2019). Besides its five variants every draughts rule set without lots
is a value of the parameter `variant`, and `level` makes the engine play as one of its levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock

from engine.choosing import seed_of
from engine.errors import EngineError
from engine.found import Found
from engine.levels import LEVELS
from engine.limits import Limits
from engine.memory import TranspositionTable
from engine.protocols.hub_text import (
    BadLine,
    read_line,
    read_position,
    replay,
    write_line,
    write_move,
    write_position,
    write_score,
)
from engine.protocols.thinking import Thinking, Thought, allotted_ms
from engine.searching import search
from rulebook import RULESETS, Position, Ruleset, initial_position, legal_moves, result, ruleset
from rulebook.errors import RulebookError
from rulebook.pdn.rules import rulesets_of_type

_FULL = "full"
_MOST_HASH_MIB = 4096
_PONDERED_MS = 1000  # after a ponder-hit where no time was given


_INTERNATIONAL = 20  # its number in PDN


def variants(default: Ruleset) -> dict[str, Ruleset]:
    """Name -> rules for every draughts set without lots; `default`, which comes first, under its own key.

    The protocol's own names come before ours: normal, losing, bt for international draughts.
    """
    international = rulesets_of_type(_INTERNATIONAL)[-1].key
    own = {
        "normal": ruleset(international),
        "losing": ruleset(international, {"goal": "anti"}),
        "bt": ruleset(international, {"goal": "breakthrough"}),
    }
    first = next((name for name, rules in own.items() if rules is default), default.key)
    found = {first: default, **own}
    for spec in RULESETS:
        if spec.is_draughts and spec.draughts.medieval is None:
            found.setdefault(spec.key, ruleset(spec.key))
    return found


class Hub:
    """The engine behind the protocol: lines go in through `receive`, answers come out through `send`.

    A search runs in a thread of its own, so `send` is called from there too, never twice at once.
    """

    def __init__(self, default: Ruleset, send: Callable[[str], None], *, version: str = "") -> None:
        self._variants = variants(default)
        self._send, self._sending = send, Lock()
        self._version = version
        self._parameters = {"variant": next(iter(self._variants)), "hash": "64", "level": _FULL}
        self._default = dict(self._parameters)
        self._rules = default
        self._table: TranspositionTable | None = None
        self._position: Position | None = None
        self._level: dict[str, str] = {}
        self._level_is_used = True
        self._thinking: Thinking | None = None
        self._pondered_ms = _PONDERED_MS
        self._turn = 0
        self._commands: Mapping[str, Callable[[dict[str, str]], None]] = {
            "hub": self._on_hub,
            "set-param": self._on_parameter,
            "init": self._on_init,
            "new-game": self._on_new_game,
            "pos": self._on_position,
            "level": self._on_level,
            "go": self._on_go,
            "ping": self._on_ping,
            "stop": self._on_stop,
            "ponder-hit": self._on_ponder_hit,
        }

    def receive(self, line: str) -> bool:
        """Do what the line says; False once it says `quit`. Unknown commands are ignored, as the protocol asks."""
        command, arguments = read_line(line)
        if command == "quit":
            self.close()
            return False
        handler = self._commands.get(command)
        if handler is None:
            return True
        if command not in _DURING_SEARCH:
            self._end_search()
        try:
            handler(arguments)
        except (EngineError, RulebookError) as error:
            self._answer("error", message=str(error).replace('"', "'"))
        return True

    def close(self) -> None:
        """End the search, if one is under way; its move is still told."""
        self._end_search()

    def wait(self) -> None:
        """Return when the search under way has told its move."""
        if self._thinking is not None:
            self._thinking.wait()

    def _answer(self, command: str, **arguments: object) -> None:
        with self._sending:
            self._send(write_line(command, {name.replace("_", "-"): v for name, v in arguments.items()}))

    def _end_search(self) -> None:
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking.wait()
            self._thinking = None

    # --- initialisation

    def _on_hub(self, _: dict[str, str]) -> None:
        self._answer("id", name="Brettwerk", version=self._version, author="Brettwerk", country="Germany")
        values = " ".join(self._variants)
        self._answer("param", name="variant", value=self._default["variant"], type="enum", values=values)
        self._answer(
            "param",
            name="hash",
            value=self._default["hash"],
            type="int",
            min=TranspositionTable.LEAST_MIB,
            max=_MOST_HASH_MIB,
        )
        levels = " ".join((_FULL, *map(str, LEVELS)))
        self._answer("param", name="level", value=_FULL, type="enum", values=levels)
        self._answer("wait")

    def _on_parameter(self, arguments: dict[str, str]) -> None:
        name, value = arguments.get("name", ""), arguments.get("value", "")
        if name not in self._parameters:
            return  # of another engine, or of a later version
        if name == "hash":
            size = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 0
            good = TranspositionTable.LEAST_MIB <= size <= _MOST_HASH_MIB
        elif name == "variant":
            good = value in self._variants
        else:
            good = value == _FULL or value in map(str, LEVELS)
        if not good:
            raise BadLine(f"parameter {name} cannot be {value[:40] or 'empty'}")
        self._parameters[name] = value

    def _on_init(self, _: dict[str, str]) -> None:
        self._rules = self._variants[self._parameters["variant"]]
        self._table = TranspositionTable(int(self._parameters["hash"]))
        self._position = None
        # What a first search has to load, and the memory it writes to, is had now, on nobody's clock.
        self._table.clear()
        search(initial_position(self._rules), Limits(nodes=1))
        self._answer("ready")

    # --- a search

    def _on_new_game(self, _: dict[str, str]) -> None:
        if self._table is not None:
            self._table.clear()
        self._position, self._turn = None, 0

    def _on_position(self, arguments: dict[str, str]) -> None:
        self._position = None
        start = read_position(self._rules, arguments.get("pos", ""))
        self._position = replay(start, arguments.get("moves", "").split())

    def _on_level(self, arguments: dict[str, str]) -> None:
        if self._level_is_used:
            self._level, self._level_is_used = {}, False
        for name in ("depth", "nodes", "moves", "move-time", "time", "inc"):
            if name in arguments:
                _number(name, arguments[name])
                self._level[name] = arguments[name]
        if "infinite" in arguments:
            self._level["infinite"] = ""

    def _on_go(self, arguments: dict[str, str]) -> None:
        if self._table is None:
            raise BadLine("init comes before go")
        if self._position is None or result(self._position) is not None:
            raise BadLine("no position to search")
        self._level_is_used = True
        ponders, analyses = "ponder" in arguments, "analyze" in arguments
        time_ms = self._time_ms()
        self._pondered_ms = time_ms or _PONDERED_MS
        number = self._parameters["level"]
        level = None if number == _FULL or analyses else LEVELS[int(number)]
        depth, nodes = self._level.get("depth"), self._level.get("nodes")
        limits = Limits(
            depth=None if depth is None else max(int(float(depth)), 1),
            nodes=None if nodes is None else max(int(float(nodes)), 1),
            time_ms=None if ponders or analyses else time_ms,
        )
        if not (ponders or analyses) and limits == Limits() and "infinite" not in self._level:
            raise BadLine("level comes before go")
        if limits.time_ms and len(legal_moves(self._position)) == 1:
            limits = Limits(depth=1)  # a clock is not spent on the only move
        self._turn += 1
        seed = seed_of(write_position(self._position), self._turn)
        self._thinking = Thinking(
            Thought(position=self._position, limits=limits, level=level, seed=seed),
            self._table,
            None if level else self._tell_depth,
            self._tell_move,
        )
        if analyses and time_ms:
            self._thinking.stop_in(time_ms)

    def _time_ms(self) -> int | None:
        """What the level leaves for the next move; None where time does not count."""
        seconds = {name: _number(name, text) for name, text in self._level.items() if text}
        if "infinite" in self._level:
            return None
        if "move-time" in seconds:
            return max(int(seconds["move-time"] * 1000), 1)
        if "time" in seconds:
            moves = int(seconds["moves"]) if "moves" in seconds else None
            return allotted_ms(int(seconds["time"] * 1000), int(seconds.get("inc", 0) * 1000), moves)
        return None

    def _tell_depth(self, found: Found) -> None:
        took_s = max(found.time_ms, 1) / 1000
        self._answer(
            "info",
            depth=found.depth,
            score=write_score(found.score),
            nodes=found.nodes,
            time=f"{took_s:.3f}",
            nps=f"{found.nodes / took_s / 1e6:.2f}",
            pv=" ".join(write_move(move) for move in found.pv),
        )

    def _tell_move(self, found: Found) -> None:
        reply = {"ponder": write_move(found.pv[1])} if len(found.pv) > 1 else {}
        self._answer("done", move=write_move(found.move), **reply)

    # --- during a search

    def _on_ping(self, _: dict[str, str]) -> None:
        self._answer("pong")

    def _on_stop(self, _: dict[str, str]) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _on_ponder_hit(self, _: dict[str, str]) -> None:
        if self._thinking is not None and not self._thinking.is_over:
            self._thinking.stop_in(self._pondered_ms)


_DURING_SEARCH = frozenset({"ping", "stop", "ponder-hit"})
_MOST = 1e15


def _number(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= _MOST:
        raise BadLine(f"level {name} cannot be {text[:40] or 'empty'}")
    return value
